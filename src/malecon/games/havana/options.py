"""What can be chosen for a game of Havana, and a new state with it; words and flags are declared in ``state.py``."""

from collections.abc import Sequence

from malecon.core.data import OwnData
from malecon.core.fields import new_record
from malecon.core.i18n import N_
from malecon.core.options import Line, own_option, put_options, read_lines, rules_version, write_lines
from malecon.games.havana import buildings, own_data
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.state import MAX_SEATS, MIN_SEATS, STATE, VERSION, State

SEATS = range(MIN_SEATS, MAX_SEATS + 1)

OWN_TILES = OwnData(
    name="tiles",
    word="tile",
    usual=buildings.TILES,
    file=buildings.TileFile,
    check=buildings.checked,
    put=own_data.put_tiles,
    of=own_data.tiles_of,
    write=buildings.format_tile,
    parse=buildings.parse_tile,
)

OPTIONS = (
    *State.OPTIONS,
    own_option(OWN_TILES, N_("A file with the tiles to play with (HAV-1.3)."), "buildings.toml"),
)


def new_state(seats: int, *, version: object = None, **options: object) -> State:
    """Return a table before the set-up: the options, all cubes in the bag, all cards in hand, all tiles in the stack.

    Args:
        seats: 2 to 4.
        version: of the rules, 1 to ``VERSION``; ``None`` is the newest.
        options: by name, as ``Game.start`` takes them.

    Raises:
        UsageError, DataError: something is not what the game expects.
    """
    state = new_record(State, STATE)
    state.seats = seats
    state.version = rules_version(version, VERSION)
    put_options(state, OPTIONS, options)
    state.hand[:seats] = (1 << CARD_COUNT) - 1
    return state


def write_options(state: State) -> list[str]:
    """Return the options that differ from the default, as lines of a record."""
    return write_lines(OPTIONS, state)


def read_options(lines: Sequence[Line]) -> dict[str, object]:
    """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
    return read_lines(OPTIONS, lines)
