// Keys of a table: arrows go through what can be chosen, digits to a card or a choice, letters to parts and buttons.
// @ts-check
import { table } from "./show.js";

const TICKED = ".picking input:is([type=checkbox], [type=radio]), input.pick";
const CHOICES = `button.choice, ${TICKED}, .picking input:not([type=hidden]), .picking > button, .choices button`;
const CONFIRM = "#confirm, .picking > button.primary:enabled";
/** By key, what it presses. @type {Record<string, string>} */
const PRESSED = { u: "#undo", h: "a.hint", c: `${CONFIRM}, #end-turn`, r: "a[target=rules]" };
const SCROLLING = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", " "];
const STEPS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

/** @returns {HTMLElement[]} what can be chosen and is to be seen: on the table in reading order, then in the bar, as the end of the turn */
function choices() {
  const all = /** @type {HTMLElement[]} */ ([...(table()?.querySelectorAll(CHOICES) ?? [])]);
  const seen = all.filter((each) => each.checkVisibility() && !each.matches(":disabled"));
  return seen.sort((one, other) => Number(one.matches(".choices *")) - Number(other.matches(".choices *")));
}

/** @returns {HTMLElement | null | undefined} what confirms the turn, or lays what is ticked */
const confirming = () => /** @type {HTMLElement | null | undefined} */ (table()?.querySelector(CONFIRM));

/** Tick a thing; what it opens has the focus then. One that is ticked already goes on: what it opens, or what is ticked is laid.
 * @param {HTMLInputElement} box */
function tick(box) {
  const wasTicked = box.checked;
  if (!wasTicked) box.click();
  const thing = box.closest("[data-digit]");
  const opened = choices().find((each) => each !== box && thing?.contains(each));
  if (opened && !(wasTicked && box.type === "checkbox")) opened.focus();
  else if (wasTicked) confirming()?.click();
}

/** Give the focus to a thing that can be chosen; of the answers in the bar it is the one that is meant, as in any form.
 * @param {HTMLElement | undefined} choice */
function reach(choice) {
  choice?.focus();
  if (choice?.matches(".answers input[type=radio]:not(:checked)")) choice.click();
}

/** Give the focus to the next thing that can be chosen: up and down to the nearest one, where they lie so, else in order.
 * @param {string} arrow */
function go(arrow) {
  const step = /Right|Down/.test(arrow) ? 1 : -1;
  const all = choices();
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  const [beyond, behind] = at >= 0 && /Up|Down/.test(arrow) ? [step, -step].map((way) => nearest(all, all[at], way)) : [];
  if (beyond || !behind) reach(beyond ?? all[next]); // else it is the last one there
}

/** @param {HTMLElement[]} all @param {HTMLElement} from @param {number} step 1 down, -1 up
 * @returns {HTMLElement | undefined} the nearest one below or above: in the same column, else in the next one */
function nearest(all, from, step) {
  const here = from.getBoundingClientRect();
  const placed = all.map((choice) => {
    const { top, left, right } = choice.getBoundingClientRect();
    return { choice, height: step * (top - here.top), aside: Math.max(0, left - here.right, here.left - right) };
  });
  const beyond = placed.filter(({ height }) => height > here.height / 2);
  return beyond.sort((one, other) => one.aside - other.aside || one.height - other.height)[0]?.choice;
}

const TYPING_MS = 800; // in which two digits are one number
let [typed, typedAt] = ["", 0];
let before = ""; // the key before, but for Enter
let isMissed = false; // whether the key before was a digit that names nothing: Enter does not confirm something else then

/** Go to the choice that digits name: a card with this digit, pressed again to the next one; where no card is to be chosen, the
 * answer of this number in the bar, or else the choice of this number on the table. One of several is ticked at once: that
 * opens it, and lays nothing.
 * @param {string} digit @param {number} now in milliseconds @returns {boolean} whether there is one */
function goToDigit(digit, now) {
  const all = choices();
  const digitOf = (/** @type {HTMLElement} */ choice) => /** @type {HTMLElement | null} */ (choice.closest("[data-digit]"))?.dataset.digit;
  const asked = all.filter((choice) => digitOf(choice) !== undefined && !choice.matches(".chip"));
  const cards = asked.filter((choice) => digitOf(choice) === digit);
  if (asked.length && !cards.length) return false; // another card would be chosen
  if (cards.length) {
    const at = cards.findIndex((card) => card === document.activeElement || card.matches(".pick:checked"));
    const next = cards[at < 0 ? 0 : (at + (before === digit ? 1 : 0)) % cards.length];
    next.focus();
    if (next.matches(".pick")) next.click();
    return true;
  }
  const answers = all.filter((choice) => choice.closest(".answers"));
  const counted = answers.length ? answers : all;
  typed = now - typedAt < TYPING_MS && counted[Number(typed + digit) - 1] ? typed + digit : digit;
  typedAt = now;
  const choice = counted[Number(typed) - 1];
  reach(choice);
  return choice !== undefined;
}

