// The script of every page: forms without a reload, the frames of a table, and what these use.
// @ts-check
import "./double_tap.js"; // before all that listens to clicks
import "./bid.js"; // before the keys of the table
import { showCopyButtons } from "./copy_link.js";
import "./drawers.js";
import "./explain.js";
import { closeHint, markIn } from "./form_state.js";
import { ask, fieldsOf, send, showConnection } from "./send_form.js";
import { afterUpdate } from "./announce.js";
import "./keys.js";
import "./log_lines.js";
import { offerPace, receive, showStep } from "./player.js";
import "./preview.js";
import "./results.js";
import { offerSound } from "./sound.js";
import { forgetChanges } from "./tally.js";
import { connect, hasSocket, poll, pollSoon, resume, sendAction } from "./socket.js";
import { messageOf, onShown, showError, table } from "./show.js";

const KEPT = "main.table:not(.replay, .exercise, .review)"; // a table of the server's

let answering = ""; // the mark of the question whose answer is on its way: there is only one to each

/** Send a form of the table, unless its question is being answered already.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function submitForm(form, submitter) {
  const body = new FormData(form, submitter);
  const mark = String(body.get("mark") ?? "");
  if (mark && answering === mark) return;
  answering = mark;
  forgetChanges();
  const isDone = await carryOut(form, body);
  forgetHint();
  if (isDone) {
    if (form.matches(".saying")) form.reset();
    pollSoon(); // in case that the frame does not come
  } else if (answering === mark) answering = "";
}

/** Send a form: an action by the socket if it is open, and by POST whatever that has not answered.
 * @param {HTMLFormElement} form @param {FormData} body @returns {Promise<boolean>} whether it was accepted */
async function carryOut(form, body) {
  const isAction = new URL(form.action).pathname === `${table()?.dataset.page}/act`;
  const answer = isAction ? await sendAction(fieldsOf(body)) : null;
  if (!answer) return show(await send(form.action, body, hasSocket() ? "socket" : "frame"));
  if (answer.error) showError(answer.error);
  return !answer.error;
}

/** Show what an answer brings: nothing if the change comes by the socket.
 * @param {Response} answer @returns {Promise<boolean>} whether the form was accepted */
async function show(answer) {
  if (answer.status === 204) return true;
  const text = await answer.text();
  if (answer.headers.get("content-type")?.startsWith("text/html")) {
    const page = new DOMParser().parseFromString(text, "text/html");
    showError(page.querySelector(".error")?.innerHTML ?? "");
    return false;
  }
  const said = messageOf(text);
  if (answer.ok) {
    receive(said);
    resume();
  } else showError(said.error ?? "");
  return answer.ok;
}

onShown(() => {
  const now = table();
  if (now && markIn(now) !== answering) answering = "";
});

/** Name the table in the address, not the hint that was asked for: a reload would ask again. */
function forgetHint() {
  const { page = "", seat } = table()?.dataset ?? {};
  if (location.pathname !== page) history.replaceState(null, "", seat ? `${page}?seat=${seat}` : page);
}

/** Let the buttons in the top line do what needs a script. */
function offerTools() {
  offerPace();
  offerSound();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && "live" in form.dataset && table()?.matches(KEPT)) {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (form.closest(".sheet[popover]"))?.hidePopover(); // what comes of it is told elsewhere
    if (form.querySelector('[name="mark"]')) closeHint(form.closest("main") ?? document.body); // it has been answered
    submitForm(form, event.submitter);
  }
});

document.addEventListener("click", (event) => {
  const now = event.target instanceof Element && event.target.closest(".hints .close") ? table() : null;
  if (!now) return;
  event.preventDefault();
  closeHint(now);
  forgetHint();
});
/** @type {AbortController | undefined} ends the wait for a page that was asked for last */
let asking;

document.addEventListener("keydown", ({ key }) => {
  const now = key === "Escape" ? table() : null;
  if (now) asking?.abort(); // a hint that is not wanted any more
  if (!now?.querySelector(".hints")) return;
  closeHint(now);
  forgetHint();
});

/** Follow a link of the table without leaving the page: to a hint, or behind the curtain of a seat. */
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.hint, .curtain a") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  asking = new AbortController();
  const { signal } = asking;
  link.ariaBusy = "true";
  try {
    showStep(await (await fetch(link.href, { signal })).text(), false);
    const best = table()?.querySelector("button.best") ?? table()?.querySelector(".hinted input");
    if (link.matches(".hint") && best instanceof HTMLElement) best.focus(); // Enter takes it
    if (!link.matches(".hint")) history.replaceState(null, "", link.href); // a reload asks for no second hint
    resume();
  } catch {
    if (!signal.aborted) showConnection(true);
  }
  link.removeAttribute("aria-busy");
});

/** Open the rules beside the table. */
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[target=rules]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || !table()) return;
  event.preventDefault();
  (await import("./guide.js")).openGuide(link);
});

const open = /** @type {HTMLElement | null} */ (document.querySelector(KEPT));
if (open) {
  showCopyButtons(open);
  afterUpdate(open);
  offerTools();
  onShown(offerTools);
  connect();
  addEventListener("offline", () => ask(location.href)); // the socket would not tell for minutes; a server on this computer answers
  addEventListener("online", () => connect());
}
for (const story of document.querySelectorAll(".story")) story.scrollTop = story.scrollHeight;
document.querySelector(".steps.stages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
