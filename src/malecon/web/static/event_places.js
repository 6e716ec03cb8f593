// Where events are to be seen: things travel from where one began to where it ended; the log marks what a line names.
// @ts-check
import { prefersReducedMotion, rectOf } from "./animate.js";

const MOST_THINGS = 4; // that travel for one event
const NEXT_MS = 70;
const NEAR_PX = 12;
const FRAME_PX = 8; // that a frame is larger than what it marks, on each side
const SEEN_MS = 1600; // for which a loss, or what concerns all, is framed
const TOUCHED_MS = 3000;

/** @typedef {{ begin?: string, end?: string, loss?: boolean, news?: boolean, things?: [string, number][], back?: [string, number][] }} Event */
/** @typedef {{ symbol: string, number: number, begin: string, end: string }} Journey */

/** @param {string} symbol of a thing @param {string} id of a part @returns {DOMRect | undefined} where it lies there */
function spot(symbol, id) {
  const part = document.getElementById(id);
  const kind = symbol.slice(symbol.indexOf("-") + 1);
  return rectOf(part?.querySelector(`[data-kind="${CSS.escape(kind)}"]`) ?? part);
}

/** @param {Event} event @returns {Journey[]} what it moves */
const journeys = ({ begin = "", end = "", things = [], back = [] }) =>
  begin && end && begin !== end
    ? [
        ...things.map(([symbol, number]) => ({ symbol, number, begin, end })),
        ...back.map(([symbol, number]) => ({ symbol, number, begin: end, end: begin })),
      ]
    : [];

/** @typedef {Map<string, DOMRect>} Departures where things lie before a frame is shown */

/** @param {Event[]} events that a frame brings @returns {Departures} */
export function departures(events) {
  const found = new Map();
  if (prefersReducedMotion() || document.hidden) return found;
  for (const { symbol, begin } of events.flatMap(journeys)) found.set(`${symbol} ${begin}`, spot(symbol, begin));
  return found;
}

/** Let things travel from where they lay, and mark what is lost, or concerns all.
 * @param {Event[]} events @param {Departures} before @param {number} ms how long each travels */
export function showEvents(events, before, ms) {
  const marked = events.filter(({ loss, news }) => loss || news);
  const kind = marked.some(({ loss }) => loss) ? "loss" : "news";
  if (marked.length) mark([...new Set(marked.map(({ begin = "" }) => begin))], kind, SEEN_MS);
  for (const { symbol, number, begin, end } of events.flatMap(journeys)) {
    const [from, to] = [before.get(`${symbol} ${begin}`), spot(symbol, end)];
    if (!from || !to || Math.hypot(from.x - to.x, from.y - to.y) < NEAR_PX) continue;
    for (let place = 0; place < Math.min(number, MOST_THINGS); place++) travel(symbol, from, to, ms, place * NEXT_MS);
  }
}

/** @param {string} symbol @param {DOMRect} from @param {DOMRect} to @param {number} duration @param {number} delay */
function travel(symbol, from, to, duration, delay) {
  const thing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  thing.classList.add("travelling");
  thing.ariaHidden = "true";
  use.setAttribute("href", `#${symbol}`);
  thing.append(use);
  document.body.append(thing);
  const [first, last] = [from, to].map(({ x, y, width, height }) => ({ translate: `calc(${x + width / 2}px - 50%) calc(${y + height / 2}px - 50%)` }));
  const middle = { scale: 1.5, offset: 0.5 };
  thing.animate([{ ...first, scale: 1 }, middle, { ...last, scale: 1 }], { duration, delay, easing: "ease-in-out", fill: "both" }).onfinish = () => thing.remove();
}

let unmarking = 0;

/** @param {DOMRect} rect @param {DOMRect} from @returns {string} the path of its edge, seen from the corner of another one */
const edge = ({ x, y, width, height }, from) => `M${x - from.x} ${y - from.y}h${width}v${height}h${-width}z`;

/** @param {DOMRect} rect of a frame @returns {string} the path of what is seen of it: answers and lessons lie over it */
function uncovered(rect) {
  const over = [...document.querySelectorAll(".answers, .lesson-card")].map((each) => each.getBoundingClientRect());
  const whole = new DOMRect(rect.x - FRAME_PX, rect.y - FRAME_PX, rect.width + 2 * FRAME_PX, rect.height + 2 * FRAME_PX);
  return `path(evenodd, "${[whole, ...over].map((each) => edge(each, rect)).join("")}")`;
}

/** Mark parts of the table, and nothing else.
 * @param {string[]} ids @param {string} [kind] of mark @param {number} [ms] for how long; else until other ones are marked */
function mark(ids, kind = "", ms = 0) {
  unmark();
  for (const rect of ids.map((id) => rectOf(document.getElementById(id)))) {
    if (!rect) continue;
    const frame = document.createElement("div");
    frame.className = `place-mark ${kind}`;
    const { x, y, width, height } = rect;
    Object.assign(frame.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, clipPath: uncovered(rect) });
    document.body.append(frame);
  }
  if (ms) unmarking = setTimeout(unmark, ms);
}

function unmark() {
  clearTimeout(unmarking);
  for (const frame of document.querySelectorAll(".place-mark")) frame.remove();
}

/** Nothing travels and nothing is marked any more. */
export function endMotion() {
  unmark();
  for (const thing of document.querySelectorAll(".travelling")) thing.remove();
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} the line of the log, or the sentence, that it belongs to */
const lineAt = (target) => (target instanceof Element ? target.closest(".story [data-parts], .story p") : null);

/** @param {HTMLElement} line @returns {string[]} the parts that it names */
const partsOf = (line) => [line, ...line.querySelectorAll("[data-parts]")].flatMap((each) => /** @type {HTMLElement} */ (each).dataset.parts?.split(" ") ?? []);

document.addEventListener("pointerover", ({ target, pointerType }) => {
  const line = pointerType === "mouse" ? lineAt(target) : null;
  if (line) mark(partsOf(line));
});
document.addEventListener("pointerout", ({ target, pointerType }) => pointerType === "mouse" && lineAt(target) && unmark());
document.addEventListener("focusin", ({ target }) => target === lineAt(target) && mark(partsOf(/** @type {HTMLElement} */ (target))));
document.addEventListener("focusout", ({ target }) => lineAt(target) && unmark());
document.addEventListener("click", ({ target }) => {
  const [line, drawer] = [lineAt(target), lineAt(target)?.closest("[popover]:popover-open")];
  if (!line || !(drawer instanceof HTMLElement)) return;
  drawer.hidePopover(); // it covers the table
  mark(partsOf(line), "", TOUCHED_MS);
});
/** In the log, the arrows go from line to line. */
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const story = target instanceof Element && !event.altKey ? target.closest(".story") : null;
  if (!story || (key !== "ArrowUp" && key !== "ArrowDown")) return;
  const lines = /** @type {HTMLElement[]} */ ([...story.querySelectorAll("p")]);
  const at = lines.indexOf(/** @type {HTMLElement} */ (target));
  const next = at < 0 ? lines.at(-1) : lines[at + (key === "ArrowUp" ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.tabIndex = -1;
  next.focus();
});
