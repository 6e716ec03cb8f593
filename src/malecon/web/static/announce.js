// What follows an update: the title, the spoken announcement, the toast, and scrolling to the choices.
// @ts-check
import { showToast } from "./toast.js";
import { limitChecked } from "./form_state.js";
import { prefersReducedMotion } from "./animate.js";

/** @type {string} what the viewer was asked last */
let asked = "";

/** @param {Element} choice @returns {boolean} whether it is only taken instead of others */
const isAlternative = (choice) => choice.closest("[data-beside]") !== null;

/** Show what can be chosen first on the table, if the viewer is asked something new and none of it is to be seen.
 * @param {HTMLElement} now */
function scrollToChoice(now) {
  const before = asked;
  const yours = now.querySelector(".status.yours");
  const mark = now.querySelector('input[name="mark"]')?.getAttribute("value");
  asked = yours ? `${mark} ${yours.querySelector("h1")?.textContent}` : "";
  if (!asked || asked === before) return;
  const all = [...now.querySelectorAll(".board button.choice, .board .picking input:not([type=hidden])")];
  const choices = all.every(isAlternative) ? all : all.filter((choice) => !isAlternative(choice));
  const part = now.querySelector("section.here");
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const [top, bottom] = [parseFloat(scrollPaddingTop), innerHeight - parseFloat(scrollPaddingBottom)];
  /** @param {number} shift how far the page is scrolled @returns {boolean} whether a choice is then to be seen */
  const isSeen = (shift) =>
    choices.some((choice) => {
      const place = choice.getBoundingClientRect();
      const isWithin = place.top - shift >= top && place.bottom - shift <= bottom;
      return place.height && isWithin && place.left >= 0 && place.right <= innerWidth;
    });
  const above = part ? part.getBoundingClientRect().top - top : 0;
  if (above >= 0 && isSeen(0)) return;
  const behavior = prefersReducedMotion() ? "auto" : "smooth";
  if (part && isSeen(above)) return part.scrollIntoView({ behavior }); // with its heading, and what stands beside
  const first = choices.find((choice) => choice.closest(".here")) ?? choices[0];
  first?.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
}

/** Go to the question: what had the focus has gone. */
export function focusQuestion() {
  const heading = document.querySelector("main.table h1");
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

const belowQuestion = new CSSStyleSheet();
document.adoptedStyleSheets.push(belowQuestion);
let questionHeight = 0;

/** Let what sticks stick below the question, however high that is. A custom property of the root would do the same,
 * but each change of it makes the browser style the whole page anew. */
export function measureQuestion() {
  const question = document.querySelector("main.table:not(:has(> .result)) > .status"); // at the end nothing sticks
  const height = question?.getBoundingClientRect().height ?? 0;
  if (height === questionHeight) return;
  questionHeight = height;
  belowQuestion.replaceSync(`html { scroll-padding-top: calc(${height}px + 4rem) } .board .jump { top: ${height}px }`);
}

/** Bring title, log and voice up to date.
 * @param {HTMLElement} now */
export function afterUpdate(now) {
  document.title = now.dataset.title ?? document.title;
  for (const form of now.querySelectorAll("form.picking")) limitChecked(/** @type {HTMLFormElement} */ (form), null);
  const story = now.querySelector(".story");
  if (story) story.scrollTop = story.scrollHeight;
  announceStory(now);
  showToast(now);
  measureQuestion();
  scrollToChoice(now);
}

/** @type {{ story: string, seat: string | undefined } | null} what was to be read, and with whose eyes */
let told = null;

/** Say what is new in the story, once; a sentence that has grown is said anew.
 * @param {HTMLElement} now */
function announceStory(now) {
  const story = [...now.querySelectorAll(".story p")].map((p) => p.textContent).join(" ");
  const voice = document.getElementById("spoken");
  if (voice && told && told.seat === now.dataset.seat && story !== told.story) {
    let same = 0;
    while (same < told.story.length && story[same] === told.story[same]) same++;
    const whole = same === told.story.length ? same : story.lastIndexOf(". ", same - 2) + 1;
    voice.textContent = story.slice(whole).trim();
  }
  told = { story, seat: now.dataset.seat };
}
