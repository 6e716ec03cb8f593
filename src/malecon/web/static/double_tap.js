// The second press of a double one answers no question that nobody can have read.
// @ts-check
import { markIn } from "./form_state.js";

const APART_MS = 400; // at most, between two taps
const NEAR_PX = 30;

let last = { time: -Infinity, x: 0, y: 0, answer: "", mark: /** @type {string | undefined} */ (undefined) };

/** @param {PointerEvent} event @returns {boolean} whether it is the second press of a double one */
function isSecond({ pointerType, detail, timeStamp, clientX, clientY }) {
  if (pointerType !== "touch") return detail > 1; // as the system counts clicks of a mouse; keys have none
  return timeStamp - last.time < APART_MS && Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX;
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

document.addEventListener("click", dropSecond, true);
