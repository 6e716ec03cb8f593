// What others ask at a table besides moves: it sounds and is said once; and the way to the game that they begin again.
// @ts-check
import { play } from "./sound.js";

/** @type {Set<string> | null} what was asked; null before the page has been seen */
let asked = null;
/** @type {string | null} the address of the next game; null before the page has been seen */
let begun = null;

/** Tell what is new, and go where the people of a finished game play again, as soon as they do.
 * @param {HTMLElement} now */
export function tellNews(now) {
  const news = [...now.querySelectorAll("[data-news]")].filter((each) => !each.closest("[hidden]"));
  const said = news.map((each) => each.textContent?.trim() ?? "");
  const fresh = asked ? said.filter((each) => !asked?.has(each)) : [];
  asked = new Set(said);
  if (fresh.length) tell(fresh);
  const before = begun;
  begun = /** @type {HTMLElement | null} */ (now.querySelector("[data-begun]"))?.dataset.begun ?? "";
  if (before !== null && begun && begun !== before) location.assign(begun);
}

/** @param {string[]} fresh sentences */
function tell(fresh) {
  const voice = document.getElementById("spoken");
  if (voice) voice.textContent = fresh.join(" ");
  document.title = `● ${fresh.join(" ")} · Malecón`;
  play("turn");
}
