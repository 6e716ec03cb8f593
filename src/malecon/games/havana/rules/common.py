"""What several chapters ask and do: what a player has, and the rows of tiles (HAV-5.2, HAV-5.6)."""

from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana.buildings import COLOURS
from malecon.games.havana.cards import PROTECTION
from malecon.games.havana.events import REFILLED
from malecon.games.havana.state import NONE, ROW_LENGTH, State

COLOUR_COUNT = len(COLOURS)


@rule
def mover(state: State) -> int:
    """Return the seat whose turn it is in the order of the round."""
    return int(state.order[state.turn])


@rule
def coloured_cubes(state: State, seat: int) -> int:
    """Return how many coloured cubes ``seat`` owns."""
    count = 0
    for colour in range(COLOUR_COUNT):
        count += int(state.cubes[seat, colour])
    return count


@rule
def shows(state: State, seat: int, card: int) -> bool:
    """Tell whether ``card`` lies open before ``seat``."""
    return (state.shown[seat, 0] == card) | (state.shown[seat, 1] == card)


@rule
def is_protected(state: State, seat: int) -> bool:
    """Tell whether ``seat`` is safe from thieves and tax collectors all round long (HAV-6.2)."""
    return shows(state, seat, PROTECTION)


@rule
def ask(state: State, question: int, answers: int) -> None:
    """Let the game wait for the answer of one seat; a question with a single answer is answered at once (engine)."""
    state.question = question
    state.answers = answers


@rule
def end_tile(state: State, end: int) -> int:
    """Return the tile at ``end`` of the rows, or -1; a row of one tile has only its left end (HAV-5.2)."""
    row, is_right = end // 2, end % 2
    length = int(state.row_length[row])
    if length <= is_right:
        return NONE
    return int(state.rows[row, is_right * (length - 1)])


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
