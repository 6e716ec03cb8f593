// A number that is chosen at the table, such as a bid: buttons, arrows and digits set it, within its bounds.
// @ts-check
import { onShown, table } from "./show.js";

const NUMBER = ".picking .stepper input[type=number]";
const TYPING_MS = 800; // in which two digits are one number
const STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 });
let [typed, typedAt] = ["", 0];

/** @returns {HTMLInputElement | null} the number that can be chosen now */
const numberNow = () => {
  const input = /** @type {HTMLInputElement | null} */ (table()?.querySelector(NUMBER) ?? null);
  return input?.checkVisibility() ? input : null;
};

/** @param {HTMLInputElement} input @param {string} digits that were typed
 * @returns {number} what they mean: where they are too many, the last one begins another number */
const numberOf = (input, digits) => Math.trunc(Number(Number(digits) > Number(input.max) ? digits.slice(-1) : digits));

/** Set a number, at most as far as its bounds, and what is counted with it.
 * @param {HTMLInputElement} input @param {number} wished */
function set(input, wished) {
  input.value = String(Math.min(Math.max(wished || 0, Number(input.min)), Number(input.max)));
  count(input);
}

/** Show the sum that the number makes.
 * @param {HTMLInputElement} input */
function count(input) {
  const form = input.closest("form");
  const sum = /** @type {HTMLElement | null | undefined} */ (form?.querySelector("[data-sum]"));
  if (!form || !sum) return;
  const total = Number(sum.dataset.sum) + Number(input.value);
  sum.textContent = String(total);
  for (const mark of /** @type {NodeListOf<SVGElement>} */ (form.querySelectorAll("[data-mark]")))
    mark.setAttribute("x", `${Math.min(97, (100 * total) / Number(mark.dataset.mark))}%`);
}

/** An update keeps the number, and shows the sum that it comes with. */
onShown(() => {
  const input = numberNow();
  if (input) count(input);
});
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-step]") : null;
  const input = /** @type {HTMLInputElement | null | undefined} */ (button?.closest(".stepper")?.querySelector("input"));
  if (button instanceof HTMLElement && input) set(input, Number(input.value) + Number(button.dataset.step));
});
document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches(NUMBER) && target.value) set(target, numberOf(target, target.value));
});
/** Keys that name the number come before those of the table. */
document.addEventListener(
  "keydown",
  (event) => {
    const { key, target, timeStamp } = event;
    const input = numberNow();
    if (!input || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target instanceof HTMLElement && target.matches("input, textarea, select, button, [role=log]") && target !== input) return;
    if (key in STEPS) set(input, Number(input.value) + STEPS[key]);
    else if (/^[0-9]$/.test(key) && target !== input) {
      typed = timeStamp - typedAt < TYPING_MS ? typed + key : key;
      typedAt = timeStamp;
      set(input, numberOf(input, typed));
    } else return;
    input.focus();
    if (key in STEPS) input.select(); // a digit then begins another number
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
