"""How long a page takes to change after a click, and how large it is for a browser that has nothing of it yet.

``python -m web.clicks``, a part of ``make bench``. Two people share a screen, so that no computer player's time is in
it. From the click to the change of the page, as the page itself measures it. The size is what comes over the network:
page, styles, scripts, fonts and pictures, compressed if they are, with their headers.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import malecon
from figures import Figure, print_figures
from web.browsing import FLAGS, browser_path, serving
from web.human import LOOK, Human

CLICKS = 40
SEATS = 2
KB = 1000
PAUSE_MS = 300
"""Nobody clicks while the page is still being drawn."""
MEASURE = f"""async dice => {{
    await new Promise(done => setTimeout(done, {PAUSE_MS}));
    const seen = ({LOOK})(dice);
    const last = seen.presses.pop();
    if (!last) return null; // the game is over, or the page is being drawn
    for (const thing of seen.presses) thing.click();
    const begin = performance.now();
    const changed = new Promise(done => {{
        new MutationObserver((_, observer) => {{
            if (document.querySelector("main").dataset.state === seen.state) return;
            observer.disconnect();
            done(performance.now() - begin);
        }}).observe(document, {{subtree: true, attributes: true, childList: true}});
    }});
    const isMove = !last.matches("a"); // else the curtain opens
    last.click();
    const took = await changed;
    return isMove ? took : null;
}}"""


def new_table(page: Page, game: str) -> str:
    """Begin a table of two people, and return its address."""
    chairs: dict[str, str | float | bool] = {"seat-1": "me", "seat-2": "person"}
    return page.request.post(f"/new/{game}", form=chairs).url


def times(page: Page, game: str) -> list[float]:
    """Return the milliseconds of some clicks in a game of two people."""
    page.goto(new_table(page, game))
    human, found = Human(page, 1), list[float]()
    while len(found) < CLICKS:
        human.wait_for_turn()
        if human.is_over:
            page.goto(new_table(page, game))
        took = page.evaluate(MEASURE, human.dice())
        if took is not None:
            found.append(took)
    return found


def cold_bytes(browser: Browser, address: str, game: str = "") -> list[int]:
    """Return the bytes of each answer until a page is shown, to a browser that has nothing of the site.

    ``game``: whose table is shown; without one, the start page.
    """
    page, sizes = browser.new_page(base_url=address), list[int]()
    table = new_table(page, game) if game else "/"
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(table, wait_until="networkidle")
    return sizes


def figures_of(browser: Browser, address: str) -> Iterator[Figure]:
    """Yield the figures of the start page and of each game's table."""
    start = cold_bytes(browser, address)
    yield Figure("KB of the start page, cold", None, None, sum(start) / KB, "KB")
    yield Figure("requests of the start page, cold", None, None, len(start), "")
    for game in malecon.games:
        cold = sum(cold_bytes(browser, address, game)) / KB
        yield Figure("KB of a table's page, cold", game, SEATS, cold, "KB")
        median = statistics.median(times(browser.new_page(base_url=address), game))
        yield Figure("ms from a click to the changed page", game, SEATS, median, "ms")


def main() -> int:
    """Print the figures of each game, with their budgets; 1 if one is missed."""
    if browser_path() is None:
        print("No Chromium here, so clicks are not measured.")
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), compiled=True) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        return print_figures(figures_of(browser, server.address))


if __name__ == "__main__":
    sys.exit(main())
