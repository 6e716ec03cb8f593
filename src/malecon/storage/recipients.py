"""Where people get notices: the browsers that have subscribed to web push, and confirmed e-mail addresses."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.storage.read_errors import read_again
from malecon.storage.schema import PEOPLE, SESSIONS, SUBSCRIPTIONS
from malecon.storage.sessions import create_session, is_valid, token_digest
from malecon.storage.store import Repository, in_thread
from malecon.tables import DAY, Missing, TableError

EMAIL = "mail"
"""Kind of the session with which an address is confirmed; its label is the address."""
MOST_EMAILS = 3
"""E-mails that ask for a confirmation, to one address or for one person in a day."""
MOST_BROWSERS = 10


class StoredRecipient(NamedTuple):
    """What is stored of a person's language, e-mail address and browsers, which have keys by their endpoints."""

    language: str
    email: str
    browsers: Mapping[str, Mapping[str, Any]]


class Recipients(Repository):
    """The recipients that the database knows."""

    @in_thread
    def find(self, person: str) -> StoredRecipient:
        """Return the language and channels of a person; empty for a person who is not there."""
        wanted = select(PEOPLE.c.language, PEOPLE.c.email).where(PEOPLE.c.id == person)
        theirs = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person)
        row = next(iter(self._store.rows(wanted)), None)
        language, email = (row.language, row.email or "") if row else ("", "")
        return StoredRecipient(language, email, {each.endpoint: each.keys for each in self._store.rows(theirs)})

    @in_thread
    def subscribe(self, person: str, endpoint: str, keys: dict[str, str]) -> None:
        """Add a browser of a person; a browser belongs to the last person that subscribed.

        Raises:
            UsageError: there are too many.
        """
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == endpoint))
            mine = select(func.count()).select_from(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person)
            if connection.execute(mine).scalar_one() >= MOST_BROWSERS:
                raise UsageError(N_("You are told in {most} browsers already."), most=MOST_BROWSERS)
            connection.execute(insert(SUBSCRIPTIONS), {"endpoint": endpoint, "person": person, "keys": keys})

    @in_thread
    def unsubscribe(self, endpoints: Collection[str]) -> None:
        """Remove browsers that are gone."""
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint.in_(endpoints)))

    @in_thread
    def unsubscribe_all(self, person: str) -> None:
        """Remove all browsers of a person."""
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person))

    @in_thread
    def create_confirmation(self, person: str, address: str) -> str:
        """Return a token with which a person confirms an address within a day.

        Raises:
            TableError: it has been asked for too often.
        """
        at = now()
        with self._store.writing() as connection:
            same_address = func.lower(SESSIONS.c.label) == address.lower()
            for condition in (SESSIONS.c.person == person, same_address):
                asked = select(func.count()).where(condition, SESSIONS.c.kind == EMAIL, SESSIONS.c.created > at - DAY)
                if connection.execute(asked).scalar_one() >= MOST_EMAILS:
                    raise TableError(N_("Enough letters were sent there today; try again tomorrow."))
            return create_session(connection, person, EMAIL, address, at + DAY)

    @in_thread
    @read_again
    def find_address(self, token: str) -> str:
        """Return the address that a token confirms.

        Raises:
            Missing: it confirms none any more.
        """
        with self._store.reading() as connection:
            return _address_of(connection, token)

    @in_thread
    def confirm_address(self, token: str) -> str:
        """Set the address of a token's person, and use the token up. The errors are those of ``find_address``."""
        with self._store.writing() as connection:
            address = _address_of(connection, token)
            person = connection.execute(select(SESSIONS.c.person).where(_is_confirmation(token))).scalar_one_or_none()
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(email=address))
            connection.execute(delete(SESSIONS).where(_is_confirmation(token)))
        return address

    @in_thread
    def remove_email(self, person: str) -> bool:
        """Remove the e-mail address of a person; tell whether there was one."""
        theirs = (PEOPLE.c.id == person) & PEOPLE.c.email.is_not(None)
        with self._store.writing() as connection:
            return connection.execute(update(PEOPLE).where(theirs).values(email=None)).rowcount > 0

    @in_thread
    def remove_address(self, address: str) -> bool:
        """Remove an e-mail address from every person; tell whether somebody had it."""
        with self._store.writing() as connection:
            return connection.execute(update(PEOPLE).where(PEOPLE.c.email == address).values(email=None)).rowcount > 0


def _address_of(connection: Connection, token: str) -> str:
    """Return the address that a token confirms; the errors are those of ``Recipients.find_address``."""
    address = connection.execute(select(SESSIONS.c.label).where(_is_confirmation(token))).scalar_one_or_none()
    if address is None:
        raise Missing(N_("This link is used up, or older than a day."))
    return str(address)


def _is_confirmation(token: str) -> ColumnElement[bool]:
    """Return the condition that a session is that of a token which confirms an address."""
    return and_(SESSIONS.c.digest == token_digest(token), SESSIONS.c.kind == EMAIL, is_valid(now()))
