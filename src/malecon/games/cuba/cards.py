"""The cards of Cuba: characters, ships and laws, read from ``data/*.toml`` and checked (CUB-1.5, CUB-1.6, CUB-1.7).

Ships and laws can be replaced by an owner's file, and are then lines of a record.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct

from malecon.core.codecs import members
from malecon.core.data import read_things, read_toml
from malecon.core.entry_line import split_entry
from malecon.core.message import N_, Message
from malecon.core.shape import UNKNOWN, out_of_range
from malecon.core.toml_text import Fault, Path, quoted, shown
from malecon.games.cuba.boards import MERCHANDISE, NUMBER, ORDER, add_fact

DATA = files("malecon.games.cuba") / "data"


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """One character card, as printed."""

    name: str
    votes: Annotated[int, Meta(ge=1, le=5)]
    rule: str
    text: str


class CharacterFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/cards.toml``."""

    character: Annotated[tuple[Character, ...], Meta(min_length=5, max_length=5)]


CHARACTERS = read_toml(DATA / "cards.toml", CharacterFile).character
"""All characters; a character's code is its place here."""
NAMES = tuple(character.name for character in CHARACTERS)
WORKER, TRADESWOMAN, ARCHITECT, FOREMAN, MAYOR = map(
    NAMES.index, ("worker", "tradeswoman", "architect", "foreman", "mayor")
)
VOTES = np.array([character.votes for character in CHARACTERS], np.int8)
ALL_CHARACTERS = (1 << len(CHARACTERS)) - 1

SHIP_COUNT, SPACES = 15, 5


