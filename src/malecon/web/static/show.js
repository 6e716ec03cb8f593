// Showing what a table has come to: frames with the parts that have changed, and whole pages.
// @ts-check
import { showCopyButtons } from "./copy_link.js";
import { closeHint, forgetQuestion, keepOpen, keepQuestion, limitChecked, markIn } from "./form_state.js";
import { assembled, morph, partsIn } from "./morph.js";
import { afterUpdate, focusQuestion } from "./announce.js";
import { prefersReducedMotion } from "./animate.js";
import { differencesOf, holdBack } from "./tally.js";

/** @typedef {import("./scenes.js").Scene} Scene */
/** @typedef {{ number: number, state: string, seat: number, after?: string, scenes?: Scene[], is_back?: boolean, html?: string }} Frame
 * what brings the page up to date: see Frame in web/views/frames.py */

const WHOLE = "main";

/** @returns {HTMLElement | null} the part of the page that changes, if this is a table */
export const table = () => document.querySelector("main.table");

/** @type {(() => void)[]} called when something new is shown */
const listeners = [];

/** @param {() => void} listener called when something new is shown */
export const onShown = (listener) => void listeners.push(listener);

const SEPARATOR = "\x1e"; // stands before each part of a frame
const SLOT = /<~(\w+) ([^>]+)>/g; // in a part, the tag and the id of another one that stands there

/** @param {string} text a message: what is said as JSON; if that is a frame, then the HTML of its parts @returns {any} what is said */
export function messageOf(text) {
  const [head, ...parts] = text.split(SEPARATOR);
  return { ...JSON.parse(head), html: parts.join("").replace(SLOT, '<$1 id="$2" slot></$1>') };
}

const CHOICES = "button, input, label, select, textarea, a.hint";
const ANSWERS = "button.choice, .picking *, .choices button";

/** Show of a frame what can be chosen and what no scene brings; its scenes get the HTML of the other parts.
 * @param {Frame} frame @param {Scene[]} waiting scenes of frames before it @param {() => void} skip shows those at once
 * @returns {boolean} whether it follows what is shown; else a whole page is needed */
export function showFrame(frame, waiting, skip) {
  const now = table();
  if (!now) return true;
  const { number, state, seat, after = "", scenes = [], is_back = false, html = "" } = frame;
  if (after && after !== now.dataset.state) return false;
  if (is_back) skip(); // what was taken back may wait to be shown
  const hasOtherEyes = seat !== Number(now.dataset.seat ?? 0); // the hand of who held this device goes before anything is told
  /** @type {[Element[], Map<Element, Scene>]} */
  const [atOnce, later] = hasOtherEyes ? [partsIn(html), new Map()] : parted(html, scenes, waiting);
  const first = withAwaited(atOnce, waiting);
  if (!first) return false;
  for (const { shows } of waiting) for (const { id } of first) shows?.delete(id); // they are older
  for (const [part, scene] of later) (scene.shows ??= new Map()).set(part.id, part.outerHTML);
  const { drawn, kept } = update(now, assembled(first));
  holdBack(drawn, kept, differencesOf([...waiting, ...scenes]));
  const main = table();
  if (main) Object.assign(main.dataset, { number, state, seat });
  if (!seat) delete main?.dataset.seat;
  finish();
  return true;
}

/** @param {Element | null} part @returns {boolean} whether something can be chosen in it */
const isAsking = (part) => part?.querySelector(CHOICES) != null;

/** Tell the parts of a frame that are shown at once from those that a scene brings: the first one that names them, or
 * else what they stand in; for others on the table the last one. What stands in a part that waits itself comes after
 * that. Where something can be chosen, or could be, nothing waits.
 * @param {string} html of the parts @param {Scene[]} scenes @param {Scene[]} waiting scenes of frames before it
 * @returns {[Element[], Map<Element, Scene>]} */
function parted(html, scenes, waiting) {
  const parts = partsIn(html);
  const shown = scenes.filter(({ columns }) => columns); // nothing tells before all show what they show
  const bringers = new Map([...shown, ...scenes].reverse().flatMap((scene) => (scene.parts ?? []).map((id) => [id, scene])));
  /** @type {Map<Element, Scene>} */
  const later = new Map();
  for (const group of groupsOf(parts)) {
    const old = document.getElementById(group[0].id);
    const isOfTable = old?.closest(".board") && !old.closest(".hand"); // the hand belongs to the question
    const before = old ? undefined : waiting.findLast(({ shows }) => shows?.has(group[0].id));
    const scene = bringers.get(group[0].id) ?? bringerAround(old, bringers) ?? (isOfTable || before ? (scenes.at(-1) ?? before) : undefined);
    if (scene && ![old, ...group].some(isAsking)) for (const part of group) later.set(part, scene);
  }
  return [parts.filter((part) => !later.has(part)), later];
}

/** Add to parts that are shown at once those that only waiting scenes have: what fills their slots, and what they fill.
 * @param {Element[]} first @param {Scene[]} waiting @returns {Element[] | null} all of them, or nothing if one has no place or a slot stays empty */
