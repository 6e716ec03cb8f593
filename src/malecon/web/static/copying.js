// Buttons that copy a link: shown only where that works.
// @ts-check

/** Show the buttons of a page that copy.
 * @param {ParentNode} within */
export function offerCopies(within) {
  if (!navigator.clipboard) return;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (within.querySelectorAll("button[data-copy]")))
    button.hidden = false;
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-copy]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  await navigator.clipboard.writeText(new URL(button.dataset.copy ?? "", location.href).href);
  button.textContent = button.dataset.copied ?? "";
});

offerCopies(document);
