"""Tables as rows of the database, and back. A draft is stored without what is held: that follows from the position."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from malecon.tables.draft import Draft, Step
from malecon.tables.occupant import Remark, Sitter
from malecon.tables.seat_state import Move, Place
from malecon.tables.table import Seated
from malecon.tables.table_header import Header
from malecon.tables.table_settings import Clock, Terms

Row = dict[str, object]


def table_row(table: Seated) -> Row:
    """Return a table as a row."""
    header, terms = table.header, table.header.terms
    begun: Row = {
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "options": list(header.options),
        "key": str(header.key),  # SQLite's integers end at 2**63
        "salt": header.salt,
        "created": header.created,
        "host": terms.host,
        "listed": terms.listed,
        "watched": terms.watched,
        "rated": terms.rated,
        "origin": terms.origin,
        "clock": terms.clock and asdict(terms.clock),
        "touched": header.created,
    }
    return begun | changing_table(table)


def changing_table(table: Seated) -> Row:
    """Return what actions change in the row of a table."""
    return {"version": table.version, "paused": table.paused, "closed": table.closed}


def read_header(row: Any, seats: int) -> Header:
    """Return a header from its row."""
    terms = Terms(row.host, row.listed, row.watched, row.rated, row.origin, clock_from(row))
    return Header(row.id, row.game, row.rules, seats, tuple(row.options), int(row.key), row.salt, row.created, terms)


def clock_from(row: Any) -> Clock | None:
    """Return the clock from the row of a table."""
    return Clock(**row.clock) if row.clock else None


def seat_row(table: Seated, seat: int) -> Row:
    """Return a seat as a row."""
    place, sitter = table.places[seat], table.sitters[seat]
    return {
        "table": table.header.id,
        "seat": seat,
        "person": sitter.person,
        "level": sitter.level,
        "name": sitter.name,
        "invitation": sitter.invitation,
        "substitute": sitter.substitute,
        "wishes": place.wishes,
        "left": place.left,
        "running": place.running,
        "since": place.since,
        "changes": place.changes,
        "acted": place.acted,
        "draft": [[step.notation, step.id] for step in place.draft],
        "seen": place.seen,
    }


def read_sitter(row: Any) -> Sitter:
    """Return who sits on a seat from its row."""
    return Sitter(row.name, row.person, row.level, row.invitation, row.substitute)


def read_place(row: Any) -> Place:
    """Return a place from its row."""
    draft = read_draft(row.draft)
    return Place(row.since, row.changes, row.acted, draft, row.seen, row.wishes, row.left, row.running)


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


def remark_row(table: str, remark: Remark) -> Row:
    """Return something said as a row."""
    return {"table": table, **asdict(remark)}


def read_remark(row: Any) -> Remark:
    """Return something said from its row."""
    return Remark(row.number, row.person, row.name, row.text, row.sent, row.reported)
