// A press where another one was answers no question that nobody can have read: the second one of a double press, and on
// a touch screen one that ends what is told. Nor does Enter, held or pressed twice. What has just come to the place of
// Confirm takes no press for a moment.
// @ts-check
import { markIn } from "./form_state.js";
import { onShown } from "./show.js";

const APART_MS = 400; // at most, between two taps
const NEAR_PX = 30;

let wasTelling = false; // when it was pressed

let last = { time: -Infinity, x: 0, y: 0, answer: "", mark: /** @type {string | undefined} */ (undefined) };

/** @param {PointerEvent} event @returns {boolean} whether it is the second press of a double one, or ends what the last one has begun */
function isSecond({ pointerType, detail, timeStamp, clientX, clientY }) {
  if (pointerType !== "touch") return detail > 1; // as the system counts clicks of a mouse; keys have none
  return (wasTelling || timeStamp - last.time < APART_MS) && Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX;
}

/** @param {EventTarget | null} target @returns {string} the answer that is pressed */
const answerAt = (target) => (target instanceof Element ? target.closest("button")?.value : "") ?? "";

/** Drop a press where the last one was a moment ago, if the question has changed since and the answer is another one.
 * @param {Event} event */
function dropSecond(event) {
  if (!(event instanceof PointerEvent)) return;
  const [mark, answer] = [markIn(document), answerAt(event.target)];
  if (isSecond(event) && mark !== last.mark && answer !== last.answer) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  last = { time: event.timeStamp, x: event.clientX, y: event.clientY, answer, mark };
}

addEventListener("pointerdown", () => (wasTelling = document.documentElement.classList.contains("telling")), true);
document.addEventListener("click", dropSecond, true);

const NEVER = { time: -Infinity, mark: /** @type {string | undefined} */ (undefined) };

let entered = NEVER;

/** Drop Enter while it is held, and a second one if the question has changed since, unless something was gone to.
 * @param {KeyboardEvent} event */
function dropSecondEnter(event) {
  const { key, repeat, timeStamp, target } = event;
  if (key !== "Enter" || target instanceof HTMLTextAreaElement) return;
  const mark = markIn(document);
  const isSecond = repeat || (timeStamp - entered.time < APART_MS && mark !== entered.mark);
  entered = { time: timeStamp, mark };
  if (!isSecond) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("keydown", dropSecondEnter, true);
addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && !target.matches("h1")) entered = NEVER; // the question takes the focus by itself
});

const REST_MS = 600; // so long a press may have been meant for Confirm
const IN_PLACE_OF_CONFIRM = ".choices:not(.many) button, #confirm[name=move]"; // as the end of the turn

let wasSeen = isSeen(inPlaceOfConfirm());
let restsUntil = 0; // by performance.now()
let marking = 0;

/** @returns {Element | null} the button that stands where Confirm does */
function inPlaceOfConfirm() {
  return document.querySelector(`main.table .status :is(${IN_PLACE_OF_CONFIRM})`);
}

/** @param {Element | null} button @returns {boolean} whether it is seen: while others act it may wait for the question */
function isSeen(button) {
  return button?.checkVisibility({ opacityProperty: true }) ?? false;
}

/** Let what has come to the place of Confirm rest. */
function rest() {
  const isNow = isSeen(inPlaceOfConfirm());
  if (isNow && !wasSeen) restsUntil = performance.now() + REST_MS;
  wasSeen = isNow;
  mark();
}

/** Mark what rests, and nothing else, until it has rested: a timer may end before the clock says so. */
function mark() {
  const left = restsUntil - performance.now();
  const button = left > 0 ? inPlaceOfConfirm() : null;
  clearTimeout(marking);
  if (left > 0) marking = setTimeout(mark, left + 1);
  for (const each of document.querySelectorAll("main.table .status button[aria-disabled]")) if (each !== button) each.removeAttribute("aria-disabled");
  button?.setAttribute("aria-disabled", "true");
}

onShown(rest);
new MutationObserver(([{ oldValue }]) => {
  const wasTold = oldValue?.includes("telling") && document.getElementById("caption");
  if (wasTold && inPlaceOfConfirm()?.matches(".choices *")) wasSeen = false; // a caption stood there
  rest();
}).observe(document.documentElement, { attributeFilter: ["class"], attributeOldValue: true });
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('button[aria-disabled="true"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
