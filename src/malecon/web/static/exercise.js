// An exercise: its forms without a reload. What each answers is a page of its own, which can be linked and reloaded.
// @ts-check
import { showConnection } from "./send_form.js";
import { showPage, table } from "./show.js";

const PAUSE_MS = 1000; // so long a press may have been meant for what stood there before: the next puzzle stands where Confirm stood
let shownAt = -PAUSE_MS;

/** Show the page at an address, or the answer to a form.
 * @param {string} address @param {RequestInit} [request] */
async function go(address, request) {
  try {
    const answer = await fetch(address, request);
    const html = await answer.text();
    if (answer.ok) history.pushState(null, "", answer.url); // first, for who shows the page may read its address
    showPage(html);
    shownAt = performance.now();
    document.title = new DOMParser().parseFromString(html, "text/html").title;
    showConnection(false);
  } catch {
    showConnection(true);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("live" in form.dataset) || !table()?.matches(".exercise")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  go(form.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (body)) });
});

document.addEventListener("click", (event) => {
  const isMeant = event.detail === 0 || event.timeStamp - shownAt > PAUSE_MS;
  if (!isMeant && event.target instanceof Element && event.target.closest(".exercise .draft a.primary")) event.preventDefault();
  const link = event.target instanceof Element ? event.target.closest(".exercise a[data-within]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(link.href);
});

addEventListener("popstate", () => location.reload());
