// The state of forms that an update keeps: checked boxes, a hint, open details.
// @ts-check
import { unmark } from "./log_lines.js";
import { say } from "./preview.js";

/** @param {ParentNode} within @returns {string | undefined} the revision of the question that the viewer is asked */
export const markIn = (within) => within.querySelector('input[name="mark"]')?.getAttribute("value") ?? undefined;

/** Take the hint away.
 * @param {HTMLElement} now */
export function closeHint(now) {
  for (const each of now.querySelectorAll(".hinted")) each.classList.remove("hinted", "best");
  now.querySelector(".hints")?.remove();
  unmark(); // what it names
}

/** Forget what belongs to a question that is not asked any more: others may choose in secret meanwhile.
 * @param {HTMLElement} now */
export function forgetQuestion(now) {
  closeHint(now);
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (now.querySelectorAll(".picking input:checked"))) box.checked = false;
}

/** Keep what belongs to the question, which is asked still: the hint, and what is ticked and not sent yet.
 * @param {HTMLElement} now @param {Element} fresh */
export function keepQuestion(now, fresh) {
  const hint = now.querySelector(".hints");
  if (hint) fresh.querySelector(".draft")?.after(hint.cloneNode(true));
  for (const hinted of now.querySelectorAll(".hinted")) {
    const { id } = hinted.querySelector("input") ?? hinted; // a label is known by its box
    const same = fresh.querySelector(`#${CSS.escape(id)}`);
    (same?.closest("label") ?? same)?.classList.add("hinted", ...(hinted.classList.contains("best") ? ["best"] : []));
  }
  for (const box of now.querySelectorAll("input:checked")) {
    const { id, name, value } = /** @type {HTMLInputElement} */ (box);
    if (fresh.querySelector(`input[name="${CSS.escape(name)}"][data-hinted]`)) continue; // a hint has just come
    const same = id ? `#${CSS.escape(id)}` : `input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
    fresh.querySelector(same)?.setAttribute("checked", ""); // a tab has another id when another part comes to the front
  }
  for (const { name, value } of /** @type {NodeListOf<HTMLInputElement>} */ (now.querySelectorAll(".picking input[type=number]")))
    fresh.querySelector(`.picking input[type=number][name="${CSS.escape(name)}"]`)?.setAttribute("value", value);
}

/** Let as many things be ticked as are asked for; the newest tick counts.
 * @param {HTMLFormElement} form @param {EventTarget | null} newest */
export function limitChecked(form, newest) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=checkbox]")]);
  const most = Number(form.dataset.parts);
  const ticked = boxes.filter((box) => box.checked);
  if (!most || !boxes.length) return;
  const tooMany = ticked.length > most ? ticked.find((box) => box !== newest) : null;
  if (tooMany) {
    tooMany.checked = false;
    say(tooMany.dataset.dropped ?? "");
  }
  const button = form.querySelector("button.primary");
  if (button instanceof HTMLButtonElement) button.disabled = ticked.length < most;
}

document.addEventListener("change", ({ target }) => {
  const form = target instanceof HTMLInputElement ? target.closest("form.picking") : null;
  if (form instanceof HTMLFormElement) limitChecked(form, target);
});

/** A page that comes back from the browser's memory is ticked as it was left. */
addEventListener("pageshow", () => {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.picking"))) limitChecked(form, null);
});

const KEPT = "malecon-ticked";

/** @returns {HTMLInputElement[]} what is ticked or set, but not sent yet */
const inputs = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("main.table :is(.picking input:not([type=hidden]), input.pick)"))];

/** @returns {string} what they belong to: a table, the seat with whose eyes it is seen, and its question */
function askedHere() {
  const { page = "", seat = "" } = /** @type {HTMLElement | null} */ (document.querySelector("main.table"))?.dataset ?? {};
  return [page, seat, markIn(document)].join(" ");
}

addEventListener("pagehide", () => {
  const set = inputs().map(({ name, value, type, checked }) => (type === "number" ? [name, value] : checked ? [name, value, type] : null));
  sessionStorage.setItem(KEPT, JSON.stringify([askedHere(), set.filter(Boolean)]));
});

/** A page that is loaded again asks the same question, and is ticked as it was left. */
document.addEventListener("DOMContentLoaded", () => {
  const [asked, set] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  sessionStorage.removeItem(KEPT);
  if (asked !== askedHere()) return;
  for (const [name, value, isTicked] of set) {
    const input = inputs().find((each) => each.name === name && (!isTicked || each.value === value));
    if (!input) continue;
    if (isTicked) input.checked = true;
    else input.value = value;
    for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  }
});

/** Keep what the viewer has unfolded.
 * @param {HTMLElement} now @param {Element} fresh */
export function keepOpen(now, fresh) {
  for (const { id } of now.querySelectorAll("details[id][open]:not([data-unfolded])")) {
    const part = fresh.id === id ? fresh : fresh.querySelector(`#${CSS.escape(id)}`);
    part?.setAttribute("open", "");
  }
}
