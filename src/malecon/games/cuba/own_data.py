"""An owner's ships, boards, buildings, laws and market: read back from a state, and as lines of a record.

What a ship, a law … may be is checked with all of them together (``cards.py``, ``boards.py``, ``buildings.py``).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from malecon.core.own_data import OwnData, Part, split_entry
from malecon.games.cuba import boards, buildings, cards
from malecon.games.cuba.boards import FIELDS, FRONT, MERCHANDISE, RESOURCES, ROWS, SIDES, Plantation, Track
from malecon.games.cuba.buildings import BUILDINGS, EMBASSY, STANDARD, Building, Cost
from malecon.games.cuba.cards import LAW_COUNT, LAW_KINDS, LAWS_OF_A_TYPE, SHIP_COUNT, TYPES, Law, Ship
from malecon.games.cuba.state import DIFFERENT, State

LETTER = {code: letter for letter, code in boards.LETTERS.items()}
NUMBER = r"\d{1,4}"


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
        tiles[EMBASSY] = buildings.TILES - sum(tiles)
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
    return next(kind for kind in cards.KINDS[law_type] if LAW_KINDS[code] in (f"{law_type} {kind}", f"{kind} act"))


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


def format_ship(ship: Ship) -> str:
    """Return a ship as a line of a record.

    >>> format_ship(Ship(3, ("citrus", "sugar", "tobacco", "tobacco", "sugar")))
    'ship 3: 1 citrus, 2 sugar, 2 tobacco'
    """
    counts = zip(ship.needs(), MERCHANDISE, strict=True)
    return f"ship {ship.id}: " + ", ".join(f"{count} {kind}" for count, kind in counts if count)


def parse_ship(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_ship`` as plain data."""
    number, parts = split_entry(text, line, NUMBER, "ship 3: 1 citrus, 2 sugar, 2 tobacco")
    spaces: list[str] = []
    for part in parts:
        fact = re.fullmatch(rf"([1-{cards.SPACES}]) ({'|'.join(MERCHANDISE)})", part.text)
        if fact is None or fact[2] in spaces:
            raise part.refusal("ship", f"1 to {cards.SPACES} of {', '.join(MERCHANDISE)}, each once")
        spaces += [fact[2]] * int(fact[1])
    return {"id": int(number), "spaces": spaces}


def format_board(board: Plantation) -> str:
    """Return a plantation as a line of a record.

    >>> format_board(Plantation("front", ("WFCM", "SCLT", "MSTF")))
    'board front: WFCM, SCLT, MSTF'
    """
    return f"board {board.name}: {', '.join(board.rows)}"


