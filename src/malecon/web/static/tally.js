// Counts of pieces: a number shows what the played scenes have made of it, and how it has changed stays marked until the
// viewer acts, as are the tabs of the parts in which others have changed something.
// @ts-check

/** @typedef {Map<string, number>} Differences by the names of counts */
/** How much has changed since the viewer's last action. @type {Differences} */
const changed = new Map();
/** The numbers before the viewer's draft: its steps are not confirmed yet. @type {Map<string, number>} */
const confirmed = new Map();
/** By the part that a tab opens: who has changed something there since the viewer's last action. @type {Map<string, number>} */
const seats = new Map();

/** @returns {HTMLElement[]} the counts of the table: each has a name and a number; drawn examples have the same names */
const counts = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-tally]:not(.drawn *)")]);

/** @param {HTMLElement} count @returns {number} that is shown */
const numberOf = ({ dataset }) => Number(dataset.shown ?? dataset.count);

/** @param {HTMLElement} count @param {number} number to be shown */
function write(count, number) {
  if (number === Number(count.dataset.count)) delete count.dataset.shown;
  else count.dataset.shown = String(number);
  count.querySelector("b")?.replaceChildren(String(number));
}

/** @param {{ counts?: Record<string, number> }[]} scenes @returns {Differences} that they make together */
export function differencesOf(scenes) {
  const sum = new Map();
  for (const { counts: each = {} } of scenes)
    for (const [name, difference] of Object.entries(each)) sum.set(name, (sum.get(name) ?? 0) + difference);
  return sum;
}

/** Let numbers that have just been drawn wait for the scenes that bring them.
 * @param {string[]} drawn the ids of the parts that were drawn @param {string[]} kept of those that stand in them as before
 * @param {Differences} waiting what these scenes change */
export function holdBack(drawn, kept, waiting) {
  if (!waiting.size || !drawn.length) return;
  const parts = [...drawn, ...kept].map((id) => `#${CSS.escape(id)}`).join();
  for (const count of counts()) {
    const difference = waiting.get(count.dataset.tally ?? "");
    if (difference && drawn.includes(count.closest(parts)?.id ?? "")) write(count, Number(count.dataset.count) - difference);
  }
}

/** @typedef {{ count: HTMLElement, from: number, to: number }} Change of a number that is shown */

/** Change counts as a scene does: those that are not drawn anew with it.
 * @param {Differences} differences @param {() => void} show draws the parts of the scene @returns {Change[]} */
export function changeCounts(differences, show) {
  const shown = new Map(counts().map((count) => [count, numberOf(count)]));
  const before = new Map([...shown].map(([{ dataset }, number]) => [dataset.tally ?? "", number]));
  show();
  const found = [];
  for (const count of counts()) {
    const name = count.dataset.tally ?? "";
    const difference = differences.get(name);
    if (!difference) continue;
    if (shown.get(count) === numberOf(count)) write(count, numberOf(count) + difference);
    found.push({ count, from: before.get(name) ?? numberOf(count) - difference, to: numberOf(count) });
  }
  noteChanges(differences);
  return found;
}

/** Add to what has changed since the viewer's last action.
 * @param {Differences} differences by scenes that are shown, or skipped */
export function noteChanges(differences) {
  for (const [name, difference] of differences) changed.set(name, (changed.get(name) ?? 0) + difference);
}

/** No scene waits any more: every number is what it is. */
export function settle() {
  for (const count of counts()) if (count.dataset.shown !== undefined) write(count, Number(count.dataset.count));
  mark();
}

/** @param {number} difference @returns {string} with its sign */
const signed = (difference) => (difference > 0 ? `+${difference}` : `−${-difference}`);

/** @returns {boolean} whether there is a draft */
const hasDraft = () => document.getElementById("undo") !== null;

/** Keep the numbers while there is no draft; where the page begins with one, those that were kept before it was loaded again. */
export function noteConfirmed() {
  if (!hasDraft()) for (const { dataset } of counts()) confirmed.set(dataset.tally ?? "", Number(dataset.count));
  else if (!confirmed.size) for (const [name, number] of keptNumbers()) confirmed.set(name, number);
}

const KEPT = "malecon-confirmed";

/** @returns {string} what the numbers belong to: the address, with the moves of the game */
const position = () => `${location.pathname}${location.search} ${/** @type {HTMLElement | null} */ (document.querySelector("main.table"))?.dataset.number}`;

/** @returns {[string, number][]} the numbers that were kept for this position */
function keptNumbers() {
  const [of, numbers] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  return of === position() ? numbers : [];
}

addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify([position(), [...confirmed]])));

/** @returns {Differences} what the draft changes */
const drafted = () => new Map(counts().map(({ dataset: { tally = "", count } }) => [tally, Number(count) - (confirmed.get(tally) ?? Number(count))]));

/** Mark beside the numbers what has changed, and at the tabs who has changed something.
 * @param {Differences} differences by a scene; else all by the draft, or since the viewer's last action */
export function mark(differences = hasDraft() ? drafted() : changed) {
  for (const count of counts()) {
    const difference = differences.get(count.dataset.tally ?? "");
    if (difference) count.dataset.changed = signed(difference);
    else if (count.dataset.changed) delete count.dataset.changed;
  }
  for (const tab of tabs()) {
    const input = tab.querySelector("input");
    if (input?.checked) seats.delete(tab.dataset.opens ?? "");
    const seat = seats.get(tab.dataset.opens ?? "");
    if (seat !== undefined) tab.dataset.changedBy = `${seat}`;
    else if (tab.dataset.changedBy) delete tab.dataset.changedBy;
    if (seat !== undefined) input?.setAttribute("title", changedWords(tab, seat)); // it lies over the whole tab, and screen readers read it
    else input?.removeAttribute("title");
  }
}

/** @param {HTMLElement} tab @param {number} seat from 1; 0 for nobody or several @returns {string} who has changed something there */
function changedWords(tab, seat) {
  const { changedWords = "", allWords = "" } = tab.parentElement?.dataset ?? {};
  const name = document.querySelector(`.player.seat-${seat} .who`)?.firstChild?.textContent?.trim();
  return name ? changedWords.replace("{name}", name) : allWords;
}

/** Forget what has changed: the viewer has acted. */
export function forgetChanges() {
  changed.clear();
  seats.clear();
  mark();
}

/** @returns {HTMLElement[]} the tabs */
const tabs = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-opens]")]);

/** Note the parts in which others change something, for their tabs to be marked.
 * @param {{ seat?: number, parts?: string[] }[]} scenes of others */
export function markTabs(scenes) {
  for (const { seat = 0, parts = [] } of scenes)
    for (const place of parts.map((id) => document.getElementById(id))) {
      const part = place && tabs().map(({ dataset }) => document.getElementById(dataset.opens ?? "")).find((each) => each?.contains(place));
      if (part) seats.set(part.id, seat);
    }
}

document.addEventListener("change", ({ target }) => target instanceof Element && target.closest("[data-opens]") && mark());
