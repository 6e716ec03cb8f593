// The preview: what a choice brings is said below the question while it is pointed at, has the focus, or is held down.
// What a thing is, is said so too, but beside it where a mouse points and the window is wide; a thing that is no choice says it when it is touched.
// @ts-check
const HELD_MS = 400;
const READ_MS = 6000; // for which a touch explains: it lies over the question
const NEAR_PX = 8;
const HAS_ROOM = matchMedia("(hover: hover) and (min-width: 56.26rem)"); // for notes beside what is pointed at
const IS_PHONE = matchMedia("(max-width: 56rem), (max-height: 31rem)");
const SAID = "[data-preview], [data-about], [data-kind]";

let holding = 0;
let pointer = { x: NaN, y: NaN }; // where the mouse was last
let isResting = false; // the mouse did not move: what it points at came under it
let reading = 0;
let ignoresClick = false; // what is touched is not to be chosen: it was held to be explained
/** @type {HTMLElement | null} what was touched last: it goes on saying what it is though the touch takes the focus away */
let touched = null;

/** @param {HTMLElement} thing @returns {string} what is said of it: its own words, or those of its kind */
const wordsOf = ({ dataset }) => dataset.preview || document.getElementById(`about-${dataset.about ?? dataset.kind}`)?.textContent || "";

/** @param {EventTarget | null | undefined} target @returns {HTMLElement | null} what says something about itself */
function thingAt(target) {
  if (!(target instanceof Element)) return null;
  const thing = target.closest(SAID) ?? target.closest(":has(> .tip)")?.querySelector("[data-preview]");
  if (!(thing instanceof HTMLElement)) return null;
  return wordsOf(thing) ? thing : thingAt(thing.parentElement);
}

/** Say what a choice brings, or what a thing is, or nothing.
 * @param {HTMLElement | null} thing @param {string} words */
function show(thing, words = thing ? wordsOf(thing) : "") {
  const ask = document.querySelector("main.play .ask");
  ask?.querySelector(".preview")?.remove();
  document.querySelector(".beside")?.remove();
  const isNote = thing !== null && !thing.dataset.preview && HAS_ROOM.matches;
  ask?.classList.toggle("previewing", words !== "" && !isNote);
  if (!ask || !words) return;
  if (isNote) return showBeside(thing, words);
  const line = document.createElement("p");
  line.className = "preview";
  line.textContent = words;
  ask.append(line);
}

/** Say what has just happened to a choice that is not sent yet, below the question and to who hears the page.
 * @param {string} words */
export function say(words) {
  show(null, words);
  document.getElementById("spoken")?.replaceChildren(words);
}

/** Say what a thing is below it, or above it where there is no room below.
 * @param {HTMLElement} thing @param {string} words */
function showBeside(thing, words) {
  const note = document.createElement("p");
  note.className = "beside";
  note.textContent = words;
  document.body.append(note);
  const { left, width, top, bottom } = thing.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = note;
  const x = Math.min(Math.max(NEAR_PX, left + width / 2 - offsetWidth / 2), innerWidth - offsetWidth - NEAR_PX);
  const y = bottom + NEAR_PX + offsetHeight < innerHeight ? bottom + NEAR_PX : top - NEAR_PX - offsetHeight;
  Object.assign(note.style, { left: `${x}px`, top: `${y}px` });
}

/** Explain what is held: by the note beside it, else by its words, else by its name.
 * @param {HTMLElement} pressed @param {HTMLElement | null} thing */
function explain(pressed, thing) {
  ignoresClick = true;
  const noted = pressed.closest(":has(> .tip)");
  const note = noted?.querySelector("a.about");
  if (note instanceof HTMLElement) note.focus();
  else show(thing ?? pressed, thing ? undefined : noted?.querySelector(".tip")?.textContent || pressed.title);
}

/** @param {HTMLElement | null} thing @returns {boolean} whether it is of a player whose sheet opens when it is touched */
const opensSheet = (thing) => IS_PHONE.matches && Boolean(thing?.closest(".player[tabindex]"));

/** Remember whether what the mouse points at came under it: then its note stays away. @param {boolean} isSo */
function rest(isSo) {
  isResting = isSo;
  document.documentElement.classList.toggle("resting", isSo);
}

document.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
  if (pointerType !== "mouse") return;
  rest(clientX === pointer.x && clientY === pointer.y);
  show(isResting ? null : thingAt(target));
});
document.addEventListener("pointermove", ({ target, pointerType, clientX, clientY }) => {
  if (pointerType !== "mouse" || (clientX === pointer.x && clientY === pointer.y)) return;
  pointer = { x: clientX, y: clientY };
  if (isResting) show(thingAt(target));
  rest(false);
});
document.addEventListener("click", ({ target, pointerType }) => {
  if (pointerType !== "mouse" || !(target instanceof Element) || !target.closest("button, label, input")) return;
  rest(true); // what is asked next may lie under the note of what was chosen
  show(null);
});
document.addEventListener("focusin", ({ target }) => target instanceof Element && target.matches(":focus-visible, a.about") && show(thingAt(target)));
document.addEventListener("focusout", () => show(touched));
document.addEventListener("pointerdown", ({ target, pointerType }) => {
  const thing = thingAt(target);
  ignoresClick = false;
  touched = null;
  if (pointerType === "mouse") return;
  const pressed = target instanceof Element ? target.closest("button:not(:disabled), a, label, input, summary") : null;
  clearTimeout(reading);
  if (!(pressed instanceof HTMLElement)) {
    reading = setTimeout(() => show((touched = null)), READ_MS);
    return show((touched = opensSheet(thing) ? null : thing));
  }
  if (thing || pressed.matches(".choice[title]") || pressed.closest(":has(> .tip)")) holding = setTimeout(explain, HELD_MS, pressed, thing);
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(holding));
document.addEventListener("contextmenu", (event) => ignoresClick && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    if (!ignoresClick) return;
    ignoresClick = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
