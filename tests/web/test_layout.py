"""The table fits the window: nothing scrolls, is cut, covered or too small to hit, and every part keeps its place."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from web.human import Human, sit_down
from web.prepared import hardest_questions, show_prepared

Visit = Callable[..., Page]
LAYOUT = (Path(__file__).parent / "layout.js").read_text("utf-8")
PARTS = {
    "havana": ".top, #status, #street, #square, #hand, [id^=player-]",
    "cuba": ".top, #status, #table > [id]:not(#answers, #caption), .player[id], .tile[id], .stall[id], .bench[id]",
}
"""What keeps its place from the first to the last move, where it is to be seen."""
DESKS = [(1280, 800), (1366, 768), (1440, 900), (1920, 1080), (1024, 768)]
A_WHILE = 90
"""Steps: a whole game of Havana, and most rounds of Cuba."""
STEPS_A_WINDOW = 3
"""Before the next size, for a change of size takes as long as a step."""
PHONES = [(360, 640), (360, 740), (430, 932), (740, 360)]


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """Return what is found in a window of a size."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    game = page.evaluate("document.querySelector('main').classList.item(2)")
    found: dict[str, Any] = page.evaluate(LAYOUT, PARTS[game])
    return found


def play_and_look(page: Page, sizes: list[tuple[int, int]], seed: int) -> None:
    """Play for a while, mostly to the end, and look at each step, in one window after the other."""
    human, windows = Human(page, seed), cycle(size for size in sizes for _ in range(STEPS_A_WINDOW))
    places, faults = dict[tuple[tuple[int, int], str], list[int]](), list[str]()
    for _ in range(A_WHILE):
        human.wait_for_turn()
        if not human.is_over:
            size = next(windows)
            seen, question = look(page, size), page.locator("h1").inner_text()
            faults += [f"{size}: {fault} at {question}" for fault in seen["found"]]
            for part, place in seen["places"].items():
                if places.setdefault((size, part), place) != place:
                    faults.append(f"{size}: {part} has moved from {places[size, part]} to {place} at {question}")
        if not human.act():
            break
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("game", "opponents", "language", "scheme"),
    [("havana", 2, "fr", "light"), ("havana", 3, "en", "dark"), ("cuba", 1, "en", "light"), ("cuba", 4, "fr", "dark")],
)
def test_a_game_fits_every_window(visit: Visit, game: str, opponents: int, language: str, scheme: str) -> None:
    page = visit(locale=language, color_scheme=scheme)
    sit_down(page, game, opponents=str(opponents))
    play_and_look(page, [*DESKS, *PHONES], opponents)


SLIPPING = """pile => { pile.focus(); const { x, y, width, height } = pile.getBoundingClientRect();
return !pile.contains(document.elementFromPoint(x + width / 2, y + height / 2)) }"""


def slipping(page: Page) -> list[str | None]:
    """Return the pieces of others that no longer lie under the pointer, once they have been touched."""
    return [pile.get_attribute("id") for pile in page.locator("button.pile").all() if pile.evaluate(SLIPPING)]


PREPARED = [("havana, 4 seats", 2, "fr"), ("havana, 2 seats", 4, "en"), ("cuba, 3 seats, sealed", 1, "fr")]
KINDS = 6
"""Of questions, at least."""


@pytest.mark.parametrize(("start", "seeds", "language"), PREPARED)
def test_rare_questions_fit_every_window(visit: Visit, start: str, seeds: int, language: str) -> None:
    page, faults = visit(locale=language), list[str]()
    questions = hardest_questions(start, range(seeds))
    watched, _ = next(iter(questions.values()))
    del questions["over"]
    for kind, (table, viewer) in (*questions.items(), ("nothing", (watched, None))):
        show_prepared(page, table, viewer, language)
        for size in ((1280, 800), (1024, 768), (360, 640), (740, 360)):
            faults += [f"{size}: {fault} at {kind}" for fault in look(page, size)["found"]]
            if kind == "steal":
                faults += [f"{size}: {pile} slips away" for pile in slipping(page)]

    assert len(questions) > KINDS
    assert not faults, "\n".join(faults)
