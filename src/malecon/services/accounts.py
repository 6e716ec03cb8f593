"""Accounts: a name and a password by which a person is known anywhere. Nobody needs one.

Whoever asks cannot tell an unknown name from a wrong password, neither by the answer nor by the time it takes.
"""

import unicodedata

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import skeleton_keys
from malecon.services.passwords import is_outdated, password_hash, validate_password, verify_password
from malecon.storage.accounts import NAME_TAKEN, AccountRepository
from malecon.storage.people import Person
from malecon.storage.sessions import Browser
from malecon.storage.store import Store
from malecon.tables import NotYours
from malecon.tables.names import LONGEST_NAME, validate_name

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
        raise UsageError(N_("A name to sign in with has 1 to {most} characters."), most=LONGEST_NAME)
    return name


class Accounts:
    """The accounts of a site. Methods block, for a password hash too: call them in few threads."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._accounts = AccountRepository(store)

    def create(self, person: Person, name: str, password: str, browser: Browser) -> str:
        """Give a person a name to sign in with and a password, and return the token of a new session.

        A person without a name at the tables is called so there, too.

        Raises:
            UsageError: the name or the password cannot be such, or the name looks like that of somebody else.
            TableError: the person has an account already.
        """
        account = fold_account(name)
        keys = skeleton_keys(account)
        if any(not keys.isdisjoint(skeleton_keys(other)) for other in self._accounts.names()):
            raise UsageError(NAME_TAKEN, name=account)
        password = password_hash(validate_password(password, account, person.name))
        return self._accounts.create(person.id, validate_name(name), account, password, browser)

    def sign_in(self, name: str, password: str) -> str:
        """Return the id of the person with this name and password; an outdated hash is replaced.

        Raises:
            NotYours: there is none.
        """
        try:
            name = fold_account(name)
        except UsageError:
            name = ""  # nobody's
        account = self._accounts.find(name)
        if not verify_password(account and account.password, password) or account is None:
            raise NotYours(WRONG_PASSWORD)
        if is_outdated(account.password):
            self._accounts.replace_password(account, password_hash(unicodedata.normalize("NFKC", password)))
        return account.person

    def check_password(self, person: Person, password: str) -> None:
        """Check the password of a person.

        Raises:
            NotYours: it is another one.
        """
        if not verify_password(self._accounts.password_of(person.id), password):
            raise NotYours(N_("This is not your password."))

    def change_password(self, person: Person, old: str | None, new: str, browser: Browser, *, alone: bool) -> str:
        """Change a password and return the token of a new session; if ``alone``, all other sessions are ended.

        Args:
            person: has an account.
            old: the present password; ``None`` where the session is fresh.
            new: the next one.
            browser: where it is changed.
            alone: whether all other sessions are ended.

        Raises:
            NotYours: the old one is wrong.
            UsageError: the new one cannot be such.
        """
        if old is not None:
            self.check_password(person, old)
        fresh = password_hash(validate_password(new, person.account, person.name))
        return self._accounts.change_password(person.id, fresh, browser, alone=alone)
