"""The clocks of a table: what becomes of them with each change, and who keeps the others waiting.

A clock runs while the person of its seat is awaited: not while the table waits for players, pauses or is done with,
and not while a computer player stands in. Where several choose in secret, several run. A draft stops none. At a table
without clocks it is noted since when each person is awaited.

Who runs out of time loses nothing by that: after a while the others may hand the seat to a computer player.
"""

from dataclasses import replace

from malecon.tables.seat_state import Place
from malecon.tables.table import Seated
from malecon.tables.table_settings import DAY, HOUR, MINUTE, Clock

LONGEST_LIVE = 3 * HOUR
"""Who plays with more time than this need not sit at the table."""
PATIENCE = DAY
"""How long somebody may be awaited where there is no clock."""
GRACE_LIVE, GRACE_SLOW = MINUTE, HOUR
"""From when a person is overdue until the seat may be handed over."""
SHARE = 4
"""Who takes a seat back has at least this part of the stock: enough to play on, and less than who was there."""


def is_live(clock: Clock | None) -> bool:
    """Tell whether a clock is for people who sit at the table at the same time.

    >>> is_live(Clock(stock=10 * MINUTE)), is_live(Clock(each=DAY)), is_live(None)
    (True, False, False)
    """
    return clock is not None and whole(clock) <= LONGEST_LIVE


def whole(clock: Clock) -> int:
    """Return what a seat has at the start, in milliseconds."""
    return clock.stock or clock.each


def timed(before: Seated, after: Seated, at: int) -> Seated:
    """Return the table after a change with its clocks stopped, gone on or begun.

    Args:
        before: the table before the change.
        after: the table after it, its clocks still as they were before.
        at: the time of the change, in milliseconds since 1970.
    """
    places = tuple(timed_place(before, after, seat, at) for seat in range(after.header.seats))
    return after if places == after.places else replace(after, places=places)


def timed_place(before: Seated, after: Seated, seat: int, at: int) -> Place:
    """Return a place after a change with its clock as it is then."""
    clock, place, sitter = after.header.terms.clock, after.places[seat], after.sitters[seat]
    runs = seat in after.persons_to_move()
    if clock is None:
        is_asked_anew = place.since != before.places[seat].since
        since = at if place.running is None or is_asked_anew else place.running
        return replace(place, running=since if runs else None)
    if sitter.person is None:
        return replace(place, left=None, running=None)
    left, running = whole(clock) if place.left is None else place.left, place.running
    if running is not None:
        has_moved = any(move.seat == seat for move in after.log[before.number :])
        if has_moved or not runs:
            left, running = max(0, left - spent(running, at)), None
        if has_moved or seat not in after.match.to_move:
            left = clock.each or left + clock.increment
    if before.sitters[seat].substitute is not None and sitter.substitute is None:
        left = max(left, clock.each or clock.stock // SHARE)
    return replace(place, left=left, running=at if runs and running is None else running)


def spent(running: int, at: int) -> int:
    """Return for how long a clock has run; after a restart it may be that it is to run only later."""
    return max(0, at - running)


def time_left(table: Seated, seat: int, at: int) -> int | None:
    """Return the milliseconds on the clock of a seat at a moment, at least 0; ``None`` if it has none."""
    place = table.places[seat]
    if place.left is None:
        return None
    return max(0, place.left - (spent(place.running, at) if place.running is not None else 0))


def deadline(table: Seated, seat: int) -> int | None:
    """Return when the person of a seat is overdue, in milliseconds since 1970; ``None`` if nobody waits for them."""
    place = table.places[seat]
    if place.running is None:
        return None
    return place.running + (PATIENCE if place.left is None else place.left)


def replaceable_from(table: Seated, seat: int) -> int | None:
    """Return when others may hand a seat to a computer player; ``None`` if nobody waits for its person."""
    end = deadline(table, seat)
    return None if end is None else end + (GRACE_LIVE if is_live(table.header.terms.clock) else GRACE_SLOW)
