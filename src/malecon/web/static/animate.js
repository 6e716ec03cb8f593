// Pieces glide from their old places to their new ones.
// @ts-check

const NEAR_PX = 32; // what moves less only makes room
const TRAVEL = { duration: 250, easing: "ease-in-out" };

/** @returns {boolean} whether nothing is to move */
export const prefersReducedMotion = () =>
  "still" in document.documentElement.dataset || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {{ x: number, y: number, width: number, ground: string | undefined, left: number, top: number }} Place
 * where a piece is, and the ground that it lies on: a part of the table that may itself be put elsewhere */

/** @param {Element} piece @returns {Place} */
function placeOf(piece) {
  const { x, y, width } = piece.getBoundingClientRect();
  const ground = /** @type {HTMLElement | null} */ (piece.closest("[data-ground]"));
  const { left, top } = ground?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x, y, width, ground: ground?.dataset.ground, left, top };
}

/** @returns {[string, HTMLElement | SVGElement, Place][]} the pieces that travel, by name, and where they are */
export function pieces() {
  const found = /** @type {NodeListOf<HTMLElement | SVGElement>} */ (document.querySelectorAll("[data-travel]"));
  const seen = [...found].filter((piece) => piece.checkVisibility());
  return seen.map((piece) => [piece.dataset.travel ?? "", piece, placeOf(piece)]);
}

/** Let pieces travel to where they are now; what lies on a piece or a ground that has moved goes with it.
 * @param {Map<string, Place>} before where they were */
export function animate(before) {
  /** @type {Element[]} */
  const moved = [];
  for (const [name, piece, now] of pieces()) {
    const old = before.get(name);
    if (!old?.width || !now.width || moved.some((other) => other.contains(piece))) continue;
    const [left, top] = old.ground === now.ground ? [now.left - old.left, now.top - old.top] : [0, 0];
    const [x, y] = [old.x - now.x + left, old.y - now.y + top];
    if (Math.hypot(x, y) < NEAR_PX) continue;
    moved.push(piece);
    piece.animate([{ translate: `${x}px ${y}px`, scale: old.width / now.width, transformOrigin: "0 0" }, {}], TRAVEL);
  }
}
