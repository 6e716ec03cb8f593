"""A rematch: the offer to play again, which all people who sat at a finished table accept, or one of them declines."""

from dataclasses import replace
from enum import StrEnum

from malecon.core.i18n import N_
from malecon.core.plain_text import isolated
from malecon.tables import NotYours, TableError
from malecon.tables.pauses import with_wish
from malecon.tables.table import Table

AGAIN, DECLINED = "again", "declined"
"""Wishes of a person at a finished table."""


class Answer(StrEnum):
    """What a person says about a rematch; an offer accepts one that is there."""

    OFFER = "offer"
    ACCEPT = "accept"
    WITHDRAW = "withdraw"
    DECLINE = "decline"


def people_at(table: Table) -> frozenset[str]:
    """Return the ids of the people who sit at a table."""
    return frozenset(occupant.person for occupant in table.occupants if occupant.person is not None)


def may_play_again(table: Table) -> bool:
    """Tell whether a rematch can be offered: the game has begun, and goes on no more."""
    return table.is_done and table.is_full


def people_offering(table: Table) -> frozenset[str]:
    """Return the people who want to play again."""
    return _people_wishing(table, AGAIN)


def people_declining(table: Table) -> frozenset[str]:
    """Return the person who does not want to play again; nobody as long as nobody has said so."""
    return _people_wishing(table, DECLINED)


def people_asked(table: Table) -> frozenset[str]:
    """Return the people whose answer to an offer is awaited."""
    offering = people_offering(table)
    return people_at(table) - offering if offering and table.rematch is None else frozenset()


def answer_rematch(table: Table, person: str | None, answer: Answer) -> Table:
    """Return the table after what a person says about a rematch; the same one if that changes nothing.

    Whoever declines ends the offer, and only they can make another one.

    Raises:
        NotYours: the person does not sit there.
        TableError: the game goes on; or the offer that is accepted is withdrawn or declined.
    """
    own = table.seats_of(person)
    if person is None or not own:
        raise NotYours(N_("Only who sits at a table can begin it again."))
    if not may_play_again(table):
        raise TableError(N_("A table can be begun again when its game is over."))
    if table.rematch is not None:
        return table
    offering, declining = people_offering(table), people_declining(table)
    if answer in (Answer.OFFER, Answer.ACCEPT):
        _check_not_declined(table, declining - {person})
        if answer is Answer.ACCEPT and not offering:
            raise TableError(N_("Nobody offers any more to play again."))
        return _with_wish(table, frozenset({person}), AGAIN)
    if answer is Answer.WITHDRAW:
        return _with_wish(table, offering & {person}, "")
    return _with_wish(_with_wish(table, offering, ""), frozenset({person}), DECLINED) if offering else table


def is_agreed(table: Table) -> bool:
    """Tell whether all people who sat at a table want to play again."""
    people = people_at(table)
    return bool(people) and people == people_offering(table)


def with_rematch(table: Table, table_id: str) -> Table:
    """Return the table whose people play again at another one."""
    return replace(_with_wish(table, people_offering(table), ""), rematch=table_id)


def _people_wishing(table: Table, wish: str) -> frozenset[str]:
    if not may_play_again(table):
        return frozenset()
    pairs = zip(table.occupants, table.seat_states, strict=True)
    return frozenset(occupant.person for occupant, state in pairs if occupant.person and state.wish == wish)


def _check_not_declined(table: Table, declining: frozenset[str]) -> None:
    """Refuse to play again after somebody else has declined.

    Raises:
        TableError: that is so.
    """
    for occupant in table.occupants:
        if occupant.person in declining:
            raise TableError(
                N_("{name} does not want to play again now, but can offer it later."), name=isolated(occupant.name)
            )


def _with_wish(table: Table, people: frozenset[str], wish: str) -> Table:
    """Return the table with the wish of some people; the same one if nothing differs."""
    return with_wish(table, [seat for person in people for seat in table.seats_of(person)], wish)
