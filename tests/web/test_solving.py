"""Somebody solves puzzles in a browser, at a desk and on a phone; axe-core finds nothing wrong."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import malecon
from web.test_access import PHONE, wrong_on
from web.test_puzzles import samples


@pytest.mark.parametrize("game", malecon.games)
def test_somebody_solves_a_puzzle_and_goes_on_to_the_next(visit: Callable[..., Page], game: str) -> None:
    page = visit(color_scheme="light", bypass_csp=True)
    number, puzzle = next((number, each) for number, each in samples(game) if each.theme in ("acting", "characters"))
    wrong: list[str] = []
    for window in (page.viewport_size, PHONE):
        assert window
        page.set_viewport_size(window)
        page.goto(f"/puzzles/{game}/{number}")
        page.locator(f'button[value="{puzzle.best[0].move}"]:visible').first.click()
        expect(page.locator("main.answered, #confirm")).to_be_visible()
        if page.locator("#confirm").count():
            page.locator("#confirm").click()
        expect(page.locator("h1")).to_have_text("Right: the best move")
        wrong += wrong_on(page)
        page.get_by_role("link", name="Play it again").click()
        expect(page.locator("main.answered")).to_have_count(0)
        wrong += wrong_on(page)
    page.goto(f"/puzzles/{game}")
    wrong += wrong_on(page)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.locator("main.puzzle")).to_be_visible()
    assert wrong == []
