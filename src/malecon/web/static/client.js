// What a page does more with JavaScript: sends forms without leaving, stays up to date, moves pieces, speaks.
// @ts-check
import { Idiomorph } from "./idiomorph.js";

const RETRY_MS = [500, 1000, 2000, 5000];
const POLL_MS = 3000;
const NEAR_PX = 32; // what moves less only makes room
const TRAVEL = { duration: 250, easing: "ease-in-out" };

/** @returns {HTMLElement | null} the part of the page that changes, if this is a table */
const table = () => document.querySelector("main.table");

/** @returns {boolean} whether nothing is to move */
const still = () =>
  "still" in document.documentElement.dataset || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {{ x: number, y: number, width: number, ground: string | undefined, left: number, top: number }} Place
 * where a piece is, and the ground that it lies on: a part of the table that may itself be put elsewhere */

/** @param {Element} piece @returns {Place} */
function placeOf(piece) {
  const { x, y, width } = piece.getBoundingClientRect();
  const ground = /** @type {HTMLElement | null} */ (piece.closest("[data-ground]"));
  const { left, top } = ground?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x, y, width, ground: ground?.dataset.ground, left, top };
}

/** @returns {[string, HTMLElement | SVGElement, Place][]} the pieces that travel, by name, and where they are */
function pieces() {
  const found = /** @type {NodeListOf<HTMLElement | SVGElement>} */ (document.querySelectorAll("[data-travel]"));
  const seen = [...found].filter((piece) => piece.checkVisibility());
  return seen.map((piece) => [piece.dataset.travel ?? "", piece, placeOf(piece)]);
}

/** Let pieces travel to where they are now; what lies on a piece or a ground that has moved goes with it.
 * @param {Map<string, Place>} before where they were */
function travel(before) {
  /** @type {Element[]} */
  const moved = [];
  for (const [name, piece, now] of pieces()) {
    const old = before.get(name);
    if (!old?.width || !now.width || moved.some((other) => other.contains(piece))) continue;
    const [left, top] = old.ground === now.ground ? [now.left - old.left, now.top - old.top] : [0, 0];
    const [x, y] = [old.x - now.x + left, old.y - now.y + top];
    if (Math.hypot(x, y) < NEAR_PX) continue;
    moved.push(piece);
    piece.animate([{ translate: `${x}px ${y}px`, scale: old.width / now.width, transformOrigin: "0 0" }, {}], TRAVEL);
  }
}

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
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("main.table");
  const now = table();
  if (!(fresh instanceof HTMLElement) || !now || isOlder(fresh, now)) return;
  const hadFocus = now.contains(document.activeElement);
  const seat = now.dataset.seat;
  const before = still() ? null : new Map(pieces().map(([name, , place]) => [name, place]));
  keepTicks(now, fresh);
  keepHint(now, fresh);
  keepUnfolded(now, fresh);
  const beforeNodeMorphed = (/** @type {Node} */ old, /** @type {Node} */ young) => !old.isEqualNode(young);
  Idiomorph.morph(now, fresh, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed } });
  if (hadFocus && !table()?.contains(document.activeElement)) focusQuestion();
  afterwards();
  if (before) travel(before);
  if (table()?.dataset.seat !== seat) connect();
}

/** @param {HTMLElement} now @param {HTMLElement} fresh @returns {boolean} whether the viewer is asked the same */
function isSameQuestion(now, fresh) {
  const [mine, theirs] = [now, fresh].map((main) => main.querySelector('input[name="mark"]')?.getAttribute("value"));
  return mine === theirs;
}

/** Keep a hint as long as the question is the same: others may choose in secret meanwhile.
 * @param {HTMLElement} now @param {HTMLElement} fresh */
function keepHint(now, fresh) {
  const hint = now.querySelector(".hints");
  if (hint && !fresh.querySelector(".hints") && isSameQuestion(now, fresh))
    fresh.querySelector(".draft")?.after(hint.cloneNode(true));
}

/** Keep what is ticked and not sent yet, as long as the question is the same.
 * @param {HTMLElement} now @param {HTMLElement} fresh */
