"""What an owner can replace, written into a state and read back from it.

What is read back is kept, for every look at a position needs it: the same numbers in the state give the same objects.
"""

from functools import lru_cache

import msgspec
import numpy as np

from malecon.games.cuba.boards import (
    FIELDS,
    FRONT,
    LETTERS,
    MERCHANDISE,
    RESOURCES,
    ROWS,
    SIDES,
    TOTAL,
    WAREHOUSE_FIELD,
    Plantation,
    Track,
)
from malecon.games.cuba.buildings import BUILDINGS, EMBASSY, PRINTED_WAREHOUSE, STANDARD, TILES, Building, Cost
from malecon.games.cuba.cards import KINDS, LAW_COUNT, LAW_KINDS, LAWS_OF_A_TYPE, SHIP_COUNT, TYPES, Law, Ship
from malecon.games.cuba.state import DIFFERENT, State

LETTER = {code: letter for letter, code in LETTERS.items()}


def put_ships(state: State, ships: tuple[Ship, ...]) -> None:
    """Write the spaces of the ships, in place (CUB-1.5)."""
    for code, ship in enumerate(ships):
        state.needs[code] = ship.needs()


def put_boards(state: State, boards: tuple[Plantation, ...]) -> None:
    """Give each seat its plantation, with the pawn on the printed warehouse, in place (CUB-1.8, CUB-2.5)."""
    for seat in range(state.seats):
        fields = boards[seat + 1 if state.plantations == DIFFERENT else FRONT].fields()
        state.field[seat] = fields
        state.pawn[seat] = fields.index(WAREHOUSE_FIELD)
        state.built[seat, state.pawn[seat]] = PRINTED_WAREHOUSE


def put_buildings(state: State, buildings: tuple[Building, ...]) -> None:
    """Write what the buildings cost and do, and offer all of them (CUB-1.4)."""
    for code, building in enumerate(buildings):
        state.cost[code] = building.cost.resources()
        state.most[code] = building.most
        state.gives[code] = building.gives
        state.copies[code] = building.copies
    if not state.embassy:
        state.copies[EMBASSY] = 0
    state.offer[:] = state.copies


def put_laws(state: State, laws: tuple[Law, ...]) -> None:
    """Write what the laws say."""
    for code, law in enumerate(laws):
        state.law_kind[code] = law.code()
        state.law_amount[code] = law.amount
        state.law_most[code] = law.most


def put_market(state: State, market: tuple[Track, ...]) -> None:
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
    return _ships_in(state.needs.tobytes())


def buildings_of(state: State) -> tuple[Building, ...]:
    """Return the buildings of this game, the Canadian Embassy too if it is left out."""
    tables = state.cost, state.copies, state.most, state.gives
    return _buildings_in(*(table.tobytes() for table in tables))


def laws_of(state: State) -> tuple[Law, ...]:
    """Return the laws of this game, those on the board last."""
    return _laws_in(*(table.tobytes() for table in (state.law_kind, state.law_amount, state.law_most)))


def market_of(state: State) -> tuple[Track, ...]:
    """Return the tracks of the market of this game."""
    return _market_in(*(table.tobytes() for table in (state.price, state.spaces, state.filled)))


def boards_of(state: State) -> tuple[Plantation, ...]:
    """Return the sides of the plantations that are played in this game."""
    return _boards_in(state.field.tobytes(), int(state.seats), state.plantations == DIFFERENT)


def plantation_of(state: State, seat: int) -> Plantation:
    """Return the side of the plantation that ``seat`` plays."""
    return boards_of(state)[seat if state.plantations == DIFFERENT else 0]


@lru_cache(64)
def _ships_in(needs: bytes) -> tuple[Ship, ...]:
    """Return ships from the bytes of the state's table."""
    rows = np.frombuffer(needs, np.int8).reshape(SHIP_COUNT, len(MERCHANDISE)).tolist()
    spaces = [tuple(kind for kind, count in zip(MERCHANDISE, row, strict=True) for _ in range(count)) for row in rows]
    return tuple(Ship(number, filled) for number, filled in enumerate(spaces, start=1))  # type: ignore[arg-type]  # its words are the literal's


@lru_cache(64)
def _buildings_in(cost: bytes, copies: bytes, most: bytes, gives: bytes) -> tuple[Building, ...]:
    """Return buildings from the bytes of the state's tables."""
    costs = np.frombuffer(cost, np.int8).reshape(len(BUILDINGS), len(RESOURCES)).tolist()
    tiles = list(copies)
    if tiles[EMBASSY] == 0:
        tiles[EMBASSY] = TILES - sum(tiles)
    return tuple(
        msgspec.structs.replace(
            building, cost=Cost(*costs[code]), copies=tiles[code], most=most[code], gives=gives[code]
        )
        for code, building in enumerate(STANDARD)
    )


@lru_cache(64)
def _laws_in(kind: bytes, amount: bytes, most: bytes) -> tuple[Law, ...]:
    """Return laws from the bytes of the state's tables."""
    amounts = np.frombuffer(amount, np.int8).tolist()
    types = [TYPES[law // LAWS_OF_A_TYPE if law < LAW_COUNT else law - LAW_COUNT] for law in range(len(kind))]
    return tuple(
        Law(law_type, _kind_of(law_type, kind[law]), amounts[law], most[law])  # type: ignore[arg-type]  # its words are the literal's
        for law, law_type in enumerate(types)
    )


def _kind_of(law_type: str, code: int) -> str:
    """Return what a law is about, without its type.

    >>> _kind_of("tax", LAW_KINDS.index("tax pesos")), _kind_of("other", LAW_KINDS.index("trade act"))
    ('pesos', 'trade')
    """
    return next(kind for kind in KINDS[law_type] if LAW_KINDS[code] in (f"{law_type} {kind}", f"{kind} act"))


@lru_cache(64)
def _market_in(price: bytes, spaces: bytes, filled: bytes) -> tuple[Track, ...]:
    """Return tracks from the bytes of the state's tables."""
    rows = np.frombuffer(price, np.int8).reshape(len(MERCHANDISE), -1).tolist()
    return tuple(
        Track(piece, tuple(rows[kind][1 : count + 1]), filled[kind], rows[kind][0], rows[kind][count + 1])  # type: ignore[arg-type]  # its words are the literal's
        for kind, (piece, count) in enumerate(zip(MERCHANDISE, spaces, strict=True))
    )


@lru_cache(64)
def _boards_in(field: bytes, seats: int, different: bool) -> tuple[Plantation, ...]:
    """Return plantations from the bytes of the state's table."""
    fields = np.frombuffer(field, np.int8).reshape(-1, FIELDS)
    played = range(seats) if different else range(1)
    sides = SIDES[FRONT + 1 :] if different else SIDES[FRONT : FRONT + 1]
    return tuple(Plantation(sides[seat], _rows_of(fields[seat].tolist())) for seat in played)


def _rows_of(fields: list[int]) -> tuple[str, ...]:
    """Return the letters of a plantation's fields, row by row."""
    letters = "".join(LETTER[code] for code in fields)
    return tuple(letters[first : first + FIELDS // ROWS] for first in range(0, FIELDS, FIELDS // ROWS))
