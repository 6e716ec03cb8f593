// Counts of pieces: a difference floats up where it happened, and stays marked until the viewer acts, as are the tabs of
// the parts in which something has changed.
// @ts-check
import { prefersReducedMotion } from "./animate.js";

const FLOAT_MS = 1400;
const EDGE_PX = 22; // so near to the edge of the window a difference is whole

/** Since the viewer's last action: what has changed, by the name of the count. @type {Map<string, number>} */
const changed = new Map();

/** @returns {HTMLElement[]} the counts of the table: each has a name and a number; drawn examples have the same names */
const counts = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-tally]:not(.drawn *)")]);

/** @returns {Map<string, number>} the numbers of the page, by name; nothing here makes the browser lay it out */
export const tallies = () => new Map(counts().map(({ dataset }) => [dataset.tally ?? "", Number(dataset.count)]));

/** Show what has changed.
 * @param {Map<string, number>} before the numbers that were shown @param {boolean} isMarked whether it is to stay marked */
export function showDifferences(before, isMarked) {
  const all = counts();
  for (const count of all) {
    const { tally = "", count: number } = count.dataset;
    const difference = Number(number) - (before.get(tally) ?? Number(number));
    if (difference) requestAnimationFrame(() => float(count, difference));
    if (difference && isMarked) changed.set(tally, (changed.get(tally) ?? 0) + difference);
  }
  mark(all);
}

/** @param {number} difference @returns {string} with its sign */
const signed = (difference) => (difference > 0 ? `+${difference}` : `−${-difference}`);

/** Mark what has changed since the viewer's last action.
 * @param {HTMLElement[]} all the counts of the page */
function mark(all) {
  for (const count of all) {
    const difference = changed.get(count.dataset.tally ?? "");
    if (difference) count.dataset.changed = signed(difference);
    else if (count.dataset.changed) delete count.dataset.changed;
  }
  for (const tab of tabs()) {
    if (tab.querySelector(":checked")) seats.delete(tab.dataset.opens ?? "");
    const seat = seats.get(tab.dataset.opens ?? "");
    if (seat !== undefined) tab.dataset.changedBy = `${seat}`;
    else if (tab.dataset.changedBy) delete tab.dataset.changedBy;
  }
}

/** Forget what has changed: the viewer has acted. */
export function forgetChanges() {
  changed.clear();
  seats.clear();
  mark(counts());
}

/** By the part that a tab opens: who has changed something there since the viewer's last action. @type {Map<string, number>} */
const seats = new Map();

/** @returns {HTMLElement[]} the tabs */
const tabs = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-opens]")]);

/** Mark the tabs of the parts in which others have changed something.
 * @param {{ seat: number, begin?: string, end?: string, news?: boolean }[]} events */
export function markTabs(events) {
  for (const { seat, begin = "", end = "", news } of events)
    for (const place of [begin, end].map((id) => document.getElementById(id))) {
      const part = place && tabs().map(({ dataset }) => document.getElementById(dataset.opens ?? "")).find((each) => each?.contains(place));
      if (part && (news || place.parentElement !== part)) seats.set(part.id, seat); // not for the whole part, as for a payment
    }
  mark([]);
}

document.addEventListener("change", ({ target }) => target instanceof Element && target.closest("[data-opens]") && mark([]));

/** No difference floats up any more. */
export function endFloats() {
  for (const number of document.querySelectorAll(".float")) number.remove();
}

/** Let a difference float up.
 * @param {HTMLElement} count where @param {number} difference */
function float(count, difference) {
  const { right, top, width } = count.getBoundingClientRect();
  const isCovered = document.querySelector("main > .result")?.checkVisibility();
  if (isCovered || !width || !count.checkVisibility({ visibilityProperty: true })) return; // it is not to be seen
  const number = document.createElement("span");
  number.className = `float ${difference > 0 ? "gain" : "loss"}`;
  number.ariaHidden = "true";
  number.textContent = signed(difference);
  number.style.left = `${Math.min(right, innerWidth - EDGE_PX)}px`;
  number.style.top = `${top}px`;
  document.body.append(number);
  if (!prefersReducedMotion()) number.animate([{ translate: "-50% -60%" }, { translate: "-50% -160%" }], { duration: FLOAT_MS, easing: "ease-out" });
  setTimeout(() => number.remove(), FLOAT_MS);
}
