// The preview: what a choice brings is said below the question while it is pointed at, has the focus, or is held down.
// @ts-check
const HELD_MS = 400;

let holding = 0;
let wasHeld = false;

/** @param {EventTarget | null} target @returns {HTMLElement | null} the choice that it belongs to */
const choiceAt = (target) => (target instanceof Element ? target.closest("[data-preview]") : null);

/** Say what a choice brings, or nothing.
 * @param {HTMLElement | null} choice */
function show(choice) {
  const ask = document.querySelector("main.play .ask");
  if (!ask) return;
  ask.querySelector(".preview")?.remove();
  ask.classList.toggle("previewing", Boolean(choice?.dataset.preview));
  if (!choice?.dataset.preview) return;
  const line = document.createElement("p");
  line.className = "preview";
  line.textContent = choice.dataset.preview;
  ask.append(line);
}

document.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && show(choiceAt(target)));
document.addEventListener("focusin", ({ target }) => target instanceof Element && target.matches(":focus-visible") && show(choiceAt(target)));
document.addEventListener("focusout", () => show(null));
document.addEventListener("pointerdown", ({ target, pointerType }) => {
  const choice = choiceAt(target);
  wasHeld = false;
  if (pointerType === "mouse" || !choice) return;
  holding = setTimeout(() => {
    wasHeld = true;
    show(choice);
  }, HELD_MS);
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(holding));
document.addEventListener("contextmenu", (event) => wasHeld && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    if (!wasHeld) return;
    wasHeld = false; // it was held to be explained, not to be chosen
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
