"""The pauses of a table."""

from dataclasses import replace

from malecon.core.i18n import N_
from malecon.tables import NotYours, TableError
from malecon.tables.seating import check_seated
from malecon.tables.table import Table

PAUSE = "pause"


def playing_seats(table: Table) -> tuple[int, ...]:
    """Return the seats of persons for whom no computer player stands in."""
    return tuple(seat for seat, occupant in enumerate(table.occupants) if occupant.person and not occupant.active_level)


def seats_asking_pause(table: Table) -> tuple[int, ...]:
    """Return the seats whose person asks for a pause."""
    return tuple(seat for seat in playing_seats(table) if table.seat_states[seat].wish == PAUSE)


def ask_pause(table: Table, person: str | None, wishes: bool, at: int) -> Table:
    """Return the table with a person's wish for a pause, or without it; when all who play wish it, it pauses.

    Raises:
        NotYours: the person does not play here.
        TableError: nothing goes on here.
    """
    own = set(table.seats_of(person)).intersection(playing_seats(table))
    if not own:
        raise NotYours(N_("Only who plays at the table can ask for a pause."))
    if not table.is_running:
        raise TableError(N_("Nothing goes on here that could pause."))
    wish = PAUSE if wishes else ""
    states = [replace(state, wish=wish) if seat in own else state for seat, state in enumerate(table.seat_states)]
    wished = replace(table, seat_states=tuple(states))
    if seats_asking_pause(wished) != playing_seats(wished):
        return wished if wished.seat_states != table.seat_states else table
    return replace(_clear_wishes(wished), paused=at)


def resume(table: Table, person: str | None) -> Table:
    """Return the table without its pause, which anybody who sits there can end.

    Raises:
        NotYours: the person does not sit here.
        TableError: it does not pause.
    """
    check_seated(table, person)
    if table.paused is None:
        raise TableError(N_("The game goes on already."))
    return replace(table, paused=None)


def _clear_wishes(table: Table) -> Table:
    """Return the table without requests for a pause."""
    return replace(table, seat_states=tuple(replace(state, wish="") for state in table.seat_states))
