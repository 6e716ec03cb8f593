"""The boards of Cuba: pieces, plantations and market, read from ``data/*.toml`` and checked (CUB-1.1, 1.8, 2.1).

Plantations and market can be replaced by an owner's file, and are then lines of a record.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta, Struct

from malecon.core.codecs import members
from malecon.core.data import read_things
from malecon.core.entry_line import Part, split_entry
from malecon.core.message import N_, Message
from malecon.core.shape import out_of_range
from malecon.core.toml_text import Fault, Path, quoted

DATA = files("malecon.games.cuba") / "data"

RESOURCES = ("wood", "stone", "water")
PRODUCTS = ("citrus", "sugar", "tobacco")
GOODS = ("rum", "cigars")
MERCHANDISE = (*PRODUCTS, *GOODS)
PIECES = (*RESOURCES, *MERCHANDISE)
"""What players own besides pesos; a piece's code is its place here. Resources first, then products, then goods."""
WOOD, STONE, WATER, CITRUS, SUGAR, TOBACCO, RUM, CIGARS = range(len(PIECES))
TOTAL = np.array([15, 15, 15, 18, 18, 18, 15, 15], np.int8)
"""Pieces of each kind, market and starting pieces included (CUB-1.1)."""


class Products(Struct, frozen=True):
    """How many products of each kind."""

    citrus: int
    sugar: int
    tobacco: int


class Merchandise(Struct, frozen=True):
    """How many products and goods of each kind."""

    citrus: int
    sugar: int
    tobacco: int
    rum: int
    cigars: int


class Pieces(Struct, frozen=True):
    """How many pieces of each kind."""

    wood: int
    stone: int
    water: int
    citrus: int
    sugar: int
    tobacco: int
    rum: int
    cigars: int


DOCKS = 3
SEA = DOCKS
PLACES = ("dock 1", "dock 2", "dock 3", "sea")
"""Where ships lie; a place's code is its place here (CUB-2.2)."""

