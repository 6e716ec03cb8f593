"""Known devices: browsers that have signed in to an account, each with a token that only tells them from strangers.

Such a token is no credential: nobody is recognised by it. A password that is sent with it is counted for the device
alone, so what strangers try at the account never shuts its owner out. Only its digest is kept.
"""

from collections.abc import Sequence

from sqlalchemy import select, update

from malecon.core.time_source import now
from malecon.services.people.person import DEVICE, create_session, is_valid, token_digest
from malecon.storage.schema import PEOPLE, SESSIONS
from malecon.storage.store import Store
from malecon.storage.threads import in_thread

MOST_TOKENS = 5
"""People who sign in to their accounts with the same browser, and are remembered there."""


class Devices:
    """The devices that the database knows."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._store = store

    @in_thread
    def find(self, account: str, tokens: Sequence[str]) -> str | None:
        """Return the digest of the token, among those of a browser, that is known for an account; else ``None``."""
        digests = [token_digest(token) for token in tokens[:MOST_TOKENS]]
        mine = SESSIONS.c.digest.in_(digests), SESSIONS.c.kind == DEVICE, is_valid(now())
        known = select(SESSIONS.c.digest).join(PEOPLE).where(PEOPLE.c.account == account, *mine)
        with self._store.reading() as connection:
            return connection.execute(known.limit(1)).scalar_one_or_none()

    @in_thread
    def remember(self, person: str, tokens: Sequence[str], label: str) -> list[str]:
        """Return the tokens of a browser, called ``label``, with one by which it is known for a person from now on."""
        by_digest = {token_digest(token): token for token in tokens[:MOST_TOKENS]}
        mine = SESSIONS.c.person == person, SESSIONS.c.kind == DEVICE, SESSIONS.c.digest.in_(by_digest)
        with self._store.writing() as connection:
            if connection.execute(update(SESSIONS).where(*mine).values(used=now())).rowcount:
                return list(by_digest.values())
            return [create_session(connection, person, DEVICE, label), *by_digest.values()][:MOST_TOKENS]
