"""What a player has: questions that several chapters ask."""

from malecon.core.jit import rule
from malecon.games.havana.buildings import COLOURS
from malecon.games.havana.cards import PROTECTION
from malecon.games.havana.state import NONE, State

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
