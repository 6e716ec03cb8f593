"""Accounts: names to sign in with, each with the hash of a password."""

from typing import NamedTuple

from sqlalchemy import case, select, update
from sqlalchemy.exc import IntegrityError

from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.storage.schema import PEOPLE
from malecon.storage.sessions import Browser, end_links, end_others, renew_session
from malecon.storage.store import Repository
from malecon.tables import TableError

NAME_TAKEN = N_("Somebody signs in as {name} already, or nearly so; choose another name.")


class Account(NamedTuple):
    """An account: the id of its person, and the hash of the password."""

    person: str
    password: str


class AccountRepository(Repository):
    """The accounts in the database. Methods block."""

    def names(self) -> list[str]:
        """Return the names of all accounts."""
        return self._store.values(select(PEOPLE.c.account).where(PEOPLE.c.account.is_not(None)))

    def find(self, name: str) -> Account | None:
        """Return the account with a name."""
        wanted = select(PEOPLE.c.id, PEOPLE.c.password).where(PEOPLE.c.account == name)
        return next((Account(row.id, row.password) for row in self._store.rows(wanted)), None)

    def password_of(self, person: str) -> str | None:
        """Return the hash of a person's password."""
        return self._store.value(select(PEOPLE.c.password).where(PEOPLE.c.id == person))

    def create(self, person: str, name: str, account: str, password: str, browser: Browser) -> str:
        """Give a person an account and the hash of a password; return the token of a new session.

        Args:
            person: who has no account yet.
            name: what they are called from now on, if they have no name yet.
            account: the name to sign in with, folded.
            password: its hash.
            browser: where they are.

        Raises:
            UsageError: the name is somebody else's.
            TableError: the person has an account already.
        """
        mine = PEOPLE.c.id == person, PEOPLE.c.account.is_(None)
        try:
            with self._store.writing() as connection:
                called = case((PEOPLE.c.name == "", name), else_=PEOPLE.c.name)
                values = {"account": account, "password": password, "name": called}
                done = connection.execute(update(PEOPLE).where(*mine).values(values))
                if done.rowcount != 1:
                    raise TableError(N_("You have a name and a password already."))
                end_links(connection, person)  # whoever has one need not know the password
                return renew_session(connection, person, browser, now())
        except IntegrityError:
            raise UsageError(NAME_TAKEN, name=account) from None

    def replace_password(self, account: Account, fresh: str) -> None:
        """Replace the hash of a password, if it is still the stored one."""
        same = PEOPLE.c.id == account.person, PEOPLE.c.password == account.password
        with self._store.writing() as connection:
            connection.execute(update(PEOPLE).where(*same).values(password=fresh))

    def change_password(self, person: str, fresh: str, browser: Browser, *, alone: bool) -> str:
        """Store the hash of a new password; return the token of a new session. If ``alone``, all others are ended."""
        with self._store.writing() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(password=fresh))
            token = renew_session(connection, person, browser, now())
            if alone:
                end_others(connection, person, token)
        return token
