"""People: made when first needed, remembered by a token that only their browser knows."""

from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.storage.read_errors import read_again
from malecon.storage.schema import MUTES, PEOPLE, SESSIONS
from malecon.storage.session_cache import SessionCache, is_in_time
from malecon.storage.sessions import BROWSER, create_session, token_digest
from malecon.storage.store import Store, in_thread
from malecon.tables import HOUR, StorageError
from malecon.tables.names import LONGEST_NAME, validate_name
from malecon.tables.table_header import new_id

LONGEST_SETTING = 8
MOST_MUTED = 500
"""People whom a person does not want to hear."""
USE_INTERVAL = HOUR
"""Milliseconds between two notes of a session's use."""


SAME_SESSION = SESSIONS.c.digest == bindparam("this"), SESSIONS.c.kind == bindparam("of_kind")
SESSION_FACTS = PEOPLE, SESSIONS.c.used, SESSIONS.c.expires, SESSIONS.c.proved, MUTES.c.muted
FIND_SESSION = (
    select(*SESSION_FACTS).join(SESSIONS).outerjoin(MUTES, MUTES.c.person == PEOPLE.c.id).where(*SAME_SESSION)
)
"""A row for each person who is muted, or one."""


class Person(Struct, frozen=True):
    """Somebody who plays.

    Attributes:
        id: random, shown to nobody.
        name: what others read; empty if it was never told.
        language, theme: empty for what the browser prefers.
        still: wants no motion.
        quick: wants turns confirmed by themselves.
        tips: wants tips in first games.
        muted: ids of people whom the person does not want to hear.
        account: the name to sign in with, if there is one.
        blocked: may only look.
    """

    id: str
    name: str = ""
    language: str = ""
    theme: str = ""
    still: bool = False
    quick: bool = False
    tips: bool = True
    muted: frozenset[str] = frozenset()
    account: str = ""
    blocked: bool = False


class Session(Struct, frozen=True):
    """A session: its person, when its use was last noted, when it ends if that is fixed, when a password was proved."""

    person: Person
    used: int
    expires: int | None
    proved: int | None


def settings_of(person: Person) -> dict[str, object]:
    """Return the settings of a person, by column."""
    return {name: getattr(person, name) for name in ("name", "language", "theme", "still", "quick", "tips")}


def unmute(connection: Connection, person: str, other: str) -> None:
    """Let a person hear another one again."""
    connection.execute(delete(MUTES).where(MUTES.c.person == person, MUTES.c.muted == other))


class People:
    """The people that the database knows."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._store = store
        self._cache: SessionCache[Session] = SessionCache(store.person_changes)

    @in_thread
    def create(self, label: str = "") -> tuple[Person, str]:
        """Make a person, and return it with the token by which its browser, called ``label``, knows it again."""
        person = Person(new_id())
        with self._store.writing() as connection:
            begun = now()
            row = {**settings_of(person), "id": person.id, "created": begun, "seen": begun}
            connection.execute(insert(PEOPLE), row)
            token = create_session(connection, person.id, BROWSER, label)
        return person, token

    @in_thread
    def delete_new(self, person: str) -> None:
        """Delete a person who was made just now and has done nothing yet."""
        with self._store.writing() as connection:
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))

    async def find(self, token: str, kind: str = BROWSER) -> Person | None:
        """Return the person with this session token of a kind, and note the use of the session."""
        found, moment = await self._find(token, kind), now()
        if found is None:
            return None
        if found.used < moment - USE_INTERVAL:
            await self._note_use(token_digest(token), found.person.id, moment)
        return found.person

    async def peek(self, token: str) -> Person | None:
        """Return the person with this session token of a browser, without noting its use."""
        found = await self._find(token, BROWSER)
        return None if found is None else found.person

    async def password_proved(self, token: str) -> int | None:
        """Return when the password was last proved for the session of a browser, in milliseconds since 1970.

        ``None`` if it never was, or if there is no such session.
        """
        found = await self._find(token, BROWSER)
        return None if found is None else found.proved

    async def has_session(self, person: str, token: str) -> bool:
        """Tell whether a token of a browser is that of a session of a person; for every frame that is sent.

        Several servers on PostgreSQL hear in order what the others have stored, the end of a session as well as moves.
        """
        found = self._cache.get((token_digest(token), BROWSER), now()) or await self._find(token, BROWSER)
        return found is not None and found.person.id == person

    async def _find(self, token: str, kind: str) -> Session | None:
        """Return a session; where several servers share a database, as it is there now."""
        key, moment = (token_digest(token), kind), now()
        found = self._cache.get(key, moment) if not self._store.is_shared else None
        if found is None:
            generation = self._store.person_changes.generation
            found = await self._load(*key, moment)
            if found is not None:
                self._cache.put(key, found, generation)
        return found

    @in_thread
    @read_again
    def _load(self, digest: str, kind: str, moment: int) -> Session | None:
        """Return the session of a kind with the token of this digest, if it has not ended."""
        with self._store.reading(is_single=True) as connection:
            rows = connection.execute(FIND_SESSION, {"this": digest, "of_kind": kind}).all()
        if not rows or not is_in_time(rows[0].used, rows[0].expires, moment):
            return None
        row, muted = rows[0], frozenset(each.muted for each in rows if each.muted)
        person = Person(row.id, row.name, row.language, row.theme, row.still, row.quick, row.tips, muted)
        person = replace(person, account=row.account or "", blocked=row.blocked is not None)
        return Session(person, row.used, row.expires, row.proved)

    @in_thread
    def mute(self, person: str, other: str) -> None:
        """Let a person hear another one no more.

        Raises:
            UsageError: there are too many.
        """
        with self._store.writing() as connection:
            unmute(connection, person, other)
            mine = select(func.count()).select_from(MUTES).where(MUTES.c.person == person)
            if connection.execute(mine).scalar_one() >= MOST_MUTED:
                raise UsageError(N_("You hear {most} people no more; hear one of them again first."), most=MOST_MUTED)
            connection.execute(insert(MUTES), {"person": person, "muted": other})

    @in_thread
    def unmute(self, person: str, other: str) -> None:
        """Let a person hear another one again."""
        with self._store.writing() as connection:
            unmute(connection, person, other)

    @in_thread
    def _note_use(self, digest: str, person: str, moment: int) -> None:
        with suppress(StorageError):  # who looks is not to be troubled by a full disk
            with self._store.writing() as connection:
                connection.execute(update(SESSIONS).where(SESSIONS.c.digest == digest).values(used=moment))
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(seen=moment))

    @in_thread
    def save(self, person: Person) -> Person:
        """Write a person's settings, the name checked, and return the person.

        Raises:
            UsageError: the name or a setting cannot be such.
        """
        person = replace(person, name=validate_name(person.name))
        for setting in ("language", "theme"):
            value = getattr(person, setting)
            if len(value) > LONGEST_SETTING or not value.isascii():
                raise UsageError(
                    f"{setting}: is {value[:LONGEST_NAME]!r}, but must be at most {LONGEST_SETTING} letters"
                )
        with self._store.writing() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(settings_of(person)))
        return person
