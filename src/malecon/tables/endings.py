"""How a game ends before its last move: somebody resigns, or all who play agree to end it without a result."""

from dataclasses import replace

from malecon.core.i18n import N_
from malecon.tables import NotYours, TableError
from malecon.tables.pauses import NO_PAUSE, seats_asking, with_answer, with_wish
from malecon.tables.stand_ins import stand_in_level
from malecon.tables.table import Table

END, NO_END = "end", "no end"
"""The wish to end a game without a result, and that of who declines it."""
AGREED = "agreed"
"""Why such a table is closed."""


def resign(table: Table, seat: int, person: str | None) -> Table:
    """Return the table after the person of a seat has resigned; the same one if they had.

    A computer player plays their seat to the end. If only one seat is left that has not resigned, or no person's, the
    game is over. Who resigns shares the last place.

    Raises:
        NotYours: the seat is somebody else's.
        TableError: the game has not begun, or is over.
    """
    table.check_seat(person, seat)
    _check_goes_on(table)
    if seat in table.resigned_seats:
        return table
    state = replace(table.seat_states[seat].with_draft(()), wish="", resigned_at=table.move_count)
    resigned = replace(table, seat_states=(*table.seat_states[:seat], state, *table.seat_states[seat + 1 :]))
    occupant = table.occupants[seat]
    if resigned.is_over:
        return with_wish(resigned, range(table.header.seats), "")
    substitute = occupant.substitute or stand_in_level(table.match.game)
    return resigned.with_occupant(seat, replace(occupant, substitute=substitute))


def may_resign(table: Table, seat: int) -> bool:
    """Tell whether the person of a seat can resign."""
    return table.is_full and not table.is_done and seat not in table.resigned_seats


def ends_by_resigning(table: Table, seat: int) -> bool:
    """Tell whether the game is over when the person of a seat resigns."""
    return table.is_over or table.is_given_up_without(table.resigned_seats | {seat})


def may_offer_end(table: Table) -> bool:
    """Tell whether people can agree that a game ends without a result.

    Where the result counts nobody gets away so from computer players, nor from a person for whom one stands in.
    """
    has_computer = any(occupant.active_level for occupant in table.occupants)
    return table.is_full and not table.is_done and not (table.header.settings.rated and has_computer)


def seats_offering_end(table: Table) -> tuple[int, ...]:
    """Return the seats whose person offers to end the game."""
    return seats_asking(table, END) if may_offer_end(table) else ()


def offer_end(table: Table, person: str | None, wishes: bool) -> Table:
    """Return the table with a person's offer to end the game, or without it; when all who play offer it, it ends.

    Who does not wish what others offer declines it.

    Raises:
        NotYours: the person does not play here.
        TableError: the game has not begun, is over, or is to be played to its end.
    """
    own = set(table.seats_of(person)).intersection(table.playing_seats)
    if not own:
        raise NotYours(N_("Only who plays at the table can offer to end the game."))
    _check_goes_on(table)
    if not may_offer_end(table):
        raise TableError(N_("Where the result counts, a game with computer players is played to its end, or given up."))
    wished = with_answer(table, own, wishes, (END, NO_END))
    if seats_offering_end(wished) != wished.playing_seats:
        return wished
    return replace(with_wish(wished, wished.playing_seats, ""), closed=AGREED)


def answer_by_move(before: Table, after: Table, seat: int) -> Table:
    """Return the table after a person's action: a move declines the offers of others to end the game.

    What others have declined before is not shown any more.
    """
    if after.move_count == before.move_count or after.is_done:
        return after
    declined = [
        other for other, state in enumerate(after.seat_states) if other != seat and state.wish in (NO_PAUSE, NO_END)
    ]
    shown = with_wish(after, declined, "")
    offering = seats_asking(shown, END)
    return with_answer(shown, {seat}, False, (END, NO_END)) if offering and seat not in offering else shown


def _check_goes_on(table: Table) -> None:
    """Refuse to end a game that has not begun, or is over.

    Raises:
        TableError: it is so.
    """
    if not table.is_full or table.is_done:
        raise TableError(N_("Nothing goes on here."))
