// The review of a game: its links without a reload, by keys and by itself; while it is computed, it is renewed.
// @ts-check
import { showConnection } from "./send_form.js";
import { onShown, showPage, table } from "./show.js";

const RENEW_MS = 3000;
/** So near to a mark a finger means it, in pixels. */
const NEAR = 24;
/** By key, the step. @type {Record<string, string>} */
const STEPS = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "last", n: "mistake" };

let playing = 0;
let asked = 0; // the last page that was asked for: an answer that comes later than a newer one is not shown
let answered = 0; // the last one that came, or failed: as long as that is another, nothing is asked for by itself

/** @param {string} step @returns {HTMLAnchorElement | null} the link to it, if there is such a step */
const linkTo = (step) => document.querySelector(`.review a[data-step="${step}"][href]`);

/** Show another place of the review.
 * @param {string} address */
async function go(address) {
  const mine = ++asked;
  try {
    const text = await (await fetch(address)).text();
    if (mine !== asked) return;
    answered = mine;
    showPage(text);
    history.replaceState(null, "", address);
    showConnection(false);
  } catch {
    answered = mine;
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
  review.querySelector(".speed")?.removeAttribute("hidden");
  review.querySelector(".list .opened")?.scrollIntoView({ block: "nearest" });
}

function stop() {
  clearInterval(playing);
  playing = 0;
  show();
}

/** Let the game play by itself, or stop it. */
function toggle() {
  if (playing) return stop();
  const speed = document.querySelector(".review .speed select");
  playing = setInterval(() => {
    const next = linkTo("next");
    if (!next) stop();
    else if (answered === asked) go(next.href);
  }, Number(speed instanceof HTMLSelectElement ? speed.value : 0) || RENEW_MS);
  show();
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
  go(address);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  if (event.target.matches("select, input")) return;
  const link = linkTo(STEPS[event.key] ?? "");
  if (link) {
    stop();
    go(link.href);
  } else if (event.key === " " && event.target === document.body) toggle();
  else return;
  event.preventDefault();
});

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.closest(".speed") && playing) {
    stop();
    toggle();
  }
});

setInterval(() => {
  if (answered === asked && !document.hidden && !playing && table()?.matches("[data-computing]")) go(location.href);
}, RENEW_MS);
onShown(show);
show();
