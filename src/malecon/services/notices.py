"""Notices that are due, and where people want to be told: browsers by web push, a confirmed e-mail address."""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.process import now
from malecon.services.live_updates import PageView
from malecon.services.push_subscription import PushSubscription
from malecon.storage.notices import TURN
from malecon.storage.read_errors import read_again
from malecon.storage.rows import StoredRow
from malecon.storage.schema import NOTICES, PEOPLE, SEATS, SESSIONS, SUBSCRIPTIONS, TABLES
from malecon.storage.sessions import create_session, is_valid, token_digest
from malecon.storage.store import Store, in_thread
from malecon.tables import DAY, MINUTE, Missing, StorageError, TableError
from malecon.tables.seating import printable

EMAIL = "mail"
"""Kind of the session with which an address is confirmed; its label is the address."""
LONGEST_ADDRESS = 80
EMAIL_ADDRESS = re.compile(
    r"(?P<name>[A-Za-z0-9_][A-Za-z0-9_+-]*(?:\.[A-Za-z0-9_+-]+)*)"
    r"@(?P<host>(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9])"
)
"""No quotes, comments, routes (``%``), IP addresses, or names that mail programs take for an option (``-``)."""
MOST_EMAILS = 3
"""E-mails that ask for a confirmation, to one address or for one person in a day."""
MOST_BROWSERS = 10
MOST_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that is due: to whom, of which kind, about which table with which other players."""

    table_id: str
    person: str
    kind: str
    since: int
    game: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recipient:
    """How somebody is reached: their language, a confirmed address or none, browsers."""

    language: str
    email: str
    browsers: tuple[PushSubscription, ...]


class Notices:
    """The notices that the database knows."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._store = store

    @in_thread
    @read_again
    def cancel_seen(self, looks: Collection[PageView]) -> None:
        """Remove the notices to persons who view the table anyway: of a turn, or due in a moment."""
        with self._store.reading() as connection:
            waiting = select(NOTICES.c.table, NOTICES.c.person).where(NOTICES.c.sent.is_(None)).distinct()
            seen = [tuple(row) for row in connection.execute(waiting) if tuple(row) in looks]
        if not seen:
            return
        with self._store.writing() as connection:
            is_told = or_(NOTICES.c.kind == TURN, NOTICES.c.due <= now() + MINUTE)
            for table, person in seen:
                mine = NOTICES.c.table == table, NOTICES.c.person == person, NOTICES.c.sent.is_(None)
                connection.execute(delete(NOTICES).where(*mine, is_told))

    @in_thread
    @read_again
    def claim(self, at: int) -> list[Notice]:
        """Return the notices that are due, each to one process only."""
        due = select(NOTICES, TABLES.c.game).join(TABLES, TABLES.c.id == NOTICES.c.table)
        due = due.where(NOTICES.c.due <= at, NOTICES.c.sent.is_(None)).order_by(NOTICES.c.due).limit(MOST_AT_ONCE)
        with self._store.reading() as connection:
            if not connection.execute(due.limit(1)).first():
                return []
        with self._store.writing() as connection:
            rows = connection.execute(due.with_for_update(skip_locked=True, of=NOTICES)).all()
            chosen = select(SEATS.c.table, SEATS.c.person, SEATS.c.name).order_by(SEATS.c.seat)
            seats = connection.execute(chosen.where(SEATS.c.table.in_([row.table for row in rows]))).all()
            found = []
            for row in rows:
                others = (seat.name for seat in seats if seat.table == row.table and seat.person != row.person)
                found.append(Notice(row.table, row.person, row.kind, row.since, row.game, tuple(others)))
            for notice in found:
                connection.execute(update(NOTICES).where(_is_notice(notice)).values(sent=at))
        return found

    @in_thread
    def postpone(self, notices: Iterable[Notice], due: int) -> None:
        """Postpone notices that could not be sent."""
        with self._store.writing() as connection:
            for notice in notices:
                connection.execute(update(NOTICES).where(_is_notice(notice)).values(sent=None, due=due))

    @in_thread
    @read_again
    def find_recipient(self, person: str) -> Recipient:
        """Return the addresses of a person."""
        with self._store.reading() as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == person)).one_or_none()
            mine = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person)
            stored = connection.execute(mine).all()
        browsers = {each.endpoint: _stored_subscription(each) for each in stored}
        if unfit := [endpoint for endpoint, browser in browsers.items() if browser is None]:
            self._remove_unfit(unfit)
        fit = tuple(browser for browser in browsers.values() if browser is not None)
        return Recipient(row.language if row else "", _stored_email(row.email) if row else "", fit)

    def _remove_unfit(self, endpoints: Collection[str]) -> None:
        """Remove subscriptions that an earlier version took in and to which nothing is sent."""
        with suppress(StorageError), self._store.writing() as connection:  # who only looks needs no write
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint.in_(endpoints)))

    @in_thread
    def subscribe(self, person: str, browser: PushSubscription) -> None:
        """Add a browser of a person; a browser belongs to the last person that subscribed.

        Raises:
            UsageError: there are too many.
        """
        endpoint = str(browser.address)
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == endpoint))
            mine = select(func.count()).select_from(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person)
            if connection.execute(mine).scalar_one() >= MOST_BROWSERS:
                raise UsageError(N_("You are told in {most} browsers already."), most=MOST_BROWSERS)
            connection.execute(insert(SUBSCRIPTIONS), {"endpoint": endpoint, "person": person, "keys": browser.keys})

    @in_thread
    def unsubscribe(self, browser: PushSubscription) -> None:
        """Remove a browser that is gone."""
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == str(browser.address)))

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


