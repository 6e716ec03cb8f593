"""Sessions: browsers, programs and known devices of a person, each with a token of which only a digest is kept.

Links carry a session to another browser. Programs act for a person by a token of their own kind, an API token.

Known devices are browsers that have signed in to an account; their token only tells them from strangers. It is no
credential: nobody is recognised by it. A password that is sent with it is counted for the device alone, so what
strangers try at the account never shuts its owner out.
"""

import hashlib
import re
import secrets
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.storage.schema import PEOPLE, SESSIONS
from malecon.storage.session_cache import SESSION_LIFETIME
from malecon.storage.store import Repository, Store, in_thread
from malecon.tables import MINUTE, Missing
from malecon.tables.names import validate_name

TOKEN_BYTES = 32
BROWSER, API, LINK, DEVICE = "browser", "api", "link", "device"
"""Kinds of sessions: a browser, a program with a token, a link that is good once for another browser; and a browser
that has signed in before, which is only told from strangers by it."""
MOST_BROWSERS = 50
"""In which a person is known at once, or has signed in before; beyond that, the one goes that was used least lately."""
LINK_LIFETIME = 10 * MINUTE
LETTERS = 16
"""Of a digest, by which a session is named among those of one person."""
NO_SESSION = N_("There is no such session.")
LINK_USED = N_("This link is used up, or too old. Make another one where you are known.")


class Browser(Struct, frozen=True):
    """A browser that asks: the token it has, which may be empty, and what it is called."""

    token: str = ""
    label: str = ""


class ListedSession(Struct, frozen=True):
    """A session of a person, as the list of them shows it.

    Attributes:
        id: names it among those of the person.
        kind: ``BROWSER`` or ``API``.
        label: what it is called; may be empty.
        created, used: since when, and about when it was last used, in milliseconds since 1970.
        is_this: whether it is the browser that asks.
    """

    id: str
    kind: str
    label: str
    created: int
    used: int
    is_this: bool


def token_digest(token: str) -> str:
    """Return the digest of a token, as it is stored."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def create_session(
    connection: Connection,
    person: str,
    kind: str,
    label: str = "",
    expires: int | None = None,
    proved: int | None = None,
) -> str:
    """Begin a session of a person, and return its token, which is not kept.

    Args:
        kind: one of ``BROWSER``, ``API``, ``LINK``.
        label: by which the person knows it again.
        expires: when it ends, in milliseconds since 1970.
        proved: when the person last proved the password, in milliseconds since 1970; ``None`` for never.
    """
    token, begun = secrets.token_urlsafe(TOKEN_BYTES), now()
    row = {"digest": token_digest(token), "person": person, "created": begun, "used": begun}
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, ~is_valid(begun)))
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(seen=begun))
    connection.execute(insert(SESSIONS), {**row, "kind": kind, "label": label, "expires": expires, "proved": proved})
    if kind in (BROWSER, DEVICE):
        _end_oldest(connection, person, kind)
    return token


def _end_oldest(connection: Connection, person: str, kind: str) -> None:
    """End the sessions of a kind that a person has used least lately, if there are too many."""
    theirs = select(SESSIONS.c.digest).where(SESSIONS.c.person == person, SESSIONS.c.kind == kind)
    last_used = SESSIONS.c.used.desc(), SESSIONS.c.created.desc(), SESSIONS.c.digest
    beyond = connection.execute(theirs.order_by(*last_used).offset(MOST_BROWSERS)).scalars().all()
    if beyond:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.digest.in_(beyond)))


def is_valid(moment: int) -> ColumnElement[bool]:
    """Return the condition that a session has not ended."""
    is_in_time = or_(SESSIONS.c.expires.is_(None), SESSIONS.c.expires > moment)
    return is_in_time & (SESSIONS.c.used > moment - SESSION_LIFETIME)


def renew_session(connection: Connection, person: str, browser: Browser, proved: int | None) -> str:
    """Begin a session in place of the one that a browser had, and return its token.

    ``proved``: when the person last proved the password, in milliseconds since 1970; ``None`` for never.
    """
    old = SESSIONS.c.digest == token_digest(browser.token), SESSIONS.c.kind == BROWSER
    connection.execute(delete(SESSIONS).where(*old))
    return create_session(connection, person, BROWSER, browser.label, proved=proved)


def end_others(connection: Connection, person: str, token: str) -> None:
    """End all sessions of a person, links too, but the one with a token."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.digest != token_digest(token)))


