// Parts of the table whose text is the same as before are neither read nor compared again.
// @ts-check

const PART = /<section data-part="([^"]+)".*?<\/section>/gs; // none stands in another

/** @type {Map<string, string>} the texts of the parts that are shown, by name */
let shown = new Map();

/** Leave out of a page what is within the parts that are shown already.
 * @param {string} html @returns {string} */
export const spared = (html) =>
  html.replace(PART, (text, name) => (shown.get(name) === text ? `<section data-part="${name}" data-same></section>` : text));

/** @param {Node} young @returns {boolean} whether it stands for a part that is shown already */
export const isSame = (young) => young instanceof HTMLElement && "same" in young.dataset;

/** Remember what is shown now.
 * @param {string} html the whole page */
export function remember(html) {
  shown = new Map([...html.matchAll(PART)].map(([text, name]) => [name, text]));
}
