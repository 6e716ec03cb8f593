// The player of scores: what has happened, scene after scene, over a page whose buttons are always those of now.
// @ts-check
import { prefersReducedMotion } from "./animate.js";
import { choiceOf, choose } from "./device.js";
import { hideUntold } from "./log_lines.js";
import { endWait, finish, pause, setRate, wait } from "./motion.js";
import { perform, showCaption, showScenes, tell, tellNothing } from "./scenes.js";
import { focusResult, onShown, showFrame, showPage, table } from "./show.js";
import { comeBack } from "./tabs.js";
import { differencesOf, mark, markTabs, noteChanges, noteConfirmed, settle } from "./tally.js";

/** How many times as fast as the normal one a pace is, by name; `still`: nothing moves. @type {Record<string, number>} */
const PACES = { slow: 0.6, normal: 1, fast: 1.8, still: 0 };
const KEY = "malecon-pace";
const LONG_MS = 8000; // a score that is longer is played faster
const ROW_MS = 3000; // as is a row of like scenes
const KEPT_MS = 5000; // for which the last caption stays
const STAY_MS = 1500; // for which its part of the table stays open, if others go on

/** @typedef {import("./scenes.js").Scene} Scene */
/** @type {Scene[]} the scenes to come */
const score = [];
/** @type {Scene[]} the last one that was played, after those with which it is seen as one */
let row = [];
let frames = 0; // so many have brought scenes
let isPlaying = false;
let isPaused = false;
let hiding = 0;
let returning = 0;
/** @type {(() => void)[]} called when all is played */
let waiting = [];

/** @returns {string} the name of the pace that was chosen on this device */
function paceName() {
  const chosen = choiceOf(KEY);
  return chosen in PACES ? chosen : "normal";
}

/** @returns {boolean} whether scenes are to move */
const moves = () => !document.hidden && !prefersReducedMotion() && PACES[paceName()] > 0;

/** @returns {boolean} whether scenes wait or are played */
export const isTelling = () => isPlaying;

/** Show a frame, and play its scenes after those that wait.
 * @param {import("./show.js").Frame} frame @param {() => void} [onGap] called if it does not follow what is shown */
export function receive(frame, onGap = () => undefined) {
  if (showFrame(frame, score, skip)) {
    if (frame.is_back) row = []; // nothing goes on with what was taken back
    return add(frame.scenes ?? [], frame.seat);
  }
  row = [];
  onGap();
}

/** Play scenes after those that wait.
 * @param {Scene[]} scenes @param {number} [viewer] the seat with whose eyes the page is seen */
export function add(scenes, viewer = 0) {
  frames += 1;
  const added = scenes.map((scene) => ({ ...scene, frame: frames, isOfOthers: (scene.seat ?? 0) !== viewer }));
  const isAnswer = ![...(isPlaying ? row : []), ...score, ...added].some(({ isOfOthers, unasked }) => isOfOthers || unasked);
  score.push(...added.map((scene) => ({ ...scene, isAnswer })));
  endLog();
  if (!isPlaying && score.length) play();
  else if (score[0]?.row && !isPaused) endWait();
}

/** @param {Document} page @returns {Scene[]} what has led to the position that it shows */
export const scenesIn = (page) => JSON.parse(/** @type {HTMLElement | null} */ (page.querySelector("main.table"))?.dataset.scenes ?? "[]");

/** Show a page that was fetched whole.
 * @param {string} html @param {boolean} isNext whether what has led to it is played */
export function showStep(html, isNext) {
  skip();
  const scenes = isNext ? scenesIn(new DOMParser().parseFromString(html, "text/html")) : [];
  showPage(html, scenes);
  row = [];
  add(scenes);
}

/** @returns {Promise<void>} when all is played */
export const played = () => (isPlaying ? new Promise((done) => void waiting.push(done)) : Promise.resolve());

async function play() {
  isPlaying = true;
  clearTimeout(hiding);
  clearTimeout(returning);
  showState();
  for (let scene = score.shift(); scene; scene = score.shift()) {
    goOn(scene);
    takeNotes(scene);
    const isMoved = moves();
    setRate((PACES[paceName()] || 1) * Math.max(1, lengthOf([scene, ...score]) / LONG_MS, lengthOf(alike(scene)) / ROW_MS));
    if (scene.isOfOthers) markTabs([scene]);
    perform(scene, score.filter(({ frame }) => frame === scene.frame), isMoved, row.slice(0, -1), endLog);
    endLog();
    if (isMoved && scene.ms && !score[0]?.row) await wait(scene.ms);
  }
  end();
}

/** Let the log end before what is still to be told: by a reveal whose cards have not turned, and by the scenes to come. */
const endLog = () => hideUntold(document.querySelector(".stage.untold") ? [...row.slice(-1), ...score] : score);

