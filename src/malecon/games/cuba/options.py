"""A new state of Cuba with the options that were chosen.

Words and flags are declared in ``state.py``. An owner's data are written into a state and read back from it. What is
read back is kept, for every look at a position needs it: the same numbers in the state give the same objects.
"""

from functools import lru_cache
from typing import TypeVar

import numpy as np

from malecon.core.fields import new_record
from malecon.core.i18n import N_
from malecon.core.options import own_option, put_options, rules_version
from malecon.core.own_data import OwnData
from malecon.core.vocabulary import Vocabulary
from malecon.games.cuba import boards, buildings, cards
from malecon.games.cuba.boards import (
    FIELDS,
    FRONT,
    MERCHANDISE,
    RESOURCES,
    SIDES,
    TOTAL,
    WAREHOUSE_FIELD,
    Plantation,
    Track,
    rows_of,
)
from malecon.games.cuba.buildings import (
    EMBASSY,
    PRINTED_WAREHOUSE,
    Building,
    buildings_in,
)
from malecon.games.cuba.cards import (
    ALL_CHARACTERS,
    LAW_COUNT,
    Law,
    Ship,
    laws_in,
    ships_in,
)
from malecon.games.cuba.state import DIFFERENT, FIRST_PESOS, MAX_SEATS, MIN_SEATS, STATE, VERSIONS, State

T = TypeVar("T")


def _put_ships(state: State, ships: tuple[Ship, ...]) -> None:
    """Write the spaces of the ships, in place (CUB-1.5)."""
    for code, ship in enumerate(ships):
        state.needs[code] = ship.needs()


def _put_boards(state: State, boards: tuple[Plantation, ...]) -> None:
    """Give each seat its plantation, with the pawn on the printed warehouse, in place (CUB-1.8, CUB-2.5)."""
    played = _boards_in_play(state, boards)
    for seat in range(state.seats):
        fields = played[seat if state.plantations == DIFFERENT else 0].fields()
        state.field[seat] = fields
        state.pawn[seat] = fields.index(WAREHOUSE_FIELD)
        state.built[seat, state.pawn[seat]] = PRINTED_WAREHOUSE


def _boards_in_play(state: State, sides: tuple[T, ...]) -> tuple[T, ...]:
    """Return the sides that are played in this game, out of all: the front, or a back for each seat (CUB-1.8)."""
    backs = sides[FRONT + 1 :][: int(state.seats)]
    return backs if state.plantations == DIFFERENT else sides[FRONT : FRONT + 1]


def _put_buildings(state: State, buildings: tuple[Building, ...]) -> None:
    """Write what the buildings cost and do, and offer all of them (CUB-1.4)."""
    for code, building in enumerate(buildings):
        state.cost[code] = building.cost.resources()
        state.most[code] = building.most
        state.gives[code] = building.gives
        state.copies[code] = building.copies
    if not state.embassy:
        state.copies[EMBASSY] = 0
    state.offer[:] = state.copies


def _put_laws(state: State, laws: tuple[Law, ...]) -> None:
    for code, law in enumerate(laws):
        state.law_kind[code] = law.code()
        state.law_amount[code] = law.amount
        state.law_most[code] = law.most


def _put_market(state: State, market: tuple[Track, ...]) -> None:
    """Write the prices, and divide the pieces between market and supply (CUB-1.1, CUB-2.1)."""
    for kind, track in enumerate(market):
        state.price[kind, : len(track.row())] = track.row()
        state.spaces[kind] = len(track.prices)
        state.filled[kind] = track.filled
    state.market[:] = state.filled
    state.supply[:] = TOTAL
    state.supply[len(RESOURCES) :] -= state.market


def ships_of(state: State) -> tuple[Ship, ...]:
    """Return the ships of this game."""
    return ships_in(state.needs.tobytes())


def buildings_of(state: State) -> tuple[Building, ...]:
    """Return the buildings of this game, the Canadian Embassy too if it is left out."""
    tables = state.cost, state.copies, state.most, state.gives
    return buildings_in(*(table.tobytes() for table in tables))


def _laws_of(state: State) -> tuple[Law, ...]:
    """Return the laws of this game, those on the board last."""
    return laws_in(*(table.tobytes() for table in (state.law_kind, state.law_amount, state.law_most)))


