// The clocks of a table, updated several times a second, and what is shown from a certain moment on.
// @ts-check

const SECOND = 1000;
const [MINUTE, HOUR, DAY] = [60 * SECOND, 3600 * SECOND, 86400 * SECOND];
const TICK_MS = 250;

/** @returns {number} by how much this device is ahead of the server, in milliseconds */
function clockOffset() {
  const sent = Number(/** @type {HTMLElement | null} */ (document.querySelector("script[data-now]"))?.dataset.now);
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return performance.timeOrigin + (visit?.responseStart ?? 0) - sent;
}

const offset = clockOffset();
/** @type {Map<string, boolean>} whether what is said once has been said, by id */
const told = new Map();

/** @param {string} id @param {boolean} holds @param {string} sentence to be said when it begins to hold */
function announceOnce(id, holds, sentence) {
  const voice = document.getElementById("spoken");
  if (voice && holds && told.get(id) === false) voice.textContent = sentence;
  told.set(id, holds);
}

/** @param {number} left milliseconds @param {string} overADay how days and hours are written @returns {string} */
function clockText(left, overADay) {
  const [days, hours] = [Math.floor(left / DAY), Math.floor(left / HOUR)];
  if (days) return overADay.replace("{days}", String(days)).replace("{hours}", String(hours % 24));
  const [minutes, seconds] = [Math.floor(left / MINUTE) % 60, Math.floor(left / SECOND) % 60].map(String);
  return hours ? `${hours}:${minutes.padStart(2, "0")}:${seconds.padStart(2, "0")}` : `${minutes}:${seconds.padStart(2, "0")}`;
}

/** Update all clocks of the page. */
function updateClocks() {
  const now = Date.now() - offset;
  const dials = /** @type {HTMLElement | null} */ (document.querySelector(".dials"));
  const { low = "", overADay = "", warning = "" } = dials?.dataset ?? {};
  for (const dial of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".dial[data-end]"))) {
    const left = Math.max(0, Number(dial.dataset.end) - now);
    const [timer, shown] = [dial.querySelector("[role=timer]"), clockText(left, overADay)];
    if (timer && timer.textContent !== shown) timer.textContent = shown;
    const isLow = left <= Number(low);
    if (dial.classList.contains("low") !== isLow) dial.classList.toggle("low", isLow);
    if (dial.classList.contains("own")) announceOnce(dial.id, isLow, warning);
  }
  const from = document.getElementById("due")?.dataset ?? {};
  for (const late of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main [data-due]"))) {
    const isYet = !(now >= Number(from[late.dataset.due ?? ""])); // also while nobody is awaited
    if (late.hidden !== isYet) late.hidden = isYet;
    if (late.matches(".late")) announceOnce(late.id, !isYet, late.querySelector("p")?.textContent ?? "");
  }
}

updateClocks();
setInterval(updateClocks, TICK_MS);
const main = document.querySelector("main.table");
if (main) new MutationObserver(updateClocks).observe(main, { childList: true, subtree: true, attributes: true, characterData: true });
