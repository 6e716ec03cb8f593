// A replay: its steps without a reload, by keys, and by themselves.
// @ts-check
import { showConnection } from "./send_form.js";
import { showPage, table } from "./show.js";

const STEP_MS = 1200;
/** By key, the step. @type {Record<string, string>} */
const STEPS = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "last" };

let playing = 0;

/** @param {string} step @returns {HTMLAnchorElement | null} the link to it, if there is such a step */
const linkTo = (step) => document.querySelector(`.replay a[data-step="${step}"][href]`);

/** Go to another place of the game.
 * @param {HTMLAnchorElement} link */
async function go({ href }) {
  try {
    showPage(await (await fetch(href)).text());
    history.replaceState(null, "", href); // the link itself leads on by now
    document.querySelector(".stages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    showPlaying();
  } catch {
    stop();
    showConnection(true);
  }
}

/** Show whether the game plays by itself; the viewer is chosen without the button that says so. */
function showPlaying() {
  document.querySelector(".eyes button")?.toggleAttribute("hidden", true);
  const button = document.querySelector(".replay button.play-on");
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.ariaPressed = String(playing !== 0);
}

function stop() {
  clearInterval(playing);
  playing = 0;
  showPlaying();
}

/** Let the game play by itself, or stop it. */
function toggle() {
  if (playing) return stop();
  playing = setInterval(() => {
    const next = linkTo("next");
    if (next) go(next);
    else stop();
  }, STEP_MS);
  showPlaying();
}

if (table()?.matches(".replay")) {
  showPlaying();
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
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.matches("select, input"))) return;
    if (link) {
      stop();
      go(link);
    } else if (event.key === " " && event.target === document.body) toggle();
    else return;
    event.preventDefault();
  });
  document.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && target.form?.requestSubmit());
}