function withAwaited(first, waiting) {
  const all = [...first];
  const awaited = waiting.flatMap(({ shows }) => [...(shows?.values() ?? [])]).flatMap(partsIn);
  /** @param {string} id @param {(part: Element) => unknown} isNeeded @returns {boolean} whether the page or one of the parts has it, now */
  const has = (id, isNeeded) => {
    if (document.getElementById(id) || all.some(isNeeded)) return true;
    const newest = awaited.findLast(isNeeded);
    if (newest) all.push(newest);
    return newest !== undefined;
  };
  for (const part of all) { // which grows meanwhile
    const isPlaced = has(part.id, (each) => each.querySelector(`[slot]#${CSS.escape(part.id)}`));
    const slots = [...part.querySelectorAll("[slot]")];
    if (!isPlaced || !slots.every(({ id }) => has(id, (each) => each.id === id))) return null;
  }
  return all;
}

/** @param {Element[]} parts of a frame @returns {Element[][]} them in groups: one that the page has, with those that stand in it and are new */
function groupsOf(parts) {
  const holders = new Map(parts.flatMap((part) => [...part.querySelectorAll("[slot]")].map(({ id }) => [id, part])));
  /** @type {Map<Element, Element[]>} */
  const groups = new Map();
  for (const part of parts) {
    let outermost = part;
    for (let holder = holders.get(part.id); holder && !document.getElementById(outermost.id); holder = holders.get(outermost.id)) outermost = holder;
    if (outermost === part) groups.set(part, [part, ...(groups.get(part) ?? [])]);
    else groups.set(outermost, [...(groups.get(outermost) ?? []), part]);
  }
  return [...groups.values()];
}

/** @param {Element | null} part @param {Map<string, Scene>} bringers by part
 * @returns {Scene | undefined} the scene that brings the nearest part in which this one stands */
function bringerAround(part, bringers) {
  for (let outer = part?.parentElement; outer; outer = outer.parentElement) {
    const scene = bringers.get(outer.id);
    if (scene) return scene;
  }
  return undefined;
}

/** Show parts that a scene brings.
 * @param {string} html of the parts @returns {{ drawn: string[], kept: string[] }} ids of the parts that were drawn, and of those that stand in them as before */
export function showParts(html) {
  const now = table();
  const changed = now ? update(now, assembled(partsIn(html))) : { drawn: [], kept: [] };
  finish();
  return changed;
}

/** Show a page that was fetched whole, or the error that it says.
 * @param {string} html @param {Scene[]} [scenes] what has led to it: they get the HTML of what they bring */
export function showPage(html, scenes = []) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.querySelector("main.table");
  const now = table();
  if (!(fresh instanceof HTMLElement) || !now) return showError(page.querySelector(".error")?.innerHTML ?? "");
  /** @type {Map<Element, Element>} */
  const held = new Map(); // what stands now in place of the parts that a scene brings: the first one that names them
  for (const scene of scenes)
    for (const id of scene.parts ?? []) {
      const [old, part] = [document.getElementById(id), fresh.querySelector(`#${CSS.escape(id)}`)];
      if (!old || !part || held.has(part) || isAsking(part) || isAsking(old)) continue;
      held.set(part, old);
      (scene.shows ??= new Map()).set(id, part.outerHTML);
    }
  for (const [part, old] of held) part.replaceWith(old.cloneNode(true)); // not before: parts stand in each other
  update(now, { parts: new Map([[WHOLE, fresh]]), drawn: [], kept: [] });
  finish();
}

/** Put parts in place of their older versions.
 * @param {HTMLElement} now @param {{ parts: Map<string, Element>, drawn: string[], kept: string[] }} assembled
 * @returns {{ drawn: string[], kept: string[] }} ids of the parts that were drawn, and of those that stand in them as before */
function update(now, { parts, drawn, kept }) {
  const wasOver = now.querySelector(".result") !== null;
  const hadFocus = now.contains(document.activeElement);
  const holder = document.createElement("div");
  for (const part of parts.values()) if (part.matches("main, #act, #question")) holder.append(part.cloneNode(true));
  const isSame = !holder.childElementCount || markIn(holder) === markIn(now);
  if (!isSame) forgetQuestion(now);
  else if ([...parts.values()].some((part) => part.querySelector(".hints"))) closeHint(now); // another takes its place
  for (const [name, fresh] of parts) {
    const old = document.getElementById(name);
    if (!old) continue;
    if (isSame) keepQuestion(now, fresh);
    keepOpen(now, fresh);
    morph(old, fresh);
  }
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("main.table form.picking"))) limitChecked(form, null);
  const isAnswered = !isSame && document.activeElement?.matches(ANSWERS); // the same button now means another answer
  const isLost = hadFocus && (isAnswered || !isUsable(document.activeElement));
  if (isLost) focusQuestion();
  if (!wasOver && table()?.querySelector(".result")) {
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? "auto" : "smooth" });
    focusResult(isLost);
  }
  return { drawn, kept };
}

/** Give the focus to the result, unless something else has it. While it is told what has led to it, it cannot have it.
 * @param {boolean} [isLost] whether what had the focus has gone */
export function focusResult(isLost) {
  const result = table()?.querySelector(".result");
  if (result instanceof HTMLElement && (isLost || document.activeElement === document.body)) result.focus({ preventScroll: true });
}

/** @param {Element | null} focused @returns {boolean | undefined} whether it keeps the focus: the browser takes it from what is disabled or hidden */
const isUsable = (focused) => focused?.matches("main.table, main.table :not(:disabled)") && focused.checkVisibility();

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
