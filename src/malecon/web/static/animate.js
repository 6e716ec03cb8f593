// Pieces glide from their old places to their new ones.
// @ts-check
import { animate } from "./motion.js";

const NEAR_PX = 32; // what moves less only makes room
const TRAVEL = { duration: 620, easing: "ease-in-out" };
const COME = { duration: 460 };
const NEXT_MS = 110; // between things that come

/** @returns {boolean} whether nothing is to move */
export const prefersReducedMotion = () =>
  "still" in document.documentElement.dataset || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Element | null | undefined} element @returns {boolean} whether it is to be seen */
const isSeen = (element) => Boolean(element?.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width);

/** @param {Element} element @returns {Element | null} the tab that opens it, if it is a panel */
const tabOf = (element) => (element.id ? document.querySelector(`[data-opens="${CSS.escape(element.id)}"]`) : null);

/** Where an element is to be seen: itself, else the tab that opens it, else what it lies in.
 * @param {Element | null} element @returns {DOMRect | undefined} */
export function rectOf(element) {
  for (let each = element; each && !each.matches(".board"); each = each.parentElement) {
    const seen = [each, tabOf(each)].find(isSeen);
    if (seen) return seen.getBoundingClientRect();
  }
}

/** @typedef {{ x: number, y: number, width: number, ground: string | undefined, left: number, top: number, panel: string | undefined, isHidden: boolean }} Place
 * where a piece is, the ground that it lies on (a part of the table that may itself be put elsewhere), and the panel of a tab; a hidden one is at the tab */

/** @param {Element} piece @returns {Place | undefined} */
function placeOf(piece) {
  const isHidden = !isSeen(piece);
  const tab = [...document.querySelectorAll("[data-opens]")].find((each) => document.getElementById(each.getAttribute("data-opens") ?? "")?.contains(piece));
  if (isHidden && !isSeen(tab)) return undefined;
  const { x, y, width } = (isHidden && tab ? tab : piece).getBoundingClientRect();
  const ground = /** @type {HTMLElement | null} */ (piece.closest("[data-ground]"));
  const { left, top } = ground?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x, y, width, ground: ground?.dataset.ground, left, top, panel: tab?.getAttribute("data-opens") ?? undefined, isHidden };
}

/** @returns {[string, HTMLElement | SVGElement, Place][]} the pieces that travel, by name, and where they are */
function pieces() {
  const found = /** @type {NodeListOf<HTMLElement | SVGElement>} */ (document.querySelectorAll("[data-travel]"));
  return [...found].flatMap((piece) => {
    const place = placeOf(piece);
    return place ? [[piece.dataset.travel ?? "", piece, place]] : [];
  });
}

/** @returns {Map<string, Place>} where the pieces that travel are, by name */
export const places = () => new Map(pieces().map(([name, , place]) => [name, place]));

/** Let pieces travel to where they are now, and rise if they are new; what lies on one that has moved goes with it.
 * @param {Map<string, Place>} before where they were @param {number} delay */
export function glide(before, delay) {
  /** @type {Element[]} */
  const moved = [];
  let come = 0;
  for (const [name, piece, now] of pieces()) {
    const old = before.get(name);
    if (now.isHidden || moved.some((other) => other.contains(piece))) continue;
    if (!old) {
      animate(piece, [{ translate: "0 30%", opacity: 0 }, { translate: "0 -3%", opacity: 1, offset: 0.8 }, {}], { ...COME, delay: delay + come++ * NEXT_MS });
      moved.push(piece);
    }
    if (!old?.width || (old.isHidden && old.panel === now.panel)) continue;
    const [left, top] = old.ground === now.ground && !old.isHidden ? [now.left - old.left, now.top - old.top] : [0, 0];
    const [x, y] = [old.x - now.x + left, old.y - now.y + top];
    if (Math.hypot(x, y) < NEAR_PX) continue;
    moved.push(piece);
    animate(piece, [{ translate: `${x}px ${y}px`, scale: old.width / now.width, transformOrigin: "0 0" }, {}], { ...TRAVEL, delay });
  }
}
