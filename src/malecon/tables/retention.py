"""Rules of retention: how long things are kept, declared here once.

The settings, the sweep, the page about it and ``malecon admin`` follow from ``RULES``. What happened at a table decides
which rule it falls under; all of it is pure, the rows are found in ``storage/table_use.py``.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from malecon.core.i18n import N_
from malecon.tables import DAY, Clock

CLOCK_FACTOR = 2
"""An unfinished table stays at least so many times as long as its clock gives for a move, or in all."""
WARNING_MS = 14 * DAY
"""Milliseconds before its removal from which players of an unfinished table are warned; at most half of its time."""

FROM_USE = N_("the last move, or the last look of one of its players")
FROM_LAST_VISIT = N_("the last visit")
FROM_END = N_("the end of the game")
FROM_CHAT = N_("the message, once the game is over or 200 newer messages were sent")
FROM_REPORT = N_("the report, once the game is over")
FROM_UPLOAD = N_("the last time somebody brought it or looked at it")
FROM_LOOK = N_("the last time somebody looked at it")
FROM_LAST_GAME = N_("the removal of the last of their games")
FROM_DUE = N_("the time when it was due")
FROM_EXPIRY = N_("the time when it ran out")


class Rule(Struct, frozen=True):
    """How long something is kept.

    Attributes:
        name: of its setting, after ``keep_``.
        days: by default; 0 keeps it for ever.
        what: goes, for people.
        since: from when the days are counted, for people.
        is_fixed: no setting changes it.
    """

    name: str
    days: int
    what: str
    since: str
    is_fixed: bool = False


RULES = {
    rule.name: rule
    for rule in (
        Rule("waiting", 14, N_("Tables that wait for players"), FROM_USE),
        Rule("unmoved", 14, N_("Tables at which no person has moved yet"), FROM_USE),
        Rule("alone", 90, N_("Unfinished games of one person against computer players"), FROM_USE),
        Rule("unfinished", 180, N_("Unfinished games between people"), FROM_USE),
        Rule("ended", 30, N_("Tables that were ended before the end of the game"), FROM_USE),
        Rule("finished", 730, N_("Finished games, with their moves and results"), FROM_USE),
        Rule("rated", 1825, N_("Finished games that counted for the ranking"), FROM_USE),
        Rule("drafts", 30, N_("Turns that were not confirmed when the game ended"), FROM_END),
        Rule("chat", 90, N_("What was said at a table"), FROM_CHAT),
        Rule("reports", 180, N_("What was said and reported"), FROM_REPORT),
        Rule("notices", 30, N_("Notices that it is somebody's turn"), FROM_DUE),
        Rule("idle", 30, N_("People without an account who sit at no table"), FROM_LAST_VISIT),
        Rule("people", 400, N_("Other people without an account"), FROM_LAST_VISIT),
        Rule("accounts", 1095, N_("People with an account"), FROM_LAST_VISIT),
        Rule("records", 180, N_("Saved games that somebody brought to look at"), FROM_UPLOAD),
        Rule("reviews", 180, N_("Reviews of games"), FROM_LOOK),
        Rule("sessions", 365, N_("Browsers and programs in which somebody is known"), FROM_LAST_VISIT, is_fixed=True),
        Rule("links", 1, N_("Links to another device or to confirm an address"), FROM_EXPIRY, is_fixed=True),
        Rule("ratings", 1, N_("Ratings of people who are gone"), FROM_LAST_GAME, is_fixed=True),
    )
}
"""By name, in the order in which they are shown and carried out."""

UNFINISHED, ENDED, FINISHED = ("waiting", "unmoved", "alone", "unfinished"), ("ended",), ("finished", "rated")
"""Rules of tables: while they go on, ended before their end, finished."""
PERSONS = ("idle", "people", "accounts")


class Retention(Struct, frozen=True):
    """How long a site keeps things: ``days`` by rule, 0 for ever."""

    days: Mapping[str, int]

    def cutoff(self, rules: Iterable[str], at: int) -> int | None:
        """Return the latest time of last use that any of some rules lets go; ``None`` if all of them keep for ever."""
        limited = [self.days[rule] for rule in rules if self.days[rule]]
        return at - min(limited) * DAY if limited else None

    def end(self, rule: str, since: int) -> int | None:
        """Return the time of removal in milliseconds since 1970; ``None`` if it is kept for ever."""
        return since + self.days[rule] * DAY if self.days[rule] else None

    def shorter_rules(self, other: "Retention") -> list[str]:
        """Return the rules by which things go sooner than by another site's."""
        return [rule for rule, days in self.days.items() if days and not 0 < other.days.get(rule, days) <= days]


class TableUse(Struct, frozen=True):
    """What of a table decides how long it is kept.

    Attributes:
        id: of the table.
        touched: last change or visit of one of its players, in milliseconds since 1970.
        is_done: nothing more happens there.
        is_ended: it was ended before the end of its game.
        is_rated: its result counted.
        is_full: nobody is waited for.
        people: how many persons sit there.
        has_moved: whether one of them has moved.
        clock: of the table.
    """

    id: str
    touched: int
    is_done: bool = False
    is_ended: bool = False
    is_rated: bool = False
    is_full: bool = True
    people: int = 2
    has_moved: bool = True
    clock: Clock | None = None


def table_rule(use: TableUse) -> str:
    """Return the name of the rule that a table falls under.

    >>> table_rule(TableUse("t", 0, is_full=False)), table_rule(TableUse("t", 0, is_done=True))
    ('waiting', 'finished')
    """
    if use.is_done:
        return "ended" if use.is_ended else "rated" if use.is_rated else "finished"
    if not use.is_full:
        return "waiting"
    if not use.has_moved:
        return "unmoved"
    return "alone" if use.people <= 1 else "unfinished"


def table_end(use: TableUse, retention: Retention) -> int | None:
    """Return the time at which an unused table is removed, in milliseconds since 1970; ``None`` if it is kept for ever.

    Nobody loses a game that is still played: while it goes on, the time is longer than any clock leaves to a player.
    """
    end = retention.end(table_rule(use), use.touched)
    if end is None or use.is_done or use.clock is None:
        return end
    return max(end, use.touched + CLOCK_FACTOR * max(use.clock.stock, use.clock.each))


def is_soon_removed(use: TableUse, retention: Retention, at: int) -> bool:
    """Tell whether the players of a table are to be told that it goes."""
    end = table_end(use, retention)
    return end is not None and at >= end - min(WARNING_MS, (end - use.touched) // 2)


def person_rule(*, has_account: bool, has_seats: bool) -> str:
    """Return the name of the rule that a person falls under."""
    if has_account:
        return "accounts"
    return "people" if has_seats else "idle"
