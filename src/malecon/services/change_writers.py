"""What is written in the transaction of a change of a table: results and ratings, jobs, notices. None is lost.

For whom a computer player stood in is still the one who played; ``rated_games`` says which games count.

A job is one question to one computer player, kept in PostgreSQL by Procrastinate. It names the revision of the
question: done twice, or too late, it does nothing.

A notice is due a while after its person became needed. It is gone when the person has acted.
"""

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, bindparam, delete, func, insert, select

import malecon
from malecon.services.rated_games import check_rated, is_rated
from malecon.services.ratings import lock_results, update_ratings
from malecon.storage import database
from malecon.storage.rows import Row
from malecon.storage.schema import NOTICES, RESULTS
from malecon.storage.store import ChangeWriter, Store
from malecon.tables import MINUTE
from malecon.tables.clocks import deadline, is_live
from malecon.tables.seat import Occupant
from malecon.tables.table import Table

if TYPE_CHECKING:
    from procrastinate import App


def _write_results(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Write the results of a game that a change has ended, and the ratings after it. ``at``: time of its last move."""
    if before is not None and after.match.over and not before.match.over:
        finished = _end_time(connection, after.header.game, at)
        results = results_of(after, finished, rated=is_rated(connection, after, at))
        connection.execute(insert(RESULTS), results)
        update_ratings(connection, results)


def results_of(table: Table, finished: int, *, rated: bool) -> list[Row]:
    """Return a row for each seat of a game that is over; ``rated``: the result counts."""
    *_, points = table.match.points_by_round  # computed here, in a thread, and kept: the end sheet draws them
    places = malecon.games[table.header.game].text.places(table.match.seen_by(None))
    of_all: Row = {
        "table": table.header.id,
        "game": table.header.game,
        "seats": table.header.seats,
        "rated": rated,
        "finished": finished,
    }
    return [
        {**of_all, "seat": seat, **player_of(occupant), "points": points[seat], "place": places[seat]}
        for seat, occupant in enumerate(table.occupants)
    ]


def player_of(occupant: Occupant) -> Row:
    """Return the player of a seat: a person, absent if a computer player stands in at the end, or a level."""
    return {
        "person": occupant.person,
        "level": None if occupant.person else occupant.level,
        "absent": occupant.substitute is not None,
    }


def _end_time(connection: Connection, game: str, made: int) -> int:
    """Return the end time of a game, in milliseconds since 1970: later than that of all others."""
    lock_results(connection)
    last = connection.execute(select(func.max(RESULTS.c.finished)).where(RESULTS.c.game == game)).scalar()
    return made if last is None else max(made, last + 1)


TASK = "move"
QUEUE = "moves"
LOW_PRIORITY = -1
"""Priority of jobs that are enqueued again at a start: thousands of tables may wait, and most are not watched."""


@cache
def _queue() -> "App":
    """Return the queue; jobs are written on connections that are passed to it."""
    from procrastinate import App, SyncPsycopgConnector

    return App(connector=SyncPsycopgConnector())


def questions(table: Table | None) -> set[tuple[int, str]]:
    """Return the open questions to computer players: seat and revision of each that is to move."""
    return {(seat, table.revision(seat)) for seat in table.computers_to_move()} if table else set()


def _enqueue_questions(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Enqueue a job for each new question, in the transaction that stores it, where workers answer (PostgreSQL)."""
    if connection.dialect.name != database.DIALECT:
        return
    for seat, revision in sorted(questions(after) - questions(before)):
        _enqueue(connection, after, seat, revision)


def enqueue_missing(store: Store, table_id: str) -> None:
    """Enqueue a job for each question at a table that has none; the errors are those of ``Store.load``."""
    from procrastinate.exceptions import AlreadyEnqueued

    table = store.load(table_id)
    with store.writing() as connection:
        for seat, revision in sorted(questions(table)):
            with suppress(AlreadyEnqueued), connection.begin_nested():
                _enqueue(connection, table, seat, revision, LOW_PRIORITY)


def _enqueue(connection: Connection, table: Table, seat: int, revision: str, priority: int = 0) -> None:
    """Enqueue a job; those of the highest priority are done first."""
    lock = f"{table.header.id} {table.version} {seat}"
    driver = connection.connection.driver_connection
    job = _queue().configure_task(TASK, queue=QUEUE, queueing_lock=lock, connection=driver, priority=priority)
    job.defer(table=table.header.id, seat=seat, mark=revision)


TURN, LATE = "turn", "late"
"""Kinds of notices: somebody became needed; somebody has been needed for too long."""
WAIT_LIVE, WAIT_SLOW = MINUTE, 10 * MINUTE
"""Milliseconds from the moment a person is awaited to the notice."""


THEIRS = NOTICES.c.table == bindparam("this"), NOTICES.c.person == bindparam("whose")
DELETE_NOTICES = delete(NOTICES).where(*THEIRS)
DELETE_LATE_NOTICES = DELETE_NOTICES.where(NOTICES.c.kind == LATE)
INSERT_NOTICES = insert(NOTICES)


def _awaited_persons(table: Table) -> dict[str, int]:
    """Return the awaited persons, each with the time from which they are overdue (milliseconds since 1970).

    Nobody is where only one person plays: computer players do not let people wait, and nobody else does.
    """
    people = {occupant.person for occupant in table.occupants if occupant.person}
    ends: dict[str, int] = {}
    for seat in table.persons_to_move() if len(people) > 1 else ():
        person, end = table.occupants[seat].person, deadline(table, seat)
        if person is not None and end is not None:
            ends[person] = min(end, ends.get(person, end))
    return ends


def _write_notices(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Write the notices of those who became needed, and remove those of who is not any more.

    Args:
        connection: in the transaction of the change.
        before: the table before it; ``None`` if the table is new.
        after: the table as it is stored.
        at: the time, in milliseconds since 1970.
    """
    was, ends = _awaited_persons(before) if before else {}, _awaited_persons(after)
    wait = WAIT_LIVE if is_live(after.header.settings.clock) else WAIT_SLOW
    for person in was.keys() | ends.keys():
        if was.get(person) == ends.get(person):
            continue
        is_late_only = person in ends and person in was
        statement, kinds = (DELETE_LATE_NOTICES, (LATE,)) if is_late_only else (DELETE_NOTICES, (TURN, LATE))
        connection.execute(statement, {"this": after.header.id, "whose": person})
        if person in ends:
            row = {"table": after.header.id, "person": person, "since": after.version}
            due = {TURN: at + wait, LATE: ends[person]}
            connection.execute(INSERT_NOTICES, [{**row, "kind": kind, "due": due[kind]} for kind in kinds])


CHANGE_WRITERS: tuple[ChangeWriter, ...] = (check_rated, _write_results, _enqueue_questions, _write_notices)
"""Run in this order, in the transaction that stores the change."""
