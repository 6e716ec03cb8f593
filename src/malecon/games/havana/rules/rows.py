"""Taking tiles from the rows, and refilling them (HAV-5.2, HAV-5.6)."""

from malecon.core.jit import rule
from malecon.core.journal import Journal, note
from malecon.games.havana.events import REFILLED
from malecon.games.havana.rules.common import end_tile
from malecon.games.havana.state import NONE, ROW_LENGTH, State

REFILLED_AT = 2


@rule
def take_end(state: State, end: int, journal: Journal) -> int:
    """Take the tile at ``end`` out of its row, in place, refill the row if it is time, and return the tile."""
    tile = end_tile(state, end)
    row = state.rows[end // 2]
    length = state.row_length[end // 2] - 1
    if end % 2 == 0:
        for column in range(length):
            row[column] = row[column + 1]
    row[length] = NONE
    state.row_length[end // 2] = length
    if length == REFILLED_AT:
        refill(state, end // 2, journal)
    return tile


@rule
def refill(state: State, row_no: int, journal: Journal) -> None:
    """Lay the next four tiles of the stack, or what it has, between the two old ones (HAV-5.6)."""
    row = state.rows[row_no]
    new = min(ROW_LENGTH - REFILLED_AT, state.stack_size)
    row[1 + new] = row[1]
    if new == 0:
        return
    for column in range(1, 1 + new):
        row[column] = take_top(state)
        note(journal, REFILLED, NONE, row[column], row_no + 1, column + 1)
    state.row_length[row_no] = REFILLED_AT + new


@rule
def take_top(state: State) -> int:
    """Take the top tile of the stack."""
    state.stack_size -= 1
    tile = state.stack[state.stack_size]
    state.stack[state.stack_size] = NONE
    return tile
