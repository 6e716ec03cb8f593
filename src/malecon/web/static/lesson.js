// The card of a lesson or a tip lies where it covers nothing that is needed. What a lesson does not speak of steps back.
// @ts-check
import { focusQuestion } from "./announce.js";
import { isTelling } from "./player.js";
import { onShown, table } from "./show.js";

const STAYS = "#lesson-card, #status, form#act, [hidden], script, .symbols";
const GAPS = [10, 4, 1]; // between the card and what it must not cover: the widest that there is room for
const NEAR = 48; // so far a tip points
const GRID = 4;
const isWide = matchMedia("(min-width: 56.26rem)"); // no phone

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** @param {Element} element @returns {Element[]} it, or if it has no box itself what stands in it */
function boxes(element) {
  return getComputedStyle(element).display === "contents" ? [...element.children].flatMap(boxes) : [element];
}

/** @param {Element} element @returns {boolean} whether it is to be seen, and not behind a part that is in front of it */
const isSeen = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && element.getBoundingClientRect().width > 0;

/** Let step back what stands within an element, but for what is lit.
 * @param {Element} within @param {Element[]} lit */
function dim(within, lit) {
  for (const child of within.children) {
    if (lit.includes(child)) for (const box of boxes(child)) box.classList.add("spoken");
    else if (child.matches(STAYS)) continue;
    else if (lit.some((each) => child.contains(each)) || getComputedStyle(child).display === "contents") {
      child.classList.add("partly");
      dim(child, lit);
    }
    else child.classList.add("unspoken");
  }
}

