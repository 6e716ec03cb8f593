// Frames are shown in order; what others have done is told at reading pace, one step after the other.
// @ts-check
import { hideCaption, showCaption } from "./caption.js";
import { choiceOf, choose } from "./device.js";
import { departures, endMotion, showEvents } from "./event_places.js";
import { showFrame } from "./show.js";
import { markTabs } from "./tally.js";

/** Milliseconds for a short sentence, by name. @type {Record<string, number>} */
const PACES = { slow: 1200, normal: 600, fast: 250, "at once": 0 };
const [SHORTEST_MS, LONGEST_MS] = [200, 300]; // for which a thing travels
const SHORT = 24; // letters; a longer sentence stays longer, up to so many times
const MOST_TIMES = 3;
const KEPT_MS = 5000; // for which the last caption stays
const KEY = "malecon-pace";
const NOBODY = -1;

/** @typedef {import("./show.js").Frame} Frame */
/** @typedef {import("./show.js").TableEvent} TableEvent */
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
export const isTelling = () => isPlaying || waiting.length > 0;

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
  showTelling(false);
  hurry();
  hideCaption();
  endMotion();
}

async function tell() {
  isPlaying = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { seat, events = [] } = next.frame;
    const others = events.filter((event) => isToldTo(seat, event));
    const told = sentences(events, others);
    const change = told.findIndex((sentence) => sentence.some((event) => event.seat === seat || isChange(event)));
    const first = isEnd(next.frame) ? told.length : Math.max(0, change); // the result would hide the table
    await tellSentences(told.slice(0, first), seat);
    const before = departures(isTold() ? events : []);
    if (!showFrame(next.frame)) {
      forgetFrames();
      next.onGap();
      break;
    }
    markTabs(events.filter((event) => event.seat !== seat));
    showEvents(events.filter((event) => !others.includes(event)), before, travelMs());
    await tellSentences(told.slice(first), seat, before);
    clearTimeout(hiding);
    hiding = setTimeout(hideCaption, KEPT_MS);
  }
  isPlaying = isHurried = false;
  showTelling(false);
}

/** @param {Frame} frame @returns {boolean} whether the game is over by it */
const isEnd = ({ html = "" }) => html.includes('class="result"');

/** Let the question step back while it is told what others have done.
 * @param {boolean} isOn */
const showTelling = (isOn) => document.documentElement.classList.toggle("telling", isOn);

/** @param {number} seat of the viewer @param {TableEvent} event @returns {boolean} whether it is told to the viewer, who knows the own deeds */
const isToldTo = (seat, event) => event.seat !== seat || Boolean(event.loss || event.news);

/** @param {TableEvent} event @returns {boolean} whether pieces change by it: what comes before is told before the table changes */
const isChange = ({ things = [], loss = false }) => things.length > 0 || loss;

/** @returns {boolean} whether there is time to tell what happened */
const isTold = () => !isHurried && !document.hidden && PACES[paceName()] > 0;

/** @returns {number} for how long a thing travels */
const travelMs = () => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, PACES[paceName()] / 2));

/** @param {TableEvent[]} events @param {TableEvent[]} others those that are told @returns {TableEvent[][]} by sentences,
 * which begin with the words: those of which something is to be seen, that somebody has done or that concerns all */
function sentences(events, others) {
  const found = /** @type {TableEvent[][]} */ ([]);
  for (const event of events) event.text || !found.length ? found.push([event]) : found[found.length - 1].push(event);
  return found.filter((sentence) => sentence.some((event) => others.includes(event) && (event.seat || event.news) && event.begin));
}

/** @param {TableEvent[]} sentence @returns {number} for how long it is shown */
const sentenceMs = ([{ text }]) => PACES[paceName()] * Math.min(MOST_TIMES, Math.max(1, text.length / SHORT));

/** Tell what others have done, and what chance has brought, as long as there is time.
 * @param {TableEvent[][]} told @param {number} seat of the viewer, to whom a question may step back; NOBODY in a replay @param {import("./event_places.js").Departures} [before] */
async function tellSentences(told, seat, before = new Map()) {
  for (const sentence of told) {
    if (!isTold()) return;
    showTelling(seat !== NOBODY && sentence.some((event) => event.seat !== seat));
    showCaption(sentence);
    showEvents(sentence, before, travelMs());
    await new Promise((done) => {
      hurry = () => done(undefined);
      setTimeout(done, sentenceMs(sentence));
    });
  }
}

/** Tell a step of a replay, whoever has done it; its last caption stays.
 * @param {TableEvent[]} events @param {() => void} show shows the position after them */
export async function tellStep(events, show) {
  const told = sentences(events, events);
  const before = departures(isTold() ? events : []);
  show();
  isPlaying = true;
  await tellSentences(told, NOBODY, before);
  if (told.length && !isTold()) showCaption(told[0]);
  isPlaying = isHurried = false;
}

/** @returns {number} for how long a step of a replay is shown at least, when it plays by itself */
export const stepMs = () => Math.max(SHORTEST_MS, 2 * PACES[paceName()]);

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
