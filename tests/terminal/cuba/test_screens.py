"""How Cuba looks on a screen of 80 columns and 40 rows, with three players."""

import pytest

import malecon
from malecon.core.i18n import languages, load
from malecon.core.match import Match
from malecon.games.cuba.terminal import TERMINAL_GAME
from malecon.presentation.menu import Menu
from malecon.presentation.perspective import Perspective
from terminal.terminal_helpers import NAMES, drawn

each_language = pytest.mark.parametrize("code", languages())
ROWS, COLUMNS, NUMBER = 40, 80, len(" 12) ")


def at(*moves: str, seats: int = 3) -> Match:
    """Return a match after the first choices of all, and these moves."""
    match = malecon.games["cuba"].start(seats=seats, seed=7)
    for move in (*["take wood stone", "take citrus tobacco"] * seats, *moves):
        match.play(match.to_move[0], move)
    return match


def scene_of(match: Match, code: str = "en") -> Perspective:
    return Perspective.of(match, match.to_move[0], load(code), NAMES)


def menu_of(match: Match, code: str = "en") -> Menu:
    return TERMINAL_GAME.menu(scene_of(match, code), match.legal(match.to_move[0]))


@each_language
def test_each_field_for_the_pawn_is_one_line(code: str) -> None:
    items = menu_of(at("play worker"), code).items

    assert len(items) == 12
    assert max(map(len, items)) + NUMBER <= COLUMNS


def test_a_field_tells_what_its_row_and_column_give() -> None:
    items = menu_of(at("play worker")).items

    assert items[3] == "row 1, column 4 (mountain): 2W 1S · 1C 1T"
    assert items[0] == "row 1, column 1 (warehouse): 1W 2S · 1C 1U"


@each_language
def test_all_but_the_buildings_on_offer_stays_on_the_screen(code: str) -> None:
    lines = drawn(TERMINAL_GAME.table(scene_of(at(), code))).splitlines()

    heading = next(place for place, line in enumerate(lines) if "Cuba ·" in line)
    below = ["", *["question"] * 3, "> "]
    assert len(lines[heading:] + below) <= ROWS


def test_a_law_takes_no_more_lines_than_it_needs() -> None:
    table = drawn(TERMINAL_GAME.table(scene_of(at())))

    assert "\nsubsidy  –         1 point for every 3 pesos, at most 7 points\n" in table
    assert "\nother    –         building act (each building costs 2 pesos more)\n" in table
