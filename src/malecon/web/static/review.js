// The review of a game: its links without a reload, by keys and by itself; while it is computed, it is renewed.
// @ts-check
import { offerPace, played, showStep } from "./player.js";
import { showConnection } from "./send_form.js";
import { onShown, table } from "./show.js";

const CHECK_MS = 1500; // so often it is looked whether the page is to be renewed, where it does not say so itself
const LATE_MS = 30_000;
/** So near to a mark a finger means it, in pixels. */
const NEAR = 24;
/** By key, the step. @type {Record<string, string>} */
const STEPS = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "last", n: "mistake" };

const LEAST_MS = 400; // for which a step is shown when the game plays by itself

let plays = 0; // so often it was played by itself
let playing = 0; // the number of the one that goes on
let waiting = 0; // pages that are asked for and not shown yet
let shown = Promise.resolve(); // when the last of them is

/** @param {string} step @returns {HTMLAnchorElement | null} the link to it, if there is such a step */
const linkTo = (step) => document.querySelector(`.review a[data-step="${step}"][href]`);

/** Show another place of the review once all that was asked for before is shown: a step is one from there, for the
 * links of the page that is shown until then know nothing of it.
 * @param {string} step to go, if it is one @param {string} [address] of the place, if it is none */
function go(step, address) {
  waiting += 1;
  shown = shown.then(async () => {
    const place = step ? linkTo(step)?.href : address;
    if (place) await load(place, step === "next");
    waiting -= 1;
  });
}

/** Show a page of the review.
 * @param {string} address @param {boolean} isNext whether the move before it is played */
async function load(address, isNext) {
  try {
    showStep(await (await fetch(address, { signal: AbortSignal.timeout(LATE_MS) })).text(), isNext);
    history.replaceState(null, "", address);
    showConnection(false);
  } catch {
    stop();
    showConnection(true);
  }
}

/** Show what needs a script, and the opened decision. */
function show() {
  const review = table();
  if (!review?.matches(".review")) return;
  const button = review.querySelector("button.play-on");
  if (button instanceof HTMLButtonElement) {
    button.hidden = false;
    button.ariaPressed = String(playing !== 0);
  }
  offerPace();
  review.querySelector(".list .opened")?.scrollIntoView({ block: "nearest" });
}

function stop() {
  playing = 0;
  show();
}

/** Let the game play by itself, or stop it. */
async function toggle() {
  if (playing) return stop();
  const mine = (playing = ++plays);
  show();
  while (playing === mine && linkTo("next")) {
    go("next");
    await Promise.all([shown.then(played), new Promise((done) => setTimeout(done, LEAST_MS))]);
  }
  if (playing === mine) stop();
}

/** @param {MouseEvent} event @returns {Element | null} the mark of the curves that a finger means: the nearest one */
function nearestMark({ clientX, clientY }) {
  let nearest = null;
  let least = NEAR;
  for (const mark of document.querySelectorAll(".review .turning .at")) {
    const { left, top, width, height } = mark.getBoundingClientRect();
    const distance = Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    if (width && distance < least) [nearest, least] = [mark, distance];
  }
  return nearest;
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(".review button.play-on")) return toggle();
  const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
  const link = (isFinger && target?.closest(".review .plots") ? nearestMark(event) : null) ?? target?.closest(".review a[data-within]");
  const address = link?.getAttribute("href");
  if (!address || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  go(link instanceof HTMLElement ? (link.dataset.step ?? "") : "", address);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  if (event.target.matches("select, input, dialog *")) return;
  const step = STEPS[event.key];
  if (step && (waiting || linkTo(step))) {
    stop();
    if (!waiting || !event.repeat) go(step); // a key that is held goes on as fast as pages come
  } else if (event.key === " " && event.target === document.body) toggle();
  else return;
  event.preventDefault();
});

/** @returns {string} the address of what is shown, with its move: without one, a page shows what has been reviewed last */
const here = () => /** @type {HTMLElement | null} */ (document.querySelector(".review .tools [data-copy]"))?.dataset.copy ?? location.href;

/** @returns {boolean} whether a mouse points at a decision: what is new would move it away */
const isPointing = () => matchMedia("(hover: hover)").matches && document.querySelector(".review .list:hover") !== null;

function renew() {
  if (!waiting && !document.hidden && !playing && !isPointing() && table()?.matches("[data-computing]")) go("", here());
  shown.then(() => setTimeout(renew, Number(table()?.dataset.computing) || CHECK_MS));
}

setTimeout(renew, CHECK_MS);
onShown(show);
show();
