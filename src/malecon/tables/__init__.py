"""The domain of games between people: tables, seats, drafts, clocks, chat. Pure: no storage, no HTTP, no game.

Here are the errors of tables, each with a sentence for people, and the settings of a table besides its game: who may
join and watch, whether it is rated, the clock.
"""

from dataclasses import dataclass

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_

__all__ = [
    "CHANGED",
    "DAY",
    "HOUR",
    "MINUTE",
    "NEWS_FOLLOW",
    "NO_TABLE",
    "SECOND",
    "TURN_ENDS",
    "UNCONFIRMED",
    "Clock",
    "Missing",
    "NotYours",
    "Stale",
    "StorageError",
    "TableError",
    "TableSettings",
    "Unplayable",
    "chat",
    "clocks",
    "commands",
    "draft",
    "endings",
    "names",
    "outcome",
    "pauses",
    "rated",
    "ratings",
    "readiness",
    "rematch",
    "retention",
    "seat",
    "seating",
    "stand_ins",
    "table",
    "table_header",
]

CHANGED = N_("The table has changed in the meantime. Look again.")
NO_TABLE = N_("There is no such table. Tables that nobody uses are removed after some time.")
UNCONFIRMED = N_("Confirm this, or undo it.")
NEWS_FOLLOW = N_("Confirm this to see what comes, or undo it.")
TURN_ENDS = N_("Confirm this to end your turn, or undo it.")


class TableError(MaleconError):
    """Something cannot be done at this table."""


class Stale(TableError):
    """The action was meant for a position that is gone: somebody, perhaps the same person, was faster."""


class NotYours(TableError):
    """The seat belongs to somebody else."""


class Missing(TableError):
    """There is no such table, person, game or record."""


class Unplayable(TableError):
    """The table cannot be rebuilt: its game or rules are not here, or its log is damaged."""


class StorageError(MaleconError):
    """The file cannot be used: not writable, full, damaged, or of a newer version."""


SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
"""Milliseconds."""
LONGEST_CLOCK = 30 * DAY


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time a seat has, in milliseconds: a stock that shrinks while it is awaited, or so much for each move.

    Attributes:
        stock: at the start; 0 if the time is for each move.
        increment: what each move adds to the stock.
        each: for each move; 0 if there is a stock.
    """

    stock: int = 0
    increment: int = 0
    each: int = 0


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table, chosen when it was begun.

    Attributes:
        host: who began it; ``None`` if nobody is to have a say over the others.
        listed: whether anybody may take a free seat; else who has an invitation.
        watched: whether people may look who do not sit there, while it goes on.
        rated: whether its result is to count (``rated``).
        origin: the table whose deal is played again.
        clock: the time; ``None`` if there is no clock.
        coached: whether its only person is given tips.
    """

    host: str | None = None
    listed: bool = False
    watched: bool = True
    rated: bool = False
    origin: str | None = None
    clock: Clock | None = None
    coached: bool = False


def check_settings(settings: TableSettings) -> None:
    """Refuse impossible settings.

    Raises:
        UsageError: the clock is wrong.
    """
    if settings.clock is not None:
        check_clock(settings.clock)


def check_clock(clock: Clock) -> None:
    """Refuse a clock that gives no time, or more than anybody waits.

    Raises:
        UsageError: it does.
    """
    times = clock.stock, clock.increment, clock.each
    is_one_sort = (clock.stock > 0) != (clock.each > 0) and not (clock.each and clock.increment)
    if not is_one_sort or min(times) < 0 or max(times) > LONGEST_CLOCK:
        raise UsageError(N_("A clock gives each player a stock of time, or so much for each move; 30 days at most."))
