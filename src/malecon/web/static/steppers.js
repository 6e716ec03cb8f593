// Numbers of a form get a button for one less and one for one more.
// @ts-check

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".amount input"))) {
  const holder = document.createElement("div");
  holder.className = "stepper";
  input.replaceWith(holder);
  const less = stepButton("−", () => input.stepDown());
  const more = stepButton("+", () => input.stepUp());
  holder.append(less, input, more);
}
document.getElementById("wrong")?.scrollIntoView({ block: "center" });

/** @param {string} sign @param {() => void} step @returns {HTMLButtonElement} */
function stepButton(sign, step) {
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1; // the arrow keys do the same
  button.ariaHidden = "true";
  button.textContent = sign;
  button.onclick = step;
  return button;
}
