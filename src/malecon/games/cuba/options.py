"""What can be chosen for a game of Cuba: seats, variants and what is printed, checked; and as lines of a record."""

from collections.abc import Sequence
from typing import Any

import msgspec

from malecon.core.i18n import N_
from malecon.core.options import Kind, Line, Option, read_lines, rules_version, write_lines
from malecon.games.cuba.boards import (
    MARKET,
    PLANTATIONS,
    SIDES,
    Plantation,
    Track,
    market_from,
    plantations_from,
    read_market,
    read_plantations,
)
from malecon.games.cuba.buildings import STANDARD, Building, buildings_from, read_buildings
from malecon.games.cuba.cards import LAWS, SHIPS, Law, Ship, laws_from, read_laws, read_ships, ships_from
from malecon.games.cuba.entries import (
    format_board,
    format_building,
    format_law,
    format_ship,
    format_track,
    parse_board,
    parse_building,
    parse_law,
    parse_ship,
    parse_track,
)
from malecon.games.cuba.printed import boards_of, buildings_of, laws_of, market_of, ships_of
from malecon.games.cuba.state import MAX_SEATS, MIN_SEATS, PLANTATION_OPTIONS, VERSION, State, new_state

SEATS = range(MIN_SEATS, MAX_SEATS + 1)

PLAYED = Option(
    "plantations",
    Kind.CHOICE,
    N_("Everybody has the same plantation, or each a different one (CUB-1.8)."),
    choices=PLANTATION_OPTIONS,
)
SEALED = Option("sealed", Kind.FLAG, N_("Each player seals one character for the parliament (CUB-11.1)."))
EMBASSY = Option("embassy", Kind.FLAG, N_("With the Canadian Embassy (CUB-1.4)."), default=True)
OWN_SHIPS = Option("ships", Kind.FILE, N_("A file with the ships to play with (CUB-1.5)."), example="ships.toml")
OWN_BOARDS = Option(
    "boards", Kind.FILE, N_("A file with the plantations to play with (CUB-1.8)."), example="plantations.toml"
)
OWN_BUILDINGS = Option(
    "buildings", Kind.FILE, N_("A file with the buildings to play with (CUB-10)."), example="buildings.toml"
)
OWN_LAWS = Option("laws", Kind.FILE, N_("A file with the laws to play with (CUB-1.6)."), example="laws.toml")
OWN_MARKET = Option("market", Kind.FILE, N_("A file with the market to play with (CUB-2.1)."), example="market.toml")
STANDARD_ROWS = {board.name: board.rows for board in PLANTATIONS}
OPTIONS = (PLAYED, SEALED, EMBASSY, OWN_SHIPS, OWN_BOARDS, OWN_BUILDINGS, OWN_LAWS, OWN_MARKET)


def new_table(
    seats: int,
    *,
    version: object = None,
    plantations: object = None,
    sealed: object = None,
    embassy: object = None,
    ships: object = None,
    boards: object = None,
    buildings: object = None,
    laws: object = None,
    market: object = None,
) -> State:
    """Return a table before the set-up; raise ``UsageError`` or ``DataError`` if an option is wrong."""
    return new_state(
        seats,
        version=rules_version(version, VERSION),
        plantations=PLAYED.code(plantations),
        sealed=SEALED.flag(sealed),
        embassy=EMBASSY.flag(embassy),
        ships=OWN_SHIPS.data(ships, SHIPS, read_ships, ships_from),
        boards=OWN_BOARDS.data(boards, PLANTATIONS, read_plantations, plantations_from),
        buildings=OWN_BUILDINGS.data(buildings, STANDARD, read_buildings, buildings_from),
        laws=OWN_LAWS.data(laws, LAWS, read_laws, laws_from),
        market=OWN_MARKET.data(market, MARKET, read_market, market_from),
    )


def own_ships(state: State) -> tuple[Ship, ...]:
    """Return the ships, if they are others than those that come with the game."""
    ships = ships_of(state)
    return () if [ship.needs() for ship in ships] == [ship.needs() for ship in SHIPS] else ships


def own_boards(state: State) -> tuple[Plantation, ...]:
    """Return the sides of the plantations that are played, if they are others than those that come with the game."""
    boards = boards_of(state)
    return () if {board.name: board.rows for board in boards}.items() <= STANDARD_ROWS.items() else boards


def all_boards(played: Sequence[dict[str, Any]]) -> list[Any]:
    """Return all sides as plain data: those of ``own_boards``, the others as they come with the game."""
    names = [board["name"] for board in played]
    others = [msgspec.to_builtins(board) for board in PLANTATIONS if board.name not in names]
    return sorted([*played, *others], key=lambda board: SIDES.index(board["name"]))


def own_buildings(state: State) -> tuple[Building, ...]:
    """Return the buildings, if they are others than those that come with the game."""
    buildings = buildings_of(state)
    return () if buildings == STANDARD else buildings


def own_laws(state: State) -> tuple[Law, ...]:
    """Return the laws, if they are others than those that come with the game."""
    laws = laws_of(state)
    return () if laws == LAWS else laws


def own_market(state: State) -> tuple[Track, ...]:
    """Return the tracks of the market, if they are others than those that come with the game."""
    market = market_of(state)
    return () if market == MARKET else market


def write_options(state: State) -> list[str]:
    """Return the options that differ from the default, as lines of a record."""
    values = {
        "plantations": PLANTATION_OPTIONS[state.plantations],
        "sealed": bool(state.sealing),
        "embassy": bool(state.embassy),
        "ships": map(format_ship, own_ships(state)),
        "boards": map(format_board, own_boards(state)),
        "buildings": map(format_building, own_buildings(state)),
        "laws": map(format_law, own_laws(state)),
        "market": map(format_track, own_market(state)),
    }
    return write_lines(OPTIONS, values)


ENTRIES = {
    "ship": ("ships", parse_ship),
    "board": ("boards", parse_board),
    "building": ("buildings", parse_building),
    "law": ("laws", parse_law),
    "track": ("market", parse_track),
}
"""By its first word: the option to which a line belongs, and what reads it."""


def read_options(lines: Sequence[Line]) -> dict[str, Any]:
    """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
    options = read_lines(OPTIONS, lines, ENTRIES)
    if "boards" in options:
        options["boards"] = all_boards(options["boards"])
    return options
