"""Who sits where: taking a free seat, leaving it, standing in for somebody absent. Each returns a new table."""

import secrets
from collections.abc import Iterable
from dataclasses import replace

from malecon.agents import free_names
from malecon.core.confusables import look_alike
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.computers.players import checked_level
from malecon.services.people.person import checked_name
from malecon.tables.errors import NO_TABLE, Missing, NotYours, TableError
from malecon.tables.occupant import Sitter
from malecon.tables.table import Seated

INVITATION_BYTES = 16
"""Random bytes of an invitation: 128 bits cannot be guessed."""


def new_invitation() -> str:
    """Return what gives a seat to who knows it."""
    return secrets.token_urlsafe(INVITATION_BYTES)


def free_seat() -> Sitter:
    """Return a seat that waits for somebody."""
    return Sitter(invitation=new_invitation())


def seat_by(table: Seated, invitation: str) -> int:
    """Return the seat that an invitation is for.

    Raises:
        Missing: it has been used, or there never was such a one.
    """
    for seat, sitter in enumerate(table.sitters):
        if sitter.invitation is not None and secrets.compare_digest(sitter.invitation.encode(), invitation.encode()):
            return seat
    raise Missing(N_("This invitation is used up, or never was one."))


def taken(table: Seated, seat: int, person: str, name: str) -> Seated:
    """Return the table with a person on a free seat.

    Raises:
        TableError: the seat is not free, the person sits here already, or the table was ended.
        UsageError: the name is wrong, or somebody else's.
    """
    check_free(table, seat)
    if table.seats_of(person):
        raise TableError(N_("You sit at this table already."))
    return table.with_sitter(seat, Sitter(name_at(table, name), person))


def taken_by_computer(table: Seated, seat: int, person: str | None, level: str) -> Seated:
    """Return the table with a computer player on a free seat, as its host wants.

    Raises:
        NotYours: the person is not the host.
        TableError: the seat is not free.
        UsageError: there is no such level.
    """
    check_host(table, person)
    check_free(table, seat)
    name = next(free_names([sitter.name for sitter in table.sitters]))
    return table.with_sitter(seat, Sitter(name, level=checked_level(level)))


def left(table: Seated, seat: int, person: str | None) -> Seated:
    """Return the table with a seat free again that its person leaves, or that the host clears, before the game begins.

    Raises:
        NotYours: the person may not.
        TableError: the game has begun.
    """
    if table.is_full or table.closed:
        raise TableError(N_("The game has begun; a seat can be handed to a computer player, but not be left."))
    if person != table.header.terms.host:
        table.check_seat(person, seat)
    elif table.sitters[seat].person == person:
        raise TableError(N_("Who has begun a table stays, or cancels it."))
    return table.with_sitter(seat, free_seat())


def cancelled(table: Seated, person: str | None) -> Seated:
    """Return the table ended before its game began.

    Raises:
        NotYours: the person is not the host.
        TableError: the game has begun, or the table is ended.
    """
    check_host(table, person)
    if table.is_full or table.closed:
        raise TableError(N_("Only a table that still waits for players can be cancelled."))
    return replace(table, closed="cancelled")


def handed_over(table: Seated, seat: int, level: str) -> Seated:
    """Return the table with a computer player that stands in on the seat of a person.

    Raises:
        TableError: no person plays on the seat, or nothing goes on here.
        UsageError: there is no such level.
    """
    if not table.is_full or table.is_done or table.sitters[seat].person is None or table.sitters[seat].playing:
        raise TableError(N_("There is nobody on this seat to stand in for."))
    place = table.places[seat]
    places = (*table.places[:seat], place.with_draft(()), *table.places[seat + 1 :])
    return replace(
        table.with_sitter(seat, replace(table.sitters[seat], substitute=checked_level(level))), places=places
    )


def taken_back(table: Seated, seat: int, person: str | None) -> Seated:
    """Return the table with a person back on the seat on which a computer player stood in.

    Raises:
        NotYours: the seat is somebody else's.
    """
    table.check_seat(person, seat)
    return table.with_sitter(seat, replace(table.sitters[seat], substitute=None))


def check_look(table: Seated, person: str | None) -> None:
    """Refuse who may not see a table: it says no more than if there were none.

    Raises:
        Missing: the person does not sit there, it goes on, and nobody is to watch or to join.
    """
    terms = table.header.terms
    is_public = terms.watched or table.match.over or (terms.listed and not table.is_full)
    if not is_public and person != terms.host and not table.seats_of(person):
        raise Missing(NO_TABLE)


def check_free(table: Seated, seat: int) -> None:
    """Refuse a seat that is taken, or of a table that was ended.

    Raises:
        TableError: it is.
    """
    if table.closed or seat not in range(table.header.seats) or not table.sitters[seat].is_free:
        raise TableError(N_("This seat is not free any more."))


def check_host(table: Seated, person: str | None) -> None:
    """Refuse who has not begun the table.

    Raises:
        NotYours: it is somebody else's.
    """
    if person is None or person != table.header.terms.host:
        raise NotYours(N_("Only who has begun the table can do this."))


def check_unlike(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like that of somebody else at a table.

    Raises:
        UsageError: it does.
    """
    if look_alike(name, filter(None, others)):
        raise UsageError(N_("Somebody here is called {name} already, or nearly so; choose another name."), name=name)


def name_at(table: Seated, name: str) -> str:
    """Return a name by which somebody can be called at a table.

    Raises:
        UsageError: it cannot be shown, or looks like that of somebody else.
    """
    name = checked_name(name)
    if not name:
        raise UsageError(N_("Everybody at a table needs a name."))
    check_unlike(name, [sitter.name for sitter in table.sitters])
    return name
