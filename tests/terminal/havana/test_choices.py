"""The menus of Havana."""

import pytest

import malecon
from malecon.core.i18n import load
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.events import Paid
from malecon.games.havana.terminal import TERMINAL_GAME
from malecon.games.havana.text import prompt
from malecon.games.havana.text.choices import LABELS
from malecon.games.havana.text.words import house_name, pieces
from malecon.presentation.perspective import Perspective
from modes import once
from terminal.terminal_helpers import NAMES, decisions


def test_the_tiles_marked_as_payable_are_those_that_can_be_bought() -> None:
    seen = 0
    for match, seat in decisions("havana", 1):
        view = match.seen_by(seat)
        if view.question.kind == "buy":
            ends = {found.end for row in view.rows for found in row if found.end}
            payable = {found.end for row in view.rows for found in row if found.affordable}
            assert {f"buy {end}" for end in payable & ends} == set(match.legal(seat)) - {"end turn"}
            seen += 1
    assert seen > 20


@once
def test_a_purchase_says_what_goes_for_pieces_that_the_buyer_lacks() -> None:
    said = set[str]()
    for match, seat in decisions("havana", 6):
        perspective = Perspective.of(match, seat, load("en"), NAMES)
        tiles = {f"buy {found.end}": found.tile for row in perspective.view.rows for found in row if found.end}
        for move in tiles.keys() & {*match.legal(seat)}:
            after = match.copy()
            after.play(seat, move)
            price = dict(zip(PIECES, tiles[move].cost.pieces(), strict=True))
            paid = [event for event in after.events_of(match.number) if isinstance(event, Paid)]
            extra = [event for event in paid if event.count > price[event.piece]]
            label = LABELS["buy"](perspective, move.removeprefix("buy "))

            for event in extra:
                assert pieces([(event.piece, event.count - price[event.piece])], perspective.language) + " for" in label
            assert (" for " in label) == bool(extra) or not paid
            said |= {event.piece for event in extra}
    assert said == {"debris", "peso"}


@once
def test_who_pays_reads_for_which_tile_and_what_each_way_costs() -> None:
    asked = 0
    for match, seat in decisions("havana", 6):
        perspective = Perspective.of(match, seat, load("en"), NAMES)
        end = perspective.view.question.end
        if end is not None:
            tile = next(found.tile for row in perspective.view.rows for found in row if found.end == end)
            assert prompt(perspective) == f"How do you pay for {house_name(tile.id, perspective.language)}?"
            for choice in perspective.view.choices:
                price = pieces([*zip(PIECES, choice.costs.pieces(), strict=True)], perspective.language)
                assert LABELS["pay"](perspective, choice.notation.removeprefix("pay ")).startswith(price)
            asked += 1
    assert asked


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("1 13", ["choose siesta mama"]),
        ("13 1", ["choose siesta mama"]),
        ("siesta mama", ["choose siesta mama"]),
        ("Mama SIESTA", ["choose siesta mama"]),
        ("sie mam", ["choose siesta mama"]),
        ("pesos mama", ["choose pesos mama"]),
        ("pesos thief mama", ["choose pesos thief mama"]),
        ("1 1", []),
        ("1", []),
        ("0 99", []),
        ("banana", []),
    ],
)
def test_the_first_cards_are_chosen_by_two_numbers_or_two_names(typed: str, found: list[str]) -> None:
    match = malecon.games["havana"].start(seats=2, seed=1)
    choices = TERMINAL_GAME.menu(Perspective.of(match, 0, load("en"), NAMES), match.legal(0))

    assert choices.find(typed) == found


def test_words_of_the_language_and_english_notation_both_work() -> None:
    match = malecon.games["havana"].start(seats=2, seed=1)
    choices = TERMINAL_GAME.menu(Perspective.of(match, 0, load("fr"), NAMES), match.legal(0))

    assert choices.find("arrêt mama") == choices.find("conservation mama") == ["choose conservation mama"]
    assert choices.find("collecteur d'impots ouvrier") == ["choose tax collector worker"]
