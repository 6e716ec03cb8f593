// The toast: a new chat message is shown at the edge of the page for a while, if the chat is out of sight. The button of
// the chat has a mark until it is read, also after a reload.
// @ts-check

const SHOWN_MS = 15_000;

/** @type {string | null} the last remark; null before the page has been seen */
let last = null;

let hiding = 0;

/** @returns {boolean} whether what is said is to be seen */
function isSeen() {
  const { top = 0, bottom = 0 } = document.querySelector(".said-here")?.getBoundingClientRect() ?? {};
  return bottom > top && bottom > 0 && top < innerHeight;
}

/** @returns {string} what is kept while something is unread at this table, as long as the browser's tab is open */
const nameOfUnread = () => `malecon-unread ${/** @type {HTMLElement | null} */ (document.querySelector("main.table"))?.dataset.page}`;

/** Tell the newest remark, if it is new and not to be seen.
 * @param {HTMLElement} now */
export function showToast(now) {
  const remark = now.querySelector(".said-here li:last-child");
  const [note, before] = [/** @type {HTMLAnchorElement | null} */ (document.getElementById("heard")), last];
  last = remark?.id ?? "";
  if (before === null && sessionStorage.getItem(nameOfUnread()) !== null) document.documentElement.dataset.unread = "";
  const text = remark?.querySelector(".remark")?.textContent; // none of who is not to be heard
  if (!note || !text || before === null || before === last || isSeen()) return;
  note.textContent = `${remark?.querySelector("b")?.textContent}: ${text}`;
  note.href = "#talk";
  note.hidden = false;
  document.documentElement.dataset.unread = "";
  sessionStorage.setItem(nameOfUnread(), "");
  note.onclick = () => {
    document.getElementById("talk")?.togglePopover(true);
    isRead();
  };
  clearTimeout(hiding);
  hiding = setTimeout(() => (note.hidden = true), SHOWN_MS);
}

function isRead() {
  const note = document.getElementById("heard");
  if (!note || !isSeen()) return;
  note.hidden = true;
  sessionStorage.removeItem(nameOfUnread());
  delete document.documentElement.dataset.unread;
}

addEventListener("scroll", isRead, { passive: true });
document.addEventListener("toggle", isRead, true);
