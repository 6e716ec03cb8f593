"""The clocks of a table.

A clock runs while the person of its seat is awaited: not while the table waits for players, pauses or is done with,
and not while a computer player stands in. Where several choose in secret, several run. A draft stops none. At a table
without clocks it is noted since when each person is awaited.

None runs before every person was at the table (``readiness``). Until then it is noted since when those are awaited who
were not: they are overdue after as much time as their clock has.

Who runs out of time loses nothing by that: after a while the others may hand the seat to a computer player.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from malecon.tables import DAY, HOUR, MINUTE, Clock
from malecon.tables.readiness import seats_missing
from malecon.tables.seat import SeatState
from malecon.tables.table import Table

LONGEST_LIVE = 3 * HOUR
"""The most time, in milliseconds, of a live game; with more, players come and go."""
LONGEST_UNTIMED = DAY
"""Milliseconds until a person is overdue at a table without a clock."""
GRACE_LIVE, GRACE_SLOW = MINUTE, HOUR
"""From when a person is overdue until the seat may be handed over."""
RETURN_SHARE = 4
"""A person who takes a seat back has at least the stock divided by this."""


def is_live(clock: Clock | None) -> bool:
    """Tell whether a clock is for people who sit at the table at the same time.

    >>> is_live(Clock(stock=10 * MINUTE)), is_live(Clock(each=DAY)), is_live(None)
    (True, False, False)
    """
    return clock is not None and initial_time(clock) <= LONGEST_LIVE


def initial_time(clock: Clock) -> int:
    """Return the time of a seat at the start, in milliseconds."""
    return clock.stock or clock.each


def update_clocks(before: Table, after: Table, at: int) -> Table:
    """Return the table after a change with its clocks stopped, running on or started.

    Args:
        before: the table before the change.
        after: the table after it, its clocks still as they were before.
        at: the time of the change, in milliseconds since 1970.
    """
    missing, was_missing = seats_missing(after), bool(seats_missing(before))
    awaited = {*after.persons_to_move()}.intersection(missing or after.persons_to_move())
    timed = _Timed(before, after, at, awaited, is_counted=not was_missing, is_anew=was_missing and not missing)
    states = tuple(_seat_after(timed, seat) for seat in range(after.header.seats))
    return after if states == after.seat_states else replace(after, seat_states=states)


class _Timed(NamedTuple):
    """A change, its time, and the seats that are awaited after it.

    ``is_counted``: whether clocks ran before it; ``is_anew``: whether they begin to run with it.
    """

    before: Table
    after: Table
    at: int
    awaited: Collection[int]
    is_counted: bool
    is_anew: bool


def _seat_after(timed: _Timed, seat: int) -> SeatState:
    """Return the state of a seat after a change, with its clock updated."""
    before, after, at = timed.before, timed.after, timed.at
    clock, state, occupant = after.header.settings.clock, after.seat_states[seat], after.occupants[seat]
    runs = seat in timed.awaited
    if clock is None:
        is_asked_anew = state.asked_after != before.seat_states[seat].asked_after
        since = at if state.running_since is None or is_asked_anew else state.running_since
        return replace(state, running_since=since if runs else None)
    if occupant.person is None:
        return replace(state, clock_ms=None, running_since=None)
    left, running = (
        initial_time(clock) if state.clock_ms is None else state.clock_ms,
        state.running_since,
    )
    if running is not None:
        has_moved = any(move.seat == seat for move in after.log[before.move_count :])
        if has_moved or not runs or timed.is_anew:
            left, running = max(0, left - (_time_run(running, at) if timed.is_counted else 0)), None
        if timed.is_counted and (has_moved or seat not in after.match.to_move):
            left = clock.each or left + clock.increment
    if before.occupants[seat].substitute is not None and occupant.substitute is None:
        left = max(left, clock.each or clock.stock // RETURN_SHARE)
    return replace(state, clock_ms=left, running_since=at if runs and running is None else running)


def _time_run(running: int, at: int) -> int:
    """Return the milliseconds that a clock has run, at least 0: after a restart it may start in the future."""
    return max(0, at - running)


def time_left(table: Table, seat: int, at: int) -> int | None:
    """Return the milliseconds on the clock of a seat at a moment, at least 0; ``None`` if it has none."""
    state = table.seat_states[seat]
    if state.clock_ms is None:
        return None
    since = running_since(table, seat)
    return max(0, state.clock_ms - (_time_run(since, at) if since is not None else 0))


def running_since(table: Table, seat: int) -> int | None:
    """Return since when the clock of a seat runs (milliseconds since 1970); ``None`` while it stands."""
    return None if seats_missing(table) else table.seat_states[seat].running_since


def deadline(table: Table, seat: int) -> int | None:
    """Return the time from which the person of a seat is overdue (milliseconds since 1970); ``None`` if not awaited."""
    state = table.seat_states[seat]
    if state.running_since is None:
        return None
    return state.running_since + (LONGEST_UNTIMED if state.clock_ms is None else state.clock_ms)


def overdue_times(table: Table) -> dict[str, int]:
    """Return the awaited persons, each with the time from which they are overdue (milliseconds since 1970).

    Nobody is where only one person plays: computer players do not let people wait, and nobody else does.
    """
    people = {occupant.person for occupant in table.occupants if occupant.person}
    ends: dict[str, int] = {}
    for seat in table.persons_to_move() if len(people) > 1 else ():
        person, end = table.occupants[seat].person, deadline(table, seat)
        if person is not None and end is not None:
            ends[person] = min(end, ends.get(person, end))
    return ends


def replaceable_from(table: Table, seat: int) -> int | None:
    """Return the time from which others may hand a seat to a computer player; ``None`` if its person is not awaited."""
    end = deadline(table, seat)
    return None if end is None else end + (GRACE_LIVE if is_live(table.header.settings.clock) else GRACE_SLOW)
