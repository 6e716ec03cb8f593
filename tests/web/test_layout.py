"""The table fits the window: nothing scrolls, is cut, covered or too small to hit, and every part keeps its place."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from web.human import Human, sit_down

Visit = Callable[..., Page]
LAYOUT = (Path(__file__).parent / "layout.js").read_text("utf-8")
PARTS = {
    "havana": [".top", "#status", "#street", "#square", "#hand", *(f"#player-{seat}" for seat in range(1, 5))],
    "cuba": [".top", "#status", "#plantation", "#market", "#harbour", "#parliament", "#buildings", "#hand", "#track"],
}
"""What keeps its place from the first to the last move, where it is to be seen."""
DESKS = [(1280, 800), (1366, 768), (1440, 900), (1920, 1080), (1024, 768)]
PHONES = [(360, 640), (360, 740), (430, 932), (740, 360)]
EVERY = 4
"""Steps of a game between two looks."""


def each_size(page: Page, sizes: list[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    """Yield what is found in a window of each size."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield page.evaluate(LAYOUT, PARTS[page.evaluate("document.querySelector('main').classList.item(2)")])


def play_and_look(page: Page, sizes: list[tuple[int, int]], seed: int) -> None:
    """Play a game to its end, and look at it in every window now and then."""
    human, places, faults = Human(page, seed), dict[tuple[tuple[int, int], str], list[int]](), dict[str, str]()
    step = 0
    while not human.is_over:
        human.wait_for_turn()
        if step % EVERY == 0 and not human.is_over:
            for size, seen in zip(sizes, each_size(page, sizes), strict=True):
                faults |= {f"{size} {fault}": page.locator("h1").inner_text() for fault in seen["found"]}
                for part, place in seen["places"].items():
                    if places.setdefault((size, part), place) != place:
                        faults[f"{size} {part} has moved"] = f"{places[size, part]} {place}"
        human.act()
        step += 1
    assert not faults, "\n".join(f"{fault} at {question}" for fault, question in faults.items())


@pytest.mark.parametrize(
    ("game", "opponents", "language", "scheme"),
    [("havana", 2, "en", "light"), ("havana", 3, "fr", "dark"), ("cuba", 1, "fr", "light"), ("cuba", 4, "en", "dark")],
)
def test_a_whole_game_fits_every_desk(visit: Visit, game: str, opponents: int, language: str, scheme: str) -> None:
    page = visit(locale=language, color_scheme=scheme)
    sit_down(page, game, opponents=str(opponents))
    play_and_look(page, DESKS, opponents)


@pytest.mark.parametrize(
    ("game", "opponents", "language"), [("havana", 1, "fr"), ("havana", 3, "en"), ("cuba", 2, "en"), ("cuba", 3, "fr")]
)
def test_a_whole_game_fits_every_phone(visit: Visit, game: str, opponents: int, language: str) -> None:
    page = visit(locale=language, has_touch=True)
    sit_down(page, game, opponents=str(opponents))
    play_and_look(page, PHONES, opponents)