function keepTicks(now, fresh) {
  if (!isSameQuestion(now, fresh)) return;
  for (const box of now.querySelectorAll("input:checked")) {
    const { name, value } = /** @type {HTMLInputElement} */ (box);
    fresh.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`)?.setAttribute("checked", "");
  }
}

/** Let as many things be ticked as are asked for; the newest tick counts.
 * @param {HTMLFormElement} form @param {EventTarget | null} newest */
function limitTicks(form, newest) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=checkbox]")]);
  const most = Number(form.dataset.parts);
  const ticked = boxes.filter((box) => box.checked);
  if (!most || !boxes.length) return;
  const tooMany = ticked.length > most ? ticked.find((box) => box !== newest) : null;
  if (tooMany) tooMany.checked = false;
  const button = form.querySelector("button.primary");
  if (button instanceof HTMLButtonElement) button.disabled = ticked.length < most;
}

document.addEventListener("change", ({ target }) => {
  const form = target instanceof HTMLInputElement ? target.closest("form.picking") : null;
  if (form instanceof HTMLFormElement) limitTicks(form, target);
});

/** Keep what the viewer has unfolded, and the log as it is.
 * @param {HTMLElement} now @param {HTMLElement} fresh */
function keepUnfolded(now, fresh) {
  for (const { id } of now.querySelectorAll("details.fold[open]:not([data-unfolded])"))
    fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  fresh.querySelector("details.log")?.toggleAttribute("open", !!now.querySelector("details.log[open]"));
}

/** @type {string} what the viewer was asked last */
let asked = "";

/** @param {Element} choice @returns {boolean} whether it is only taken instead of others */
const isBeside = (choice) => choice.closest("[data-beside]") !== null;

/** Show what can be chosen first on the table, if the viewer is asked something new and none of it is to be seen.
 * @param {HTMLElement} now */
function leadToChoice(now) {
  const before = asked;
  const yours = now.querySelector(".status.yours");
  const mark = now.querySelector('input[name="mark"]')?.getAttribute("value");
  asked = yours ? `${mark} ${yours.querySelector("h1")?.textContent}` : "";
  if (!asked || asked === before) return;
  const all = [...now.querySelectorAll(".board button.choice, .board .picking input:not([type=hidden])")];
  const choices = all.every(isBeside) ? all : all.filter((choice) => !isBeside(choice));
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const [top, bottom] = [parseFloat(scrollPaddingTop), innerHeight - parseFloat(scrollPaddingBottom)];
  const isSeen = choices.some((choice) => {
    const place = choice.getBoundingClientRect();
    return place.height && place.top >= top && place.bottom <= bottom && place.left >= 0 && place.right <= innerWidth;
  });
  if (!isSeen) choices[0]?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: still() ? "auto" : "smooth" });
}

/** Go to the question: what had the focus has gone. */
function focusQuestion() {
  const heading = document.querySelector("main.table h1");
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

/** Bring title, log and voice up to date. */
function afterwards() {
  const now = table();
  if (!now) return;
  document.title = now.dataset.title ?? document.title;
  for (const form of now.querySelectorAll("form.picking")) limitTicks(/** @type {HTMLFormElement} */ (form), null);
  const story = now.querySelector(".story");
  if (story) story.scrollTop = story.scrollHeight;
  speak(now);
  leadToChoice(now);
}

/** @type {{ story: string, seat: string | undefined } | null} what was to be read, and with whose eyes */
let told = null;

/** Say what is new in the story, once; a sentence that has grown is said anew.
 * @param {HTMLElement} now */
function speak(now) {
  const story = [...now.querySelectorAll(".story p")].map((p) => p.textContent).join(" ");
  const voice = document.getElementById("spoken");
  if (voice && told && told.seat === now.dataset.seat && story !== told.story) {
    let same = 0;
    while (same < told.story.length && story[same] === told.story[same]) same++;
    const whole = same === told.story.length ? same : story.lastIndexOf(". ", same - 2) + 1;
    voice.textContent = story.slice(whole).trim();
  }
  told = { story, seat: now.dataset.seat };
}

/** @param {boolean} lost whether the server does not answer */
function tellWhetherLost(lost) {
  const note = document.getElementById("lost");
  if (note) note.hidden = !lost;
}

/** Send a form of the table and show the answer. An answer that does not come is asked for again: the id makes that harmless.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function send(form, submitter) {
  const body = new FormData(form, submitter);
  for (let attempt = 0; ; attempt++) {
    try {
      const sent = new URLSearchParams(/** @type {any} */ (body));
      const answer = await fetch(form.action, { method: "POST", body: sent, headers: { "Malecon-Live": "yes" } });
      const html = await answer.text();
      tellWhetherLost(false);
      forgetHint();
      return show(html);
    } catch {
      tellWhetherLost(true);
      await pause(attempt);
    }
  }
}

/** Name the table in the address, not the hint that was asked for: a reload would ask again. */
function forgetHint() {
  const { page = "", seat } = table()?.dataset ?? {};
  if (location.pathname !== page) history.replaceState(null, "", seat ? `${page}?seat=${seat}` : page);
}

/** @param {number} attempt how many were in vain */
const pause = (attempt) => new Promise((done) => setTimeout(done, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && "live" in form.dataset && table()) {
    event.preventDefault();
    send(form, event.submitter);
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

/** Be told of changes. */
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
    tellWhetherLost(false);
  };
  socket.onmessage = (message) => {
    const { state, main } = JSON.parse(message.data);
    if (state !== table()?.dataset.state) show(main); // else the answer to a form was faster
  };
  socket.onclose = async () => {
    clearInterval(polling);
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
  } catch {
    // the socket's next try tells
  }
}

/** Say what a thing is, over the page. */
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.about") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const said = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("about");
  if (!said) return;
  const dialog = document.createElement("dialog");
  dialog.className = "about";
  const close = document.createElement("button");
  close.textContent = "×";
  close.autofocus = true;
  close.onclick = () => dialog.close();
  dialog.append(close, said);
  dialog.onclose = () => dialog.remove();
  dialog.onclick = (click) => click.target === dialog && dialog.close();
  document.body.append(dialog);
  dialog.showModal();
});

/** Show a hint where the table is. */
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.hint") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(await (await fetch(link.href)).text());
});

/** Let what sticks stick below the question, however high that is. A custom property of the root would do the same,
 * but each change of it makes the browser style the whole page anew. */
function measureQuestion() {
  const status = document.querySelector("main.table > .status");
  if (!status) return;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  new ResizeObserver(() => {
    const { height } = status.getBoundingClientRect();
    sheet.replaceSync(`html { scroll-padding-top: calc(${height}px + 4rem) } .cuba .jump { top: ${height}px }`);
  }).observe(status);
}

measureQuestion();
if (matchMedia("(max-width: 60rem)").matches) document.querySelector("details.log")?.removeAttribute("open");
if (document.querySelector("main.table:not(.replay)")) {
  afterwards();
  connect();
}
for (const story of document.querySelectorAll(".replay .story")) story.scrollTop = story.scrollHeight;
document.querySelector(".steps.rounds [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
