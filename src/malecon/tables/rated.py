"""The conditions under which the result of a table counts for the ranking.

They are checked when a table is begun, whenever somebody takes a seat, and once more at the end of its game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from malecon import games
from malecon.agents import RANDOM
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.tables import DAY, HOUR
from malecon.tables.seat import Occupant
from malecon.tables.table_header import KNOWN_DEAL, TableHeader

KNOWN_FOR = DAY
"""Milliseconds since a person's first visit: who makes people by the dozen to lose against has to wait, and a newcomer
plays their first evening without ratings."""


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """What is asked of a person whose result is to count.

    Attributes:
        since: time of the first visit, in milliseconds since 1970.
        has_account: whether there is a name and a password to sign in with.
        is_blocked: whether the person may only look.
        is_busy: whether another rated game with computer players waits to be finished by this person.
    """

    since: int
    has_account: bool = False
    is_blocked: bool = False
    is_busy: bool = False


def rating_obstacle(
    header: TableHeader, occupants: Sequence[Occupant], people: Mapping[str, RatedPerson], at: int
) -> UsageError | None:
    """Return why the result of a table cannot count for the ranking; ``None`` if it can.

    Args:
        header: of the table, whose host wants that it counts.
        occupants: by seat; a free seat is no obstacle.
        people: those who sit there, by id; who is missing is gone.
        at: the time, in milliseconds since 1970.
    """
    return (
        _obstacle_of_game(header)
        or _obstacle_of_seats(occupants)
        or _obstacle_of_people([people.get(each.person) for each in occupants if each.person], at)
        or _obstacle_of_computers({each.level for each in occupants if each.level}, people)
    )


def _obstacle_of_game(header: TableHeader) -> UsageError | None:
    """Return why a game cannot count: its deal is known, or its data are an owner's."""
    if header.settings.origin is not None:
        return UsageError(KNOWN_DEAL)
    own = {option.own.word for option in games[header.game].options if option.own}
    if any(line.split(maxsplit=1)[0] in own for line in header.options):
        return UsageError(
            N_("Only games with the printed pieces and cards count for the ranking, not with those of a file.")
        )
    return None


def _obstacle_of_seats(occupants: Sequence[Occupant]) -> UsageError | None:
    """Return why those who sit at a table cannot be told apart: too many seats for one, nobody, or somebody gone."""
    persons = [each.person for each in occupants if each.person]
    if len(persons) != len(set(persons)):
        return UsageError(N_("Where the result counts, nobody has several seats."))
    if not persons:
        return UsageError(N_("Where the result counts, at least one person has to play."))
    if any(each.is_deleted for each in occupants):
        return UsageError(N_("Somebody who played here is gone; so the result does not count."))
    return None


def _obstacle_of_people(people: Sequence[RatedPerson | None], at: int) -> UsageError | None:
    """Return why the result of some people cannot count."""
    have_accounts = all(each and each.has_account for each in people)
    newest = max(each.since if each else at for each in people)
    hours = ceil((newest + KNOWN_FOR - at) / HOUR)
    if not have_accounts and hours > 0:
        return UsageError(
            N_(
                "Where the result counts, everybody needs a name and a password to sign in with, and a first visit here"
                " at least a day ago. That will be so in {hours} h."
            ),
            hours=hours,
        )
    if not have_accounts:
        return UsageError(N_("Where the result counts, everybody needs a name and a password to sign in with."))
    if hours > 0:
        return UsageError(
            N_(
                "Where the result counts, everybody's first visit here was at least a day ago. That will be so in"
                " {hours} h."
            ),
            hours=hours,
        )
    if any(each and each.is_blocked for each in people):
        return UsageError(N_("Where the result counts, nobody plays who may only look."))
    return None


def _obstacle_of_computers(levels: set[str], people: Mapping[str, RatedPerson]) -> UsageError | None:
    """Return why a game with computer players cannot count.

    ``RANDOM`` counts for nothing: everybody who knows the rules is ahead of it. Who could begin the next such game
    before the last is finished would finish those only that they win.
    """
    if RANDOM in levels or len(levels) > 1:
        return UsageError(
            N_("Where the result counts, all computer players are of the same level, and none plays at random.")
        )
    if levels and any(each.is_busy for each in people.values()):
        return UsageError(
            N_(
                "Where the result counts, everybody plays one game at a time with computer players;"
                " somebody here has another one to finish first."
            )
        )
    return None