def end_links(connection: Connection, person: str) -> None:
    """End the links of a person to other browsers."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.kind == LINK))


def create_host_link(store: Store, person: str) -> str:
    """Return a token by the host, good once and soon, that stands for the password; an earlier link is good no more.

    Raises:
        Missing: there is no such person.
    """
    end = now() + LINK_LIFETIME
    with store.writing() as connection:
        if connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person)).scalar_one_or_none() is None:
            raise Missing(N_("There is no such person."))
        end_links(connection, person)
        return create_session(connection, person, LINK, expires=end, proved=end)  # proved whenever it is used


class Sessions(Repository):
    """The sessions that the database knows."""

    @in_thread
    def list_of(self, person: str, token: str) -> list[ListedSession]:
        """Return the sessions of a person, that with ``token`` first, then the last used."""
        mine = SESSIONS.c.person == person, SESSIONS.c.kind.in_((BROWSER, API)), is_valid(now())
        rows = self._store.rows(select(SESSIONS).where(*mine).order_by(SESSIONS.c.used.desc()))
        this = token_digest(token)
        found = [
            ListedSession(row.digest[:LETTERS], row.kind, row.label, row.created, row.used, row.digest == this)
            for row in rows
        ]
        return sorted(found, key=lambda session: not session.is_this)

    @in_thread
    def end(self, person: str, session: str) -> None:
        """End a session.

        Raises:
            Missing: the person has none with this id.
        """
        if not re.fullmatch(rf"[0-9a-f]{{{LETTERS}}}", session):
            raise Missing(NO_SESSION)
        begin = SESSIONS.c.digest.startswith(session)
        with self._store.writing() as connection:
            ended = connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, begin))
            if ended.rowcount != 1:
                raise Missing(NO_SESSION)

    @in_thread
    def end_others(self, person: str, token: str) -> None:
        """End all sessions of a person but the one with a token."""
        with self._store.writing() as connection:
            end_others(connection, person, token)

    @in_thread
    def sign_out(self, token: str) -> None:
        """End the session of a browser."""
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == token_digest(token)))

    @in_thread
    def renew(self, person: str, browser: Browser) -> str:
        """Begin a session in place of the one that a browser had, and return its token; the password was proved now."""
        with self._store.writing() as connection:
            return renew_session(connection, person, browser, now())

    @in_thread
    def make_link(self, person: str, maker: str) -> str:
        """Return a token that is good once and soon, for another browser; an earlier one is good no more.

        The session that it begins has proved the password when the session with the token ``maker`` has, and no later.
        """
        made = now()
        mine = SESSIONS.c.digest == token_digest(maker), SESSIONS.c.person == person, SESSIONS.c.proved <= made
        with self._store.writing() as connection:
            proved = connection.execute(select(SESSIONS.c.proved).where(*mine)).scalar_one_or_none()
            end_links(connection, person)
            return create_session(connection, person, LINK, expires=made + LINK_LIFETIME, proved=proved)

    @in_thread
    def use_link(self, link: str, browser: Browser) -> str:
        """Use a link up, begin a session in a browser, and return its token.

        Raises:
            Missing: it is used up, too old, or never was one.
        """
        used = SESSIONS.c.digest == token_digest(link), SESSIONS.c.kind == LINK, is_valid(now())
        with self._store.writing() as connection:
            row = connection.execute(select(SESSIONS.c.person, SESSIONS.c.proved).where(*used)).one_or_none()
            if row is None or connection.execute(delete(SESSIONS).where(*used)).rowcount != 1:
                raise Missing(LINK_USED)
            proved = None if row.proved is None else min(row.proved, now())
            return renew_session(connection, row.person, browser, proved)


MOST_TOKENS = 20
"""That a person has at once."""


@in_thread
def make_token(store: Store, person: str, label: str) -> str:
    """Make a token and return it; it cannot be read again.

    Args:
        store: where its digest is kept.
        person: for whom it is good.
        label: by which the person knows it again.

    Raises:
        UsageError: the label is wrong, or the person has too many.
    """
    label = validate_name(label)
    if not label:
        raise UsageError(N_("Say what the token is for, so that you know it again."))
    theirs = SESSIONS.c.person == person, SESSIONS.c.kind == API, is_valid(now())
    with store.writing() as connection:
        if connection.execute(select(func.count()).select_from(SESSIONS).where(*theirs)).scalar_one() >= MOST_TOKENS:
            raise UsageError(N_("You have {most} tokens already; end one of them first."), most=MOST_TOKENS)
        return create_session(connection, person, API, label)


MOST_DEVICE_TOKENS = 5
"""People who sign in to their accounts with the same browser, and are remembered there."""


class Devices(Repository):
    """The devices that the database knows."""

    @in_thread
    def find(self, account: str, tokens: Sequence[str]) -> str | None:
        """Return the digest of the token, among those of a browser, that is known for an account; else ``None``."""
        digests = [token_digest(token) for token in tokens[:MOST_DEVICE_TOKENS]]
        mine = SESSIONS.c.digest.in_(digests), SESSIONS.c.kind == DEVICE, is_valid(now())
        known = select(SESSIONS.c.digest).join(PEOPLE).where(PEOPLE.c.account == account, *mine)
        return self._store.value(known.limit(1))

    @in_thread
    def remember(self, person: str, tokens: Sequence[str], label: str) -> list[str]:
        """Return the tokens of a browser, called ``label``, with one by which it is known for a person from now on."""
        by_digest = {token_digest(token): token for token in tokens[:MOST_DEVICE_TOKENS]}
        mine = SESSIONS.c.person == person, SESSIONS.c.kind == DEVICE, SESSIONS.c.digest.in_(by_digest)
        with self._store.writing() as connection:
            if connection.execute(update(SESSIONS).where(*mine).values(used=now())).rowcount:
                return list(by_digest.values())
            return [create_session(connection, person, DEVICE, label), *by_digest.values()][:MOST_DEVICE_TOKENS]
