"""Computer players that stand in for absent persons."""

from dataclasses import replace

from malecon.agents import RANDOM
from malecon.core.errors import UsageError
from malecon.core.game_parts import GameParts
from malecon.core.i18n import N_
from malecon.tables import TableError
from malecon.tables.clocks import replaceable_from
from malecon.tables.seat import validate_level
from malecon.tables.seating import check_seated
from malecon.tables.table import Table


def stand_in(table: Table, seat: int, person: str | None, level: str, at: int) -> Table:
    """Return the table with a computer player on the person's own seat, or on that of somebody who is overdue.

    Where the result counts nobody lets a computer player move in their own place, nor chooses how well it plays.

    Raises:
        NotYours: the person does not sit here.
        TableError: the seat's person is not overdue, or not for long enough, or nobody plays there.
        UsageError: there is no such level, or the result counts and it is another than ``stand_in_level``.
    """
    check_seated(table, person)
    if seat not in range(table.header.seats):
        raise TableError(N_("There is nobody on this seat to stand in for."))
    may_from, is_own, is_rated = (
        replaceable_from(table, seat),
        seat in table.seats_of(person),
        table.header.settings.rated,
    )
    if is_own and is_rated:
        raise TableError(N_("Where the result counts, nobody hands their own seat to a computer player."))
    if is_rated and level != (expected := stand_in_level(table.match.game)):
        raise UsageError(f"level: is {level!r}, but must be {expected!r} where the result counts")
    if not is_own and (may_from is None or at < may_from):
        raise TableError(N_("A seat can be handed over when its player has been overdue for a while."))
    return _clear_wish(hand_over(table, seat, level), seat)


def _clear_wish(table: Table, seat: int) -> Table:
    """Return the table without the request of one seat for a pause."""
    state = replace(table.seat_states[seat], wish="")
    return replace(table, seat_states=(*table.seat_states[:seat], state, *table.seat_states[seat + 1 :]))


def stand_in_level(game: GameParts) -> str:
    """Return the level of the computer player that plays for who is gone, or is absent where the result counts."""
    return "standard" if game.has_guess else RANDOM


def hand_over(table: Table, seat: int, level: str) -> Table:
    """Return the table with a computer player that stands in on the seat of a person.

    Raises:
        TableError: no person plays on the seat, or nothing goes on here.
        UsageError: there is no such level.
    """
    if not table.is_full or table.is_done or table.occupants[seat].person is None or table.occupants[seat].active_level:
        raise TableError(N_("There is nobody on this seat to stand in for."))
    state = table.seat_states[seat]
    states = (*table.seat_states[:seat], state.with_draft(()), *table.seat_states[seat + 1 :])
    return replace(
        table.with_occupant(seat, replace(table.occupants[seat], substitute=validate_level(level, table.match.game))),
        seat_states=states,
    )


def take_back(table: Table, seat: int, person: str | None) -> Table:
    """Return the table with a person back on the seat on which a computer player stood in.

    Raises:
        NotYours: the seat is somebody else's.
        TableError: the person has resigned, or the game is over.
    """
    table.check_seat(person, seat)
    if table.is_done:
        raise TableError(N_("Nothing goes on here."))
    if table.seat_states[seat].resigned_at is not None:
        raise TableError(N_("You have resigned; a computer player plays this seat to the end."))
    return table.with_occupant(seat, replace(table.occupants[seat], substitute=None))
