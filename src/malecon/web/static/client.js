// The script of every page: forms without a reload, the socket or polling of a table, and what these use.
// @ts-check
import { Idiomorph } from "./idiomorph.js";
import { showCopyButtons } from "./copy_link.js";
import "./explain.js";
import { foldLog, keepHint, keepChecked, keepOpen, rememberChecked, restoreChecked } from "./form_state.js";
import { pause, send, showConnection } from "./send_form.js";
import { differs, remember, withoutSame } from "./morph.js";
import { afterUpdate, focusQuestion, measureQuestion } from "./announce.js";
import { pieces, prefersReducedMotion, animate } from "./animate.js";

const POLL_MS = 3000;
const GONE = 4404; // why a socket is closed whose table is not there any more

/** @returns {HTMLElement | null} the part of the page that changes, if this is a table */
const table = () => document.querySelector("main.table");

/** Tell whether a state was overtaken: an answer may come later than the frame that follows it.
 * @param {HTMLElement} fresh @param {HTMLElement} now */
function isOlder(fresh, now) {
  const [[eyes, ...theirs], [mine, ...ours]] = [fresh, now].map((main) => (main.dataset.state ?? "").split(/[-.]/));
  const place = theirs.findIndex((count, index) => count !== ours[index]);
  return eyes === mine && place >= 0 && Number(theirs[place]) < Number(ours[place]);
}

/** Put a new state of the table in place of the old one.
 * @param {string} html */
function show(html) {
  const page = new DOMParser().parseFromString(withoutSame(html), "text/html");
  const fresh = page.querySelector("main.table");
  const now = table();
  if (!fresh) showError(page);
  if (!(fresh instanceof HTMLElement) || !now || isOlder(fresh, now)) return;
  const wasOver = now.querySelector(".result") !== null;
  const hadFocus = now.contains(document.activeElement);
  const seat = now.dataset.seat;
  const before = prefersReducedMotion() ? null : new Map(pieces().map(([name, , place]) => [name, place]));
  keepChecked(now, fresh);
  keepHint(now, fresh);
  keepOpen(now, fresh);
  Idiomorph.morph(now, fresh, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: differs } });
  remember(html);
  if (hadFocus && !table()?.contains(document.activeElement)) focusQuestion();
  const shown = table();
  if (shown) {
    showCopyButtons(shown);
    afterUpdate(shown);
  }
  if (!wasOver && shown?.querySelector(".result")) scrollTo({ top: 0, behavior: prefersReducedMotion() ? "auto" : "smooth" });
  if (before) animate(before);
  if (table()?.dataset.seat !== seat) connect();
}

/** Say at the table what went wrong when something else than a table has come.
 * @param {Document} page */
function showError(page) {
  const said = page.querySelector(".error");
  const status = table()?.querySelector(".status");
  if (!said || !status) return;
  status.querySelector(".error")?.remove();
  said.setAttribute("role", "alert");
  status.append(said);
}

let answering = ""; // the mark of the question whose answer is on its way: there is only one to each

/** Send a form of the table, unless its question is being answered already, and show what comes back.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function submitForm(form, submitter) {
  const body = new FormData(form, submitter);
  const mark = String(body.get("mark"));
  if (answering === mark) return;
  answering = mark;
  const isTakenBack = submitter?.getAttribute("value") === "undo";
  if (!isTakenBack) rememberChecked(form);
  const html = await send(form.action, body);
  forgetHint();
  if (answering === mark) answering = "";
  const now = table();
  const isRefused = html.includes('role="alert"');
  const isShown = html.includes(`data-state="${now?.dataset.state}"`); // a frame was faster
  const [asker, viewer] = [body.get("seat"), now?.dataset.seat];
  const isOthers = asker && viewer && asker !== viewer; // so was the next person on this device
  if (isRefused || !(isShown || isOthers)) show(html);
  if (isTakenBack && table()) restoreChecked(/** @type {HTMLElement} */ (table()));
  if (form.matches(".saying") && !isRefused) form.reset();
}

/** Name the table in the address, not the hint that was asked for: a reload would ask again. */
function forgetHint() {
  const { page = "", seat } = table()?.dataset ?? {};
  if (location.pathname !== page) history.replaceState(null, "", seat ? `${page}?seat=${seat}` : page);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && "live" in form.dataset && table()) {
    event.preventDefault();
    submitForm(form, event.submitter);
  }
});

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
let polling = 0;

/** @returns {string} what is asked for: the seat with whose eyes, and what is known */
function query() {
  const now = table();
  const { seat = "", state = "" } = now?.dataset ?? {};
  return new URLSearchParams({ ...(seat && { seat }), known: state }).toString();
}

/** Open the socket on which changes come. */
function connect() {
  const now = table();
  if (!now) return;
  if (socket) {
    socket.onclose = null;
    socket.close();
  }
  const address = new URL(`${now.dataset.page}/live?${query()}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  socket = new WebSocket(address);
  const mine = socket;
  socket.onopen = () => {
    tries = 0;
    clearInterval(polling);
    showConnection(false);
  };
  socket.onmessage = (message) => {
    const { state, main } = JSON.parse(message.data);
    if (state !== table()?.dataset.state) show(main); // else the answer to a form was faster
  };
  socket.onclose = async ({ code }) => {
    clearInterval(polling);
    if (code === GONE) return location.reload(); // the page says that there is no such table
    polling = setInterval(poll, POLL_MS);
    await pause(tries++);
    if (socket === mine) connect();
  };
}

/** Ask whether something has changed, while no socket can be opened. */
async function poll() {
  try {
    const answer = await fetch(`${table()?.dataset.page}/frame?${query()}`);
    if (answer.status === 200) show((await answer.json()).main);
    if (answer.status === 404) location.reload();
  } catch {
    // the socket's next try tells
  }
}

/** Follow a link of the table without leaving the page: to a hint, or behind the curtain of a seat. */
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.hint, .curtain a") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.ariaBusy = "true";
  try {
    show(await (await fetch(link.href)).text());
    if (!link.matches(".hint")) history.replaceState(null, "", link.href); // a reload asks for no second hint
  } catch {
    showConnection(true);
  }
  link.removeAttribute("aria-busy");
});

const question = document.querySelector("main.table > .status");
if (question) new ResizeObserver(measureQuestion).observe(question);
foldLog(document);
const open = /** @type {HTMLElement | null} */ (document.querySelector("main.table:not(.replay)"));
if (open) {
  afterUpdate(open);
  connect();
}
for (const story of document.querySelectorAll(".replay .story")) story.scrollTop = story.scrollHeight;
document.querySelector(".steps.rounds [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
