// The sentence on how a computer player plays follows the level that is chosen.
// @ts-check

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.name !== "level") return;
  const sentence = document.querySelector(`#${target.getAttribute("aria-describedby")} span`);
  if (sentence) sentence.textContent = target.selectedOptions[0]?.dataset.says ?? "";
});