ROWS, COLUMNS = 3, 4
FIELDS = ROWS * COLUMNS
WAREHOUSE_FIELD = -1
LETTERS = {"W": WAREHOUSE_FIELD, "F": WOOD, "M": STONE, "L": WATER, "C": CITRUS, "S": SUGAR, "T": TOBACCO}
LETTER = {code: letter for letter, code in LETTERS.items()}
"""A field's code is the piece that it gives; the warehouse gives none (CUB-4.11, CUB-4.12)."""
FIELDS_OF_A_KIND = Counter("WLMMFFTTSSCC")
FIELD_NAMES = tuple(f"row {row} column {column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))


def _cross_of(field: int) -> int:
    """Return the fields in the row and column of ``field``, its own included, as a bit set (CUB-4.10).

    >>> bin(_cross_of(3))
    '0b100010001111'
    """
    row, column = divmod(field, COLUMNS)
    return sum(1 << other for other in range(FIELDS) if other // COLUMNS == row or other % COLUMNS == column)


CROSS = np.array([_cross_of(field) for field in range(FIELDS)], np.int16)


SIDES = ("front", "blue", "red", "yellow", "green", "violet")
"""The front, then the backs of seats 1 to 5 (CUB-1.8)."""
FRONT = 0


class Plantation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a plantation: a letter for each field."""

    name: Annotated[str, Meta(extra={"words": SIDES})]
    rows: Annotated[tuple[str, ...], Meta(min_length=ROWS, max_length=ROWS)]
    status: str = ""

    def fields(self) -> tuple[int, ...]:
        """Return the codes of the fields, row by row."""
        return tuple(LETTERS[letter] for letter in "".join(self.rows))


class PlantationFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of plantations."""

    plantation: Annotated[tuple[Plantation, ...], Meta(min_length=len(SIDES), max_length=len(SIDES))]


ORDER = N_("{got} is here, but {expected} is expected: they have an order")
LETTERS_IN_ROW = N_("{got} has {count} letters, but a row has {expected}")
UNKNOWN_LETTER = N_("the letter {got} is not known; the letters are W, L, M, F, C, S, T")
FIELDS_EXPECTED = N_(
    "of {letter} there are {count}, not {expected}: a plantation has 1 W, 1 L and 2 each of M, F, C, S, T"
)


def plantation_faults(file: PlantationFile) -> Iterator[Fault]:
    """Yield what is wrong: the front comes first, then the five backs, each with the fields of CUB-1.8."""
    for place, side in enumerate(file.plantation):
        if side.name != SIDES[place]:
            facts = {"got": quoted(side.name), "expected": quoted(SIDES[place])}
            yield Fault(("plantation", place, "name"), Message(ORDER, facts))
        yield from _row_faults(side, ("plantation", place, "rows"))


def _row_faults(side: Plantation, path: Path) -> Iterator[Fault]:
    counts = Counter("".join(side.rows))
    wrong = [Fault((*path, place), fault) for place, row in enumerate(side.rows) for fault in _letter_faults(row)]
    yield from wrong
    for letter, expected in FIELDS_OF_A_KIND.items() if not wrong else ():
        if counts[letter] != expected:
            facts = {"letter": letter, "count": counts[letter], "expected": expected}
            yield Fault(path, Message(FIELDS_EXPECTED, facts))


def _letter_faults(row: str) -> Iterator[Message]:
    if len(row) != COLUMNS:
        yield Message(LETTERS_IN_ROW, {"got": quoted(row), "count": len(row), "expected": COLUMNS})
    yield from (
        Message(UNKNOWN_LETTER, {"got": quoted(letter)}) for letter in dict.fromkeys(row) if letter not in LETTERS
    )


MOST_SPACES = 6


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """The market's track for one kind of merchandise.

    Attributes:
        prices: of the spaces, the dearest first.
        filled: pieces on the first spaces at the start.
        empty: what a piece of the supply costs when the track is empty.
        full: what the supply pays for a piece when the track is full.
    """

    piece: Literal["citrus", "sugar", "tobacco", "rum", "cigars"]
    prices: Annotated[tuple[Annotated[int, Meta(ge=1, le=99)], ...], Meta(min_length=1, max_length=MOST_SPACES)]
    filled: Annotated[int, Meta(ge=0, le=MOST_SPACES)]
    empty: Annotated[int, Meta(ge=1, le=99)]
    full: Annotated[int, Meta(ge=0, le=99)]

    def row(self) -> tuple[int, ...]:
        """Return all prices: with n pieces on the track, one is bought at place n and sold at place n + 1."""
        return (self.empty, *self.prices, self.full)


class MarketFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the market's tracks."""

    track: Annotated[tuple[Track, ...], Meta(min_length=len(MERCHANDISE), max_length=len(MERCHANDISE))]


FALLING = N_("the prices must fall from empty, by the spaces, to full, but are {prices}")


def market_faults(file: MarketFile) -> Iterator[Fault]:
    """Yield what is wrong: tracks come in the order of ``MERCHANDISE``, prices fall, what is filled has its spaces."""
    for place, track in enumerate(file.track):
        if track.piece != MERCHANDISE[place]:
            facts = {"got": quoted(track.piece), "expected": quoted(MERCHANDISE[place])}
            yield Fault(("track", place, "piece"), Message(ORDER, facts))
        if any(dearer <= cheaper for dearer, cheaper in pairwise(track.row())):
            yield Fault(("track", place, "prices"), Message(FALLING, {"prices": track.row()}))
        if track.filled > len(track.prices):
            yield Fault(("track", place, "filled"), out_of_range(track.filled, 0, len(track.prices)))


PLANTATIONS: tuple[Plantation, ...] = read_things(DATA / "plantations.toml", PlantationFile, plantation_faults)
"""The plantations that come with the game: the front, then the backs of seats 1 to 5."""
MARKET: tuple[Track, ...] = read_things(DATA / "market.toml", MarketFile, market_faults)
"""The market that comes with the game."""


@lru_cache
def fields_in(fields: int) -> tuple[str, ...]:
    """Return the names of a set of fields."""
    return tuple(FIELD_NAMES[field] for field in members(fields))


NUMBER = r"\d{1,4}"
"""Pattern of a number in a line of a record."""


def add_fact(entry: dict[str, object], part: Part, what: str, words: str, expected: Message) -> None:
    """Put a fact such as ``most 4`` into plain data, if it is one of ``words`` and new."""
    fact = re.fullmatch(rf"({words}) (-?{NUMBER})", part.text)
    if fact is None or fact[1] in entry:
        raise part.refusal(what, expected)
    entry[fact[1]] = int(fact[2])


def format_board(board: Plantation) -> str:
    """Return a plantation as a line of a record.

    >>> format_board(Plantation("front", ("WFCM", "SCLT", "MSTF")))
    'board front: WFCM, SCLT, MSTF'
    """
    return f"board {board.name}: {', '.join(board.rows)}"


def parse_board(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_board`` as plain data."""
    name, parts = split_entry(text, line, "|".join(SIDES), "board front: WFCM, SCLT, MSTF")
    for part in parts:
        if not re.fullmatch(rf"[A-Z]{{{COLUMNS}}}", part.text):
            raise part.refusal("board", Message(N_("a row of {columns} letters"), {"columns": COLUMNS}))
    return {"name": name, "rows": [part.text for part in parts]}


def format_track(track: Track) -> str:
    """Return a track of the market as a line of a record.

    >>> format_track(Track("rum", (6, 5, 4), 2, 7, 3))
    'track rum: 6, 5, 4, filled 2, empty 7, full 3'
    """
    prices = ", ".join(map(str, track.prices))
    return f"track {track.piece}: {prices}, filled {track.filled}, empty {track.empty}, full {track.full}"


def parse_track(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_track`` as plain data."""
    piece, parts = split_entry(text, line, "|".join(MERCHANDISE), "track rum: 6, 5, 4, filled 2, empty 7, full 3")
    prices: list[int] = []
    track: dict[str, object] = {"piece": piece, "prices": prices}
    for part in parts:
        if re.fullmatch(NUMBER, part.text):
            prices.append(int(part.text))
        else:
            expected = Message(N_("a price, or filled, empty or full and a number"))
            add_fact(track, part, "track", "filled|empty|full", expected)
    return track


def rows_of(fields: list[int]) -> tuple[str, ...]:
    """Return the letters of a plantation's fields, row by row."""
    letters = "".join(LETTER[code] for code in fields)
    return tuple(letters[first : first + FIELDS // ROWS] for first in range(0, FIELDS, FIELDS // ROWS))


def all_boards(played: Sequence[dict[str, object]]) -> list[dict[str, object]]:
    """Return all sides as plain data: those that are played, the others as they come with the game."""
    names = [board["name"] for board in played]
    others = [msgspec.to_builtins(board) for board in PLANTATIONS if board.name not in names]
    return sorted([*played, *others], key=lambda board: SIDES.index(board["name"]))