/** Let a scene that goes on with the one before it say what both do.
 * @param {Scene} scene */
function goOn(scene) {
  row = scene.row && row.length ? [...row, scene] : [scene];
  if (row.length > 1) [scene.lead, scene.caption, scene.note, scene.reads] = scene.row ?? [];
}

/** @param {Scene[]} scenes @returns {number} milliseconds that they take: those that are seen as one are played together */
const lengthOf = (scenes) => scenes.reduce((sum, { ms = 0 }, place) => sum + (scenes[place + 1]?.row ? 0 : ms), 0);

/** @param {Scene} scene @returns {Scene[]} it and those like it that follow: of one kind, by one player */
function alike(scene) {
  const end = score.findIndex(({ kind, seat }) => kind !== scene.kind || seat !== scene.seat);
  return [scene, ...score.slice(0, end < 0 ? score.length : end)];
}

/** Let a scene say what those after it say that have no time of their own.
 * @param {Scene} scene */
function takeNotes(scene) {
  while (scene.ms && score[0]?.kind === "note") {
    const { caption = "", note = "" } = score[0];
    scene.note = [scene.note, caption, note].filter(Boolean).join(" ");
    scene.shows = new Map([...(scene.shows ?? []), ...(score[0].shows ?? [])]);
    score.shift();
  }
}

function end() {
  isPlaying = false;
  settle();
  showState();
  if (table()?.querySelector(".result")) tellNothing(); // which says it
  focusResult();
  if (table()?.querySelector(".status.yours")) comeBack();
  else returning = setTimeout(comeBack, STAY_MS);
  hiding = setTimeout(fallSilent, KEPT_MS);
  const done = waiting;
  waiting = [];
  for (const each of done) each();
}

/** Say nothing any more. */
function fallSilent() {
  row = [];
  tellNothing();
}

/** Show at once all that waits. */
export function skip() {
  if (isPaused) setPaused(false);
  if (!isPlaying) return;
  const rest = score.splice(0);
  rest.forEach(goOn);
  markTabs(rest.filter(({ isOfOthers }) => isOfOthers));
  noteChanges(differencesOf(rest));
  showScenes(rest);
  settle();
  const last = rest.findLast(({ ms, caption }) => ms && caption);
  if (last) tell(last);
  finish();
  endLog();
}

/** Go on to the next scene. */
const next = () => finish();

/** @param {boolean} isOn */
function setPaused(isOn) {
  isPaused = isOn;
  pause(isOn);
  showState();
}

/** Let the page show that a score is played: the caption stands before the question, and the end of a game waits. */
function showState() {
  document.documentElement.classList.toggle("telling", isPlaying);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main.table button.pause"))) {
    button.hidden = !isPlaying;
    button.ariaPressed = String(isPaused);
  }
}

/** Let the buttons of a table show the pace, and change it; let another one stop the score. */
export function offerPace() {
  const names = Object.keys(PACES);
  const next = names[(names.indexOf(paceName()) + 1) % names.length];
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main.table button.pace"))) {
    const { [paceName()]: nowSaid = "", [next]: nextSaid = "", says = "" } = button.dataset;
    button.textContent = nowSaid;
    button.dataset.next = nextSaid;
    button.title = says.replace("{now}", nowSaid).replace("{next}", nextSaid);
    button.hidden = false;
    button.onclick = () => {
      choose(KEY, next);
      if (moves()) setRate(PACES[paceName()]);
      else finish();
      offerPace();
    };
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main.table button.pause")))
    button.onclick = () => setPaused(!isPaused);
  showState();
}

/** By key, what it does to the score. @type {Record<string, () => void>} */
const KEYS = { p: () => setPaused(!isPaused), ".": next, Escape: skip };
const KEPT = ["Tab", "Shift", "Control", "Alt", "Meta"]; // they only look round

/** @param {EventTarget | null} target @returns {boolean} whether it is one of the buttons of the player */
const isControl = (target) => target instanceof Element && target.closest("button:is(.pace, .pause)") !== null;

addEventListener("pointerdown", ({ target }) => isControl(target) || skip(), true);
addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isWriting = target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  if (!isPlaying || event.ctrlKey || event.metaKey || event.altKey || KEPT.includes(key) || isControl(target)) return;
  if (!isWriting && KEYS[key]) {
    KEYS[key]();
    event.preventDefault();
    event.stopPropagation();
  } else skip();
}, true);
document.addEventListener("visibilitychange", () => document.hidden && skip());
onShown(showCaption);
onShown(() => {
  noteConfirmed();
  if (!isPlaying) mark();
});
noteConfirmed();
mark();
