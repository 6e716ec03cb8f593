"""The use of tables: those that nobody uses are removed, as the rules of retention say."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache

from sqlalchemy import ColumnElement, bindparam, delete, exists, func, select, update

from malecon.storage.old_rows import Due
from malecon.storage.rows import RowQuery, StoredRow, clock_from, is_after
from malecon.storage.schema import MOVES, RESULTS, SEATS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.storage.sweep_log import grace_end
from malecon.tables.retention import (
    ENDED,
    FINISHED,
    UNFINISHED,
    Retention,
    TableUse,
    is_soon_removed,
    table_end,
    table_rule,
)

AT_ONCE = 10
"""Tables that one step looks at, and removes in one transaction: each has up to some hundred moves."""
ORIGIN_GONE = ""
"""In place of the table whose deal is played again, when it is removed: the deal is still one that was known."""


@cache
def _table_uses() -> RowQuery:
    """Return the query for the use of tables."""
    here = SEATS.c.table == TABLES.c.id
    is_theirs = (MOVES.c.table == SEATS.c.table) & (MOVES.c.seat == SEATS.c.seat) & SEATS.c.person.is_not(None)
    people = select(func.count(SEATS.c.person.distinct())).where(here).scalar_subquery()
    return select(
        *(TABLES.c.id, TABLES.c.touched, TABLES.c.finished, TABLES.c.closed, TABLES.c.clock),
        exists().where(RESULTS.c.table == TABLES.c.id, RESULTS.c.rated).label("rated"),
        exists().where(here, SEATS.c.invitation.is_not(None)).label("waits"),
        people.label("people"),
        exists().where(MOVES.c.table == TABLES.c.id, here, is_theirs).label("moved"),
    )


@cache
def _uses_of_some() -> RowQuery:
    """Return the query for the use of some ``tables``."""
    return _table_uses().where(TABLES.c.id.in_(bindparam("tables", expanding=True)))


def _use_from(row: StoredRow) -> TableUse:
    return TableUse(
        row.id,
        row.touched,
        is_done=row.finished is not None,
        is_ended=bool(row.closed),
        is_rated=bool(row.rated),
        is_full=not row.waits,
        people=row.people,
        has_moved=bool(row.moved),
        clock=clock_from(row),
    )


@in_thread
def removal_times(store: Store, tables: Collection[str], retention: Retention, at: int) -> dict[str, int]:
    """Return the tables that are soon removed, each with the time (milliseconds since 1970)."""
    if not tables:
        return {}
    uses = map(_use_from, store.rows(_uses_of_some(), tables=tables))
    ends = {use.id: table_end(use, retention) or 0 for use in uses if is_soon_removed(use, retention, at)}
    earliest = grace_end(store, at) if ends else 0
    return {table: max(end, earliest) for table, end in ends.items()}


@in_thread
def mark_used(store: Store, tables: Collection[str], at: int) -> None:
    """Note that some tables are in use."""
    if tables:
        with store.writing() as connection:
            mine = TABLES.c.id.in_(sorted(tables)), TABLES.c.touched < at
            connection.execute(update(TABLES).where(*mine).values(touched=at))


class TableTarget:
    """Tables, of which those go that nobody uses."""

    def __init__(
        self, store: Store, retention: Retention, is_open: Callable[[str], bool], let_go: Callable[[str], None]
    ) -> None:
        """``is_open``: whether a page of a table is open, so that it stays. ``let_go``: called after a removal."""
        self._store, self._retention = store, retention
        self._is_open, self._let_go = is_open, let_go

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the tables that are due."""
        is_done, is_ended = TABLES.c.finished.is_not(None), TABLES.c.closed != ""
        scopes = ((UNFINISHED, ~is_done), (ENDED, is_done & is_ended), (FINISHED, is_done & ~is_ended))
        for rules, scope in scopes:
            before = self._retention.cutoff(rules, at)
            if before is not None:
                yield from self._pages(scope & (TABLES.c.touched <= before), at)

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove tables that nobody has used meanwhile, and whose pages are closed."""
        gone = await self._delete([each for each in due if not self._is_open(each.key)])
        for each in gone:
            self._let_go(each.key)
        return gone

    def _pages(self, scope: ColumnElement[bool], at: int) -> Iterator[list[Due]]:
        order = TABLES.c.touched, TABLES.c.id
        last: tuple[int, str] = (-1, "")
        while True:
            chosen = _table_uses().where(scope, is_after(order, last))
            uses = [_use_from(row) for row in self._store.rows(chosen.order_by(*order).limit(AT_ONCE))]
            if not uses:
                return
            last = uses[-1].touched, uses[-1].id
            yield [Due(table_rule(use), use.id, use.touched) for use in uses if self._is_due(use, at)]

    def _is_due(self, use: TableUse, at: int) -> bool:
        end = table_end(use, self._retention)
        return end is not None and end <= at

    @in_thread
    def _delete(self, due: Sequence[Due]) -> list[Due]:
        """Delete what is as it was when it was found; seats, moves, talk, results and notices go with a table."""
        known = {each.key: each for each in due}
        chosen = select(TABLES.c.id, TABLES.c.touched).where(TABLES.c.id.in_(known)).with_for_update()
        with self._store.writing() as connection:
            there = connection.execute(chosen).all()
            gone = [known[row.id] for row in there if row.touched == known[row.id].since]
            names = [each.key for each in gone]
            connection.execute(update(TABLES).where(TABLES.c.origin.in_(names)).values(origin=ORIGIN_GONE))
            connection.execute(delete(TABLES).where(TABLES.c.id.in_(names)))
        return gone
