"""The removal of people: their rows go, and what is left elsewhere loses the name."""

from collections.abc import Iterator

from sqlalchemy import delete, exists, or_, select, update

from malecon.storage.old_rows import STEP, Due, bump_versions
from malecon.storage.results import replace_person
from malecon.storage.rows import is_after
from malecon.storage.schema import MESSAGES, PEOPLE, SEATS, SESSIONS, TABLES
from malecon.storage.store import Repository, in_thread
from malecon.tables.retention import person_rule
from malecon.tables.table_header import new_id


class PersonRemoval(Repository):
    """The removal of people from a database."""

    @in_thread
    def tables_of(self, person: str) -> list[str]:
        """Return the tables at which a person sits, has said something, or that go on and have them as host."""
        mine, said = (select(each.c.table).where(each.c.person == person) for each in (SEATS, MESSAGES))
        begun = (TABLES.c.host == person) & TABLES.c.finished.is_(None)
        return self._store.values(select(TABLES.c.id).where(or_(TABLES.c.id.in_(mine), TABLES.c.id.in_(said), begun)))

    @in_thread
    def remove(self, person: str, name: str) -> None:
        """Delete the row of a person, who is called ``name`` from now on, and what follows from it."""
        left = select(SEATS.c.table).where(SEATS.c.person == person)
        with self._store.writing() as connection:
            bump_versions(connection, connection.execute(left).scalars().all())
            for table in (SEATS, MESSAGES):
                connection.execute(update(table).where(table.c.person == person).values(person=None, name=name))
            connection.execute(update(TABLES).where(TABLES.c.host == person).values(host=None))
            replace_person(connection, person, new_id())
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))

    def idle(self, before: int) -> Iterator[list[Due]]:
        """Yield pages of the people who have not been here since a moment, in milliseconds since 1970. Blocks."""
        order = PEOPLE.c.seen, PEOPLE.c.id
        sits = exists().where(SEATS.c.person == PEOPLE.c.id).label("sits")
        chosen = select(PEOPLE.c.id, PEOPLE.c.seen, PEOPLE.c.account.is_not(None).label("signs_in"), sits)
        chosen = chosen.where(PEOPLE.c.seen <= before).order_by(*order).limit(STEP)
        last: tuple[int, str] = (-1, "")
        while rows := self._store.rows(chosen.where(is_after(order, last))):
            last = rows[-1].seen, rows[-1].id
            rules = [person_rule(has_account=bool(row.signs_in), has_seats=bool(row.sits)) for row in rows]
            yield [Due(rule, row.id, row.seen) for rule, row in zip(rules, rows, strict=True)]

    @in_thread
    def end_sessions(self, person: str, seen: int) -> str | None:
        """End the sessions of a person, and return their language; ``None`` for somebody who was seen later."""
        still = PEOPLE.c.id == person, PEOPLE.c.seen == seen
        with self._store.writing() as connection:
            row = connection.execute(select(PEOPLE.c.language).where(*still).with_for_update()).one_or_none()
            if row is None:
                return None
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))
        return str(row.language)