/** @param {Box} one @param {Box} other @returns {number} the area that both have */
function common(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** @param {Box} box @param {Box} to @returns {number} how far two boxes are from each other */
function distance(box, to) {
  const x = Math.max(0, to.left - box.right, box.left - to.right);
  const y = Math.max(0, to.top - box.bottom, box.top - to.bottom);
  const aside = Math.abs(box.left + box.right - to.left - to.right) + Math.abs(box.top + box.bottom - to.top - to.bottom);
  return Math.hypot(x, y) + aside / 20;
}

/** @param {Element} element @param {number} margin @returns {Box} */
function boxOf(element, margin = 0) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

/** @param {HTMLElement} card @param {Box[]} needed @param {Box[]} avoided what can be chosen: if there is room
 * @param {Box[]} looked at, to choose: if there is still room @param {Box} anchor
 * @returns {Box} the best place for the card */
function bestPlace(card, needed, avoided, looked, anchor) {
  /** @param {Box} box @param {Box[]} others */
  const covered = (box, others) => others.reduce((sum, each) => sum + common(box, each), 0);
  const { offsetWidth: width, offsetHeight: height } = card;
  let [best, least] = [{ left: 8, top: 8, right: 8 + width, bottom: 8 + height }, Infinity];
  for (let top = 8; top <= innerHeight - height - 8; top += GRID)
    for (let left = 8; left <= Math.max(8, innerWidth - width - 8); left += GRID) {
      const box = { left, top, right: left + width, bottom: top + height };
      const cost = covered(box, needed) * 1000 + covered(box, avoided) * 10 + covered(box, looked) + distance(box, anchor);
      if (cost < least) [best, least] = [box, cost];
    }
  return best;
}

/** Let the tip of the card point at what it speaks of, if that is near.
 * @param {HTMLElement} card @param {Box} box @param {Box} anchor */
function pointAt(card, box, anchor) {
  card.classList.remove("above", "below", "left", "right");
  const sides = { above: anchor.top - box.bottom, below: box.top - anchor.bottom, left: anchor.left - box.right, right: box.left - anchor.right };
  const found = Object.entries(sides).find(([, far]) => far >= 0 && far < NEAR);
  if (!found) return;
  const isUpright = found[0] === "above" || found[0] === "below";
  const [from, size] = isUpright ? [box.left, box.right - box.left] : [box.top, box.bottom - box.top];
  const middle = isUpright ? (anchor.left + anchor.right) / 2 : (anchor.top + anchor.bottom) / 2;
  if (middle < from - NEAR || middle > from + size + NEAR) return;
  card.classList.add(found[0]);
  card.style.setProperty("--tip", `${Math.max(16, Math.min(size - 34, middle - from - 9))}px`);
}

/** @returns {Element[]} the notes that are shown about things on the table */
const shownTips = () => [...document.querySelectorAll("main.table .tip")].filter(isSeen);

/** Put the card where it covers nothing that is lit, noted or can be pressed.
 * @param {HTMLElement} card @param {Element[]} lit */
function place(card, lit) {
  const pressed = [...document.querySelectorAll("main:not(.explains) > #status :is(h1, button, a), main:not(.explains) :is(.picking > button, .chip), main > .top .tools, main:not(.lesson) :is(.draft, .hints)")];
  const avoided = [...document.querySelectorAll("main:not(.lesson) .board :is(button, input, label, .reaches)")].filter(isSeen).map((each) => boxOf(each));
  const looked = [...document.querySelectorAll("main:not(.lesson) .board :is(.cost, .sun, .heaps, .number, .open, .piles, .aim, .lit > label)")].filter(isSeen).map((each) => boxOf(each));
  const read = isWide.matches ? document.querySelectorAll("main:not(.explains) :is(.scale, #status > .ask)") : []; // where sentences are read
  const needed = [...lit, ...shownTips(), ...pressed, ...read, ...card.querySelectorAll(".foot")].filter(isSeen).filter((each) => !card.contains(each) || getComputedStyle(each).position === "fixed");
  const anchor = lit[0] ? boxOf(lit[0]) : { left: innerWidth / 2, top: innerHeight + NEAR, right: innerWidth / 2, bottom: innerHeight + NEAR }; // below, over the hand
  const isFree = (/** @type {Box} */ box) => !needed.some((each) => common(box, boxOf(each)));
  /** @type {Box[]} */ const places = [];
  for (const isNarrow of [false, true]) {
    card.classList.toggle("narrow", isNarrow);
    places.push(...GAPS.map((gap) => bestPlace(card, needed.map((each) => boxOf(each, gap)), avoided, looked, anchor)));
    if (places.some(isFree)) break;
  }
  const free = places.filter(isFree); // a narrower gap counts only if it brings the card much nearer
  const box = free.reduce((best, each) => (distance(each, anchor) + NEAR < distance(best, anchor) ? each : best), free[0]) ?? places[0];
  if (!isFree(box)) card.classList.remove("narrow");
  card.style.setProperty("--left", `${box.left}px`);
  card.style.setProperty("--top", `${box.top}px`);
  pointAt(card, box, anchor);
}

/** Bring the part to the front in which the first thing is that the card speaks of, before anything was chosen.
 * @param {Element | undefined} first */
function bringToFront(first) {
  if (location.search) return; // from then on what is asked comes to the front
  const part = first && !isSeen(boxes(first)[0] ?? first) ? first.closest("[id^=part-]") : null;
  const tab = part && document.querySelector(`[data-opens="${part.id}"] input`);
  if (tab instanceof HTMLInputElement) tab.click();
}

/** Light what the card speaks of, and put it beside that. */
function show() {
  const main = table();
  const card = document.getElementById("lesson-card");
  if (!main || !card) return;
  card.classList.add("placed"); // before anything is measured: until then it stands in the grid of the table
  for (const each of main.querySelectorAll(".spoken, .unspoken, .partly")) each.classList.remove("spoken", "unspoken", "partly");
  card.hidden = !card.dataset.lesson || isRead(card);
  if (card.hidden) return;
  offerReading(card);
  const { lit = "", wide = "" } = card.dataset;
  const spoken = `${lit} ${isWide.matches ? wide : ""}`.trim().split(" ").map((id) => document.getElementById(id)).filter((each) => each !== null);
  const seen = spoken.flatMap(boxes).filter(isSeen);
  if (!main.matches(".lesson")) for (const each of seen) each.classList.add("spoken");
  else {
    bringToFront(spoken[0]);
    if (seen.length) dim(main, spoken);
    for (const each of main.querySelectorAll("li.unspoken[tabindex], .unspoken li[tabindex]")) each.setAttribute("tabindex", "-1"); // a player who has the focus comes to the front
  }
  place(card, seen);
}

/** @param {HTMLElement} card @returns {string} what names it at this table, as long as the browser's tab is open */
const nameOf = (card) => `${table()?.dataset.page} ${card.dataset.lesson}`;

/** @param {HTMLElement} card @returns {boolean} whether it was read, and is not to be seen again */
const isRead = (card) => sessionStorage.getItem(nameOf(card)) !== null;

/** Let a card that has a button for it be put away.
 * @param {HTMLElement} card */
function offerReading(card) {
  const button = card.querySelector("button.read");
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.onclick = () => {
    const isLost = [document.body, button].includes(/** @type {HTMLElement} */ (document.activeElement)); // Escape presses it from elsewhere
    sessionStorage.setItem(nameOf(card), "read");
    show();
    if (isLost) focusQuestion();
  };
}

/** Put the card elsewhere if it covers a note that has just been shown. */
function makeWay() {
  const card = document.getElementById("lesson-card");
  if (card && shownTips().some((tip) => common(boxOf(tip), boxOf(card)))) show();
}

document.addEventListener("keydown", ({ key }) => {
  const button = document.querySelector("#lesson-card button.read");
  const isFree = key === "Escape" && !isTelling() && !document.querySelector(":popover-open, dialog[open]");
  if (isFree && button instanceof HTMLElement && button.checkVisibility()) button.click();
});
onShown(show);
for (const event of ["pointerover", "focusin"]) document.addEventListener(event, makeWay);
addEventListener("resize", show);
document.addEventListener("change", ({ target }) => target instanceof Element && target.matches(".tabs input, input.pick") && show());
const observer = new ResizeObserver(show); // it shows the card at once, and whenever a font comes or its words change
for (const card of document.querySelectorAll("#lesson-card")) observer.observe(card);
