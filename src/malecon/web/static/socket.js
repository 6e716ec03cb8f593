// The socket on which the frames of a table come; polling, while none can be opened.
// @ts-check
import { isTelling, receive } from "./player.js";
import { pause, showConnection } from "./send_form.js";
import { messageOf, table } from "./show.js";

const POLL_MS = 3000;
const GONE = 4404; // why a socket is closed whose table is not there any more

const ANSWER_MS = 4000; // after which an action is sent by POST instead

/** @typedef {{ error?: string } | null} Answer why an action is refused; null if nobody knows whether it came */
/** @type {WebSocket | null} */
let socket = null;
let sent = 0; // the number of the last message
/** @type {Map<number, (answer: Answer) => void>} what waits for an answer, by the number of its message */
const waiting = new Map();
let tries = 0;
let polling = 0;
/** @type {string | undefined} the state that the server takes for that of the page */
let streamed;

/** @returns {boolean} whether changes come by the socket */
export const hasSocket = () => socket?.readyState === WebSocket.OPEN;

/** @param {string} known the state of the page @returns {string} what is asked for: the seat with whose eyes, and what is known */
function query(known) {
  const { seat = "" } = table()?.dataset ?? {};
  return new URLSearchParams({ ...(seat && { seat }), known }).toString();
}

/** Send an action by the socket, if it is open.
 * @param {URLSearchParams} form @returns {Promise<Answer>} the answer; null if none comes: it may be sent again by POST */
export function sendAction(form) {
  const open = socket;
  if (open?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
  const number = ++sent;
  return new Promise((done) => {
    waiting.set(number, done);
    setTimeout(() => {
      if (waiting.has(number)) showConnection(true); // until the answer to a POST comes
      answered(number, null);
    }, ANSWER_MS);
    open.send(`${number} ${form}`);
  });
}

/** Pass on the answer to a message. The frame of its change may come first, and the next message may be sent before it.
 * @param {number} number @param {Answer} answer */
function answered(number, answer) {
  waiting.get(number)?.(answer);
  waiting.delete(number);
}

/** No answer comes any more on a socket that is closed. */
const forgetAnswers = () => [...waiting.keys()].forEach((number) => answered(number, null));

/** Take in a message: a frame, or the answer to a message of this page.
 * @param {string} text */
function hear(text) {
  const said = messageOf(text);
  if ("state" in said) {
    streamed = said.state;
    receive(said, () => connect(""));
  } else answered(said.answer, said);
}

/** Open the socket.
 * @param {string} [known] the state of the page; empty if a whole page is to come */
export function connect(known = table()?.dataset.state ?? "") {
  const now = table();
  if (!now) return;
  if (socket) {
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    forgetAnswers();
  }
  streamed = known;
  const address = new URL(`${now.dataset.page}/live?${query(known)}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  socket = new WebSocket(address);
  const mine = socket;
  socket.onopen = () => {
    tries = 0;
    clearInterval(polling);
    showConnection(false);
  };
  socket.onmessage = (message) => hear(message.data);
  socket.onclose = async ({ code }) => {
    forgetAnswers();
    clearInterval(polling);
    if (code === GONE) return location.reload(); // the page says that there is no such table
    polling = setInterval(poll, POLL_MS);
    await pause(tries++);
    if (socket === mine) connect();
  };
}

/** Go on from a page that came another way; the socket is opened anew if it would not fit. */
export function resume() {
  if (table()?.dataset.state !== streamed) connect();
}

/** Ask whether something has changed. */
export async function poll() {
  try {
    const answer = await fetch(`${table()?.dataset.page}/frame?${query(table()?.dataset.state ?? "")}`);
    if (answer.status === 200) receive(messageOf(await answer.text()));
    if (answer.status === 404) location.reload();
  } catch {
    // the socket's next try tells
  }
}

/** Ask in a while whether something has changed, unless something has come until then. */
export function pollSoon() {
  const state = table()?.dataset.state;
  setTimeout(async () => {
    if (table()?.dataset.state !== state || isTelling()) return;
    await poll();
    resume();
  }, POLL_MS);
}
