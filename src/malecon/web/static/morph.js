// Parts of the page are put in place of their older versions; what is equal stays untouched.
// @ts-check
import { Idiomorph } from "./idiomorph.js";

/** Put the parts of a frame into each other's slots, and into slots that the frame does not fill what stands there now.
 * @param {string} html of the parts, one after the other
 * @returns {Map<string, Element>} those that stand in no other one, by id */
export function assembled(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = new Map([...template.content.children].map((part) => [part.id, part]));
  const outer = new Map(fresh);
  for (const part of fresh.values())
    for (const slot of part.querySelectorAll("[slot]")) {
      const inner = fresh.get(slot.id) ?? document.getElementById(slot.id)?.cloneNode(true);
      if (inner) slot.replaceWith(inner);
      outer.delete(slot.id);
    }
  return outer;
}

/** Put an element in place of its older version, which keeps focus; what is equal stays untouched.
 * @param {Element} now @param {Element} fresh */
export const morph = (now, fresh) =>
  Idiomorph.morph(now, fresh, {
    morphStyle: "outerHTML",
    callbacks: { beforeNodeMorphed: (/** @type {Node} */ old, /** @type {Node} */ other) => !old.isEqualNode(other) },
  });
