"""Notifications by which processes on one PostgreSQL database tell each other what has changed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine

from malecon.storage.database import driver_arguments
from malecon.storage.driver_statements import call

if TYPE_CHECKING:
    from psycopg import AsyncConnection

CHANNEL = "malecon"
"""The channel of changes: each notification is the id of a table and its version."""
PEOPLE_CHANGED = "people"
"""In place of the id of a table: people or sessions have changed."""

PEOPLE_SEEN = "seen"
"""In place of the id of a table: people have its page open at another process; what follows are tables and people."""


def notify_people(connection: Connection) -> None:
    """Tell all processes that people or sessions have changed, as soon as the transaction is committed."""
    notify(connection, PEOPLE_CHANGED, 0)


def notify(connection: Connection, table_id: str, version: int) -> None:
    """Tell all processes of a new version of a table, as soon as the transaction is committed."""
    call(connection, "pg_notify", CHANNEL, f"{table_id} {version}")


def notify_seen(connection: Connection, views: str) -> None:
    """Tell all processes of the pages that people have open at this one, as soon as the transaction is committed."""
    call(connection, "pg_notify", CHANNEL, f"{PEOPLE_SEEN} {views}")


@asynccontextmanager
async def listening(engine: Engine, channel: str = CHANNEL) -> AsyncIterator["AsyncConnection[Any]"]:
    """Open a connection of the driver that hears the notifications of a channel."""
    from psycopg import AsyncConnection

    async with await AsyncConnection.connect(autocommit=True, **driver_arguments(engine)) as connection:
        await connection.execute(f"LISTEN {channel}")
        yield connection
