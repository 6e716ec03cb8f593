"""Rebuild of a table from what is stored of it: the log is the truth, and the match follows from it."""

from collections.abc import Sequence
from dataclasses import replace

from malecon.core.errors import MaleconError
from malecon.tables.errors import Unplayable
from malecon.tables.occupant import Occupant
from malecon.tables.seat_state import Move, SeatState, play_draft, play_moves, with_questions
from malecon.tables.table import Table, player_names
from malecon.tables.table_header import TableHeader


def rebuild_table(
    header: TableHeader, occupants: Sequence[Occupant], log: Sequence[Move], stored: Sequence[SeatState]
) -> Table:
    """Return a table from what is stored; what is no longer possible of a draft is dropped.

    Raises:
        Unplayable: the game or its rules are not here, or the log is damaged.
    """
    match = header.start_match()
    try:
        match.names = player_names(occupants)
        since = play_moves(match, log, [0] * header.seats)
    except MaleconError as error:
        raise Unplayable(f"the log of the table is damaged: {error}") from None
    states = []
    for seat, state in enumerate(with_questions(stored, since)):
        draft = play_draft(match, seat, state.draft)[1] if state.draft else ()
        states.append(replace(state, draft=draft))
    return Table(header, tuple(occupants), match, tuple(log), tuple(states))
