"""The positions with a known reason: their moves are legal, and their causes are spelled as agreed."""

from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from types import ModuleType

import pytest

import malecon
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.events import SOURCES
from malecon.games.havana.buildings import MAX_TILES
from malecon.games.havana.cards import NAMES
from reasons.built import Built

FEWEST, FEWEST_FAMILIES = 60, 16
INSTEAD = "points instead", "pesos instead", "pieces instead"
OBJECTS = {
    "havana": {*NAMES, "order", "game end", *(f"tile {tile}" for tile in range(1, MAX_TILES + 1))},
    "cuba": {
        *(source for source in SOURCES if source != "printed warehouse"),  # it is used as "warehouse" (CUB-4.42)
        *TYPES,
        "dock 1",
        "dock 2",
        "dock 3",
        *INSTEAD,
        "spoiling",
        "parliament",
        "first player",
        "game end",
    },
}
"""What can be named as a cause, by game."""
GAMES = [name for name in malecon.games if Path(__file__).with_name(f"{name}_positions.py").is_file()]


def module_of(game: str) -> ModuleType:
    """Return the module with the positions of a game."""
    return import_module(f"reasons.{game}_positions")


def families_of(game: str) -> Iterator[str]:
    """Yield the functions of which each makes the positions of a family."""
    for name, value in vars(module_of(game)).items():
        if isfunction(value) and signature(value).return_annotation is Built:
            yield name


@pytest.mark.parametrize("game", GAMES)
def test_both_moves_are_legal_and_causes_are_spelled_as_agreed(game: str) -> None:
    for built in module_of(game).positions():
        assert built.match.game.name == game, built.name
        legal = built.match.legal(built.seat)
        assert {built.better, built.other} <= set(legal), f"{built.name}: {legal}"
        assert built.better != built.other, built.name
        assert built.causes, built.name
        assert not built.causes & built.near, built.name
        for thing, who in built.causes | built.near:
            assert thing in OBJECTS[game], f"{built.name}: {thing}"
            assert who in ("you", "others", "any"), f"{built.name}: {who}"


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_positions_and_families_and_names_are_unique(game: str) -> None:
    names = [built.name for built in module_of(game).positions()]
    assert len(set(names)) == len(names) >= FEWEST
    assert len(list(families_of(game))) >= FEWEST_FAMILIES
