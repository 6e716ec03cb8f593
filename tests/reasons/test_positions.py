"""The built positions are legal and well formed."""

import re
from importlib import import_module
from importlib.util import find_spec

import pytest

from malecon.games.cuba.events import SOURCES
from malecon.games.havana.cards import NAMES
from reasons.built import Built

OBJECTS = {
    "cuba": rf"dock [1-3]|spoiling|parliament|first player|game end|{'|'.join(SOURCES)}",
    "havana": rf"tile [1-9][0-9]?|order|game end|{'|'.join(NAMES)}",
}
GAMES = [game for game in OBJECTS if find_spec(f"reasons.{game}_positions")]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


@pytest.fixture(scope="module")
def built(game: str) -> list[Built]:
    """All built positions of a game."""
    return list(import_module(f"reasons.{game}_positions").positions())


def test_both_moves_are_legal(built: list[Built]) -> None:
    """The seat can make both moves, and they differ."""
    for each in built:
        assert {each.better, each.other} <= {*each.match.legal(each.seat)}, each.name
        assert each.better != each.other, each.name


def test_there_are_many_and_each_has_its_name(built: list[Built]) -> None:
    """At least sixty positions, no two of one name."""
    assert len(built) >= 60
    assert len({each.name for each in built}) == len(built)


def test_causes_are_spelled_as_agreed(game: str, built: list[Built]) -> None:
    """Each cause is an object and who it happens to."""
    for each in built:
        assert each.causes, each.name
        assert not each.causes & each.near, each.name
        for what, who in each.causes | each.near:
            assert re.fullmatch(OBJECTS[game], what), f"{each.name}: {what}"
            assert who in ("you", "others", "any"), f"{each.name}: {who}"
