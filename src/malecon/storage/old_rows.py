"""Rows that the rules of retention let go, removed in small steps. A new sort of rows is one more line in ``ROWS``."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct
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
    or_,
    select,
    tuple_,
    update,
)

from malecon.storage.rows import is_after
from malecon.storage.schema import MESSAGES, NOTICES, PEOPLE, RATINGS, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.tables.chat import MOST_REMARKS
from malecon.tables.ratings import LEVEL
from malecon.tables.retention import Retention

STEP = 50
"""Small things that one step looks at, and removes in one transaction."""


class Due(Struct, frozen=True):
    """Something that is to go: by which rule, its key, and since when its time runs (milliseconds since 1970)."""

    rule: str
    key: Any
    since: int


NO_DRAFT: list[str] = []


class RowKind(Struct, frozen=True):
    """A sort of rows.

    Attributes:
        rule: of retention.
        table: where they are.
        since: from when their time runs; ``None`` for those that have no time.
        condition: what must be so besides.
        game_table: the table of a game that the rows belong to, over after the same time.
        values: what becomes of them in place of their removal.
    """

    rule: str
    table: Table
    since: ColumnElement[int] | None
    condition: ColumnElement[bool] | None = None
    game_table: ColumnElement[str] | None = None
    values: dict[str, object] | None = None

    def is_due(self, before: int) -> list[ColumnElement[bool]]:
        """Return the conditions for those whose time began before a moment."""
        conditions = [] if self.since is None else [self.since <= before]
        if self.game_table is not None:
            conditions.append(exists().where(TABLES.c.id == self.game_table, TABLES.c.finished <= before))
        return conditions if self.condition is None else [*conditions, self.condition]


IS_NOBODYS = ~(
    RATINGS.c.who.startswith(LEVEL, autoescape=True)
    | exists().where(PEOPLE.c.id == RATINGS.c.who)
    | exists().where(RESULTS.c.person == RATINGS.c.who)
)
IS_DRAFTED = cast(SEATS.c.draft, String) != "[]"
LATER = MESSAGES.alias()
NEWEST = select(func.max(LATER.c.number)).where(LATER.c.table == MESSAGES.c.table).scalar_subquery()
NEWEST_ASIDE = select(func.min(LATER.c.number)).where(LATER.c.table == MESSAGES.c.table).scalar_subquery()
GOES_ON = exists().where(TABLES.c.id == MESSAGES.c.table, TABLES.c.finished.is_(None))
IS_OLDER = or_(
    (MESSAGES.c.number >= 0) & (MESSAGES.c.number <= NEWEST - MOST_REMARKS),
    (MESSAGES.c.number < 0) & (MESSAGES.c.number >= NEWEST_ASIDE + MOST_REMARKS),
)
IS_NOT_SHOWN = GOES_ON & IS_OLDER

ROWS = (
    RowKind("drafts", SEATS, None, IS_DRAFTED, SEATS.c.table, {"draft": NO_DRAFT}),
    RowKind("chat", MESSAGES, MESSAGES.c.sent, MESSAGES.c.reported.is_(None), MESSAGES.c.table),
    RowKind("chat", MESSAGES, MESSAGES.c.sent, MESSAGES.c.reported.is_(None) & IS_NOT_SHOWN),
    RowKind("reports", MESSAGES, MESSAGES.c.reported, None, MESSAGES.c.table),
    RowKind("notices", NOTICES, NOTICES.c.due),
    RowKind("sessions", SESSIONS, SESSIONS.c.used),
    RowKind("links", SESSIONS, SESSIONS.c.expires),
    RowKind("ratings", RATINGS, None, IS_NOBODYS),
)


class RowTarget:
    """Rows of a sort, of which the old ones go."""

    def __init__(self, store: Store, retention: Retention, sort: RowKind) -> None:
        """``sort``: of the rows."""
        self._store, self._retention, self._kind = store, retention, sort
        self._key = tuple(sort.table.primary_key)

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the rows that are due."""
        before = self._retention.cutoff([self._kind.rule], at)
        last: tuple[object, ...] | None = None
        while before is not None:
            since = literal(before, BigInteger) if self._kind.since is None else self._kind.since
            chosen = select(*self._key, since.label("since")).where(*self._kind.is_due(before))
            if last is not None:
                chosen = chosen.where(is_after(self._key, last))
            rows = self._store.rows(chosen.order_by(*self._key).limit(STEP))
            if not rows:
                return
            last = tuple(rows[-1][:-1])
            yield [Due(self._kind.rule, tuple(row[:-1]), row[-1]) for row in rows]

    @in_thread
    def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove rows; the tables that they belonged to are read again by who has them at hand."""
        these: ColumnElement[bool] = tuple_(*self._key).in_([each.key for each in due])
        if self._kind.since is not None:  # a session that was used meanwhile stays
            these &= self._kind.since <= max(each.since for each in due)
        with self._store.writing() as connection:
            if self._kind.values is None:
                connection.execute(delete(self._kind.table).where(these))
            else:
                connection.execute(update(self._kind.table).where(these).values(self._kind.values))
            if self._kind.game_table is not None:
                bump_versions(connection, {each.key[0] for each in due})
        return due


def bump_versions(connection: Connection, tables: Collection[str]) -> None:
    """Have every process read some tables again."""
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(version=TABLES.c.version + 1))
