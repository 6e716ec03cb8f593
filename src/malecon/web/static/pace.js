// Frames are shown in order; what others have done is told at reading pace, one step after the other.
// @ts-check
import { hideCaption, showCaption } from "./caption.js";
import { choiceOf, choose } from "./device.js";
import { showFrame } from "./show.js";

/** Milliseconds for each step, by name. @type {Record<string, number>} */
const PACES = { slow: 1200, normal: 600, fast: 250, "at once": 0 };
const KEPT_MS = 5000; // for which the last caption stays
const KEY = "malecon-pace";

/** @typedef {import("./show.js").Frame} Frame */
/** @type {{ frame: Frame, onGap: () => void }[]} frames that wait */
let waiting = [];
let isPlaying = false;
let isHurried = false;
let hurry = () => {};
let hiding = 0;

/** @returns {string} the name of the pace that was chosen on this device */
const paceName = () => {
  const chosen = choiceOf(KEY);
  return chosen in PACES ? chosen : "normal";
};

/** @returns {boolean} whether frames wait to be shown */
export const isTelling = () => waiting.length > 0;

/** Show a frame when those before it are told.
 * @param {Frame} frame @param {() => void} onGap called if it does not follow what is shown then */
export function receive(frame, onGap) {
  waiting.push({ frame, onGap });
  if (!isPlaying) tell();
}

/** Forget the frames that wait: a whole page has come. */
export const forgetFrames = () => void (waiting = []);

/** Show all that waits at once. */
export function skip() {
  isHurried = isPlaying;
  hurry();
  hideCaption();
}

async function tell() {
  isPlaying = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!showFrame(next.frame)) {
      forgetFrames();
      next.onGap();
      break;
    }
    await tellEvents(next.frame);
  }
  isPlaying = isHurried = false;
}

/** Tell what others have done; nothing of it if there is no time.
 * @param {Frame} frame */
async function tellEvents({ seat, events = [] }) {
  const steps = events.filter((event) => event.seat && event.seat !== seat && (event.begin || event.end));
  for (const event of steps) {
    const ms = PACES[paceName()];
    if (isHurried || document.hidden || !ms) break;
    showCaption(event);
    await new Promise((done) => {
      hurry = () => done(undefined);
      setTimeout(done, ms);
    });
  }
  clearTimeout(hiding);
  hiding = setTimeout(hideCaption, KEPT_MS);
}

/** @returns {HTMLButtonElement[]} the buttons that show the pace */
const buttons = () => [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main.table button.pace"))];

/** Let the buttons of a table show the pace, and change it. */
export function offerPace() {
  const names = Object.keys(PACES);
  for (const button of buttons()) {
    button.textContent = button.dataset[paceName() === "at once" ? "atOnce" : paceName()] ?? "";
    button.hidden = false;
    button.onclick = () => {
      choose(KEY, names[(names.indexOf(paceName()) + 1) % names.length]);
      offerPace();
    };
  }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, (event) => !isPaceButton(event.target) && skip(), true);

/** @param {EventTarget | null} target @returns {boolean} whether it is the button that changes the pace */
const isPaceButton = (target) => target instanceof Element && target.closest("button.pace") !== null;
