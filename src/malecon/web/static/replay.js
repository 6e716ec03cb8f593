// A replay: its steps without a reload, by keys, and by themselves; each is told as in play.
// @ts-check
import { offerPace, played, scenesIn, showStep } from "./player.js";
import { tell } from "./scenes.js";
import { showConnection } from "./send_form.js";
import { table } from "./show.js";

/** By key, the step. @type {Record<string, string>} */
const STEPS = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "last" };

const LEAST_MS = 400; // for which a step is shown when the game plays by itself

let steps = 0; // so many were begun
let plays = 0; // so often it was played by itself
let playing = 0; // the number of the one that goes on

/** @param {string} step @returns {HTMLAnchorElement | null} the link to it, if there is such a step */
const linkTo = (step) => document.querySelector(`.replay a[data-step="${step}"][href]`);

/** Go to another place of the game, and play the move before it.
 * @param {HTMLAnchorElement} link */
async function go({ href, dataset }) {
  const step = ++steps;
  try {
    const html = await (await fetch(href)).text();
    if (step !== steps) return; // it goes elsewhere by now
    showStep(html, dataset.step === "next");
    history.replaceState(null, "", href); // the link itself leads on by now
    showTools();
  } catch {
    stop();
    showConnection(true);
  }
}

/** Show the tools as they are now. */
function showTools() {
  document.querySelector(".stages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  offerPace();
  showPlaying();
}

/** Show whether the game plays by itself; viewer and round are chosen without the buttons that say so. */
function showPlaying() {
  for (const button of document.querySelectorAll(".replay form.steps button")) button.toggleAttribute("hidden", true);
  const button = document.querySelector(".replay button.play-on");
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.ariaPressed = String(playing !== 0);
}

function stop() {
  playing = 0;
  showPlaying();
}

/** Let the game play by itself, or stop it. */
async function toggle() {
  if (playing) return stop();
  const mine = (playing = ++plays);
  showPlaying();
  for (let next = linkTo("next"); next && playing === mine; next = linkTo("next"))
    await Promise.all([go(next).then(played), new Promise((done) => setTimeout(done, LEAST_MS))]);
  if (playing === mine) stop();
}

const main = table();
if (main?.matches(".replay")) {
  showTools();
  const last = scenesIn(document).findLast(({ ms, caption }) => ms && caption);
  if (last) tell(last);
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest(".replay .steps :is(a[href]:not([data-copy], .away), button.play-on)") : null;
    if (!pressed || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (pressed instanceof HTMLAnchorElement) {
      stop();
      go(pressed);
    } else toggle();
  });
  document.addEventListener("keydown", (event) => {
    const link = linkTo(STEPS[event.key] ?? "");
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.matches("select, input, dialog *"))) return;
    if (link) {
      stop();
      go(link);
    } else if (event.key === " " && event.target === document.body) toggle();
    else return;
    event.preventDefault();
  });
  document.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && target.form?.requestSubmit());
}
