"""Tables as rows of the database, and back. A draft is stored without what is held: that follows from the position."""

from collections.abc import Sequence
from typing import Any

from malecon.tables.draft import Draft, Step
from malecon.tables.header import Header
from malecon.tables.place import Move, Place
from malecon.tables.table import Seated, Sitter

Row = dict[str, object]


def header_row(header: Header) -> Row:
    """Return a header as a row."""
    return {
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "options": list(header.options),
        "key": str(header.key),  # SQLite's integers end at 2**63
        "salt": header.salt,
        "created": header.created,
    }


def read_header(row: Any, seats: int) -> Header:
    """Return a header from its row."""
    return Header(row.id, row.game, row.rules, seats, tuple(row.options), int(row.key), row.salt, row.created)


def seat_row(table: Seated, seat: int) -> Row:
    """Return a seat as a row."""
    sitter = table.sitters[seat]
    begun = {"table": table.header.id, "seat": seat, "person": sitter.person, "level": sitter.level}
    return begun | changing(table, seat)


def changing(table: Seated, seat: int) -> Row:
    """Return what actions change in the row of a seat."""
    place = table.places[seat]
    return {
        "name": table.sitters[seat].name,
        "since": place.since,
        "changes": place.changes,
        "acted": place.acted,
        "draft": [[step.notation, step.id] for step in place.draft],
        "seen": place.seen,
    }


def read_sitter(row: Any) -> Sitter:
    """Return who sits on a seat from its row."""
    return Sitter(row.name, row.person, row.level)


def read_place(row: Any) -> Place:
    """Return a place from its row."""
    return Place(row.since, row.changes, row.acted, read_draft(row.draft), row.seen)


def read_draft(plain: Sequence[Sequence[str]]) -> Draft:
    """Return a draft from plain data."""
    return tuple(Step(notation, move_id) for notation, move_id in plain)


def move_rows(table: Seated, first: int, made: int) -> list[Row]:
    """Return the moves from number ``first`` on as rows."""
    return [
        {
            "table": table.header.id,
            "number": number,
            "seat": move.seat,
            "notation": move.notation,
            "id": move.id,
            "made": made,
        }
        for number, move in enumerate(table.log[first:], start=first)
    ]


def read_move(row: Any) -> Move:
    """Return a move from its row."""
    return Move(row.seat, row.notation, row.id)
