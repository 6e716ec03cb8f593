"""Pausing by consent, and standing in for who is absent. Each function returns a new table."""

from dataclasses import replace

from malecon.core.i18n import N_
from malecon.tables.clocks import replaceable_from
from malecon.tables.errors import NotYours, TableError
from malecon.tables.seating import handed_over
from malecon.tables.table import Seated

PAUSE = "pause"


def present(table: Seated) -> tuple[int, ...]:
    """Return the seats whose person plays."""
    return tuple(seat for seat, sitter in enumerate(table.sitters) if sitter.person and not sitter.playing)


def wished_by(table: Seated) -> tuple[int, ...]:
    """Return the seats whose person wishes a pause."""
    return tuple(seat for seat in present(table) if table.places[seat].wishes == PAUSE)


def with_wish(table: Seated, person: str | None, wishes: bool, at: int) -> Seated:
    """Return the table with a person's wish for a pause, or without it; when all who play wish it, it pauses.

    Raises:
        NotYours: the person does not play here.
        TableError: nothing goes on here.
    """
    own = set(table.seats_of(person)).intersection(present(table))
    if not own:
        raise NotYours(N_("Only who plays at the table can ask for a pause."))
    if not table.goes_on:
        raise TableError(N_("Nothing goes on here that could pause."))
    wish = PAUSE if wishes else ""
    places = [replace(place, wishes=wish) if seat in own else place for seat, place in enumerate(table.places)]
    wished = replace(table, places=tuple(places))
    if wished_by(wished) != present(wished):
        return wished if wished.places != table.places else table
    return replace(without_wishes(wished), paused=at)


def gone_on(table: Seated, person: str | None) -> Seated:
    """Return the table without its pause, which anybody who sits there can end.

    Raises:
        NotYours: the person does not sit here.
        TableError: it does not pause.
    """
    check_sits(table, person)
    if table.paused is None:
        raise TableError(N_("The game goes on already."))
    return replace(table, paused=None)


def stood_in(table: Seated, seat: int, person: str | None, level: str, at: int) -> Seated:
    """Return the table with a computer player on the person's own seat, or on that of somebody who is overdue.

    Where the result counts nobody lets a computer player move in their place while they could.

    Raises:
        NotYours: the person does not sit here.
        TableError: the seat's person is not overdue, or not for long enough, or nobody plays there.
        UsageError: there is no such level.
    """
    check_sits(table, person)
    if seat not in range(table.header.seats):
        raise TableError(N_("There is nobody on this seat to stand in for."))
    may_from = replaceable_from(table, seat)
    may_leave = seat in table.seats_of(person) and not table.header.terms.rated
    if not may_leave and (may_from is None or at < may_from):
        raise TableError(N_("A seat can be handed over when its player has been overdue for a while."))
    return without_wish(handed_over(table, seat, level), seat)


def check_sits(table: Seated, person: str | None) -> None:
    """Refuse who does not sit at a table.

    Raises:
        NotYours: that is so.
    """
    if not table.seats_of(person):
        raise NotYours(N_("Only who sits at the table can do this."))


def without_wishes(table: Seated) -> Seated:
    """Return the table with nobody asking for anything."""
    return replace(table, places=tuple(replace(place, wishes="") for place in table.places))


def without_wish(table: Seated, seat: int) -> Seated:
    """Return the table with one person asking for nothing."""
    place = replace(table.places[seat], wishes="")
    return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))
