"""Accounts: a name and a password by which a person is known anywhere. Nobody needs one.

Whoever asks cannot tell an unknown name from a wrong password, neither by the answer nor by the time it takes.
"""

import unicodedata

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import skeleton_keys
from malecon.services.people.passwords import password_hash, validate_password, verify_password
from malecon.services.people.person import Person
from malecon.services.people.sessions import Browser, end_others, renew_session
from malecon.storage.schema import PEOPLE
from malecon.storage.store import Store
from malecon.tables import NotYours, TableError
from malecon.tables.names import LONGEST_NAME, validate_name

NAME_TAKEN = N_("Somebody signs in as {name} already, or nearly so; choose another name.")
WRONG_PASSWORD = N_("This name and this password do not belong together.")


def fold_account(name: str) -> str:
    """Return a name to sign in with in the form in which it is kept: capitals make no difference.

    >>> fold_account(" Ana  María ")
    'ana maría'

    Raises:
        UsageError: it is empty or too long, or has signs that cannot be shown.
    """
    name = unicodedata.normalize("NFKC", validate_name(name)).casefold()
    if not name or len(name) > LONGEST_NAME:
        raise UsageError(N_("A name to sign in with has 1 to {most} letters."), most=LONGEST_NAME)
    return name


class Accounts:
    """The accounts in the database. Methods block, for a password hash too: call them in few threads."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._store = store

    def create(self, person: Person, name: str, password: str, browser: Browser) -> str:
        """Give a person a name to sign in with and a password, and return the token of a new session.

        Raises:
            UsageError: the name or the password cannot be such, or the name looks like that of somebody else.
            TableError: the person has an account already.
        """
        name = fold_account(name)
        self._check_unlike(name)
        password = password_hash(validate_password(password, name, person.name))
        mine = PEOPLE.c.id == person.id, PEOPLE.c.account.is_(None)
        try:
            with self._store.writing() as connection:
                done = connection.execute(update(PEOPLE).where(*mine).values(account=name, password=password))
                if done.rowcount != 1:
                    raise TableError(N_("You have a name and a password already."))
                return renew_session(connection, person.id, browser)
        except IntegrityError:
            raise UsageError(NAME_TAKEN, name=name) from None

    def _check_unlike(self, name: str) -> None:
        """Refuse a name that looks like one with which somebody signs in.

        Raises:
            UsageError: it does.
        """
        with self._store.reading() as connection:
            others = connection.execute(select(PEOPLE.c.account).where(PEOPLE.c.account.is_not(None))).scalars()
            keys = skeleton_keys(name)
            if any(not keys.isdisjoint(skeleton_keys(other)) for other in others):
                raise UsageError(NAME_TAKEN, name=name)

    def sign_in(self, name: str, password: str) -> str:
        """Return the id of the person with this name and password.

        Raises:
            NotYours: there is none.
        """
        try:
            name = fold_account(name)
        except UsageError:
            name = ""  # nobody's
        wanted = select(PEOPLE.c.id, PEOPLE.c.password).where(PEOPLE.c.account == name)
        with self._store.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if not verify_password(row and row.password, password) or row is None:
            raise NotYours(WRONG_PASSWORD)
        return str(row.id)

    def change_password(self, person: Person, old: str, new: str, browser: Browser, *, alone: bool) -> str:
        """Change a password and return the token of a new session; if ``alone``, all other sessions are ended.

        Raises:
            NotYours: the old one is wrong.
            UsageError: the new one cannot be such.
        """
        mine = PEOPLE.c.id == person.id
        with self._store.reading() as connection:
            stored = connection.execute(select(PEOPLE.c.password).where(mine)).scalar_one_or_none()
        if not verify_password(stored, old):
            raise NotYours(N_("This is not your password."))
        fresh = password_hash(validate_password(new, person.account, person.name))
        with self._store.writing() as connection:
            connection.execute(update(PEOPLE).where(mine).values(password=fresh))
            token = renew_session(connection, person.id, browser)
            if alone:
                end_others(connection, person.id, token)
        return token
