"""An owner's ships, boards, buildings, laws and market as lines of a record, and back as plain data.

What a ship, a law … may be is checked with all of them together (``cards.py``, ``boards.py``, ``buildings.py``).
"""

import re

from malecon.core.data import Part, split_entry
from malecon.games.cuba.boards import COLUMNS, MERCHANDISE, RESOURCES, SIDES, Plantation, Track
from malecon.games.cuba.buildings import BUILDINGS, Building
from malecon.games.cuba.cards import SPACES, TYPES, Law, Ship

NUMBER = r"\d{1,4}"


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
            raise part.refusal("ship", f"1 to {SPACES} of {', '.join(MERCHANDISE)}, each once")
        spaces += [fact[2]] * int(fact[1])
    return {"id": int(number), "spaces": spaces}


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
            raise part.refusal("board", f"a row of {COLUMNS} letters")
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


def parse_building(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_building`` as plain data."""
    name, parts = split_entry(text, line, "|".join(BUILDINGS), "building sawmill: 2 wood, 1 stone, most 4, gives 1")
    costs: dict[str, int] = {}
    building: dict[str, object] = {"name": name, "cost": costs}
    for part in parts if parts[0].text else []:
        cost = re.fullmatch(rf"({NUMBER}) ({'|'.join(RESOURCES)})", part.text)
        if cost is not None and cost[2] not in costs:
            costs[cost[2]] = int(cost[1])
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


def parse_law(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_law`` as plain data."""
    law_type, parts = split_entry(text, line, "|".join(TYPES), "law subsidy: pesos, amount 3, most 7")
    law: dict[str, object] = {"type": law_type, "kind": parts[0].text}
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


def parse_track(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_track`` as plain data."""
    piece, parts = split_entry(text, line, "|".join(MERCHANDISE), "track rum: 6, 5, 4, filled 2, empty 7, full 3")
    prices: list[int] = []
    track: dict[str, object] = {"piece": piece, "prices": prices}
    for part in parts:
        if re.fullmatch(NUMBER, part.text):
            prices.append(int(part.text))
        else:
            _add_fact(track, part, "track", "filled|empty|full", "a price, or filled, empty or full and a number")
    return track


def _add_fact(entry: dict[str, object], part: Part, what: str, words: str, expected: str) -> None:
    """Put a fact such as ``most 4`` into plain data, if it is one of ``words`` and new."""
    fact = re.fullmatch(rf"({words}) (-?{NUMBER})", part.text)
    if fact is None or fact[1] in entry:
        raise part.refusal(what, expected)
    entry[fact[1]] = int(fact[2])
