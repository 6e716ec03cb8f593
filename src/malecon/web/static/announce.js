// What follows an update: the title, the spoken announcement, and the toast.
// @ts-check
import { showToast } from "./toast.js";
import { play } from "./sound.js";
import { tellNews } from "./news.js";

/** Go to the question, or to what goes on in a lesson: what had the focus has gone. */
export function focusQuestion() {
  const heading = document.querySelector("main.lesson .ways .primary") ?? document.querySelector("main.table h1");
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

let wasAsked = false;

/** Sound when the viewer's turn comes.
 * @param {HTMLElement} now */
function soundTurn(now) {
  const isAsked = now.querySelector(".status.yours") !== null;
  if (isAsked && !wasAsked) play("turn");
  wasAsked = isAsked;
}

/** Bring title, log and voice up to date.
 * @param {HTMLElement} now */
export function afterUpdate(now) {
  const status = now.querySelector("[data-state] > .status");
  if (status) document.title = `${status.matches(".yours") ? "● " : ""}${status.querySelector("h1")?.textContent} · Malecón`;
  const story = now.querySelector(".story");
  if (story) story.scrollTop = story.scrollHeight;
  announceStory(now);
  showToast(now);
  soundTurn(now);
  tellNews(now);
}

/** @type {{ story: string, seat: string | undefined } | null} what was to be read, and with whose eyes */
let told = null;

/** Say what is new in the story, once; a sentence that has grown is said anew.
 * @param {HTMLElement} now */
function announceStory(now) {
  const story = [...now.querySelectorAll(".story p > span")].map((sentence) => sentence.textContent).join(" ");
  const voice = document.getElementById("spoken");
  if (voice && told && told.seat === now.dataset.seat && story !== told.story) {
    let same = 0;
    while (same < told.story.length && story[same] === told.story[same]) same++;
    const whole = same === told.story.length ? same : story.lastIndexOf(". ", same - 2) + 1;
    voice.textContent = story.slice(whole).trim();
  }
  told = { story, seat: now.dataset.seat };
}
