// An exercise: its forms without a reload. What each answers is a page of its own, which can be linked and reloaded.
// @ts-check
import { showStep } from "./player.js";
import { ask, fieldsOf, pause } from "./send_form.js";
import { onShown, table } from "./show.js";
import { forgetChanges } from "./tally.js";

const PAUSE_MS = 1000; // so long a press may have been meant for what stood there before: the next puzzle stands where Confirm stood
const LONG = 3; // pauses grow with the number of what was in vain
let shownAt = -PAUSE_MS;

let asked = 0; // so often: only the newest answer is shown

/** Show the page at an address, or the answer to a form.
 * @param {string} address @param {URLSearchParams} [form] that is sent */
async function go(address, form) {
  const mine = ++asked;
  forgetChanges();
  const answer = await ask(address, form && { method: "POST", body: form });
  const html = await answer.text();
  if (mine !== asked) return;
  if (answer.ok) history.pushState(null, "", answer.url); // first, for who shows the page may read its address
  showStep(html, form !== undefined && form.get("verb") !== "undo");
  shownAt = performance.now();
  document.title = new DOMParser().parseFromString(html, "text/html").title;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("live" in form.dataset) || !table()?.matches(".exercise")) return;
  event.preventDefault();
  go(form.action, fieldsOf(new FormData(form, event.submitter)));
});

document.addEventListener("click", (event) => {
  const isMeant = event.detail === 0 || event.timeStamp - shownAt > PAUSE_MS;
  if (!isMeant && event.target instanceof Element && event.target.closest(".exercise .draft a.primary")) event.preventDefault();
  const link = event.target instanceof Element ? event.target.closest(".exercise a[data-within]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(link.href);
});

/** Ask again for a verdict that the page says is still to come. */
async function askForVerdict() {
  if (!table()?.matches(".exercise[data-awaited]")) return;
  const mine = asked;
  const answer = await ask(location.href);
  if (answer.ok && mine === asked) return showStep(await answer.text(), false);
  await pause(LONG);
  askForVerdict();
}

onShown(askForVerdict);
askForVerdict();
addEventListener("popstate", () => location.reload());
