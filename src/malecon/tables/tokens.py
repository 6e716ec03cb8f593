"""Tokens with which programs act for a person: made, listed, ended; only their digests are kept."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, select, update

from malecon.core.errors import UsageError
from malecon.core.language import N_
from malecon.tables.people import API, People, Person, admit, checked_name, digest_of
from malecon.tables.schema import SESSIONS
from malecon.tables.store import Store, now

MOST_TOKENS = 20
"""That a person has at once."""
NAME_DIGITS = 16
"""Of a digest, by which a token is told from the others of a person."""
TOUCH_MS = 60_000
"""How old the note may be that says when a token was last used."""


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token: its name, what it is for, when it was made and last used (ms since 1970)."""

    name: str
    label: str
    created: int
    used: int


class Tokens:
    """The tokens of people. Methods block."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._store = store
        self._people = People(store)

    def make(self, person: str, label: str) -> str:
        """Make a token and return it; it cannot be read again.

        Raises:
            UsageError: the label is wrong, or the person has too many.
        """
        label = checked_name(label)
        if not label:
            raise UsageError(N_("Say what the token is for, so that you know it again."))
        with self._store.writing() as connection:
            if len(connection.execute(select(SESSIONS.c.digest).where(*held_by(person))).all()) >= MOST_TOKENS:
                raise UsageError(N_("You have {most} tokens already; end one of them first."), most=MOST_TOKENS)
            return admit(connection, person, API, label)

    def of(self, person: str) -> list[Token]:
        """Return the tokens of a person, the newest first."""
        chosen = select(SESSIONS).where(*held_by(person)).order_by(SESSIONS.c.created.desc(), SESSIONS.c.digest)
        with self._store.reading() as connection:
            rows = connection.execute(chosen).all()
        return [Token(row.digest[:NAME_DIGITS], row.label, row.created, row.used) for row in rows]

    def end(self, person: str, name: str) -> None:
        """End a token of a person; one that is not there has ended already."""
        mine = [token.name for token in self.of(person)]
        if name in mine:
            with self._store.writing() as connection:
                connection.execute(delete(SESSIONS).where(*held_by(person), SESSIONS.c.digest.startswith(name)))

    def find(self, token: str) -> Person | None:
        """Return whose token this is, and note that it was used."""
        person = self._people.find(token, API)
        if person is not None:
            self._touch(digest_of(token))
        return person

    def _touch(self, digest: str) -> None:
        """Note when a token was used, about."""
        moment, mine = now(), SESSIONS.c.digest == digest
        with self._store.reading() as connection:
            used = connection.execute(select(SESSIONS.c.used).where(mine)).scalar()
        if used is not None and moment - used >= TOUCH_MS:
            with self._store.writing() as connection:
                connection.execute(update(SESSIONS).where(mine).values(used=moment))


def held_by(person: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions under which a session is a token of a person."""
    return SESSIONS.c.person == person, SESSIONS.c.kind == API
