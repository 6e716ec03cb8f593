"""What can be chosen for a game of Cuba, and a table with it; words and flags are declared in ``state.py``."""

from collections.abc import Sequence
from typing import Any

from malecon.core.i18n import N_
from malecon.core.options import Line, check_options, own_option, read_lines, rules_version, write_lines
from malecon.games.cuba.own_data import OWN_BOARDS, OWN_BUILDINGS, OWN_LAWS, OWN_MARKET, OWN_SHIPS
from malecon.games.cuba.state import MAX_SEATS, MIN_SEATS, VERSION, State, new_state

SEATS = range(MIN_SEATS, MAX_SEATS + 1)

OPTIONS = (
    *State.OPTIONS,
    own_option(OWN_SHIPS, N_("A file with the ships to play with (CUB-1.5)."), "ships.toml"),
    own_option(OWN_BOARDS, N_("A file with the plantations to play with (CUB-1.8)."), "plantations.toml"),
    own_option(OWN_BUILDINGS, N_("A file with the buildings to play with (CUB-10)."), "buildings.toml"),
    own_option(OWN_LAWS, N_("A file with the laws to play with (CUB-1.6)."), "laws.toml"),
    own_option(OWN_MARKET, N_("A file with the market to play with (CUB-2.1)."), "market.toml"),
)


def new_table(seats: int, *, version: object = None, **options: object) -> State:
    """Return a table before the set-up; raise ``UsageError`` or ``DataError`` if an option is wrong."""
    rules = rules_version(version, VERSION)
    return new_state(seats, version=rules, **check_options(OPTIONS, options, seats))


def write_options(state: State) -> list[str]:
    """Return the options that differ from the default, as lines of a record."""
    return write_lines(OPTIONS, state)


def read_options(lines: Sequence[Line]) -> dict[str, Any]:
    """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
    return read_lines(OPTIONS, lines)
