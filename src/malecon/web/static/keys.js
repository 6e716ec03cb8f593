// Keys of a table: arrows go through what can be chosen, letters press the buttons of a turn.
// @ts-check
import { table } from "./show.js";

const CHOICES = "button.choice, .picking input:not([type=hidden]), .picking > button, .choices button";
/** By key, what it presses. @type {Record<string, string>} */
const PRESSED = { u: "#undo", h: "a.hint", c: "#confirm" };
const STEPS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

/** @returns {HTMLElement[]} what can be chosen and is to be seen, in reading order */
const choices = () => /** @type {HTMLElement[]} */ ([...(table()?.querySelectorAll(CHOICES) ?? [])]).filter((each) => each.checkVisibility());

/** Give the focus to the next thing that can be chosen.
 * @param {number} step 1 or -1 */
function go(step) {
  const all = choices();
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  all[next]?.focus();
}

/** @param {EventTarget | null} target @returns {boolean} whether it is written in */
const isWriting = (target) => target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!table()?.matches(":not(.replay)") || event.ctrlKey || event.metaKey || event.altKey || isWriting(target) || document.querySelector("dialog[open]")) return;
  const isInStory = target instanceof Element && target.closest(".story, .said-here, [role=tablist]");
  const pressed = table()?.querySelector(PRESSED[key.toLowerCase()] ?? ":not(*)");
  if (STEPS.includes(key) && !isInStory) go(STEPS.indexOf(key) < 2 ? 1 : -1);
  else if (key === "Enter" && document.activeElement?.matches("body, main, h1")) document.getElementById("confirm")?.click();
  else if (pressed instanceof HTMLElement) pressed.click();
  else if (key === "?") showSheet();
  else return;
  event.preventDefault();
});

/** Show the sheet that says the keys. */
function showSheet() {
  const sheet = document.getElementById("keys");
  if (sheet instanceof HTMLDialogElement) sheet.showModal();
}
