"""What is printed on the cards, boards and tiles of one game, read back from its state.

Every look at a position needs it, so it is kept: the same numbers in the state give the same objects.
"""

from functools import lru_cache

import msgspec
import numpy as np

from malecon.games.cuba.boards import FIELDS, FRONT, LETTERS, MERCHANDISE, RESOURCES, ROWS, SIDES, Plantation, Track
from malecon.games.cuba.buildings import BUILDINGS, EMBASSY, STANDARD, TILES, Building, Cost
from malecon.games.cuba.cards import KINDS, LAW_COUNT, LAW_KINDS, LAWS_OF_A_TYPE, SHIP_COUNT, TYPES, Law, Ship
from malecon.games.cuba.state import DIFFERENT, State

KEPT = 64
LETTER = {code: letter for letter, code in LETTERS.items()}


def ships_of(state: State) -> tuple[Ship, ...]:
    """Return the ships of this game."""
    return ships_in(state.needs.tobytes())


def buildings_of(state: State) -> tuple[Building, ...]:
    """Return the buildings of this game, the Canadian Embassy too if it is left out."""
    tables = state.cost, state.copies, state.most, state.gives
    return buildings_in(*(table.tobytes() for table in tables))


def laws_of(state: State) -> tuple[Law, ...]:
    """Return the laws of this game, those on the board last."""
    return laws_in(*(table.tobytes() for table in (state.law_kind, state.law_amount, state.law_most)))


def market_of(state: State) -> tuple[Track, ...]:
    """Return the tracks of the market of this game."""
    return market_in(*(table.tobytes() for table in (state.price, state.spaces, state.filled)))


def boards_of(state: State) -> tuple[Plantation, ...]:
    """Return the sides of the plantations that are played in this game."""
    return boards_in(state.field.tobytes(), int(state.seats), state.plantations == DIFFERENT)


def plantation_of(state: State, seat: int) -> Plantation:
    """Return the side of the plantation that ``seat`` plays."""
    return boards_of(state)[seat if state.plantations == DIFFERENT else 0]


@lru_cache(KEPT)
def ships_in(needs: bytes) -> tuple[Ship, ...]:
    """Return ships from the bytes of the state's table."""
    rows = np.frombuffer(needs, np.int8).reshape(SHIP_COUNT, len(MERCHANDISE)).tolist()
    spaces = [tuple(kind for kind, count in zip(MERCHANDISE, row, strict=True) for _ in range(count)) for row in rows]
    return tuple(Ship(number, filled) for number, filled in enumerate(spaces, start=1))  # type: ignore[arg-type]  # its words are the literal's


@lru_cache(KEPT)
def buildings_in(cost: bytes, copies: bytes, most: bytes, gives: bytes) -> tuple[Building, ...]:
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


@lru_cache(KEPT)
def laws_in(kind: bytes, amount: bytes, most: bytes) -> tuple[Law, ...]:
    """Return laws from the bytes of the state's tables."""
    amounts = np.frombuffer(amount, np.int8).tolist()
    types = [TYPES[law // LAWS_OF_A_TYPE if law < LAW_COUNT else law - LAW_COUNT] for law in range(len(kind))]
    return tuple(
        Law(law_type, kind_of(law_type, kind[law]), amounts[law], most[law])  # type: ignore[arg-type]  # its words are the literal's
        for law, law_type in enumerate(types)
    )


def kind_of(law_type: str, code: int) -> str:
    """Return what a law is about, without its type.

    >>> kind_of("tax", LAW_KINDS.index("tax pesos")), kind_of("other", LAW_KINDS.index("trade act"))
    ('pesos', 'trade')
    """
    return next(kind for kind in KINDS[law_type] if LAW_KINDS[code] in (f"{law_type} {kind}", f"{kind} act"))


@lru_cache(KEPT)
def market_in(price: bytes, spaces: bytes, filled: bytes) -> tuple[Track, ...]:
    """Return tracks from the bytes of the state's tables."""
    rows = np.frombuffer(price, np.int8).reshape(len(MERCHANDISE), -1).tolist()
    return tuple(
        Track(piece, tuple(rows[kind][1 : count + 1]), filled[kind], rows[kind][0], rows[kind][count + 1])  # type: ignore[arg-type]  # its words are the literal's
        for kind, (piece, count) in enumerate(zip(MERCHANDISE, spaces, strict=True))
    )


@lru_cache(KEPT)
def boards_in(field: bytes, seats: int, different: bool) -> tuple[Plantation, ...]:
    """Return plantations from the bytes of the state's table."""
    fields = np.frombuffer(field, np.int8).reshape(-1, FIELDS)
    played = range(seats) if different else range(1)
    sides = SIDES[FRONT + 1 :] if different else SIDES[FRONT : FRONT + 1]
    return tuple(Plantation(sides[seat], rows_of(fields[seat].tolist())) for seat in played)


def rows_of(fields: list[int]) -> tuple[str, ...]:
    """Return the letters of a plantation's fields, row by row."""
    letters = "".join(LETTER[code] for code in fields)
    return tuple(letters[first : first + FIELDS // ROWS] for first in range(0, FIELDS, FIELDS // ROWS))
