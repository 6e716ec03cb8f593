// Buttons and links that copy an address to the clipboard, shown only where the browser can.
// @ts-check

/** Show the buttons of a page that copy.
 * @param {ParentNode} within */
export function showCopyButtons(within) {
  if (!navigator.clipboard) return;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (within.querySelectorAll("button[data-copy]")))
    button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const copier = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!(copier instanceof HTMLElement) || event.ctrlKey || event.metaKey || !navigator.clipboard) return;
  event.preventDefault(); // a link that is copied is not followed
  const site = document.documentElement.dataset.site ?? location.href; // as others reach it
  await navigator.clipboard.writeText(new URL(copier.dataset.copy ?? "", site).href);
  copier.textContent = copier.dataset.copied ?? "";
});

showCopyButtons(document);
