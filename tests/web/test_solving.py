"""Somebody solves puzzles in a browser, at a desk and on a phone; axe-core finds nothing wrong."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from malecon.agents.puzzles import Puzzle
from web.test_access import PHONE, wrong_on
from web.test_puzzles import best_moves, book

DESK: ViewportSize = {"width": 1280, "height": 800}


def easy_to_press(game: str) -> tuple[int, Puzzle]:
    """Return a puzzle with its number whose first decision is a card."""
    cards = {"cuba": "play ", "havana": "cover "}[game]
    return next(
        (number, puzzle)
        for number, puzzle in enumerate(book(game).puzzles, start=1)
        if best_moves(puzzle)[0].startswith(cards)
    )


@pytest.mark.parametrize(("game", "window", "said"), [("havana", DESK, "Your turn"), ("cuba", PHONE, "Decision 2 of")])
def test_somebody_solves_a_puzzle_and_goes_on_to_the_next(
    visit: Callable[..., Page], game: str, window: ViewportSize, said: str
) -> None:
    page = visit(color_scheme="light", bypass_csp=True, viewport=window)
    number, puzzle = easy_to_press(game)
    (first, *later), wrong = best_moves(puzzle), list[str]()
    page.goto(f"/puzzles/{game}/{number}")
    choose(page, first)
    expect(page.locator("#status")).to_contain_text(said)
    wrong += wrong_on(page)
    for move in later:
        # however its buttons look: what they do is what any button of a table does
        page.goto(f"{page.url}&do={move}")
        if page.locator("#confirm:enabled").count():
            with page.expect_navigation():  # the next question may be one that can be confirmed at once, such as a bid
                page.locator("#confirm").click()
    expect(page.locator("h1")).to_have_text("Right: all best moves")
    wrong += wrong_on(page)
    assert page.locator(".rating em").evaluate("gain => gain.clientWidth")
    page.locator(".causes a").nth(puzzle.why.cause).click()
    expect(page.locator("#panel")).to_contain_text("Right, that is why.")
    wrong += wrong_on(page)
    page.get_by_role("link", name="Play it again").click()
    expect(page.locator("main.answered")).to_have_count(0)
    page.goto(f"/puzzles/{game}")
    wrong += wrong_on(page)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.locator("main.puzzle")).to_be_visible()
    assert wrong == []


def test_both_players_are_seen_beside_a_puzzle_of_two(visit: Callable[..., Page]) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    puzzles = book("cuba")
    number = next(
        number for number, puzzle in enumerate(puzzles.puzzles, start=1) if "seats 2" in puzzles.records[puzzle.record]
    )
    page.goto(f"/puzzles/cuba/{number}")
    panel, *players = (page.locator(part).bounding_box() for part in ("#panel", "#seat-1", "#seat-2"))
    assert panel
    assert panel["height"] > 200
    for player in players:
        assert player
        assert player["y"] + player["height"] <= panel["y"]


def choose(page: Page, move: str) -> None:
    """Press the button of a move, or its parts one after the other, and confirm it."""
    if page.locator(f'button[value="{move}"]:visible').count():
        page.locator(f'button[value="{move}"]:visible').first.click()
    else:
        page.goto(f"{page.url}?do={move}")
    page.locator("#confirm:enabled").click()