class Ship(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ship card: its number from 1, and what its spaces take."""

    id: int
    spaces: Annotated[
        tuple[Literal["citrus", "sugar", "tobacco", "rum", "cigars"], ...], Meta(min_length=SPACES, max_length=SPACES)
    ]
    status: str = ""

    def needs(self) -> tuple[int, ...]:
        """Return how many spaces take each kind, in the order of ``MERCHANDISE``."""
        counts = Counter[str](self.spaces)
        return tuple(counts[piece] for piece in MERCHANDISE)


class ShipFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of ships."""

    ship: Annotated[tuple[Ship, ...], Meta(min_length=SHIP_COUNT, max_length=SHIP_COUNT)]


def ship_faults(file: ShipFile) -> Iterator[Fault]:
    """Yield what is wrong: the ids are 1, 2, 3, … in this order."""
    for place, ship in enumerate(file.ship):
        if ship.id != place + 1:
            yield Fault(("ship", place, "id"), Message(ORDER, {"got": shown(ship.id), "expected": place + 1}))


TYPES = ("tax", "duty", "subsidy", "other")
TAX, DUTY, SUBSIDY, OTHER = range(len(TYPES))
LAWS_OF_A_TYPE = 6
LAW_COUNT = LAWS_OF_A_TYPE * len(TYPES)
PRINTED_TAX, PRINTED_DUTY = LAW_COUNT, LAW_COUNT + 1
"""Codes of the laws that are printed on the board (CUB-2.3); a card's code is 6 times its type and its place there."""
ALL_LAWS = LAW_COUNT + 2

KINDS = {
    "tax": ("pesos", "buildings"),
    "duty": ("wood", "stone", "water", "citrus", "sugar", "tobacco", "resources", "products"),
    "subsidy": ("buildings", "resource fields", "product fields", "water", "votes", "pesos"),
    "other": ("trade", "drought", "building", "harbour", "corruption"),
}
"""By type: what a law can be about."""
LAW_KINDS = (
    *(f"tax {kind}" for kind in KINDS["tax"]),
    *(f"duty {kind}" for kind in KINDS["duty"]),
    *(f"subsidy {kind}" for kind in KINDS["subsidy"]),
    *(f"{kind} act" for kind in KINDS["other"]),
)
"""All of them; a law's kind is its place here. A duty on a piece is ``DUTY_PIECE`` and the piece's code."""
TAX_BUILDINGS = LAW_KINDS.index("tax buildings")
DUTY_PIECE = LAW_KINDS.index("duty wood")
DUTY_RESOURCES = LAW_KINDS.index("duty resources")
DUTY_PRODUCTS = LAW_KINDS.index("duty products")
SUBSIDY_BUILDINGS = LAW_KINDS.index("subsidy buildings")
SUBSIDY_RESOURCE_FIELDS = LAW_KINDS.index("subsidy resource fields")
SUBSIDY_PRODUCT_FIELDS = LAW_KINDS.index("subsidy product fields")
SUBSIDY_WATER = LAW_KINDS.index("subsidy water")
SUBSIDY_VOTES = LAW_KINDS.index("subsidy votes")
TRADE_ACT = LAW_KINDS.index("trade act")
DROUGHT_ACT = LAW_KINDS.index("drought act")
BUILDING_ACT = LAW_KINDS.index("building act")
HARBOUR_ACT = LAW_KINDS.index("harbour act")
CORRUPTION_ACT = LAW_KINDS.index("corruption act")


class Law(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One law.

    Attributes:
        type: place in the parliament.
        kind: what is paid, counted or changed (``KINDS``).
        amount: pesos or pieces that are paid; things counted for one point; pieces that a trade act moves.
        most: points at most, 0 for no limit.
    """

    type: Literal["tax", "duty", "subsidy", "other"]
    kind: Annotated[str, Meta(extra={"words": tuple(dict.fromkeys(chain(*KINDS.values())))})]
    amount: Annotated[int, Meta(ge=-9, le=99)] = 1
    most: Annotated[int, Meta(ge=0, le=99)] = 0

    def code(self) -> int:
        """Return the place of what it is about in ``LAW_KINDS``."""
        return LAW_KINDS.index(f"{self.kind} act" if self.type == "other" else f"{self.type} {self.kind}")


class LawFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of laws: the cards, and those printed on the board."""

    law: Annotated[tuple[Law, ...], Meta(min_length=LAW_COUNT, max_length=LAW_COUNT)]
    printed: Annotated[tuple[Law, ...], Meta(min_length=2, max_length=2)]


SIX_OF_A_TYPE = N_("{got} is here, but {expected} is expected: six of each type, in order")
NOT_ZERO = N_("0 is here, but a whole number from {least} to {most} other than 0 is expected")
AMOUNTS = {"tax": (1, 99), "duty": (1, 2), "subsidy": (1, 99), "other": (1, 9)}
"""By type: the least and the highest amount of a law."""


def law_faults(file: LawFile) -> Iterator[Fault]:
    """Yield what is wrong: each type has its six in the order of ``TYPES``, and the rules can carry out each law."""
    for place, law in enumerate(file.law):
        yield from _faults_of_law(law, TYPES[place // LAWS_OF_A_TYPE], ("law", place))
    for place, law in enumerate(file.printed):
        yield from _faults_of_law(law, TYPES[place], ("printed", place))


def _faults_of_law(law: Law, law_type: str, path: Path) -> Iterator[Fault]:
    """Yield why a law is not of the type that its place asks for, or cannot be carried out."""
    if law.type != law_type:
        facts = {"got": quoted(law.type), "expected": quoted(law_type)}
        yield Fault((*path, "type"), Message(SIX_OF_A_TYPE, facts))
        return
    if law.kind not in KINDS[law_type]:
        yield Fault((*path, "kind"), Message(UNKNOWN, {"got": quoted(law.kind), "words": KINDS[law_type]}))
    lowest, highest = (-9, 9) if law.kind == "trade" else AMOUNTS[law_type]
    if not lowest <= law.amount <= highest:
        yield Fault((*path, "amount"), out_of_range(law.amount, lowest, highest))
    elif law.amount == 0:
        yield Fault((*path, "amount"), Message(NOT_ZERO, {"least": lowest, "most": highest}))


SHIPS: tuple[Ship, ...] = read_things(DATA / "ships.toml", ShipFile, ship_faults)
"""The ships that come with the game; a ship's code is its id less one."""
LAWS: tuple[Law, ...] = read_things(DATA / "laws.toml", LawFile, law_faults)
"""The laws that come with the game; a law's code is its place here."""


@lru_cache
def characters_in(characters: int) -> tuple[str, ...]:
    """Return the names of a set of characters."""
    return tuple(NAMES[character] for character in members(characters))


def format_ship(ship: Ship) -> str:
    """Return a ship as a line of a record.

    >>> format_ship(Ship(3, ("citrus", "sugar", "tobacco", "tobacco", "sugar")))
    'ship 3: 1 citrus, 2 sugar, 2 tobacco'
    """
    counts = zip(ship.needs(), MERCHANDISE, strict=True)
    return f"ship {ship.id}: " + ", ".join(f"{count} {kind}" for count, kind in counts if count)


def parse_ship(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_ship`` as plain data."""
    number, parts = split_entry(text, line, NUMBER, "ship 3: 1 citrus, 2 sugar, 2 tobacco")
    spaces: list[str] = []
    for part in parts:
        fact = re.fullmatch(rf"([1-{SPACES}]) ({'|'.join(MERCHANDISE)})", part.text)
        if fact is None or fact[2] in spaces:
            facts = {"most": SPACES, "words": MERCHANDISE}
            raise part.refusal("ship", Message(N_("1 to {most} of {words}, each once"), facts))
        spaces += [fact[2]] * int(fact[1])
    return {"id": int(number), "spaces": spaces}


def format_law(law: Law) -> str:
    """Return a law as a line of a record; its number is its place among them.

    >>> format_law(Law("subsidy", "pesos", 3, 7)), format_law(Law("duty", "citrus"))
    ('law subsidy: pesos, amount 3, most 7', 'law duty: citrus')
    """
    amount = [f"amount {law.amount}"] if law.amount != 1 else []
    most = [f"most {law.most}"] if law.most else []
    return f"law {law.type}: {', '.join([law.kind, *amount, *most])}"


def parse_law(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_law`` as plain data."""
    law_type, parts = split_entry(text, line, "|".join(TYPES), "law subsidy: pesos, amount 3, most 7")
    law: dict[str, object] = {"type": law_type, "kind": parts[0].text}
    for part in parts[1:]:
        add_fact(law, part, "law", "amount|most", Message(N_("amount or most and a number, each once")))
    return law


@lru_cache(64)
def ships_in(needs: bytes) -> tuple[Ship, ...]:
    """Return ships from the bytes of the state's table."""
    rows = np.frombuffer(needs, np.int8).reshape(SHIP_COUNT, len(MERCHANDISE)).tolist()
    spaces = [tuple(kind for kind, count in zip(MERCHANDISE, row, strict=True) for _ in range(count)) for row in rows]
    return tuple(Ship(number, filled) for number, filled in enumerate(spaces, start=1))  # type: ignore[arg-type]  # its words are the literal's


@lru_cache(64)
def laws_in(kind: bytes, amount: bytes, most: bytes) -> tuple[Law, ...]:
    """Return laws from the bytes of the state's tables."""
    amounts = np.frombuffer(amount, np.int8).tolist()
    types = [TYPES[law // LAWS_OF_A_TYPE if law < LAW_COUNT else law - LAW_COUNT] for law in range(len(kind))]
    return tuple(
        Law(law_type, _kind_of(law_type, kind[law]), amounts[law], most[law])  # type: ignore[arg-type]  # its words are the literal's
        for law, law_type in enumerate(types)
    )


def _kind_of(law_type: str, code: int) -> str:
    """Return the kind of a law, without its type.

    >>> _kind_of("tax", LAW_KINDS.index("tax pesos")), _kind_of("other", LAW_KINDS.index("trade act"))
    ('pesos', 'trade')
    """
    return next(kind for kind in KINDS[law_type] if LAW_KINDS[code] in (f"{law_type} {kind}", f"{kind} act"))
