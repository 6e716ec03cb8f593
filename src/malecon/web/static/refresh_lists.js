// The lists of the start page, fetched again while the page is visible.
// @ts-check

const EVERY_MS = 15_000;

async function refreshLists() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const list of document.querySelectorAll("[data-renewed]")) {
      const fresh = page.getElementById(list.id);
      if (fresh && !list.isEqualNode(fresh) && !list.contains(document.activeElement)) list.replaceWith(fresh);
    }
  } catch {
    // the next time tells
  }
}

setInterval(refreshLists, EVERY_MS);
document.addEventListener("visibilitychange", refreshLists);
