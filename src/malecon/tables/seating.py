"""Who sits at a table: seats are taken and left.

Each function that changes a table returns a new one.
"""

import secrets
from dataclasses import replace

from malecon.agents import free_names
from malecon.core.errors import UsageError
from malecon.core.game_parts import GameParts
from malecon.core.i18n import N_
from malecon.tables import NO_TABLE, Missing, NotYours, TableError
from malecon.tables.names import check_name, valid_name_at
from malecon.tables.seat import Occupant, validate_level
from malecon.tables.table import Table


def check_occupant(seat: int, occupant: Occupant, game: GameParts) -> None:
    """Refuse who cannot sit at a table.

    Raises:
        UsageError: the name is wrong, the level is unknown, or nobody, or more than one, has the seat.
    """
    if not occupant.is_free:
        check_name(seat, occupant.name)
    if [occupant.person, occupant.level, occupant.invitation].count(None) != 2:
        raise UsageError(
            f"seat {seat + 1}: must be taken by either a person or a computer player, or have an invitation"
        )
    if occupant.level is not None:
        validate_level(occupant.level, game)


INVITATION_BYTES = 16
"""Random bytes of an invitation: 128 bits cannot be guessed."""


def free_seat() -> Occupant:
    """Return the occupant of a free seat, with a new invitation."""
    return Occupant(invitation=secrets.token_urlsafe(INVITATION_BYTES))


def invited_seat(table: Table, invitation: str) -> int:
    """Return the seat that an invitation is for.

    Raises:
        Missing: it has been used, or there never was such a one.
    """
    for seat, occupant in enumerate(table.occupants):
        if occupant.invitation is not None and secrets.compare_digest(
            occupant.invitation.encode(), invitation.encode()
        ):
            return seat
    raise Missing(N_("This invitation is used up, or never was one."))


def take_seat(table: Table, seat: int, person: str, name: str) -> Table:
    """Return the table with a person on a free seat.

    Raises:
        TableError: the seat is not free, the person sits here already, or the table was ended.
        UsageError: the name is wrong, or somebody else's.
    """
    check_free(table, seat)
    if table.seats_of(person):
        raise TableError(N_("You sit at this table already."))
    return table.with_occupant(seat, Occupant(valid_name_at(table, name), person))


def seat_computer(table: Table, seat: int, person: str | None, level: str) -> Table:
    """Return the table with a computer player on a free seat, as its host wants.

    Raises:
        NotYours: the person is not the host.
        TableError: the seat is not free.
        UsageError: there is no such level.
    """
    _check_host(table, person)
    check_free(table, seat)
    name = next(free_names([occupant.name for occupant in table.occupants]))
    return table.with_occupant(seat, Occupant(name, level=validate_level(level, table.match.game)))


def leave_seat(table: Table, seat: int, person: str | None) -> Table:
    """Return the table with a seat free again that its person leaves, or that the host clears, before the game begins.

    Raises:
        NotYours: the person may not.
        TableError: the game has begun.
    """
    if table.is_full or table.closed:
        raise TableError(N_("The game has begun; a seat can be handed to a computer player, but not be left."))
    if person != table.header.settings.host:
        table.check_seat(person, seat)
    elif table.occupants[seat].person == person:
        raise TableError(N_("Who has begun a table stays, or cancels it."))
    return table.with_occupant(seat, free_seat())


def cancel_table(table: Table, person: str | None) -> Table:
    """Return the table ended before its game began.

    Raises:
        NotYours: the person is not the host.
        TableError: the game has begun, or the table is ended.
    """
    _check_host(table, person)
    if table.is_full or table.closed:
        raise TableError(N_("Only a table that still waits for players can be cancelled."))
    return replace(table, closed="cancelled")


def check_may_view(table: Table, person: str | None) -> None:
    """Refuse a viewer who may not see a table, with the error of a table that does not exist.

    Raises:
        Missing: the person does not sit there, it goes on, and nobody is to watch or to join.
    """
    settings = table.header.settings
    is_public = settings.watched or table.is_over or (settings.listed and not table.is_full)
    if not is_public and person != settings.host and not table.seats_of(person):
        raise Missing(NO_TABLE)


def check_free(table: Table, seat: int) -> None:
    """Refuse a seat that is taken, or of a table that was ended.

    Raises:
        TableError: it is.
    """
    if table.closed or seat not in range(table.header.seats) or not table.occupants[seat].is_free:
        raise TableError(N_("This seat is not free any more."))


def _check_host(table: Table, person: str | None) -> None:
    """Refuse a person other than the host.

    Raises:
        NotYours: it is somebody else's.
    """
    if person is None or person != table.header.settings.host:
        raise NotYours(N_("Only who has begun the table can do this."))


def check_seated(table: Table, person: str | None) -> None:
    """Refuse a person without a seat at a table.

    Raises:
        NotYours: that is so.
    """
    if not table.seats_of(person):
        raise NotYours(N_("Only who sits at the table can do this."))
