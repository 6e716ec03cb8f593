// The part in which a scene is played comes to the front, and then the viewer's again: where tabs hide parts of the table,
// by its tab; what is drawn small, such as the board of another player, lies meanwhile over a large part.
// @ts-check
import { onShown } from "./show.js";

const CLICK_MS = 300; // within which a click follows a press

/** The id of the tab that was open before scenes opened others; empty if none has. */
let before = "";
let over = ""; // the id of the part that lies over another one; empty if none does
let isPressed = false; // until the press that goes on has had its effect, everything stays where it is

/** @returns {HTMLInputElement[]} the tabs, if there are any at this size */
const tabs = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("main.table [data-opens] input")]).filter((tab) => tab.checkVisibility());

/** Let only the part that lies over another one do so; where the viewer is asked, none does. */
function lay() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main.table [data-over]")))
    part.classList.toggle("in-front", part.id === over && !document.getElementById(part.dataset.over ?? "")?.matches(".asked"));
}

/** Bring the part in which a scene is played to the front; what lies over another one goes when somebody else acts.
 * @param {{ front?: string, seat?: number }} scene */
export function follow({ front = "", seat = 0 }) {
  if (!front) {
    if (!document.getElementById(over)?.matches(`.seat-${seat}`)) over = "";
    return lay();
  }
  const under = document.getElementById(front)?.dataset.over;
  over = under ? front : "";
  lay();
  const all = tabs();
  const [open, tab] = [all.find(({ checked }) => checked), all.find(({ value }) => `part-${value}` === (under ?? front))];
  if (!tab || !open || tab === open) return;
  before ||= open.id;
  tab.checked = true;
}

/** Open the viewer's tab again: that of the question, if it has been asked since. */
export function comeBack() {
  if (isPressed) return;
  over = "";
  lay();
  if (!before) return;
  const all = tabs();
  const tab = all.find(({ id }) => id === before) ?? all.find(({ id, value }) => id === `tab-${value}-${value}`);
  before = "";
  if (tab) tab.checked = true;
}

function release() {
  isPressed = false;
  if (!document.documentElement.classList.contains("telling")) comeBack();
}

/** @param {Event} event @returns {boolean} whether it chooses something in the part that is open, or a tab */
const stays = ({ target }) => target instanceof Element && target.closest("[data-opens], [id^=part-] :is(button, label, a)") !== null;

addEventListener("pointerdown", () => (isPressed = true), true);
addEventListener("pointercancel", release, true);
addEventListener("pointerup", () => setTimeout(release, CLICK_MS), true); // if no click follows
addEventListener("click", (event) => {
  if (stays(event)) before = "";
  release();
}, true);
onShown(lay);
