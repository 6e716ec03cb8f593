"""Tables as rows of the database, and back; the log is the truth, and the match is rebuilt from it.

A draft is stored without what is held: that follows from the position.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import sqlalchemy
from sqlalchemy import ColumnElement, Connection, insert, literal, select, tuple_, update

from malecon.core.errors import MaleconError
from malecon.storage.schema import MESSAGES, SEATS
from malecon.tables import Clock, TableSettings, Unplayable
from malecon.tables.chat import MOST_REMARKS
from malecon.tables.draft import Draft, Step, play_draft
from malecon.tables.seat import Move, Occupant, SeatState, play_moves, player_names, with_questions
from malecon.tables.table import Remark, Table
from malecon.tables.table_header import TableHeader

Row = dict[str, object]
"""The values of a row to be written, by column."""
StoredRow = sqlalchemy.Row[*tuple[Any, ...]]
"""A row that was read; its columns are attributes."""
RowQuery = sqlalchemy.Select[*tuple[Any, ...]]
"""A query for such rows."""


def table_row(table: Table) -> Row:
    """Return a table as a row."""
    header, settings = table.header, table.header.settings
    begun: Row = {
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "options": list(header.options),
        "key": str(header.key),  # SQLite's integers end at 2**63
        "salt": header.salt,
        "created": header.created,
        "host": settings.host,
        "listed": settings.listed,
        "watched": settings.watched,
        "rated": settings.rated,
        "origin": settings.origin,
        "coached": settings.coached,
        "clock": settings.clock and asdict(settings.clock),
        "touched": header.created,
    }
    return begun | changeable_values(table)


def changeable_values(table: Table) -> Row:
    """Return the columns of a table's row that actions change."""
    return {"version": table.version, "paused": table.paused, "closed": table.closed, "rematch": table.rematch}


def read_header(row: StoredRow, seats: int) -> TableHeader:
    """Return a header from its row."""
    settings = TableSettings(row.host, row.listed, row.watched, row.rated, row.origin, clock_from(row), row.coached)
    return TableHeader(
        row.id, row.game, row.rules, seats, tuple(row.options), int(row.key), row.salt, row.created, settings
    )


def clock_from(row: StoredRow) -> Clock | None:
    """Return the clock from the row of a table."""
    return Clock(**row.clock) if row.clock else None


def seat_row(table: Table, seat: int) -> Row:
    """Return a seat as a row."""
    values = occupant_values(table.occupants[seat]) | state_values(table.seat_states[seat])
    return {"table": table.header.id, "seat": seat} | values


def occupant_values(occupant: Occupant) -> Row:
    """Return the columns of a seat with its occupant."""
    return {
        "person": occupant.person,
        "level": occupant.level,
        "name": occupant.name,
        "invitation": occupant.invitation,
        "substitute": occupant.substitute,
    }


def state_values(state: SeatState) -> Row:
    """Return the columns of a seat besides its occupant."""
    return {
        "wishes": state.wish,
        "left": state.clock_ms,
        "running": state.running_since,
        "since": state.asked_after,
        "changes": state.changes,
        "acted": state.last_action,
        "draft": [[step.notation, step.id] for step in state.draft],
        "seen": state.seen_moves,
        "resigned": state.resigned_at,
    }


def read_occupant(row: StoredRow) -> Occupant:
    """Return the occupant of a seat from its row."""
    return Occupant(row.name, row.person, row.level, row.invitation, row.substitute)


def read_seat(row: StoredRow) -> SeatState:
    """Return the state of a seat from its row."""
    draft = _read_draft(row.draft)
    kept = row.since, row.changes, row.acted, draft, row.seen, row.wishes, row.left, row.running, row.resigned
    return SeatState(*kept)


def _read_draft(plain: Sequence[Sequence[str]]) -> Draft:
    return tuple(Step(notation, move_id) for notation, move_id in plain)


def move_rows(table: Table, first: int, made: int) -> list[Row]:
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


def read_move(row: StoredRow) -> Move:
    """Return a move from its row."""
    return Move(row.seat, row.notation, row.id)


def remark_row(table_id: str, remark: Remark) -> Row:
    """Return a remark as a row."""
    return {
        "table": table_id,
        "number": remark.number,
        "person": remark.person,
        "name": remark.name,
        "text": remark.text,
        "sent": remark.sent_at,
        "reported": remark.reported_at,
    }


def read_remark(row: StoredRow) -> Remark:
    """Return a remark from its row."""
    return Remark(row.number, row.person, row.name, row.text, row.sent, row.reported)


def rebuild_table(
    header: TableHeader, occupants: Sequence[Occupant], log: Sequence[Move], stored: Sequence[SeatState]
) -> Table:
    """Return a table from what is stored; what is no longer possible of a draft is dropped.

    Raises:
        Unplayable: the game or its rules are not here, or the log is damaged.
    """
    match = header.start_match()
    try:
        match.names = player_names(occupants)
        since = play_moves(match, log, [0] * header.seats)
    except MaleconError as error:
        raise Unplayable(f"the log of the table is damaged: {error}") from None
    states = []
    for seat, state in enumerate(with_questions(stored, since)):
        draft = play_draft(match, seat, state.draft)[1] if state.draft else ()
        states.append(replace(state, draft=draft))
    return Table(header, tuple(occupants), match, tuple(log), tuple(states))


def names_at(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the names of the occupants of some tables, by table."""
    chosen = select(SEATS.c.table, SEATS.c.name).where(SEATS.c.table.in_(tables)).order_by(SEATS.c.seat)
    names: dict[str, tuple[str, ...]] = {}
    for table_id, name in connection.execute(chosen):
        names[table_id] = (*names.get(table_id, ()), name)
    return names


def newest_remarks(connection: Connection, table_id: str, *, of_spectators: bool) -> tuple[Remark, ...]:
    """Return the newest remarks of the people at a table, or of its spectators, the oldest of them first."""
    number = MESSAGES.c.number
    chosen = select(MESSAGES).where(MESSAGES.c.table == table_id, number < 0 if of_spectators else number >= 0)
    newest = chosen.order_by(number if of_spectators else number.desc()).limit(MOST_REMARKS)
    return tuple(map(read_remark, reversed(connection.execute(newest).all())))


def write_remarks(connection: Connection, before: Table, after: Table) -> None:
    """Write new and newly reported remarks."""
    old, new = (*before.remarks, *before.spectators_remarks), (*after.remarks, *after.spectators_remarks)
    known = {remark.number for remark in old}
    for remark in set(new) - set(old) if new != old else ():
        row = remark_row(after.header.id, remark)
        if remark.number in known:
            here = MESSAGES.c.table == after.header.id, MESSAGES.c.number == remark.number
            connection.execute(update(MESSAGES).where(*here).values(row))
        else:
            connection.execute(insert(MESSAGES), row)


def is_after(columns: Sequence[ColumnElement[Any]], last: Sequence[object]) -> ColumnElement[bool]:
    """Return the condition that rows in the order of some columns come after the ``last`` one."""
    values = (literal(value, column.type) for column, value in zip(columns, last, strict=True))
    return tuple_(*columns) > tuple_(*values)