def parse_board(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_board`` as plain data."""
    name, parts = split_entry(text, line, "|".join(SIDES), "board front: WFCM, SCLT, MSTF")
    for part in parts:
        if not re.fullmatch(rf"[A-Z]{{{boards.COLUMNS}}}", part.text):
            raise part.refusal("board", f"a row of {boards.COLUMNS} letters")
    return {"name": name, "rows": [part.text for part in parts]}


def format_building(building: Building) -> str:
    """Return a building as a line of a record.

    >>> from malecon.games.cuba.buildings import CIGAR_FACTORY, SAWMILL, STANDARD
    >>> format_building(STANDARD[SAWMILL]), format_building(STANDARD[CIGAR_FACTORY])
    ('building sawmill: 2 wood, 1 stone, most 4, gives 1', 'building cigar factory: 2 wood, 2 stone, copies 2')
    """
    costs = zip(building.cost.resources(), RESOURCES, strict=True)
    parts = [f"{count} {resource}" for count, resource in costs if count]
    facts = [("most", building.most, 0), ("gives", building.gives, 0), ("copies", building.copies, 1)]
    parts += [f"{word} {number}" for word, number, usual in facts if number != usual]
    return f"building {building.name}: {', '.join(parts)}"


def parse_building(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_building`` as plain data."""
    name, parts = split_entry(text, line, "|".join(BUILDINGS), "building sawmill: 2 wood, 1 stone, most 4, gives 1")
    building: dict[str, Any] = {"name": name, "cost": {}}
    for part in parts if parts[0].text else []:
        cost = re.fullmatch(rf"({NUMBER}) ({'|'.join(RESOURCES)})", part.text)
        if cost is not None and cost[2] not in building["cost"]:
            building["cost"][cost[2]] = int(cost[1])
        else:
            expected = f"a number of {', '.join(RESOURCES)}, or most, gives or copies and a number, each once"
            _add_fact(building, part, "building", "most|gives|copies", expected)
    return building


def format_law(law: Law) -> str:
    """Return a law as a line of a record; its number is its place among them.

    >>> format_law(Law("subsidy", "pesos", 3, 7)), format_law(Law("duty", "citrus"))
    ('law subsidy: pesos, amount 3, most 7', 'law duty: citrus')
    """
    amount = [f"amount {law.amount}"] if law.amount != 1 else []
    most = [f"most {law.most}"] if law.most else []
    return f"law {law.type}: {', '.join([law.kind, *amount, *most])}"


def parse_law(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_law`` as plain data."""
    law_type, parts = split_entry(text, line, "|".join(TYPES), "law subsidy: pesos, amount 3, most 7")
    law: dict[str, Any] = {"type": law_type, "kind": parts[0].text}
    for part in parts[1:]:
        _add_fact(law, part, "law", "amount|most", "amount or most and a number, each once")
    return law


def format_track(track: Track) -> str:
    """Return a track of the market as a line of a record.

    >>> format_track(Track("rum", (6, 5, 4), 2, 7, 3))
    'track rum: 6, 5, 4, filled 2, empty 7, full 3'
    """
    prices = ", ".join(map(str, track.prices))
    return f"track {track.piece}: {prices}, filled {track.filled}, empty {track.empty}, full {track.full}"


def parse_track(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_track`` as plain data."""
    piece, parts = split_entry(text, line, "|".join(MERCHANDISE), "track rum: 6, 5, 4, filled 2, empty 7, full 3")
    track: dict[str, Any] = {"piece": piece, "prices": []}
    for part in parts:
        if re.fullmatch(NUMBER, part.text):
            track["prices"].append(int(part.text))
        else:
            _add_fact(track, part, "track", "filled|empty|full", "a price, or filled, empty or full and a number")
    return track


def _add_fact(entry: dict[str, Any], part: Part, what: str, words: str, expected: str) -> None:
    """Put a fact such as ``most 4`` into plain data, if it is one of ``words`` and new."""
    fact = re.fullmatch(rf"({words}) (-?{NUMBER})", part.text)
    if fact is None or fact[1] in entry:
        raise part.refusal(what, expected)
    entry[fact[1]] = int(fact[2])


def all_boards(played: Sequence[Any]) -> list[Any]:
    """Return all sides as plain data: those that are played, the others as they come with the game."""
    names = [board["name"] for board in played]
    others = [msgspec.to_builtins(board) for board in boards.PLANTATIONS if board.name not in names]
    return sorted([*played, *others], key=lambda board: SIDES.index(board["name"]))


def _law_tables(raw: Any) -> dict[str, object]:
    """Return laws as the tables of a file: the cards, and those printed on the board, which come last."""
    cards, printed = (raw[:LAW_COUNT], raw[LAW_COUNT:]) if isinstance(raw, list | tuple) else (raw, [])
    return {"law": cards, "printed": printed}


OWN_SHIPS = OwnData(
    name="ships",
    word="ship",
    usual=cards.SHIPS,
    file=cards.ShipFile,
    check=cards.checked_ships,
    of=ships_of,
    write=format_ship,
    parse=parse_ship,
)
OWN_BOARDS = OwnData(
    name="boards",
    word="board",
    usual=boards.PLANTATIONS,
    file=boards.PlantationFile,
    check=boards.checked_plantations,
    of=boards_of,
    write=format_board,
    parse=parse_board,
    complete=all_boards,
)
OWN_BUILDINGS = OwnData(
    name="buildings",
    word="building",
    usual=STANDARD,
    file=buildings.BuildingFile,
    check=buildings.checked_buildings,
    of=buildings_of,
    write=format_building,
    parse=parse_building,
)
OWN_LAWS = OwnData(
    name="laws",
    word="law",
    usual=cards.LAWS,
    file=cards.LawFile,
    tables=_law_tables,
    check=cards.checked_laws,
    of=laws_of,
    write=format_law,
    parse=parse_law,
)
OWN_MARKET = OwnData(
    name="market",
    word="track",
    usual=boards.MARKET,
    file=boards.MarketFile,
    check=boards.checked_market,
    of=market_of,
    write=format_track,
    parse=parse_track,
)
