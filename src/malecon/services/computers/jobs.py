"""What workers are asked to do: a job is one question to one computer player, kept in PostgreSQL by Procrastinate.

A job is left in the same transaction that makes a computer player needed: so none is lost, and none is there for what
was not stored. It names the mark of the question: done twice, or too late, it does nothing.
"""

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from malecon.tables.table import Seated

if TYPE_CHECKING:
    from procrastinate import App

TASK = "move"
QUEUE = "moves"
LATER = -1
"""Priority of what is asked again at a start: thousands of tables may wait, and nobody looks at most of them."""


@cache
def queue() -> "App":
    """Return what writes jobs, on connections that it is given."""
    from procrastinate import App, SyncPsycopgConnector

    return App(connector=SyncPsycopgConnector())


def questions(table: Seated | None) -> set[tuple[int, str]]:
    """Return what computer players are asked: seat and mark of each that is to move."""
    return {(seat, table.mark(seat)) for seat in table.computers_to_move()} if table else set()


def ask(connection: Connection, before: Seated | None, after: Seated) -> None:
    """Leave a job for each question that was not asked before, in the transaction that stores it."""
    for seat, mark in sorted(questions(after) - questions(before)):
        leave(connection, after, seat, mark)


def ask_again(connection: Connection, table: Seated) -> None:
    """Leave a job for each question of a table, if such a one does not wait."""
    from procrastinate.exceptions import AlreadyEnqueued

    for seat, mark in sorted(questions(table)):
        try:
            with connection.begin_nested():
                leave(connection, table, seat, mark, LATER)
        except AlreadyEnqueued:
            pass


def leave(connection: Connection, table: Seated, seat: int, mark: str, priority: int = 0) -> None:
    """Leave a job; of all that wait, those of the highest priority are done first."""
    lock = f"{table.header.id} {table.version} {seat}"
    driver = connection.connection.driver_connection
    job = queue().configure_task(TASK, queue=QUEUE, queueing_lock=lock, connection=driver, priority=priority)
    job.defer(table=table.header.id, seat=seat, mark=mark)
