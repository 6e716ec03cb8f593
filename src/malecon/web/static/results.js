// Results: what a choice would come to, said at each thing that it could be made with, and marked on a scale. A press on a
// thing on which what is chosen can be laid is one on the answer that lays it there.
// @ts-check
import { onShown } from "./show.js";

/** @param {ParentNode} form @returns {HTMLInputElement[]} what can be ticked */
const boxesIn = (form) => [...form.querySelectorAll("input[data-results]")].map((box) => /** @type {HTMLInputElement} */ (box));

/** @param {HTMLInputElement[]} boxes @returns {(box: HTMLInputElement, other: HTMLInputElement) => string} the result of two */
const resultIn = (boxes) => (box, other) => box.dataset.results?.split(" ")[boxes.indexOf(other)] ?? "";

/** Mark a result on the scales, and at whatever echoes it; for an empty one what has been laid, if anything.
 * @param {string} result */
function mark(result) {
  for (const scale of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scale]"))) {
    const [own, shown] = [scale.querySelector(".mine"), result || scale.dataset.scale];
    own?.toggleAttribute("data-is-marked", Boolean(shown));
    if (shown) own?.setAttribute("x", `${Number(shown)}%`);
    else own?.removeAttribute("x");
  }
  for (const echo of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-echo]"))) echo.dataset.echo = result;
}

/** @returns {string} the result of what is ticked; empty if something is missing */
function ticked() {
  const boxes = boxesIn(document);
  const [box, other] = boxes.filter(({ checked }) => checked);
  return box && other ? resultIn(boxes)(box, other) : "";
}

/** Say at each thing what it would come to with the one that is ticked. */
function sayResults() {
  const boxes = boxesIn(document);
  const [first, second] = boxes.filter(({ checked }) => checked);
  for (const box of boxes) {
    const label = box.closest("label");
    if (!label) continue;
    if (first && !second && box !== first) label.dataset.result = resultIn(boxes)(first, box);
    else delete label.dataset.result;
  }
  mark(ticked());
}

document.addEventListener("change", ({ target }) => target instanceof Element && target.matches("[data-results]") && sayResults());
for (const kind of ["pointerover", "focusin"])
  document.addEventListener(kind, ({ target }) => {
    const aimed = answerOn(target);
    for (const answer of document.querySelectorAll("[data-onto]")) answer.classList.toggle("aimed", answer === aimed);
    const choice = aimed ?? (target instanceof Element ? target.closest("[data-result]") : null);
    if (document.querySelector("[data-scale]")) mark((choice instanceof HTMLElement && choice.dataset.result) || ticked());
  });

/** @param {EventTarget | null} target @returns {HTMLElement | null} the answer that lays what is chosen on a thing */
function answerOn(target) {
  const thing = target instanceof Element ? target.closest("[data-target]") : null;
  const name = thing instanceof HTMLElement ? CSS.escape(thing.dataset.target ?? "") : "";
  return thing && document.querySelector(`:has(.pick:checked) > * > [data-onto="${name}"]`);
}

document.addEventListener("click", (event) => {
  const button = event.detail ? answerOn(event.target)?.querySelector("button") : null; // a key opens what is said of the thing
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
}, true);
onShown(sayResults);
