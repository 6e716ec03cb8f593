// The guide: a link to a sentence opens what it is folded into; at a table the guide is a drawer, loaded when it is asked for.
// @ts-check
import { sitePath } from "./site_path.js";

/** Unfold and show what a link names. @param {ParentNode} inside @param {string} hash */
function reveal(inside, hash) {
  const named = hash.length > 1 ? inside.querySelector(`#${CSS.escape(decodeURIComponent(hash.slice(1)))}`) : null;
  for (const each of inside.querySelectorAll(".is-target")) each.classList.remove("is-target");
  named?.classList.add("is-target");
  named?.closest("details")?.setAttribute("open", "");
  named?.scrollIntoView();
}

/** @type {HTMLDialogElement | undefined} */
let drawer;

/** @param {string} game @param {string} typed @returns {Promise<boolean>} whether the drawer shows the guide, or what was found in it */
async function load(game, typed = "") {
  const answer = await fetch(`${sitePath}rules/${game}/part${typed ? `?q=${encodeURIComponent(typed)}` : ""}`);
  const said = new DOMParser().parseFromString(await answer.text(), "text/html");
  const content = said.querySelector(".drawn-guide");
  if (!answer.ok || !content || !drawer) return false;
  for (const symbol of content.querySelectorAll("symbol")) if (document.getElementById(symbol.id)) symbol.remove();
  await Promise.all([...said.querySelectorAll("link")].map(addStyle));
  drawer.querySelector(".drawn-guide")?.remove();
  drawer.append(content);
  drawer.dataset.typed = typed;
  drawer.scrollTop = 0;
  return true;
}

/** Add a style sheet to the page, once. @param {HTMLLinkElement} link @returns {Promise<void>} */
async function addStyle(link) {
  link.remove();
  if (document.querySelector(`link[href="${link.getAttribute("href")}"]`)) return;
  const loaded = new Promise((done) => (link.onload = link.onerror = done));
  document.head.append(link);
  await loaded;
}

/** Show what a link to the rules names, in the drawer. @param {string} game @param {string} hash */
async function show(game, hash) {
  if (drawer && (!drawer.querySelector(".drawn-guide") || drawer.dataset.typed) && !(await load(game))) return;
  if (drawer && !drawer.open) drawer.showModal();
  if (drawer) reveal(drawer, hash);
}

/** Open the guide beside the table at what a link names; where it cannot be loaded, follow the link.
 * @param {HTMLAnchorElement} link */
export async function openGuide(link) {
  const game = link.pathname.slice(sitePath.length).split("/")[1];
  drawer ??= newDrawer(game);
  await show(game, link.hash).catch(() => open(link.href, "rules"));
}

/** @param {string} game @returns {HTMLDialogElement} the drawer, still empty */
function newDrawer(game) {
  const made = document.createElement("dialog");
  made.className = "guide-drawer";
  made.setAttribute("aria-labelledby", "guide-title");
  made.addEventListener("submit", (event) => search(game, event));
  made.addEventListener("click", (event) => follow(game, event));
  document.body.append(made);
  return made;
}

/** @param {string} game @param {SubmitEvent} event */
function search(game, event) {
  event.preventDefault();
  const typed = event.target instanceof HTMLFormElement ? String(new FormData(event.target).get("q") ?? "") : "";
  load(game, typed.trim()).then(() => drawer?.querySelector("input")?.focus());
}

/** @param {string} game @param {MouseEvent} event */
function follow(game, event) {
  if (event.target === drawer || (event.target instanceof Element && event.target.closest(".close"))) drawer?.close();
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey) return;
  if (![`${sitePath}rules/${game}`, location.pathname].includes(link.pathname)) return;
  event.preventDefault();
  show(game, link.hash);
}

if (document.querySelector("main.rules")) {
  addEventListener("hashchange", () => reveal(document, location.hash));
  reveal(document, location.hash);
}
