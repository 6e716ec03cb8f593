// A scene: the page is first made what it is after it, and what moves then only delays what the eye sees.
// @ts-check
import { glide, places, rectOf } from "./animate.js";
import { animate, roll } from "./motion.js";
import { reveal } from "./reveal.js";
import { showParts } from "./show.js";
import { play } from "./sound.js";
import { follow } from "./tabs.js";
import { changeCounts, differencesOf, holdBack, mark } from "./tally.js";

const MOST_THINGS = 8; // that fly in one flight
const FLIGHT = { duration: 620, easing: "cubic-bezier(.45, 0, .2, 1)" };
const NEXT_MS = 75;
const ROLL_MS = 260;
const CHANGE_MS = 120;
const SORTED_MS = 1500; // from then on the columns of a reveal sort
const NEAR_PX = 12;
const FALL_PX = 60; // of what leaves the game
const LONG_LETTERS = 60; // a caption of more is written smaller on a phone
const OVERLONG_LETTERS = 150; // and of still more, says there only what comes of it

/** @typedef {[symbol: string, number: number, begin: string, end: string]} Flight */
/** @typedef {[kind: string, number: number, symbol: string, title: string]} Face */
/** @typedef {{ seat: number, name: string, cards: (Face | null)[][], before: number | null, after: number }} Column */
/** @typedef {{ kind: string, ms?: number, seat?: number, caption?: string, lead?: string, note?: string, reads?: string, said?: string[], tone?: string, cue?: string, front?: string,
 *   parts?: string[], flights?: Flight[], counts?: Record<string, number>, columns?: Column[], order?: number[], digits?: number, row?: string[], unasked?: boolean,
 *   shows?: Map<string, string>, frame?: number, isOfOthers?: boolean, isAnswer?: boolean }} Scene see Scene in presentation/scenes.py; `shows`: the HTML of the parts
 * that it brings, by id; `frame`: which one has brought it; `isOfOthers`: whether somebody else than the viewer acts; `isAnswer`: whether it tells, as all that
 * is told, only what the viewer has just done */

/** Show a scene.
 * @param {Scene} scene @param {Scene[]} waiting those that its parts were drawn after, and that are not shown yet
 * @param {boolean} isMoved whether anything moves @param {Scene[]} [before] those with which it is seen as one
 * @param {() => void} [onTold] called when a reveal has turned its cards */
export function perform(scene, waiting, isMoved, before = [], onTold = () => undefined) {
  const { flights = [], columns = [], caption, tone, cue, ms = 0 } = scene;
  if (isMoved && ms) follow(scene);
  const stood = isMoved ? places() : new Map();
  const origins = isMoved ? flights.map(([symbol, , begin]) => spot(symbol, begin)) : [];
  const differences = differencesOf([scene]);
  const changes = changeCounts(differences, () => showScenes([scene], waiting));
  if (ms) mark(differencesOf([...before, scene]));
  if (ms && caption) tell(scene);
  if (ms && cue && cue !== before.at(-1)?.cue) play(cue);
  if (!isMoved) return;
  if (columns.length) reveal(scene, onTold);
  glide(stood, columns.length ? SORTED_MS : 0);
  const landing = fly(flights, origins);
  for (const { count, from, to } of changes) rollCount(count, from, to, landing);
  if (tone === "loss") mourn(flights);
}

/** Show the parts that scenes bring.
 * @param {Scene[]} scenes @param {Scene[]} [waiting] those whose numbers are not shown yet */
export function showScenes(scenes, waiting = []) {
  const html = scenes.flatMap(({ shows }) => [...(shows?.values() ?? [])]).join("");
  if (!html) return;
  const { drawn, kept } = showParts(html);
  holdBack(drawn, kept, differencesOf(waiting));
}

/** @param {string} symbol of a thing @param {string} id of a part @returns {DOMRect | undefined} where it lies there */
function spot(symbol, id) {
  const part = document.getElementById(id);
  const kind = symbol.slice(symbol.indexOf("-") + 1);
  return rectOf(part?.querySelector(`[data-kind="${CSS.escape(kind)}"]`) ?? part);
}

/** Let pieces fly from where they lay.
 * @param {Flight[]} flights @param {(DOMRect | undefined)[]} origins @returns {number} when the last has landed */
function fly(flights, origins) {
  let start = 0;
  let landing = 0;
  flights.forEach(([symbol, number, , end], place) => {
    const from = origins[place];
    const to = from && !end ? new DOMRect(from.x, from.y + FALL_PX, from.width, from.height) : spot(symbol, end);
    if (!from || !to || Math.hypot(from.x - to.x, from.y - to.y) < NEAR_PX) return;
    for (let each = 0; each < Math.min(number, MOST_THINGS); each++, start += NEXT_MS) travel(symbol, from, to, start, end ? 1 : 0);
    landing = start + FLIGHT.duration;
  });
  return landing;
}

