"""The removal of people: their rows go, and what is left elsewhere loses the name."""

from collections.abc import Iterator, Sequence

from sqlalchemy import delete, exists, or_, select, update

from malecon.storage.old_rows import STEP
from malecon.storage.read_errors import read_again
from malecon.storage.results import replace_person
from malecon.storage.rows import StoredRow, is_after
from malecon.storage.schema import MESSAGES, PEOPLE, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.tables.table_header import new_id


class PersonRemoval:
    """The removal of people from a database."""

    def __init__(self, store: Store) -> None:
        """``store``: the database."""
        self._store = store

    @in_thread
    @read_again
    def tables_of(self, person: str) -> list[str]:
        """Return the tables at which a person sits, has said something, or that go on and have them as host."""
        mine, said = (select(each.c.table).where(each.c.person == person) for each in (SEATS, MESSAGES))
        begun = (TABLES.c.host == person) & TABLES.c.finished.is_(None)
        with self._store.reading() as connection:
            chosen = select(TABLES.c.id).where(or_(TABLES.c.id.in_(mine), TABLES.c.id.in_(said), begun))
            return list(connection.execute(chosen).scalars())

    @in_thread
    def remove(self, person: str, name: str) -> None:
        """Delete the row of a person, who is called ``name`` from now on, and what follows from it."""
        left = select(SEATS.c.table).where(SEATS.c.person == person)
        with self._store.writing() as connection:
            newer = update(TABLES).where(TABLES.c.id.in_(left)).values(version=TABLES.c.version + 1)
            connection.execute(newer)  # so who holds such a table notices
            for table in (SEATS, MESSAGES):
                connection.execute(update(table).where(table.c.person == person).values(person=None, name=name))
            connection.execute(update(TABLES).where(TABLES.c.host == person).values(host=None))
            replace_person(connection, person, new_id())
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))

    def idle(self, before: int) -> Iterator[Sequence[StoredRow]]:
        """Yield pages of the people who have not been ``seen`` since a moment, in milliseconds since 1970. Blocks.

        Each has an ``id``; ``signs_in`` says whether they have an account, ``sits`` whether they have seats.
        """
        order = PEOPLE.c.seen, PEOPLE.c.id
        sits = exists().where(SEATS.c.person == PEOPLE.c.id).label("sits")
        chosen = select(PEOPLE.c.id, PEOPLE.c.seen, PEOPLE.c.account.is_not(None).label("signs_in"), sits)
        chosen = chosen.where(PEOPLE.c.seen <= before).order_by(*order).limit(STEP)
        last: tuple[int, str] = (-1, "")
        while rows := self._store.rows(chosen.where(is_after(order, last))):
            last = rows[-1].seen, rows[-1].id
            yield rows

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
