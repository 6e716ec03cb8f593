"""The recorded games of Cuba by the rules of today together show everything that can happen."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import malecon
from cuba_words import LAW_NAMES
from golden.cuba_things import things_in
from malecon.core.match import Match
from malecon.games.cuba.boards import PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import NAMES
from malecon.games.cuba.events import EVENTS
from malecon.games.cuba.options import OPTIONS
from malecon.games.cuba.questions import QUESTION_TABLE

GAMES = Path(__file__).parent / "cuba"

POINTS_FROM = (
    "cement factory", "sawmill", "golf course", "monastery", "rum café", "cigar bar", "hotel", "inn",
    "alternative", "tax", "duty", "both", "buildings",
)  # fmt: skip
MOVES_OF_MANY = ("bid", "give", "swap", "exchange")
"""Verbs with so many moves that not each of them is recorded."""


@cache
def recorded() -> list[Match]:
    return [malecon.replay(path.read_text("utf-8")) for path in sorted(GAMES.glob("*.game"))]


@cache
def happened() -> set[str]:
    return set().union(*(things_in(match) for match in recorded() if match.version == match.game.version))


def assert_happened(form: str, words: Iterable[object]) -> None:
    """Hold that all phrases of one form are among what happened."""
    assert {form.format(word) for word in words} - happened() == set()


def test_every_kind_of_event_happens() -> None:
    assert_happened("{}", (kind.__name__ for kind in EVENTS))


def test_every_character_is_played_and_each_but_the_worker_does_nothing_too() -> None:
    assert_happened("played {}", NAMES)
    assert_happened("{} does nothing", NAMES[1:])


def test_every_building_is_built_and_used() -> None:
    assert_happened("built {}", BUILDINGS)
    assert_happened("used {}", BUILDINGS)


def test_points_come_from_every_source() -> None:
    assert_happened("scored {}", POINTS_FROM)
    assert_happened("loaded at {}", ("dock 1", "dock 2", "dock 3"))


def test_every_alternative_is_taken() -> None:
    assert_happened("alternative: 1 {}", (*RESOURCES, *PRODUCTS))
    assert_happened("alternative: {}", ("2 points", "1 points", "4 peso", "2 peso"))


def test_every_law_is_enacted_and_does_something() -> None:
    assert_happened("enacted {}", LAW_NAMES)
    assert_happened("paid {}", ("printed tax", "printed duty", *LAW_NAMES[:12]))
    assert_happened("scored {}", LAW_NAMES[12:18])
    assert_happened("trade act -2 moves {}", PRODUCTS)
    assert_happened("trade act 2 moves {}", PRODUCTS)
    assert_happened("{}", ("worker in a drought", "building act paid", "vote: corruption act decides"))
    assert_happened("vetoed {}", ("tax", "duty", "subsidy", "other"))


def test_ships_leave_in_every_way() -> None:
    assert_happened("a ship filled by {} leaves at once", ("mayor", "small wharf", "large wharf"))
    assert_happened("a ship leaves {} at once", ("dock 1", "dock 2", "dock 3"))
    assert_happened("a ship leaves {} full at the end of round 1", ("dock 1", "dock 2"))
    assert_happened("a ship leaves {} full at the end of round 2 to 5", ("dock 1", "dock 2", "dock 3"))
    assert_happened("a ship leaves {} not full at the end of round 2 to 5", ["dock 3"])


def test_no_ship_leaves_that_may_stay() -> None:
    stay = {f"a ship leaves {dock} not full at the end of round 2 to 5" for dock in ("dock 1", "dock 2")}
    stay |= {f"a ship leaves {dock} not full at the end of round 1" for dock in ("dock 1", "dock 2", "dock 3")}

    assert not stay & happened()


def test_every_tie_is_broken_in_every_way() -> None:
    assert_happened("first player: {} fourth character", ("highest", "tied"))
    assert_happened("vote: {} decides", ("first ballot", "second ballot", "corruption act"))
    assert_happened("vote: second ballot, tied, {} wins", ("first player", "next clockwise"))
    assert_happened("vote: corruption act, tied, {} wins", ("first player", "next clockwise"))
    assert_happened("{}", ("won by points", "won by pesos", "shared victory"))


def test_the_market_is_emptied_and_filled() -> None:
    assert_happened("bought from {}", ("market", "supply"))
    assert_happened("sold to {}", ("market", "supply"))


@pytest.mark.parametrize("block", [question.answers for question in QUESTION_TABLE], ids=lambda block: block[0])
def test_every_question_is_answered(block: tuple[str, ...]) -> None:
    assert any(f"move {move}" in happened() for move in block)


def test_nearly_every_move_is_made() -> None:
    moves = QUESTION_TABLE.actions.names
    assert_happened("move {}", (move for move in moves if move.split()[0] not in (*MOVES_OF_MANY, "pay")))


def test_products_become_goods_and_goods_products() -> None:
    assert any(f"move exchange {product}" in thing for thing in happened() for product in PRODUCTS)
    assert any(f"move exchange {good}" in thing for thing in happened() for good in ("rum", "cigars"))


def test_the_score_track_laps() -> None:
    assert "the score track laps" in happened()


def test_games_of_every_version_are_recorded() -> None:
    assert {match.version for match in recorded()} == set(malecon.games["cuba"].versions)


def test_all_seat_counts_all_options_and_a_position_are_played() -> None:
    assert_happened("{} seats", (2, 3, 4, 5))
    lines = {"ships": "ship", "boards": "board", "buildings": "building", "laws": "law", "market": "track"}
    unplayed = [option.name for option in OPTIONS if f"with {lines.get(option.name, option.name)}" not in happened()]
    assert unplayed == [], "record a game with it: docs/house-rule.md, step 6"
    assert_happened("with {}", ("seed", "position", "name"))
