"""The jobs of workers: each is one question to one computer player, kept in PostgreSQL by Procrastinate.

A job names the revision of the question: done twice, or too late, it does nothing.
"""

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from malecon.storage import database
from malecon.storage.store import Store
from malecon.tables.table import Table

if TYPE_CHECKING:
    from procrastinate import App

TASK = "move"
QUEUE = "moves"
LOW_PRIORITY = -1
"""Priority of jobs that are enqueued again at a start: thousands of tables may wait, and most are not watched."""


def worker_queue(store: Store, connections: int) -> "App":
    """Return the queue for a worker, with so many connections of its own."""
    from procrastinate import App, PsycopgConnector

    how = database.driver_arguments(store.engine)
    return App(connector=PsycopgConnector(conninfo=how.pop("conninfo"), kwargs=how, max_size=connections))


@cache
def _queue() -> "App":
    """Return the queue; jobs are written on connections that are passed to it."""
    from procrastinate import App, SyncPsycopgConnector

    return App(connector=SyncPsycopgConnector())


def open_questions(table: Table | None) -> set[tuple[int, str]]:
    """Return the open questions to computer players: seat and revision of each that is to move."""
    return {(seat, table.revision(seat)) for seat in table.computers_to_move()} if table else set()


def write_jobs(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Enqueue a job for each new question, in the transaction that stores it, where workers answer (PostgreSQL)."""
    if connection.dialect.name != database.DIALECT:
        return
    for seat, revision in sorted(open_questions(after) - open_questions(before)):
        _enqueue(connection, after, seat, revision)


def enqueue_missing(store: Store, table_id: str) -> None:
    """Enqueue a job for each question at a table that has none; the errors are those of ``Store.load``."""
    from procrastinate.exceptions import AlreadyEnqueued

    table = store.load(table_id)
    with store.writing() as connection:
        for seat, revision in sorted(open_questions(table)):
            with suppress(AlreadyEnqueued), connection.begin_nested():
                _enqueue(connection, table, seat, revision, LOW_PRIORITY)


def _enqueue(connection: Connection, table: Table, seat: int, revision: str, priority: int = 0) -> None:
    """Enqueue a job; those of the highest priority are done first."""
    lock = f"{table.header.id} {table.version} {seat}"
    driver = connection.connection.driver_connection
    job = _queue().configure_task(TASK, queue=QUEUE, queueing_lock=lock, connection=driver, priority=priority)
    job.defer(table=table.header.id, seat=seat, mark=revision)
