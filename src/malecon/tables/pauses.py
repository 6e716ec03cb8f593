"""The pauses of a table."""

from collections.abc import Collection
from dataclasses import replace

from malecon.core.i18n import N_
from malecon.tables import NotYours, TableError
from malecon.tables.seating import check_seated
from malecon.tables.table import Table

PAUSE = "pause"


def seats_asking(table: Table, wish: str) -> tuple[int, ...]:
    """Return the seats whose person has a wish."""
    return tuple(seat for seat in table.playing_seats if table.seat_states[seat].wish == wish)


def ask_pause(table: Table, person: str | None, wishes: bool, at: int) -> Table:
    """Return the table with a person's wish for a pause, or without it; when all who play wish it, it pauses.

    Raises:
        NotYours: the person does not play here.
        TableError: nothing goes on here.
    """
    own = set(table.seats_of(person)).intersection(table.playing_seats)
    if not own:
        raise NotYours(N_("Only who plays at the table can ask for a pause."))
    if not table.is_running:
        raise TableError(N_("Nothing goes on here that could pause."))
    wished = with_wish(table, own, PAUSE if wishes else "")
    if seats_asking(wished, PAUSE) != wished.playing_seats:
        return wished
    return replace(with_wish(wished, wished.playing_seats, ""), paused=at)


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


def with_wish(table: Table, seats: Collection[int], wish: str) -> Table:
    """Return the table with a wish of some seats in place of what they wished before; the same one if it is equal."""
    states = tuple(
        replace(state, wish=wish) if seat in seats else state for seat, state in enumerate(table.seat_states)
    )
    return table if states == table.seat_states else replace(table, seat_states=states)
