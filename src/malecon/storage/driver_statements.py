"""Transactions and statements for the driver itself, on the way of a move; SQLAlchemy makes only the text, once.

What SQLAlchemy carries out on the same connection is in the same transaction. Errors of the driver become its errors.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Delete, Dialect, Insert, Update
from sqlalchemy.exc import DBAPIError

from malecon.storage.read_errors import PASSING, code_of
from malecon.storage.schema import MUTES, PEOPLE, SESSIONS

WATCHED = (PEOPLE, SESSIONS, MUTES)
"""Tables whose changes are noted by a listener of SQLAlchemy (``person_changes.py``): the driver would pass it by."""
Values = Mapping[str, object]
Processor = Callable[[Any], Any]
"""Makes of a value what the driver takes."""


class _Compiled(NamedTuple):
    """The text of a statement for one driver.

    Attributes:
        text: the statement.
        values: the names of its values, in order, with what makes of them what the driver takes, if it is not the same.
        are_named: whether the driver takes values by their names.
    """

    text: str
    values: tuple[tuple[str, Processor | None], ...]
    are_named: bool

    def given(self, values: Values) -> Any:
        """Return values as the driver takes them."""
        made = [values[name] if process is None else process(values[name]) for name, process in self.values]
        return {name: value for (name, _), value in zip(self.values, made, strict=True)} if self.are_named else made


class DriverStatement:
    """A statement that changes rows, of any table but the watched ones."""

    def __init__(self, statement: Insert | Update | Delete, *names: str) -> None:
        """``names``: of the columns that an ``Insert`` writes, all of them without any."""
        if statement.table in WATCHED:
            raise ValueError(f"statement: changes {statement.table}, but must change no table that is watched")
        self._statement = statement
        is_insert = isinstance(statement, Insert)
        self._names = list(names or statement.table.c.keys()) if is_insert else None
        self._compiled = cache(self._compile)

    def run(self, connection: Connection, values: Values) -> int:
        """Change rows, and return how many."""
        compiled = self._compiled(connection.dialect)
        return _carried_out(connection, connection.dialect.do_execute, compiled.text, compiled.given(values))

    def run_for_each(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Change rows once for each of some values."""
        if len(rows) == 1:  # psycopg takes longer to carry out many statements, even if it is one
            self.run(connection, rows[0])
            return
        compiled = self._compiled(connection.dialect)
        given = [compiled.given(row) for row in rows]
        _carried_out(connection, connection.dialect.do_executemany, compiled.text, given)

    def _compile(self, dialect: Dialect) -> _Compiled:
        """Return the text for a driver."""
        compiled = self._statement.compile(dialect=dialect, column_keys=self._names)
        processors = {
            name: parameter.type.dialect_impl(dialect).bind_processor(dialect)
            for name, parameter in compiled.binds.items()
        }
        values = tuple((name, processors[name]) for name in compiled.positiontup or processors)
        return _Compiled(str(compiled), values, compiled.positiontup is None)


def call(connection: Connection, function: str, *values: str) -> None:
    """Call a function of PostgreSQL."""
    places = ", ".join(["%s"] * len(values))
    _carried_out(connection, connection.dialect.do_execute, f"SELECT {function}({places})", values)


def begin(connection: Connection) -> None:
    """Begin a transaction that writes; the driver of PostgreSQL does so by itself.

    With SQLite it takes the lock at once: so writers wait instead of failing at the end.
    """
    if connection.dialect.name == "sqlite":
        _carried_out(connection, connection.dialect.do_execute, "BEGIN IMMEDIATE", ())


def commit(connection: Connection) -> None:
    """Commit all that was carried out on a connection since ``begin``."""
    if connection.in_transaction():
        connection.commit()
        return
    try:
        connection.dialect.do_commit(connection.connection)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _translated(connection, "COMMIT", error) from error


def _carried_out(connection: Connection, carry_out: Callable[..., None], statement: str, given: object) -> int:
    """Let the driver carry out a statement, and return how many rows it has changed.

    ``carry_out``: how this driver does it.

    Raises:
        DBAPIError: as SQLAlchemy would raise it; a connection that may have failed for good is given up.
    """
    driver = connection.connection.driver_connection
    assert driver is not None, "there is a connection within a transaction"
    try:
        with closing(driver.cursor()) as cursor:
            carry_out(cursor, statement, given)
            return int(cursor.rowcount)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _translated(connection, statement, error) from error


def _translated(connection: Connection, statement: str, error: Any) -> DBAPIError:
    """Return an error of the driver as SQLAlchemy's; a connection that may have failed for good is given up."""
    driver, errors = connection.connection.driver_connection, connection.dialect.loaded_dbapi.Error
    is_lost = code_of(error) in PASSING or connection.dialect.is_disconnect(error, driver, None)
    if is_lost:
        connection.invalidate(error)
    translated = DBAPIError.instance(
        statement, None, error, errors, hide_parameters=True, connection_invalidated=is_lost, dialect=connection.dialect
    )
    assert isinstance(translated, DBAPIError), "an error of the driver"
    return translated