/** Let a key scroll the result, which lies over the table. @param {HTMLElement} result */
function scrollIn(result) {
  if (!result.contains(document.activeElement)) result.focus({ preventScroll: true });
}

/** @returns {HTMLElement[]} the parts of the table that have a key */
const parts = () => [.../** @type {NodeListOf<HTMLElement>} */ (table()?.querySelectorAll("[data-key]") ?? [])];

/** Go to a part: to its first choice, else to itself; a tab or a drawer that hides it is opened.
 * @param {HTMLElement} part */
function goToPart(part) {
  const tab = document.querySelector(`[data-opens="${CSS.escape(part.id)}"] input`);
  if (tab instanceof HTMLInputElement && tab.checkVisibility()) tab.click();
  if (part.matches("[popover]") && (!part.checkVisibility() || part.querySelector(".fold")?.checkVisibility())) part.showPopover();
  const choice = choices().find((each) => part.contains(each)) ?? /** @type {HTMLElement | null} */ (part.querySelector(".story"));
  if (!choice && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  (choice ?? part).focus();
}

/** @param {KeyboardEvent} event @returns {boolean} whether something is written with it; a letter or a question mark is no part of a number */
function isWriting({ key, target }) {
  const number = /^[a-z?]$/i.test(key) ? ", [type=number]" : "";
  return target instanceof HTMLElement && target.matches(`input:not([type=checkbox], [type=radio]${number}), textarea, select`);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!table()?.matches(key === "?" ? "main" : ":not(.replay, .review)") || event.ctrlKey || event.metaKey || event.altKey || isWriting(event) || document.querySelector("dialog[open], .talk:popover-open")) return;
  const result = /** @type {HTMLElement | null} */ (table()?.querySelector(":scope > .result"));
  if (SCROLLING.includes(key) && result?.checkVisibility()) return scrollIn(result);
  const wasMissed = isMissed;
  isMissed = false;
  const isInStory = target instanceof Element && target.closest(".story, .said-here, [role=tablist]");
  const pressed = table()?.querySelector(PRESSED[key.toLowerCase()] ?? ":not(*)");
  const part = parts().find(({ dataset }) => dataset.key === key.toLowerCase());
  if (STEPS.includes(key) && !isInStory) go(key);
  else if (key === "Tab" && !event.shiftKey && target instanceof Element && target.matches("h1") && choices().length) go("ArrowRight"); // its answers stand before it
  else if (key === "Enter" && document.activeElement?.matches(TICKED)) tick(/** @type {HTMLInputElement} */ (document.activeElement));
  else if (key === "Enter" && !wasMissed && document.activeElement?.matches("body, main, h1")) confirming()?.click();
  else if (pressed instanceof HTMLElement) event.repeat || pressed.click();
  else if (/^[0-9]$/.test(key)) isMissed = !goToDigit(key, event.timeStamp);
  else if (part) goToPart(part);
  else if (key === "?") showSheet();
  else return;
  if (key !== "Enter") before = key;
  event.preventDefault();
});

/** Show the sheet that says the keys, those of the parts too. */
function showSheet() {
  const sheet = document.getElementById("keys");
  if (!(sheet instanceof HTMLDialogElement)) return;
  const list = sheet.querySelector(".parts");
  list?.replaceChildren(
    ...parts().flatMap((part) => {
      const [term, key, title] = ["dt", "kbd", "dd"].map((tag) => document.createElement(tag));
      key.textContent = (part.dataset.key ?? "").toUpperCase();
      term.append(key);
      title.textContent = part.ariaLabel ?? part.querySelector("h2")?.textContent ?? "";
      return [term, title];
    }),
  );
  sheet.showModal();
}

const SWIPE_PX = 60;
/** @type {{ x: number, y: number } | null} where a finger was laid on a part */
let laid = null;

document.addEventListener("touchstart", ({ touches, target }) => {
  const isOnPart = target instanceof Element && target.closest(".board") && !target.closest("input[type=range], .story, .said-here");
  laid = touches.length === 1 && isOnPart ? { x: touches[0].clientX, y: touches[0].clientY } : null;
}, { passive: true });
/** A finger that sweeps over a part brings the one beside it. */
document.addEventListener("touchend", ({ changedTouches }) => {
  if (!laid) return;
  const [x, y] = [changedTouches[0].clientX - laid.x, changedTouches[0].clientY - laid.y];
  const tabs = /** @type {HTMLInputElement[]} */ ([...(table()?.querySelectorAll("[data-opens] input") ?? [])]);
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y) || !tabs[0]?.checkVisibility()) return;
  tabs[tabs.findIndex((tab) => tab.checked) + (x < 0 ? 1 : -1)]?.click();
}, { passive: true });
