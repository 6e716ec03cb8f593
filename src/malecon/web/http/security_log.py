"""The security log: events of accounts, sessions and tokens, without names, addresses or secrets.

People, accounts and networks are written as keyed hashes, with the secret of the data folder: entries about the same
one can be put together, and tell nobody who it is. ``docs/operating.md`` lists the events.
"""

import logging
from enum import StrEnum

from malecon.web.http.connection import Connection, client_address, network_of
from malecon.web.http.log import SECURITY_LOG
from malecon.web.http.secret_keys import KeyHash

LOGGER = logging.getLogger(SECURITY_LOG)
HASH_DIGITS = 16


class SecurityEvent(StrEnum):
    """The events, by the names that the log has."""

    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGN_IN_DELAYED = "sign_in_delayed"
    SIGNED_OUT = "signed_out"
    ACCOUNT_CREATED = "account_created"
    PASSWORD_CHANGED = "password_changed"
    PASSWORD_CONFIRMED = "password_confirmed"
    CONFIRMATION_FAILED = "password_confirmation_failed"
    SESSION_ENDED = "session_ended"
    OTHER_SESSIONS_ENDED = "other_sessions_ended"
    TOKEN_CREATED = "token_created"
    TOKEN_ENDED = "token_ended"
    TOKEN_REFUSED = "token_refused"
    LINK_CREATED = "device_link_created"
    LINK_USED = "device_link_used"
    EMAIL_REQUESTED = "email_requested"
    EMAIL_CONFIRMED = "email_confirmed"
    EMAIL_REMOVED = "email_removed"
    DATA_EXPORTED = "data_exported"
    PERSON_DELETED = "person_deleted"
    BLOCKED_REFUSED = "blocked_person_refused"
    OTHER_SITE_REFUSED = "other_site_refused"


class SecurityLog:
    """The security log of one server."""

    def __init__(self, key_hash: KeyHash) -> None:
        """``key_hash``: turns ids, names and networks into keys."""
        self._hash = key_hash

    def note(
        self, event: SecurityEvent, connection: Connection, person: str | None = None, account: str | None = None
    ) -> None:
        """Write an event.

        Args:
            event: what has happened.
            connection: the request, for the network it comes from.
            person: the id of the person, if one is known.
            account: the folded name that was typed, if nobody is known by it.
        """
        facts = {"network": f"network {network_of(client_address(connection))}"}
        facts |= {"person": f"person {person}"} if person else {}
        facts |= {"account": f"account {account}"} if account is not None else {}
        LOGGER.info(event.value, extra={name: self._hash(fact)[:HASH_DIGITS] for name, fact in facts.items()})
