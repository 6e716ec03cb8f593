"""Clocks, pauses, computer players that stand in for absent persons; and the chat of a table.

A clock runs while the person of its seat is awaited: not while the table waits for players, pauses or is done with,
and not while a computer player stands in. Where several choose in secret, several run. A draft stops none. At a table
without clocks it is noted since when each person is awaited.

Who runs out of time loses nothing by that: after a while the others may hand the seat to a computer player.
"""

from dataclasses import replace

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import clean_remark
from malecon.tables import DAY, HOUR, MINUTE, Clock, Missing, NotYours, TableError
from malecon.tables.seat import Remark, SeatState
from malecon.tables.seating import hand_over, stand_in_level
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
    states = tuple(_seat_after(before, after, seat, at) for seat in range(after.header.seats))
    return after if states == after.seat_states else replace(after, seat_states=states)


def _seat_after(before: Table, after: Table, seat: int, at: int) -> SeatState:
    """Return the state of a seat after a change, with its clock updated."""
    clock, state, occupant = after.header.settings.clock, after.seat_states[seat], after.occupants[seat]
    runs = seat in after.persons_to_move()
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
        if has_moved or not runs:
            left, running = max(0, left - _time_run(running, at)), None
        if has_moved or seat not in after.match.to_move:
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
    return max(0, state.clock_ms - (_time_run(state.running_since, at) if state.running_since is not None else 0))


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
    _check_seated(table, person)
    if table.paused is None:
        raise TableError(N_("The game goes on already."))
    return replace(table, paused=None)


def stand_in(table: Table, seat: int, person: str | None, level: str, at: int) -> Table:
    """Return the table with a computer player on the person's own seat, or on that of somebody who is overdue.

    Where the result counts nobody lets a computer player move in their own place, nor chooses how well it plays.

    Raises:
        NotYours: the person does not sit here.
        TableError: the seat's person is not overdue, or not for long enough, or nobody plays there.
        UsageError: there is no such level, or the result counts and it is another than ``stand_in_level``.
    """
    _check_seated(table, person)
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


def _check_seated(table: Table, person: str | None) -> None:
    """Refuse a person without a seat at a table.

    Raises:
        NotYours: that is so.
    """
    if not table.seats_of(person):
        raise NotYours(N_("Only who sits at the table can do this."))


def _clear_wishes(table: Table) -> Table:
    """Return the table without requests for a pause."""
    return replace(table, seat_states=tuple(replace(state, wish="") for state in table.seat_states))


def _clear_wish(table: Table, seat: int) -> Table:
    """Return the table without the request of one seat for a pause."""
    state = replace(table.seat_states[seat], wish="")
    return replace(table, seat_states=(*table.seat_states[:seat], state, *table.seat_states[seat + 1 :]))


LONGEST_REMARK = 500
MOST_REMARKS = 200
"""Remarks that are shown, the newest; older ones stay in the database."""


def with_remark(table: Table, person: str | None, text: str, sent: int) -> Table:
    """Return the table with one more remark.

    Args:
        person: its author.
        text: a line; blanks at its ends, and what cannot be shown, are left out.
        sent: milliseconds since 1970.

    Raises:
        NotYours: the person does not sit here.
        UsageError: there is nothing to say, or too much.
    """
    seats = table.seats_of(person)
    if not seats:
        raise NotYours(N_("Only who sits at the table can say something."))
    text = clean_remark(text)
    if not text:
        raise UsageError(N_("There is nothing to say."))
    if len(text) > LONGEST_REMARK:
        raise UsageError(
            N_("One can say {most} letters at once; this has {count}."), most=LONGEST_REMARK, count=len(text)
        )
    number = table.remarks[-1].number + 1 if table.remarks else 0
    remark = Remark(number, person, table.occupants[seats[0]].name, text, sent)
    return replace(table, remarks=(*table.remarks, remark)[-MOST_REMARKS:])


def with_report(table: Table, person: str | None, number: int, at: int) -> Table:
    """Return the table with a remark reported to the administrators; the first report counts.

    Raises:
        NotYours: the person does not sit here.
        Missing: there is no remark of this number.
        TableError: it is the person's own.
    """
    if not table.seats_of(person):
        raise NotYours(N_("Only who sits at the table can report something."))
    found = next((remark for remark in table.remarks if remark.number == number), None)
    if found is None:
        raise Missing(N_("There is no such remark."))
    if found.person == person:
        raise TableError(N_("This is your own remark."))
    if found.reported_at is not None:
        return table
    said = tuple(replace(remark, reported_at=at) if remark is found else remark for remark in table.remarks)
    return replace(table, remarks=said)
