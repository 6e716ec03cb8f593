"""The sweep: removes what the rules of retention let go, in small steps; here of rows and files.

Each step is one transaction. Cut short at any moment, a sweep has removed some things wholly and the others not at all;
the next one goes on. A new sort of rows is one more line in ``ROWS``.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

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

from malecon.services.metrics import SWEPT
from malecon.storage.rows import is_after
from malecon.storage.schema import MESSAGES, NOTICES, PEOPLE, RATINGS, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.tables.clocks import MOST_REMARKS
from malecon.tables.ratings import LEVEL
from malecon.tables.retention import Retention

STEP = 50
"""Small things that one step looks at, and removes in one transaction."""
PAUSE_S = 0.2
"""Seconds after a step that has removed something, in which others write."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to go: by which rule, its key, and since when its time runs (milliseconds since 1970)."""

    rule: str
    key: Any
    since: int


@dataclass(frozen=True, slots=True)
class DueCount:
    """How many things go by a rule, and since when the time of the oldest runs."""

    count: int
    oldest: int | None


NO_ITEMS = DueCount(0, None)


class Target(Protocol):
    """A sort of things of which some go."""

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the things due at a moment, in small pages that may be empty. Blocks; nothing is held between pages."""
        ...

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove what is still due, and return it."""
        ...


class Sweep:
    """A sweep of a site."""

    def __init__(self, targets: Sequence[Target]) -> None:
        """``targets``: what is swept, in this order."""
        self._targets = targets

    def count_due(self, at: int) -> dict[str, DueCount]:
        """Return the tally of things due at a moment, by rule. Blocks, and removes nothing."""
        found: dict[str, list[int]] = {}
        for target in self._targets:
            for page in target.pages(at):
                for due in page:
                    found.setdefault(due.rule, []).append(due.since)
        return {rule: DueCount(len(times), min(times)) for rule, times in found.items()}

    async def run(self, at: int, pause: float = PAUSE_S) -> dict[str, int]:
        """Remove what is due at a moment, and return how many things went by each rule."""
        removed: Counter[str] = Counter()
        for target in self._targets:
            pages = target.pages(at)
            while (page := await in_thread(next)(pages, None)) is not None:
                gone = Counter(due.rule for due in await target.remove(page)) if page else Counter[str]()
                removed.update(gone)
                for rule, count in gone.items():
                    SWEPT.labels(rule).inc(count)
                await asyncio.sleep(pause if gone else 0)
        return dict(removed)


NO_DRAFT: list[str] = []


@dataclass(frozen=True, slots=True)
class RowKind:
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
GOES_ON = exists().where(TABLES.c.id == MESSAGES.c.table, TABLES.c.finished.is_(None))
IS_NOT_SHOWN = GOES_ON & (MESSAGES.c.number <= NEWEST - MOST_REMARKS)

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

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove rows; the tables that they belonged to are read again by who has them at hand."""
        return await self._remove(due)

    @in_thread
    def _remove(self, due: Sequence[Due]) -> Sequence[Due]:
        these: ColumnElement[bool] = tuple_(*self._key).in_([each.key for each in due])
        if self._kind.since is not None:  # a session that was used meanwhile stays
            these &= self._kind.since <= max(each.since for each in due)
        with self._store.writing() as connection:
            if self._kind.values is None:
                connection.execute(delete(self._kind.table).where(these))
            else:
                connection.execute(update(self._kind.table).where(these).values(self._kind.values))
            if self._kind.game_table is not None:
                _bump_versions(connection, {each.key[0] for each in due})
        return due


def _bump_versions(connection: Connection, tables: set[str]) -> None:
    """Have every process read some tables again."""
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(version=TABLES.c.version + 1))


class FileTarget:
    """Files that nobody has looked at for long: of records that people have brought, or of reviews."""

    def __init__(self, folder: Path, retention: Retention, rule: str) -> None:
        """``folder``: of all data. ``rule``: of retention, and the name of the folder in it."""
        self._folder, self._retention, self._rule = folder / rule, retention, rule

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the files that are due, those too whose writing was cut short."""
        before = self._retention.cutoff([self._rule], at)
        if before is None:
            return
        found = [Due(self._rule, file.name, _modified_ms(file)) for file in sorted(self._folder.glob("*"))]
        due = [each for each in found if each.since <= before]
        yield from (due[first : first + STEP] for first in range(0, len(due), STEP))

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove files that nobody has looked at meanwhile."""
        return await self._remove(due)

    @in_thread
    def _remove(self, due: Sequence[Due]) -> list[Due]:
        gone = [each for each in due if _modified_ms(self._folder / each.key) == each.since]
        for each in gone:
            (self._folder / each.key).unlink(missing_ok=True)
        return gone


def _modified_ms(file: Path) -> int:
    """Return the time of the last use of a file, in milliseconds since 1970; now if it is gone."""
    with suppress(FileNotFoundError):
        return file.stat().st_mtime_ns // 1_000_000
    return time.time_ns() // 1_000_000
