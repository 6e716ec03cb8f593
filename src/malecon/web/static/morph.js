// Which parts of the table an update may skip: those whose HTML is the same as before.
// @ts-check

const PART = /<section id="(part-[^"]+)".*?<\/section>/gs; // none stands in another

/** @type {Map<string, string>} the texts of the parts that are shown, by id */
let shown = new Map();

/** Leave out of a page what is within the parts that are shown already.
 * @param {string} html @returns {string} */
export const withoutSame = (html) =>
  html.replace(PART, (text, id) => (shown.get(id) === text ? `<section id="${id}" data-same></section>` : text));

/** Tell whether what is shown differs from what will be.
 * @param {Node} now @param {Node} fresh */
export const differs = (now, fresh) =>
  !(fresh instanceof HTMLElement && "same" in fresh.dataset) && !now.isEqualNode(fresh);

/** Remember what is shown now.
 * @param {string} html the whole page */
export function remember(html) {
  shown = new Map([...html.matchAll(PART)].map(([text, id]) => [id, text]));
}