def _stored_subscription(row: StoredRow) -> PushSubscription | None:
    """Return the subscription of a row; ``None`` for one that is not exactly as it would be stored today."""
    try:
        browser = PushSubscription.parse(row.endpoint, str(row.keys.get("p256dh")), str(row.keys.get("auth")))
    except UsageError:
        return None
    return browser if str(browser.address) == row.endpoint else None


def _stored_email(stored: str | None) -> str:
    """Return a stored e-mail address; empty without one, and for one that would not be taken in today."""
    try:
        return validate_address(stored or "")
    except UsageError:
        return ""


def _is_notice(notice: Notice) -> ColumnElement[bool]:
    """Return the condition that a row is a notice."""
    is_same = NOTICES.c.table == notice.table_id, NOTICES.c.person == notice.person
    return and_(*is_same, NOTICES.c.kind == notice.kind, NOTICES.c.since == notice.since)


def _address_of(connection: Connection, token: str) -> str:
    """Return the address that a token confirms; the errors are those of ``Notices.find_address``."""
    address = connection.execute(select(SESSIONS.c.label).where(_is_confirmation(token))).scalar_one_or_none()
    if address is None:
        raise Missing(N_("This link is used up, or older than a day."))
    return str(address)


def _is_confirmation(token: str) -> ColumnElement[bool]:
    """Return the condition that a session is that of a token which confirms an address."""
    return and_(SESSIONS.c.digest == token_digest(token), SESSIONS.c.kind == EMAIL, is_valid(now()))


def validate_address(typed: str) -> str:
    """Return an e-mail address, made anew of the parts that were read; the host in small letters.

    >>> validate_address(" Ana.Luz@Malecon.example ")
    'Ana.Luz@malecon.example'

    Raises:
        UsageError: it can be none.
    """
    address = typed.strip(" ")
    found = EMAIL_ADDRESS.fullmatch(address) if len(address) <= LONGEST_ADDRESS else None
    if found is None:
        raise UsageError(N_("“{address}” is no e-mail address."), address=printable(address[:LONGEST_ADDRESS]))
    return f"{found['name']}@{found['host'].lower()}"
