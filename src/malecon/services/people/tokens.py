"""Tokens with which programs act for a person: sessions of their own kind, of which only digests are kept."""

from sqlalchemy import func, select

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.time_source import now
from malecon.services.people.person import API, create_session, is_valid
from malecon.storage.schema import SESSIONS
from malecon.storage.store import Store
from malecon.storage.threads import in_thread
from malecon.tables.names import validate_name

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
