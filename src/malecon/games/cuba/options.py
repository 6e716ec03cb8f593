"""What can be chosen for a game of Cuba, and a new state with it; words and flags are declared in ``state.py``."""

from collections.abc import Sequence

import msgspec

from malecon.core.data import OwnData
from malecon.core.fields import new_record
from malecon.core.i18n import N_
from malecon.core.options import Line, own_option, put_options, read_lines, rules_version, write_lines
from malecon.games.cuba import boards, buildings, cards, own_data
from malecon.games.cuba.boards import SIDES
from malecon.games.cuba.cards import ALL_CHARACTERS, LAW_COUNT
from malecon.games.cuba.state import FIRST_PESOS, MAX_SEATS, MIN_SEATS, STATE, VERSION, State

SEATS = range(MIN_SEATS, MAX_SEATS + 1)


def all_boards(played: Sequence[dict[str, object]]) -> list[dict[str, object]]:
    """Return all sides as plain data: those that are played, the others as they come with the game."""
    names = [board["name"] for board in played]
    others = [msgspec.to_builtins(board) for board in boards.PLANTATIONS if board.name not in names]
    return sorted([*played, *others], key=lambda board: SIDES.index(board["name"]))


def _law_tables(raw: object) -> dict[str, object]:
    """Return laws as the tables of a file: the cards, and those printed on the board, which come last."""
    cards, printed = (raw[:LAW_COUNT], raw[LAW_COUNT:]) if isinstance(raw, list | tuple) else (raw, [])
    return {"law": cards, "printed": printed}


OWN_SHIPS = OwnData(
    name="ships",
    word="ship",
    usual=cards.SHIPS,
    file=cards.ShipFile,
    check=cards.checked_ships,
    put=own_data.put_ships,
    of=own_data.ships_of,
    write=cards.format_ship,
    parse=cards.parse_ship,
)
OWN_BOARDS = OwnData(
    name="boards",
    word="board",
    usual=boards.PLANTATIONS,
    file=boards.PlantationFile,
    check=boards.checked_plantations,
    put=own_data.put_boards,
    of=own_data.boards_of,
    write=boards.format_board,
    parse=boards.parse_board,
    complete=all_boards,
)
OWN_BUILDINGS = OwnData(
    name="buildings",
    word="building",
    usual=buildings.STANDARD,
    file=buildings.BuildingFile,
    check=buildings.checked_buildings,
    put=own_data.put_buildings,
    of=own_data.buildings_of,
    write=buildings.format_building,
    parse=buildings.parse_building,
)
OWN_LAWS = OwnData(
    name="laws",
    word="law",
    usual=cards.LAWS,
    file=cards.LawFile,
    tables=_law_tables,
    check=cards.checked_laws,
    put=own_data.put_laws,
    of=own_data.laws_of,
    write=cards.format_law,
    parse=cards.parse_law,
)
OWN_MARKET = OwnData(
    name="market",
    word="track",
    usual=boards.MARKET,
    file=boards.MarketFile,
    check=boards.checked_market,
    put=own_data.put_market,
    of=own_data.market_of,
    write=boards.format_track,
    parse=boards.parse_track,
)
OPTIONS = (
    *State.OPTIONS,
    own_option(OWN_SHIPS, N_("A file with the ships to play with (CUB-1.5)."), "ships.toml"),
    own_option(OWN_BOARDS, N_("A file with the plantations to play with (CUB-1.8)."), "plantations.toml"),
    own_option(OWN_BUILDINGS, N_("A file with the buildings to play with (CUB-10)."), "buildings.toml"),
    own_option(OWN_LAWS, N_("A file with the laws to play with (CUB-1.6)."), "laws.toml"),
    own_option(OWN_MARKET, N_("A file with the market to play with (CUB-2.1)."), "market.toml"),
)


def new_state(seats: int, *, version: object = None, **options: object) -> State:
    """Return a table before the set-up: the options, the boards, all pieces in the supply, all cards in their piles.

    Args:
        seats: 2 to 5.
        version: of the rules, 1 to ``VERSION``; ``None`` is the newest.
        options: by name, as ``Game.start`` takes them.

    Raises:
        UsageError, DataError: something is not what the game expects.
    """
    state = new_record(State, STATE)
    state.seats = seats
    state.version = rules_version(version, VERSION)
    put_options(state, OPTIONS, options)
    state.pesos[:seats] = FIRST_PESOS
    state.hand[:seats] = ALL_CHARACTERS
    return state


def write_options(state: State) -> list[str]:
    """Return the options that differ from the default, as lines of a record."""
    return write_lines(OPTIONS, state)


def read_options(lines: Sequence[Line]) -> dict[str, object]:
    """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
    return read_lines(OPTIONS, lines)
