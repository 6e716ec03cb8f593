"""PostgreSQL besides plain SQL: connections, locks, notifications. Needs the packages of ``malecon[hosting]``."""

from importlib.util import find_spec
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError

from malecon.tables import StorageError

VARIABLE = "MALECON_DATABASE_URL"
DIALECT = "postgresql"
SCHEMES = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"
CHANNEL = "malecon"
"""The channel of changes: each notification is the id of a table and its version."""
PEOPLE_CHANGED = "people"
"""In place of the id of a table: people or sessions have changed."""
SCHEMA_LOCK = 4862348170
"""Number of the lock that a process holds while it brings the schema up to date."""
ATTEMPTS_LOCK = 4862348171
"""Number of the lock that a process holds while it counts an attempt at a password."""

NOTIFY = text("SELECT pg_notify(:channel, :told)")

CONNECT_ARGUMENTS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "malecon",
}
"""Of each connection: a server that does not answer is given up within seconds."""
LIMITS = "-c idle_in_transaction_session_timeout=15s -c lock_timeout=10s"
"""Of each transaction: a process that hangs must not hold up the others for ever."""


def open_engine(address: str) -> Engine:
    """Return connections to a PostgreSQL database.

    Raises:
        StorageError: the address is none, or the driver is not installed.
    """
    wrong = f"{VARIABLE}: must be an address such as postgresql://name:password@host/database"
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StorageError(wrong) from None
    if url.drivername not in (*SCHEMES, DRIVER) or not url.database:
        raise StorageError(wrong)
    if set(f"{url.host or ''}{url.database}") & set("@/"):
        raise StorageError(f"{wrong}; in the password @ is written as %40, / as %2F, : as %3A and % as %25")
    if find_spec("procrastinate") is None:  # with it the driver is there too
        raise StorageError(f"{VARIABLE}: PostgreSQL needs what pip install 'malecon[hosting]' installs")
    arguments: dict[str, object] = {**CONNECT_ARGUMENTS, "options": LIMITS}
    return create_engine(
        url.set(drivername=DRIVER), connect_args=arguments, max_overflow=-1, pool_pre_ping=True, hide_parameters=True
    )


def driver_arguments(engine: Engine) -> dict[str, Any]:
    """Return the arguments with which the driver itself connects to the same database."""
    conninfo = engine.url.set(drivername=DIALECT).render_as_string(hide_password=False)
    return {"conninfo": conninfo, **CONNECT_ARGUMENTS}


def lock_schema(connection: Connection) -> None:
    """Wait until no other process works on the schema; the others wait until this transaction ends."""
    connection.execute(text("SELECT set_config('lock_timeout', '60s', true)"))
    lock(connection, SCHEMA_LOCK)


def lock(connection: Connection, number: int) -> None:
    """Wait until no other transaction holds the lock with a number; this one holds it until it ends."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def is_postgres(engine: Engine) -> bool:
    """Tell whether a database is PostgreSQL."""
    return engine.dialect.name == DIALECT


def notify_people(connection: Connection) -> None:
    """Tell all processes that people or sessions have changed, as soon as the transaction is committed."""
    notify(connection, PEOPLE_CHANGED, 0)


def notify(connection: Connection, table_id: str, version: int) -> None:
    """Tell all processes of a new version of a table, as soon as the transaction is committed."""
    connection.execute(NOTIFY, {"channel": CHANNEL, "told": f"{table_id} {version}"})
