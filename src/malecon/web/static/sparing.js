// Parts of the table whose text is the same as before are not read again, but copied from the page.
// @ts-check

const PART = /<section data-part="([^"]+)".*?<\/section>/gs; // none stands in another

/** @type {Map<string, string>} the texts of the parts that are shown, by name */
let shown = new Map();

/** Leave out of a page what is within the parts that are shown already.
 * @param {string} html @returns {string} */
export const spared = (html) =>
  html.replace(PART, (text, name) => (shown.get(name) === text ? `<section data-part="${name}" data-same></section>` : text));

/** Put what is shown into the parts that were left out.
 * @param {HTMLElement} now what is shown @param {HTMLElement} fresh what will be */
export function fill(now, fresh) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (fresh.querySelectorAll("section[data-same]")))
    part.replaceWith(/** @type {Element} */ (now.querySelector(`section[data-part="${part.dataset.part}"]`)).cloneNode(true));
}

/** Remember what is shown now.
 * @param {string} html the whole page */
export function remember(html) {
  shown = new Map([...html.matchAll(PART)].map(([text, name]) => [name, text]));
}
