"""The games that run through the suites of the peers: all numbers of seats, and each option at two of them."""

import json
from pathlib import Path
from typing import Any

import malecon
from cases import STARTS, Options
from cases.cuba import OWNED
from malecon.core.game import Game
from malecon.core.options import Kind, Option
from malecon.research.envs.variants import variants

MORE: dict[str, dict[str, Options]] = {
    "havana": {"2 seats, filosofia": {"seats": 2, "edition": "filosofia", "ages": (1, 0)}},
    "cuba": {
        "3 seats, no embassy, an owner's data": {"seats": 3, "embassy": False, **OWNED},
        "4 seats, by version 2": {"seats": 4, "version": 2},
    },
}
"""What the cases that all tests share lack."""

PEER_STARTS: dict[str, tuple[Game, Options]] = STARTS | {
    f"{game.name}, {start}": (game, options)
    for game in malecon.games.values()
    for start, options in ({f"{seats} seats": {"seats": seats} for seats in game.seats} | MORE[game.name]).items()
}
"""By game and short name, the game and the arguments of ``start``."""
SMALL_GAMES = [f"malecon_{game.name}(variant={name})" for game in malecon.games.values() for name in variants(game)]
"""The small variants as games of OpenSpiel."""


def spiel_parameters(start: str, folder: Path) -> tuple[str, dict[str, Any]]:
    """Return the name and the parameters of a game of OpenSpiel; an owner's data are files in ``folder``."""
    game, options = PEER_STARTS[start]
    kinds = {option.name: option for option in game.options}
    parameters = {
        name: _parameter(kinds[name], value, folder) if name in kinds else value for name, value in options.items()
    }
    return f"malecon_{game.name}", parameters


def _parameter(option: Option, value: Any, folder: Path) -> Any:
    """Return the value of an option as OpenSpiel takes it."""
    if option.kind is Kind.SEATS:
        return "_".join(str(seat + 1) for seat in value)
    if option.own is None:
        return value
    tables = option.own.tables(value) if option.own.tables else {option.own.file.__struct_fields__[0]: value}
    file = folder / f"{option.name}.toml"
    file.write_text("\n".join(_toml(name, entries) for name, entries in tables.items()), "utf-8")
    return str(file)


def _toml(name: str, entries: Any) -> str:
    """Return a list of tables as TOML, whose texts, numbers and lists are written as in JSON."""
    return "\n".join(
        "\n".join([f"[[{name}]]", *(f"{key} = {_inline(value)}" for key, value in entry.items())]) for entry in entries
    )


def _inline(value: Any) -> str:
    """Return a value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_inline(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)
