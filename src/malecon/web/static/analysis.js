// The analysis: the moves with their chances are shown anew each time that the search has gone on.
// @ts-check
import { onShown } from "./show.js";

/** @type {EventSource | null} */
let source = null;
let shown = "";

/** Fetch the moves of the position that the page shows, unless that is done already. */
function analyse() {
  const panel = document.querySelector(".analysis .log[data-moves]");
  const address = panel instanceof HTMLElement ? panel.dataset.moves ?? "" : "";
  if (!panel || address === shown) return;
  shown = address;
  source?.close();
  source = new EventSource(address);
  showSearching(true);
  source.onmessage = ({ data }) => {
    const found = panel.querySelector(".found");
    if (found) found.innerHTML = JSON.parse(data);
  };
  source.onerror = () => {
    source?.close(); // it has ended, or there is no answer: then the link is there to ask again
    showSearching(false);
  };
}

/** Show whether a search is going on. @param {boolean} isSearching */
function showSearching(isSearching) {
  const found = document.querySelector(".analysis .found");
  if (found) found.ariaBusy = String(isSearching);
}

onShown(analyse);
analyse();

const panel = document.querySelector(".analysis .log[data-moves]");
if (panel instanceof HTMLElement && getComputedStyle(panel).display === "none") panel.showPopover(); // on a phone it is a drawer, and it is what was asked for
