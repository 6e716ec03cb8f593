"""Moved from malecon.services.sweeps.row_target."""

from collections.abc import Iterator, Sequence

from sqlalchemy import (
    delete,
    exists,
    select,
)

from malecon.core.i18n import ENGLISH, languages, load
from malecon.services.people.deletion import SOMEBODY, Deletion
from malecon.services.sweeps.row_target import is_after
from malecon.services.sweeps.sweep import STEP, Due
from malecon.storage.schema import PEOPLE, SEATS, SESSIONS
from malecon.storage.store import Store
from malecon.storage.threads import in_thread
from malecon.tables.retention import PERSONS, Retention, person_rule


class PersonTarget:
    """People, of whom those go who have not been here for long."""

    def __init__(self, store: Store, retention: Retention, departing: Deletion) -> None:
        """``departing``: by which people are deleted."""
        self._store, self._retention, self._departing = store, retention, departing

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the people who are due."""
        before = self._retention.cutoff(PERSONS, at)
        order = PEOPLE.c.seen, PEOPLE.c.id
        last: tuple[int, str] = (-1, "")
        while before is not None:
            sits = exists().where(SEATS.c.person == PEOPLE.c.id).label("sits")
            chosen = select(PEOPLE.c.id, PEOPLE.c.seen, PEOPLE.c.account.is_not(None).label("signs_in"), sits)
            chosen = chosen.where(PEOPLE.c.seen <= before, is_after(order, last))
            with self._store.reading() as connection:
                rows = connection.execute(chosen.order_by(*order).limit(STEP)).all()
            if not rows:
                return
            last = rows[-1].seen, rows[-1].id
            rules = [person_rule(has_account=bool(row.signs_in), has_seats=bool(row.sits)) for row in rows]
            found = [Due(rule, row.id, row.seen) for rule, row in zip(rules, rows, strict=True)]
            yield [due for due in found if self._is_due(due, at)]

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Delete people who have not come back meanwhile."""
        gone = []
        for each in due:
            language = await self._shut_out(each)
            if language is not None:
                await self._departing.delete(each.key, load(language).say(SOMEBODY))
                gone.append(each)
        return gone

    def _is_due(self, due: Due, at: int) -> bool:
        end = self._retention.end(due.rule, due.since)
        return end is not None and end <= at

    @in_thread
    def _shut_out(self, due: Due) -> str | None:
        """End the sessions of a person, and return their language; ``None`` for somebody who has come back."""
        still = PEOPLE.c.id == due.key, PEOPLE.c.seen == due.since
        with self._store.writing() as connection:
            row = connection.execute(select(PEOPLE.c.language).where(*still).with_for_update()).one_or_none()
            if row is None:
                return None
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == due.key))
        return row.language if row.language in languages() else ENGLISH
