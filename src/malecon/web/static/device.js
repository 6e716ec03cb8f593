// What somebody has chosen on this device: kept by the browser, or for this page only where it may keep nothing.
// @ts-check

/** @type {Map<string, string>} */
const chosen = new Map();

/** @param {string} name @returns {string} what was chosen; empty for nothing */
export function choiceOf(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return chosen.get(name) ?? "";
  }
}

/** @param {string} name @param {string} value what is chosen */
export function choose(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    chosen.set(name, value);
  }
}
