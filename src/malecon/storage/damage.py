"""Damage of a database: what is wrong with its file and its tables, and the rows that can still be read of them.

Rows are found in pages that B-trees lead to, and in those that nothing leads to.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from sqlalchemy import select

from malecon.core.errors import MaleconError
from malecon.storage.read_errors import read_again
from malecon.storage.schema import TABLES
from malecon.storage.sqlite_pages import INTERIOR, LEAF, Image, Row, Value, children_of, kind_of, rows_of
from malecon.storage.store import Store
from malecon.tables import StorageError

NO_DAMAGE = "ok"


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that is wrong; ``table_id`` is of a table, or empty for the database as a whole."""

    table_id: str
    reason: str


def find_damage(store: Store) -> Iterator[Damage]:
    """Yield the damage of a database; blocks, some milliseconds for each table."""
    yield from _damages_of_file(store)
    for row in store.rows(select(TABLES.c.id, TABLES.c.finished).order_by(TABLES.c.created)):
        reason = damage_of(store, row.id, is_finished=row.finished is not None)
        if reason:
            yield Damage(row.id, reason)


def _damages_of_file(store: Store) -> Iterator[Damage]:
    """Yield the damage that SQLite finds in its file; PostgreSQL looks after itself."""
    if store.is_shared:
        return
    said = _check_file(store)
    if said:
        store.reader.dispose()  # a new connection reads it again, before it is called damaged
        said = _check_file(store)
    yield from (Damage("", each) for each in said)


@read_again
def _check_file(store: Store) -> list[str]:
    """Return the sentences of SQLite's checks, if something is wrong."""
    with store.reading() as connection:
        said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    return [
        *(f"the file is damaged: {each}" for each in said if each != NO_DAMAGE),
        *(f"a row of {row[0]} belongs to a row of {row[2]} that is not there" for row in rows),
    ]


def damage_of(store: Store, table_id: str, *, is_finished: bool) -> str:
    """Return the damage of a table; empty if it can be rebuilt."""
    try:
        table = store.load(table_id)
    except StorageError:
        raise
    except MaleconError as error:
        return str(error)
    except Exception as error:  # whatever is in a damaged row: the other tables are to be looked at too
        return f"its rows cannot be read: {error!r}"
    if table.is_done != is_finished:
        return f"it is {'done with' if table.is_done else 'going on'}, but its row says otherwise"
    return ""


TEXTS, NUMBERS = ("CHAR", "TEXT", "JSON"), ("INT", "BOOL", "FLOAT")


@dataclass(frozen=True)
class Column:
    """A column: its name, the types of Python that its values have, and whether there is always one."""

    name: str
    types: tuple[type, ...]
    is_needed: bool


@dataclass
class FoundRows:
    """What was found of a table.

    Attributes:
        rows: by column.
        unreadable: rows in readable pages that cannot be read, and pages that cannot be read.
        pages: the numbers of the pages that cannot be read.
    """

    rows: list[dict[str, Value]] = field(default_factory=list)
    unreadable: int = 0
    pages: int = 0


def find_rows(image: Image, known: Mapping[str, Sequence[Column]]) -> dict[str, FoundRows]:
    """Return the readable rows of each of our database tables.

    ``known``: the columns of today's tables, for files whose own schema cannot be read.
    """
    found, seen = {name: FoundRows() for name in known}, {1}
    schema = schema_of(image)
    for name, (root, columns) in schema.items():
        if name in found:
            _read_tree(image, root, columns or known[name], found[name], seen)
    is_whole = set(known) <= set(schema) and not any(each.pages for each in found.values())
    for number in () if is_whole else sorted(set(range(2, image.count + 1)) - seen - image.free_pages()):
        _read_stray_page(image, number, known, found)
    return found


