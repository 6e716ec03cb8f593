"""How long a page takes to change after a click: ``python -m web.clicks``, a part of ``make bench``.

Two people share a screen, so that no computer player's time is in it. From the click to the change of the page, as
the page itself measures it.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import malecon
from web.browsing import FLAGS, browser_path, serving
from web.human import LOOK, PRESS, Human

CLICKS = 60
BUDGET_MS = 50
PAUSE_MS = 300
"""Nobody clicks while the page is still being drawn."""
MEASURE = f"""async dice => {{
    await new Promise(done => setTimeout(done, {PAUSE_MS}));
    const seen = ({LOOK})(dice);
    if (seen.over) return null;
    const last = seen.presses.pop();
    for (const place of seen.presses) ({PRESS})(place);
    const begin = performance.now();
    const changed = new Promise(done => {{
        new MutationObserver((_, observer) => {{
            if (document.querySelector("main").dataset.state === seen.state) return;
            observer.disconnect();
            done(performance.now() - begin);
        }}).observe(document, {{subtree: true, attributes: true, childList: true}});
    }});
    const isMove = !document.querySelectorAll('a, button, input')[last].matches("a"); // else the curtain opens
    ({PRESS})(last);
    const took = await changed;
    return isMove ? took : null;
}}"""


def times(page: Page, game: str) -> list[float]:
    """Return the milliseconds of some clicks in a game of two people."""
    chairs: dict[str, str | float | bool] = {"seat-1": "me", "seat-2": "person"}
    page.goto(page.request.post(f"/new/{game}", form=chairs).url)
    human, found = Human(page, 1), list[float]()
    while len(found) < CLICKS:
        human.wait_for_turn()
        took = page.evaluate(MEASURE, human.dice())
        if took is not None:
            found.append(took)
    return found


def main() -> None:
    """Print the median of each game, against the budget."""
    if browser_path() is None:
        print("No Chromium here, so clicks are not measured.")
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        for game in malecon.games:
            median = statistics.median(times(browser.new_page(base_url=server.address), game))
            verdict = "holds" if median <= BUDGET_MS else "MISSED"
            print(
                f"milliseconds from a click to the changed page, {game}: {median:.0f} (budget {BUDGET_MS}: {verdict})"
            )
        browser.close()


if __name__ == "__main__":
    main()
