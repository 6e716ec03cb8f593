// Showing what a table has come to: frames with the parts that have changed, and whole pages.
// @ts-check
import { showCopyButtons } from "./copy_link.js";
import { forgetQuestion, keepOpen, keepQuestion, markIn } from "./form_state.js";
import { assembled, morph } from "./morph.js";
import { afterUpdate, focusQuestion } from "./announce.js";
import { animate, pieces, prefersReducedMotion } from "./animate.js";
import { endFloats, showDifferences, tallies } from "./tally.js";

/** @typedef {import("./event_places.js").Event & { seat: number, text: string }} TableEvent */
/** @typedef {{ number: number, state: string, seat: number, after?: string, events?: TableEvent[], html?: string }} Frame
 * what brings the page up to date: see Frame in web/views/frames.py */

const WHOLE = "main";

/** @returns {HTMLElement | null} the part of the page that changes, if this is a table */
export const table = () => document.querySelector("main.table");

/** @type {(() => void)[]} called when something new is shown */
const listeners = [];

/** @param {() => void} listener called when something new is shown */
export const onShown = (listener) => void listeners.push(listener);

const SEPARATOR = "\x1e"; // stands before each part of a frame

/** @param {string} text a message: what is said as JSON; if that is a frame, then the HTML of its parts @returns {any} what is said */
export function messageOf(text) {
  const [head, ...parts] = text.split(SEPARATOR);
  return { ...JSON.parse(head), html: parts.join("") };
}

/** Show a frame.
 * @param {Frame} frame @returns {boolean} whether it follows what is shown; else a whole page is needed */
export function showFrame(frame) {
  const now = table();
  if (!now) return true;
  const { number, state, seat, after = "", events = [], html = "" } = frame;
  if (after && after !== now.dataset.state) return false;
  const before = tallies();
  update(now, assembled(html));
  showDifferences(after ? before : new Map(), events.some((event) => event.seat && event.seat !== seat));
  const main = table();
  if (main) Object.assign(main.dataset, { number, state, seat });
  if (!seat) delete main?.dataset.seat;
  finish();
  return true;
}

/** Show a page that was fetched whole, or the error that it says.
 * @param {string} html */
export function showPage(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.querySelector("main.table");
  const now = table();
  if (!(fresh instanceof HTMLElement) || !now) return showError(page.querySelector(".error")?.innerHTML ?? "");
  update(now, new Map([[WHOLE, fresh]]));
  finish();
}

/** Put parts in place of their older versions.
 * @param {HTMLElement} now @param {Map<string, Element>} parts by id */
function update(now, parts) {
  const wasOver = now.querySelector(".result") !== null;
  const hadFocus = now.contains(document.activeElement);
  const before = prefersReducedMotion() ? null : new Map(pieces().map(([name, , place]) => [name, place]));
  const holder = document.createElement("div");
  for (const part of parts.values()) if (part.matches("main, #act")) holder.append(part.cloneNode(true));
  const isSame = !holder.childElementCount || markIn(holder) === markIn(now);
  if (!isSame) forgetQuestion(now);
  for (const [name, fresh] of parts) {
    const old = document.getElementById(name);
    if (!old) continue;
    if (isSame) keepQuestion(now, fresh);
    keepOpen(now, fresh);
    morph(old, fresh);
  }
  if (hadFocus && !table()?.contains(document.activeElement)) focusQuestion();
  const isOver = table()?.querySelector(".result") !== null;
  if (isOver) endFloats();
  if (!wasOver && isOver) scrollTo({ top: 0, behavior: prefersReducedMotion() ? "auto" : "smooth" });
  if (before) animate(before);
}

/** Do what follows whenever something new is shown. */
function finish() {
  const shown = table();
  if (!shown) return;
  document.documentElement.classList.toggle("window", shown.matches(".play"));
  showCopyButtons(shown);
  afterUpdate(shown);
  for (const listener of listeners) listener();
}

/** Say at the table what went wrong.
 * @param {string} html the sentence */
export function showError(html) {
  const status = table()?.querySelector(".status");
  if (!html || !status) return;
  status.querySelector(".error")?.remove();
  const said = document.createElement("p");
  said.className = "error";
  said.setAttribute("role", "alert");
  said.innerHTML = html;
  const question = status.querySelector("h1");
  question?.after(said);
  question?.parentElement?.classList.add("refused");
}
