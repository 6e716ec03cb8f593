// The caption on the table: what somebody has just done, in the colour of the seat.
// @ts-check
import { play } from "./sound.js";

/** @returns {HTMLElement | null} the place that the game has for it */
const place = () => document.getElementById("caption");

/** Show what somebody has done, or several have.
 * @param {{ seat: number, text: string, loss?: boolean }[]} events of the sentence, which the first one has */
export function showCaption(events) {
  const [{ seat: first, text }] = events;
  const seat = events.every((event) => event.seat === first) ? first : 0;
  const loss = events.some((event) => event.loss);
  if (loss) play("loss");
  const caption = place();
  if (!caption) return;
  caption.textContent = text;
  caption.className = `seat-${seat}${loss ? " loss" : ""}`;
}

/** Show nothing any more. */
export function hideCaption() {
  const caption = place();
  caption?.replaceChildren();
  caption?.removeAttribute("class");
}
