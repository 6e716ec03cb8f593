"""What the tests of every game need to know of each: the module ``cases.<game>`` tells it."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import malecon
from malecon.core.game import Game
from malecon.core.match import Match
from malecon.core.options import Kind, Option

Options = dict[str, Any]


class Case(Protocol):
    """What a module ``cases.<game>`` offers, together with a compiled ``fault(state)`` that is registered.

    Attributes:
        STARTS: by a short name, arguments of ``Game.start`` that together show all options and all numbers of seats.
        FAULTS: what the numbers mean that ``fault`` returns; 0 is a sound position.
        ANY_START: all arguments of ``Game.start`` but the seed.
    """

    STARTS: Mapping[str, Options]
    FAULTS: tuple[str, ...]
    ANY_START: SearchStrategy[Options]

    def conserve(self, state: Any) -> None:
        """Hold a position against the game's laws of conservation, with ``assert``."""

    def public_part(self, move: str) -> str:
        """Return what everybody sees of a move: all of it, unless it is a secret choice."""


def unusual(options: Iterable[Option]) -> Options:
    """Return the last choice of each option that has words, and the flags turned over: nothing is as usual."""
    flags = {option.name: not option.default for option in options if option.kind is Kind.FLAG}
    return flags | {option.name: option.choices[-1] for option in options if option.kind is Kind.CHOICE}


def any_choice(options: Iterable[Option]) -> dict[str, SearchStrategy[Any]]:
    """Return all values of the flags, and of the options that have words."""
    flags = {option.name: st.booleans() for option in options if option.kind is Kind.FLAG}
    return flags | {option.name: st.sampled_from(option.choices) for option in options if option.kind is Kind.CHOICE}


CASES: dict[str, Case] = {name: cast(Case, import_module(f"cases.{name}")) for name in malecon.games}

STARTS: dict[str, tuple[Game, Options]] = {
    f"{name}, {start}": (malecon.games[name], options)
    for name, case in CASES.items()
    for start, options in case.STARTS.items()
}
"""By game and short name, the game and the arguments of ``start``."""


def secret_twin(match: Match, seat: int, move: str) -> str | None:
    """Return another legal move that nobody else can tell from ``move``, if there is one."""
    public_part = CASES[match.game.name].public_part
    twins = (twin for twin in match.legal(seat) if twin != move and public_part(twin) == public_part(move))
    return next(twins, None)
