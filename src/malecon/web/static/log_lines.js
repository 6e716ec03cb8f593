// The lines of the log: each comes with its scene, what it names is marked on the table, as what a hint names, and the
// arrows go from line to line.
// @ts-check
import { rectOf } from "./animate.js";

const FRAME_PX = 8; // that a frame is larger than what it marks, on each side
const TOUCHED_MS = 3000;

/** @param {Element} sentence @returns {string} its words without what ends it: in the log, the next one may go on */
const wordsOf = (sentence) => (sentence.textContent ?? "").trim().replace(/[\s.;]+$/, "");

/** @returns {HTMLElement[]} the sentences of the log */
const sentencesNow = () => [...document.querySelectorAll(".log .story p > span")].map((each) => /** @type {HTMLElement} */ (each));

let told = sentencesNow().map(wordsOf); // from the first one on

/** Let the log end before what is still to be told: the last sentences, from the first one that a scene says. What has
 * been told stays: a turn may say it again before it is logged.
 * @param {{ lead?: string, caption?: string, note?: string, row?: string[], said?: string[] }[]} waiting the scenes to come */
export function hideUntold(waiting) {
  const sentences = sentencesNow();
  const words = sentences.map(wordsOf);
  const least = words.findIndex((each, place) => each !== told[place]);
  let end = words.length;
  for (const { lead = "", caption = "", note = "", row = [], said = [] } of least < 0 ? [] : waiting.toReversed()) {
    const all = [lead, caption, note, ...row, ...said].join(" ");
    let first = words.slice(0, end).findLastIndex((each) => all.includes(each));
    while (first > least && all.includes(words[first - 1])) first--;
    if (first >= least) end = first;
  }
  told = words.slice(0, end);
  for (const hidden of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".log .story span[hidden]"))) hidden.hidden = false;
  for (const sentence of sentences.slice(end)) sentence.hidden = true;
  const story = sentences.at(-1)?.closest(".story");
  if (story) story.scrollTop = story.scrollHeight;
  for (const title of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".log .story h2")))
    title.hidden = end < sentences.length && (sentences[end].compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}

let unmarking = 0;

/** @param {DOMRect} rect @param {DOMRect} from @returns {string} the path of its edge, seen from the corner of another one */
const edge = ({ x, y, width, height }, from) => `M${x - from.x} ${y - from.y}h${width}v${height}h${-width}z`;

/** @param {DOMRect} rect of a frame @returns {string} the path of what is seen of it: answers and lessons lie over it */
function uncovered(rect) {
  const over = [...document.querySelectorAll(".answers, .lesson-card, .hints")].map((each) => each.getBoundingClientRect());
  const whole = new DOMRect(rect.x - FRAME_PX, rect.y - FRAME_PX, rect.width + 2 * FRAME_PX, rect.height + 2 * FRAME_PX);
  return `path(evenodd, "${[whole, ...over].map((each) => edge(each, rect)).join("")}")`;
}

/** Mark parts of the table, and nothing else.
 * @param {string[]} ids @param {number} [ms] for how long; else until other ones are marked */
function mark(ids, ms = 0) {
  unmark();
  for (const rect of ids.map((id) => rectOf(document.getElementById(id)))) {
    if (!rect) continue;
    const frame = document.createElement("div");
    frame.className = "place-mark";
    const { x, y, width, height } = rect;
    Object.assign(frame.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, clipPath: uncovered(rect) });
    document.body.append(frame);
  }
  if (ms) unmarking = setTimeout(unmark, ms);
}

export function unmark() {
  clearTimeout(unmarking);
  for (const frame of document.querySelectorAll(".place-mark")) frame.remove();
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} the line of the log or of a hint, or the sentence, that it belongs to */
const lineAt = (target) => (target instanceof Element ? target.closest(".story [data-parts], .story p, .hints :is(li, .why)") : null);

/** @param {Element} line of a hint @returns {string[]} the parts whose names stand in it; not those whose name is a part of another one's */
function namedIn(line) {
  let said = (line.textContent ?? "").toLocaleLowerCase();
  const named = [...document.querySelectorAll(".board [id] > .name, .board [id] > .about > .title")].map((title) => ({ id: title.closest("[id]")?.id ?? "", name: (title.textContent ?? "").toLocaleLowerCase() }));
  named.sort((one, other) => other.name.length - one.name.length);
  const found = [];
  for (const { id, name } of named) {
    if (!name || !said.includes(name)) continue;
    said = said.replaceAll(name, "");
    found.push(id);
  }
  return found;
}

/** @param {HTMLElement} line @returns {string[]} the parts that it names */
const partsOf = (line) => (line.matches(".hints *") ? namedIn(line) : [line, ...line.querySelectorAll("[data-parts]")].flatMap((each) => /** @type {HTMLElement} */ (each).dataset.parts?.split(" ") ?? []));

document.addEventListener("pointerover", ({ target, pointerType }) => {
  const line = pointerType === "mouse" ? lineAt(target) : null;
  if (line) mark(partsOf(line));
});
document.addEventListener("pointerout", ({ target, pointerType }) => pointerType === "mouse" && lineAt(target) && unmark());
document.addEventListener("focusin", ({ target }) => target === lineAt(target) && mark(partsOf(/** @type {HTMLElement} */ (target))));
document.addEventListener("focusout", ({ target }) => lineAt(target) && unmark());
document.addEventListener("click", ({ target }) => {
  const [line, drawer] = [lineAt(target), lineAt(target)?.closest("[popover]:popover-open")];
  if (drawer instanceof HTMLElement) drawer.hidePopover(); // it covers the table
  if (line && (drawer || line.matches(".hints *"))) mark(partsOf(line), TOUCHED_MS);
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
