// The dialog that explains a thing of the game. A thing that has a note of its own (`.tip`) shows that when it is
// pressed, and opens the dialog when it is pressed again, or by the keyboard.
// @ts-check
import { focusQuestion } from "./announce.js";

/** @type {Element | null} what was pressed last */
let pressed = null;

/** @param {EventTarget | null} target @returns {HTMLElement | null | undefined} what has the note of the thing that is touched */
const noteAt = (target) =>
  target instanceof Element && !target.closest("button, a, label, input, summary")
    ? target.closest(":has(> .tip)")?.querySelector("a.about")
    : null;

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && document.activeElement?.matches("a.about, .player, .player *")) focusQuestion(); // the note or the board of another player goes
});

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.about") : null;
  const isFirst = link !== pressed && event.detail > 0 && link?.closest(":has(> .tip)");
  pressed = link;
  if (!link && matchMedia("(hover: none)").matches) return noteAt(event.target)?.focus();
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (isFirst) return link.focus();
  const answer = await fetch(link.href);
  const said = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("about");
  if (!said) return;
  for (const rule of said.querySelectorAll("a")) rule.target = "rules"; // the table stays
  const dialog = document.createElement("dialog");
  dialog.className = "about";
  const close = document.createElement("button");
  close.textContent = "×";
  close.ariaLabel = said.dataset.close ?? "";
  close.autofocus = true;
  close.onclick = () => dialog.close();
  dialog.append(close, said);
  dialog.onclose = () => dialog.remove();
  dialog.onclick = (click) => click.target === dialog && dialog.close();
  document.body.append(dialog);
  dialog.showModal();
});
