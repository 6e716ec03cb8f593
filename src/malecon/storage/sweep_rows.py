"""Sweeping rows that belong to no table that goes as a whole. A new sort of rows is one more line in ``ROWS``."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    String,
    Table,
    cast,
    delete,
    exists,
    func,
    literal,
    select,
    tuple_,
    update,
)

from malecon.services.results.results import LEVEL
from malecon.services.sweep import STEP, Due
from malecon.storage.schema import MESSAGES, NOTICES, PEOPLE, RATINGS, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store
from malecon.tables.chat import MOST_SAID
from malecon.tables.retention import Retention

NO_DRAFT: list[Any] = []


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of rows.

    Attributes:
        rule: of retention.
        table: where they are.
        since: from when their time runs; ``None`` for those that have no time.
        besides: what must be so besides.
        of: the table of a game that the rows belong to, over after the same time.
        values: what becomes of them in place of their removal.
    """

    rule: str
    table: Table
    since: ColumnElement[int] | None
    besides: ColumnElement[bool] | None = None
    of: ColumnElement[str] | None = None
    values: dict[str, Any] | None = None

    def is_due(self, before: int) -> list[ColumnElement[bool]]:
        """Return the conditions for those whose time began before a moment."""
        conditions = [] if self.since is None else [self.since <= before]
        if self.of is not None:
            conditions.append(exists().where(TABLES.c.id == self.of, TABLES.c.finished <= before))
        return conditions if self.besides is None else [*conditions, self.besides]


IS_NOBODYS = ~(
    RATINGS.c.who.startswith(LEVEL, autoescape=True)
    | exists().where(PEOPLE.c.id == RATINGS.c.who)
    | exists().where(RESULTS.c.person == RATINGS.c.who)
)
IS_DRAFTED = cast(SEATS.c.draft, String) != "[]"
LATER = MESSAGES.alias()
NEWEST = select(func.max(LATER.c.number)).where(LATER.c.table == MESSAGES.c.table).scalar_subquery()
GOES_ON = exists().where(TABLES.c.id == MESSAGES.c.table, TABLES.c.finished.is_(None))
IS_NOT_SHOWN = GOES_ON & (MESSAGES.c.number <= NEWEST - MOST_SAID)

ROWS = (
    Sort("drafts", SEATS, None, IS_DRAFTED, SEATS.c.table, {"draft": NO_DRAFT}),
    Sort("chat", MESSAGES, MESSAGES.c.sent, MESSAGES.c.reported.is_(None), MESSAGES.c.table),
    Sort("chat", MESSAGES, MESSAGES.c.sent, MESSAGES.c.reported.is_(None) & IS_NOT_SHOWN),
    Sort("reports", MESSAGES, MESSAGES.c.reported, None, MESSAGES.c.table),
    Sort("notices", NOTICES, NOTICES.c.due),
    Sort("sessions", SESSIONS, SESSIONS.c.used),
    Sort("links", SESSIONS, SESSIONS.c.expires),
    Sort("ratings", RATINGS, None, IS_NOBODYS),
)


class SweptRows:
    """Rows of a sort, of which the old ones go."""

    def __init__(self, store: Store, retention: Retention, sort: Sort) -> None:
        """``sort``: of the rows."""
        self._store, self._retention, self._sort = store, retention, sort
        self._key = tuple(sort.table.primary_key)

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the rows that are due."""
        before = self._retention.cutoff([self._sort.rule], at)
        last: tuple[Any, ...] | None = None
        while before is not None:
            since = literal(before, BigInteger) if self._sort.since is None else self._sort.since
            chosen = select(*self._key, since.label("since")).where(*self._sort.is_due(before))
            if last is not None:
                chosen = chosen.where(is_after(self._key, last))
            with self._store.reading() as connection:
                rows = connection.execute(chosen.order_by(*self._key).limit(STEP)).all()
            if not rows:
                return
            last = tuple(rows[-1][:-1])
            yield [Due(self._sort.rule, tuple(row[:-1]), row[-1]) for row in rows]

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove rows; the tables that they belonged to are read again by who has them at hand."""
        return await asyncio.to_thread(self._remove, due)

    def _remove(self, due: Sequence[Due]) -> Sequence[Due]:
        these: ColumnElement[bool] = tuple_(*self._key).in_([each.key for each in due])
        if self._sort.since is not None:  # a session that was used meanwhile stays
            these &= self._sort.since <= max(each.since for each in due)
        with self._store.writing() as connection:
            if self._sort.values is None:
                connection.execute(delete(self._sort.table).where(these))
            else:
                connection.execute(update(self._sort.table).where(these).values(self._sort.values))
            if self._sort.of is not None:
                renew(connection, {each.key[0] for each in due})
        return due


def renew(connection: Connection, tables: set[str]) -> None:
    """Have every process read some tables again."""
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(version=TABLES.c.version + 1))


def is_after(columns: Sequence[ColumnElement[Any]], last: Sequence[Any]) -> ColumnElement[bool]:
    """Return the condition that rows in the order of some columns come after the ``last`` one."""
    values = (literal(value, column.type) for column, value in zip(columns, last, strict=True))
    return tuple_(*columns) > tuple_(*values)