def market_of(state: State) -> tuple[Track, ...]:
    """Return the tracks of the market of this game."""
    return _market_in(*(table.tobytes() for table in (state.price, state.spaces, state.filled)))


def _boards_of(state: State) -> tuple[Plantation, ...]:
    """Return the sides of the plantations that are played in this game."""
    return _boards_in(state.field.tobytes(), _boards_in_play(state, SIDES))


def plantation_of(state: State, seat: int) -> Plantation:
    """Return the side of the plantation that ``seat`` plays."""
    return _boards_of(state)[seat if state.plantations == DIFFERENT else 0]


@lru_cache(64)
def _market_in(price: bytes, spaces: bytes, filled: bytes) -> tuple[Track, ...]:
    """Return tracks from the bytes of the state's tables."""
    rows = np.frombuffer(price, np.int8).reshape(len(MERCHANDISE), -1).tolist()
    return tuple(
        Track(piece, tuple(rows[kind][1 : count + 1]), filled[kind], rows[kind][0], rows[kind][count + 1])  # type: ignore[arg-type]  # its words are the literal's
        for kind, (piece, count) in enumerate(zip(MERCHANDISE, spaces, strict=True))
    )


@lru_cache(64)
def _boards_in(field: bytes, sides: tuple[str, ...]) -> tuple[Plantation, ...]:
    """Return plantations from the bytes of the state's table, and the names of their sides."""
    fields = np.frombuffer(field, np.int8).reshape(-1, FIELDS)
    return tuple(Plantation(side, rows_of(fields[seat].tolist())) for seat, side in enumerate(sides))


SEATS = range(MIN_SEATS, MAX_SEATS + 1)


def _law_tables(raw: object) -> dict[str, object]:
    """Return laws as the tables of a file: the cards, and those printed on the board, which come last."""
    cards, printed = (raw[:LAW_COUNT], raw[LAW_COUNT:]) if isinstance(raw, list | tuple) else (raw, [])
    return {"law": cards, "printed": printed}


def _words() -> Vocabulary:
    """Return what people call the data; loaded when something is wrong with them."""
    from malecon.games.cuba.text.vocabulary import VOCABULARY

    return VOCABULARY


OWN_SHIPS = OwnData(
    name="ships",
    title=N_("ships of Cuba"),
    word="ship",
    usual=cards.SHIPS,
    file=cards.ShipFile,
    check=cards.ship_faults,
    words=_words,
    put=_put_ships,
    of=ships_of,
    write=cards.format_ship,
    parse=cards.parse_ship,
)
OWN_BOARDS = OwnData(
    name="boards",
    title=N_("plantations of Cuba"),
    word="board",
    usual=boards.PLANTATIONS,
    file=boards.PlantationFile,
    check=boards.plantation_faults,
    words=_words,
    put=_put_boards,
    of=_boards_of,
    played=_boards_in_play,
    write=boards.format_board,
    parse=boards.parse_board,
    complete=boards.all_boards,
)
OWN_BUILDINGS = OwnData(
    name="buildings",
    title=N_("buildings of Cuba"),
    word="building",
    usual=buildings.STANDARD,
    file=buildings.BuildingFile,
    check=buildings.building_faults,
    words=_words,
    put=_put_buildings,
    of=buildings_of,
    write=buildings.format_building,
    parse=buildings.parse_building,
)
OWN_LAWS = OwnData(
    name="laws",
    title=N_("laws of Cuba"),
    word="law",
    usual=cards.LAWS,
    file=cards.LawFile,
    tables=_law_tables,
    check=cards.law_faults,
    words=_words,
    put=_put_laws,
    of=_laws_of,
    write=cards.format_law,
    parse=cards.parse_law,
)
OWN_MARKET = OwnData(
    name="market",
    title=N_("tracks of the market of Cuba"),
    word="track",
    usual=boards.MARKET,
    file=boards.MarketFile,
    check=boards.market_faults,
    words=_words,
    put=_put_market,
    of=market_of,
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
        version: of the rules, one of ``VERSIONS``; ``None`` is the newest.
        options: by name, as ``Game.start`` takes them.

    Raises:
        UsageError, DataError: something is not what the game expects.
    """
    state = new_record(State, STATE)
    state.seats = seats
    state.version = rules_version(version, VERSIONS)
    put_options(state, OPTIONS, options)
    state.pesos[:seats] = FIRST_PESOS
    state.hand[:seats] = ALL_CHARACTERS
    return state
