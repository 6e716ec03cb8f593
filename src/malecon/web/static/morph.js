// Parts of the page are put in place of their older versions; what is equal stays untouched.
// @ts-check
import { Idiomorph } from "./idiomorph.js";

/** @param {string} html of parts, one after the other @returns {Element[]} the parts */
export function partsIn(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/** Put parts into each other's slots, and into slots that none of them fills what stands there now.
 * @param {Element[]} parts of several versions of one, the last counts
 * @returns {{ parts: Map<string, Element>, drawn: string[], kept: string[] }} those that stand in no other one, by id, the ids of all, and of what stays */
export function assembled(parts) {
  const fresh = new Map(parts.map((part) => [part.id, part]));
  const outer = new Map(fresh);
  const kept = [];
  for (const part of fresh.values())
    for (const slot of part.querySelectorAll("[slot]")) {
      const inner = fresh.get(slot.id) ?? copyOf(slot.id, outer);
      if (!fresh.has(slot.id)) kept.push(slot.id);
      if (inner) slot.replaceWith(inner);
      outer.delete(slot.id);
    }
  return { parts: outer, drawn: [...fresh.keys()], kept };
}

/** @param {string} id @param {Map<string, Element>} outer the fresh parts that stand nowhere yet
 * @returns {Element | undefined} a copy of a part as it stands there now, with those of them that lie in it */
function copyOf(id, outer) {
  const copy = /** @type {Element | undefined} */ (document.getElementById(id)?.cloneNode(true));
  for (const [name, part] of outer) {
    const old = copy?.querySelector(`#${CSS.escape(name)}`);
    old?.replaceWith(part);
    if (old) outer.delete(name);
  }
  return copy;
}

/** Put an element in place of its older version, which keeps focus; what is equal stays untouched.
 * @param {Element} now @param {Element} fresh */
export const morph = (now, fresh) =>
  Idiomorph.morph(now, fresh, {
    morphStyle: "outerHTML",
    callbacks: { beforeNodeMorphed: (/** @type {Node} */ old, /** @type {Node} */ other) => !old.isEqualNode(other) },
  });
