// The reveal: what all show at once lies on one stage; cards turn together, numbers roll, columns sort, and all go home.
// @ts-check
import { animate, roll } from "./motion.js";

/** @typedef {import("./scenes.js").Face} Face */

const [RISE, TURN, ROLL, SORT, HOME] = [360, 620, 960, 1500, 2640]; // when each begins, in milliseconds

/** @param {string} kind @param {string} [html] @returns {HTMLElement} */
function box(kind, html = "") {
  const made = document.createElement("div");
  made.className = kind;
  made.innerHTML = html;
  return made;
}

/** @param {string} kind @param {Face | null} face @returns {HTMLElement} a box with a card, face up or down */
function side(kind, face) {
  if (!face) return box(kind, '<span class="card-back"></span>');
  const [shown, number, symbol, title] = face;
  const made = box(kind, `<span class="shown ${shown}"><b>${number}</b><svg class="icon"><use href="#${symbol}"/></svg><em></em></span>`);
  /** @type {HTMLElement} */ (made.querySelector("em")).textContent = title;
  return made;
}

/** @param {(Face | null)[]} sides what lay there, and what is shown; that alone if it is not turned @returns {HTMLElement} */
function cardOf([before, after]) {
  if (after === undefined) return side("shown-card", before);
  const [card, flip] = [box("shown-card"), box("flip")];
  flip.append(side("front", before), side("rear", after));
  card.append(flip);
  return card;
}

/** @returns {DOMRect | undefined} the largest part of the table over which it can be shown */
function stagePlace() {
  const seen = [...document.querySelectorAll("main.table [data-stage]")].filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const places = seen.map((part) => part.getBoundingClientRect());
  return places.sort((one, other) => other.width * other.height - one.width * one.height)[0];
}

/** @param {string[]} parts that the reveal changes @returns {Element[]} those that would tell its end before the cards have turned */
function toldBy(parts) {
  const changed = parts.map((id) => document.getElementById(id)).filter((part) => part !== null);
  return changed.filter((part) => !changed.some((other) => other !== part && part.contains(other)));
}

/** Show what all show.
 * @param {import("./scenes.js").Scene} scene @param {() => void} onTold called when the cards have turned and the numbers stand */
export function reveal({ columns = [], order = [], digits = 1, ms = 0, parts = [] }, onTold) {
  const host = stagePlace();
  if (!host) return;
  const stage = box("stage untold"); // as is the caption, which may be drawn anew meanwhile
  stage.ariaHidden = "true";
  Object.assign(stage.style, { left: `${host.left}px`, top: `${host.top}px`, width: `${host.width}px`, height: `${host.height}px` });
  document.body.append(stage);
  const step = host.width / columns.length;
  for (const told of toldBy(parts)) animate(told, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: SORT, easing: "linear" });
  columns.forEach(({ seat, name, cards, before, after }, first) => {
    const [column, sum] = [box("column"), box("sum")];
    const format = (/** @type {number} */ number) => (before === null && !number ? "" : String(number).padStart(digits, "0"));
    const label = box("label");
    label.textContent = name;
    const pair = box("pair");
    pair.append(...cards.map(cardOf));
    column.append(pair, sum, label);
    column.dataset.by = String(seat);
    column.style.width = `${step}px`;
    stage.append(column);
    const last = order.length ? order.indexOf(seat) : first;
    const [from, to] = [first, last].map((at) => `${at * step}px`);
    animate(column, [
      { translate: `${from} 2rem`, opacity: 0 },
      { translate: from, opacity: 1, offset: RISE / ms },
      { translate: from, offset: SORT / ms },
      { translate: to, offset: (SORT + 420) / ms },
      { translate: to, opacity: 1, offset: HOME / ms },
      { translate: `${to} 3rem`, opacity: 0 },
    ], { duration: ms, fill: "both", easing: "ease-in-out" });
    for (const flip of column.querySelectorAll(".flip"))
      animate(flip, [{ transform: "rotateY(0)" }, { transform: "rotateY(180deg)" }], { delay: TURN, duration: 380, fill: "both" });
    roll(sum, before ?? 0, after, ROLL, digits > 1 ? 0 : 480, format); // digits of cards are no quantity: nothing lies between
    animate(sum, [{ scale: 1 }, { scale: 1.3 }, { scale: 1 }], { delay: ROLL, duration: 560 }, () => {
      stage.classList.remove("untold");
      onTold();
    });
  });
  animate(stage, [{ opacity: 0 }, { opacity: 1, offset: 0.07 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], { duration: ms, fill: "both", easing: "linear" }, () => stage.remove());
}