def _read_tree(image: Image, root: int, columns: Sequence[Column], found: FoundRows, seen: set[int]) -> None:
    """Collect the rows below the root of a table, in their order."""
    waiting = [root]
    while waiting:
        number = waiting.pop()
        kind = kind_of(image, number) if 0 < number <= image.count and number not in seen else 0
        seen.add(number)
        if kind == INTERIOR:
            waiting += reversed(children_of(image, number))
        elif kind == LEAF:
            _read_leaf(image, number, columns, found)
        else:
            found.pages += 1


def _read_leaf(image: Image, number: int, columns: Sequence[Column], found: FoundRows) -> None:
    for row in rows_of(image, number):
        if row is not None and _fits(row, columns):
            found.rows.append({column.name: value for column, value in zip(columns, row, strict=False)})
        else:
            found.unreadable += 1


def _read_stray_page(
    image: Image, number: int, known: Mapping[str, Sequence[Column]], found: dict[str, FoundRows]
) -> None:
    """Collect the rows of a leaf that nothing leads to, if all of them can be rows of one of our tables only."""
    rows = list(rows_of(image, number)) if kind_of(image, number) == LEAF else []
    for is_like in (_is_as_long, _fits):
        names = [name for name, columns in known.items() if all(row and is_like(row, columns) for row in rows)]
        if rows and len(names) == 1:
            _read_leaf(image, number, known[names[0]], found[names[0]])
            return


def _is_as_long(row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether a row can be one with exactly these columns."""
    return len(row) == len(columns) and _fits(row, columns)


def _fits(row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether a row can be one with these columns; one of an older version has fewer."""
    return len(row) <= len(columns) and all(
        not column.is_needed if value is None else isinstance(value, column.types)
        for column, value in zip(columns, row, strict=False)
    )


def schema_of(image: Image) -> dict[str, tuple[int, list[Column]]]:
    """Return the readable part of the file's own schema: the root page of each table, and its columns or none."""
    schema = {}
    for kind, name, _, root, sql in _schema_rows(image):
        if kind == "table" and isinstance(name, str) and isinstance(root, int):
            schema[name] = root, _columns_of(str(sql), name)
    return schema


def _schema_rows(image: Image) -> Iterator[Row]:
    for number, kind in schema_pages(image):
        if kind == LEAF:
            yield from (row for row in rows_of(image, number) if row and len(row) == 5)


def unread_schema_pages(image: Image) -> int:
    """Return the number of unreadable pages of the schema: nothing leads to the tables that they describe."""
    return sum(kind not in (INTERIOR, LEAF) for _, kind in schema_pages(image))


def schema_pages(image: Image) -> Iterator[tuple[int, int]]:
    """Yield the number and the kind of each page of the schema, which begins in page 1; 0 if it is not there."""
    waiting, seen = [1], set[int]()
    while waiting:
        number = waiting.pop()
        kind = kind_of(image, number) if 0 < number <= image.count and number not in seen else 0
        seen.add(number)
        yield number, kind
        if kind == INTERIOR:
            waiting += children_of(image, number)


def _columns_of(sql: str, table_id: str) -> list[Column]:
    """Return the columns of a table from the statement that makes it; none if it is damaged."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute(sql)
        except sqlite3.Error:
            return []
        return table_columns(connection, table_id)


def table_columns(connection: sqlite3.Connection, table_id: str) -> list[Column]:
    """Return the columns of a table, in the order in which they are stored."""
    rows = connection.execute(f'PRAGMA table_info("{table_id}")').fetchall()
    return [Column(row[1], _types_of(row[2]), bool(row[3])) for row in rows]


def _types_of(declared: str) -> tuple[type, ...]:
    """Return the types of Python that values of a column have.

    >>> _types_of("VARCHAR(32)"), _types_of("FLOAT")
    ((<class 'str'>,), (<class 'int'>, <class 'float'>))
    """
    if any(word in declared for word in TEXTS):
        return (str,)
    return (int, float) if any(word in declared for word in NUMBERS) else (int, float, str, bytes)
