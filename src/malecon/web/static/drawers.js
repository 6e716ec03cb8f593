// What opens over the table: drawers show what is newest, and a press beside them closes them and chooses nothing.
// Where no keyboard comes up for it, what is said can be written at once.
// @ts-check

/** What the press that is going on closes. @type {Element | null} */
let closing = null;

/** @returns {Element | null | undefined} the sheet of a player that lies over the table: it is one as long as it has the focus */
function openSheet() {
  const player = document.activeElement?.closest(".board .player");
  return player && getComputedStyle(player, "::after").position === "fixed" ? player : null;
}

/** @param {Event} event @returns {Element | null} the drawer or sheet beside which it is; a tab acts at once */
function drawerBeside({ target }) {
  const drawer = document.querySelector(":is(.log, .talk):popover-open") ?? openSheet();
  return drawer && target instanceof Element && !drawer.contains(target) && !target.closest("[popovertarget], .tabs") ? drawer : null;
}

document.addEventListener("pointerdown", (event) => void (closing = drawerBeside(event)), true);
document.addEventListener(
  "click",
  (event) => {
    for (const fold of document.querySelectorAll(".board details[open]:not([data-unfolded])"))
      if (event.target instanceof Node && !fold.contains(event.target)) fold.removeAttribute("open");
    if (!closing || event.detail === 0) return;
    closing = null;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener(
  "toggle",
  ({ target }) => {
    const story = target instanceof Element ? target.querySelector(":scope > :is(.story, .said-here)") : null;
    if (story) story.scrollTop = story.scrollHeight;
    const saying = target instanceof Element && target.matches(":popover-open") ? target.querySelector(".saying input") : null;
    if (saying instanceof HTMLElement && matchMedia("(hover: hover)").matches) saying.focus();
  },
  true,
);

if (location.hash === "#talk" && document.querySelector(".play #talk")) {
  document.getElementById("talk")?.showPopover(); // who has said something first goes on reading
  history.replaceState(history.state, "", location.pathname + location.search);
}
