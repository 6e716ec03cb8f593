"""The pauses of a table, and how its people ask each other for something."""

from collections.abc import Collection
from dataclasses import replace

from malecon.core.i18n import N_
from malecon.tables import NotYours, TableError
from malecon.tables.readiness import with_ready
from malecon.tables.seating import check_seated
from malecon.tables.table import Table

PAUSE, NO_PAUSE = "pause", "no pause"
"""The wish for a pause, and that of who declines one."""


def seats_asking(table: Table, wish: str) -> tuple[int, ...]:
    """Return the seats whose person has a wish."""
    return tuple(seat for seat in table.playing_seats if table.seat_states[seat].wish == wish)


def ask_pause(table: Table, person: str | None, wishes: bool, at: int) -> Table:
    """Return the table with a person's wish for a pause, or without it; when all who play wish it, it pauses.

    Who does not wish what others ask for declines it.

    Raises:
        NotYours: the person does not play here.
        TableError: nothing goes on here.
    """
    own = set(table.seats_of(person)).intersection(table.playing_seats)
    if not own:
        raise NotYours(N_("Only who plays at the table can ask for a pause."))
    if not table.is_running:
        raise TableError(N_("Nothing goes on here that could pause."))
    wished = with_answer(table, own, wishes, (PAUSE, NO_PAUSE))
    if seats_asking(wished, PAUSE) != wished.playing_seats:
        return wished
    return replace(with_wish(wished, wished.playing_seats, ""), paused=at)


def resume(table: Table, person: str | None) -> Table:
    """Return the table without its pause, which anybody who sits there can end; its clocks stand until all are ready.

    Raises:
        NotYours: the person does not sit here.
        TableError: it does not pause.
    """
    check_seated(table, person)
    if table.paused is None:
        raise TableError(N_("The game goes on already."))
    others = set(table.playing_seats if table.header.settings.clock else ()).difference(table.seats_of(person))
    states = tuple(
        replace(state, seen_moves=None) if seat in others else state for seat, state in enumerate(table.seat_states)
    )
    return with_ready(replace(table, paused=None, seat_states=states), person)


def with_answer(table: Table, own: Collection[int], wishes: bool, kind: tuple[str, str]) -> Table:
    """Return the table with a request of some seats, or without it.

    Who takes back what only others ask for declines it: their request ends, and that it was declined is seen until
    somebody asks again.

    Args:
        table: where it is asked.
        own: the seats of one person.
        wishes: whether the person asks for it, or agrees.
        kind: the wish of who asks, and of who declines.
    """
    wish, refusal = kind
    if wishes:
        return with_wish(with_wish(table, seats_asking(table, refusal), ""), own, wish)
    asking = seats_asking(table, wish)
    if not asking or set(asking).intersection(own):
        return with_wish(table, own, "")
    return with_wish(with_wish(table, asking, ""), own, refusal)


def with_wish(table: Table, seats: Collection[int], wish: str) -> Table:
    """Return the table with a wish of some seats in place of what they wished before; the same one if it is equal."""
    states = tuple(
        replace(state, wish=wish) if seat in seats else state for seat, state in enumerate(table.seat_states)
    )
    return table if states == table.seat_states else replace(table, seat_states=states)