/** @param {string} symbol @param {DOMRect} from @param {DOMRect} to @param {number} delay @param {number} scale at its end */
function travel(symbol, from, to, delay, scale) {
  const thing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  thing.classList.add("travelling");
  thing.ariaHidden = "true";
  use.setAttribute("href", `#${symbol}`);
  thing.append(use);
  document.body.append(thing);
  const [first, last] = [from, to].map(({ x, y, width, height }) => ({ translate: `calc(${x + width / 2}px - 50%) calc(${y + height / 2}px - 50%)` }));
  animate(thing, [{ ...first, scale: 1 }, { scale: 1.4, offset: 0.5 }, { ...last, scale }], { ...FLIGHT, delay, fill: "both" }, () => thing.remove());
}

/** Let a number roll when what flies has landed; its change comes beside the new one.
 * @param {HTMLElement} count @param {number} from @param {number} to @param {number} delay */
function rollCount(count, from, to, delay) {
  const number = count.querySelector("b");
  if (!number || from === to) return;
  roll(number, from, to, delay, ROLL_MS);
  animate(number, [{ scale: 1 }, { scale: 1.35, offset: 0.4 }, { scale: 1 }], { delay, duration: ROLL_MS + CHANGE_MS });
  animate(count, [{ opacity: 0 }, { opacity: 1 }], { delay: delay + ROLL_MS, duration: CHANGE_MS, pseudoElement: "::after" });
}

/** Show the viewer a loss: where it was, the table shakes, and a red frame stands round it.
 * @param {Flight[]} flights */
function mourn(flights) {
  for (const id of new Set(flights.map(([, , begin]) => begin))) {
    const part = document.getElementById(id);
    if (!part) continue;
    animate(part, [{ translate: "0" }, { translate: "-5px" }, { translate: "4px" }, { translate: "0" }], { duration: 260, delay: 60 });
    animate(part, [{ outline: "4px solid transparent" }, { outline: "4px solid #a8452e", offset: 0.15 }, { outline: "4px solid #a8452e", offset: 0.8 }, { outline: "4px solid transparent" }], { duration: 1200 });
  }
}

/** @type {Scene | null} what the caption says */
let told = null;

/** Say in the question's bar what happens, but not over the next question what its reader has just done.
 * @param {Scene} scene */
export function tell(scene) {
  if (scene.isAnswer && document.querySelector("main.table .status.yours")) return tellNothing();
  told = scene;
  showCaption();
}

/** Say nothing any more. */
export function tellNothing() {
  told = null;
  document.getElementById("caption")?.remove();
}

/** Put the caption into the question's bar, which may have been drawn anew. */
export function showCaption() {
  const bar = document.querySelector("main.table .ask");
  if (!told || !bar) return;
  let caption = document.getElementById("caption");
  if (!caption) {
    caption = document.createElement("p");
    caption.id = "caption";
    caption.ariaHidden = "true"; // the story is spoken
  }
  if (bar.firstElementChild !== caption) bar.prepend(caption);
  const { seat = 0, tone = "", caption: text = "", lead = "", note = "", reads = "" } = told;
  const badge = copyOf(document.querySelector(`#badge-${seat}, .badge.seat-${seat}`));
  const read = document.getElementById(reads);
  const room = Number(getComputedStyle(bar).getPropertyValue("--letters-beside")) || LONG_LETTERS;
  const reading = text.length + note.length > room && read instanceof HTMLElement ? [] : copyOf(read, "reading");
  const letters = lead.length + text.length + note.length;
  caption.className = tone;
  caption.classList.toggle("wordy", letters > LONG_LETTERS);
  caption.classList.toggle("overlong", letters > OVERLONG_LETTERS);
  caption.dataset.by = String(seat);
  caption.classList.toggle("brief", text.length <= LONG_LETTERS);
  const words = document.createElement("span");
  const title = document.createElement("b");
  title.textContent = text;
  const more = document.createElement("span");
  more.className = "context";
  more.append(...(lead ? [" ", small(lead, "lead")] : []), ...(note ? [" ", small(note)] : []));
  words.append(title, more);
  caption.replaceChildren(...badge, words, ...reading);
}

/** @param {Element | null} element @param {string} [kind] @returns {Element[]} a copy of it, if it is there */
function copyOf(element, kind = "") {
  if (!element) return [];
  const copy = /** @type {Element} */ (element.cloneNode(true));
  copy.removeAttribute("id");
  if (kind) copy.classList.add(kind);
  return [copy];
}

/** @param {string} words @param {string} [kind] @returns {HTMLElement} them, written small */
function small(words, kind = "") {
  const element = document.createElement("small");
  element.className = kind;
  element.textContent = words;
  return element;
}
