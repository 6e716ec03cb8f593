"""The rules of Havana, a module for a chapter or two of their text; here is what several chapters ask and do.

That is what a player has, the rows of tiles (HAV-5.2, HAV-5.6); and the end (chapter 7).

HAV-7.1  Who has the points at the end of the own turn wins at once.
HAV-7.2  No tile left in rows and stack, or all cubes in the box: the game ends at once, most points win.
HAV-7.3  The game ends after phase 2 when nobody bought for 5 rounds and no cube is left to come, or for 15 rounds.
HAV-7.4  Ties share the victory.
"""

import numpy as np

from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.buildings import COLOURS, CUBES
from malecon.games.havana.cards import PROTECTION
from malecon.games.havana.events import ENDED, REFILLED
from malecon.games.havana.state import (
    ALL_CUBES,
    BY_POINTS,
    NO_CUBE,
    NO_TILE,
    NONE,
    ROW_LENGTH,
    STALLED,
    STALLED_WITHOUT_CUBES,
    State,
)

__all__ = [
    "COLOUR_COUNT",
    "IDLE",
    "IDLE_WITHOUT_CUBES",
    "REFILLED_AT",
    "TARGET",
    "ask",
    "buying",
    "cards",
    "coloured_cubes",
    "end_tile",
    "is_best",
    "is_protected",
    "mover",
    "nothing_to_come",
    "order",
    "payments",
    "rounds",
    "setting_up",
    "shows",
    "turn",
]

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
        state.first_plot[end // 2] += 1
    row[length] = NONE
    state.row_length[end // 2] = length
    if length == REFILLED_AT:
        _refill(state, end // 2, journal)
    return tile


@rule
def _refill(state: State, row_no: int, journal: Journal) -> None:
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
    state.first_plot[row_no] = 0


@rule
def take_top(state: State) -> int:
    """Take the top tile of the stack."""
    state.stack_size -= 1
    tile = state.stack[state.stack_size]
    state.stack[state.stack_size] = NONE
    return tile


CUBE_KINDS = len(CUBES)
TARGET = np.array([0, 0, 25, 20, 15], np.int16)
"""Points that win, by the number of seats (HAV-7.1)."""
IDLE_WITHOUT_CUBES, IDLE = 5, 15


@rule
def _end_game(state: State, reason: int, journal: Journal) -> None:
    """End the game; what the turn still had to do is dropped."""
    ask(state, asks.OVER, 0)
    state.ending = reason
    note(journal, ENDED, NONE, reason)


@rule
def end_if_points_suffice(state: State, seat: int, journal: Journal) -> bool:
    """End the game if ``seat``, whose turn ends, has won (HAV-7.1)."""
    if state.points[seat] < TARGET[state.seats]:
        return False
    _end_game(state, BY_POINTS, journal)
    return True


@rule
def end_if_used_up(state: State, journal: Journal) -> bool:
    """End the game if no tile is left, or if all cubes are in the box (HAV-7.2)."""
    if state.row_length[0] + state.row_length[1] + state.stack_size == 0:
        _end_game(state, NO_TILE, journal)
        return True
    in_box = 0
    for cubes in state.box:
        in_box += int(cubes)
    if in_box == ALL_CUBES:
        _end_game(state, NO_CUBE, journal)
        return True
    return False


@rule
def end_if_stalled(state: State, journal: Journal) -> bool:
    """Count the rounds without a purchase at the end of phase 2, and end the game if they are too many (HAV-7.3)."""
    state.idle_rounds = 0 if state.bought == 1 else state.idle_rounds + 1
    if state.idle_rounds >= IDLE:
        _end_game(state, STALLED, journal)
        return True
    if state.idle_rounds >= IDLE_WITHOUT_CUBES and nothing_to_come(state):
        _end_game(state, STALLED_WITHOUT_CUBES, journal)
        return True
    return False


@rule
def nothing_to_come(state: State) -> bool:
    """Tell whether bag and centre hold no cube."""
    for cube in range(CUBE_KINDS):
        if state.bag[cube] > 0 or state.centre[cube] > 0:
            return False
    return True


@rule
def is_best(state: State, seat: int) -> bool:
    """Tell whether nobody has more points than ``seat``: who wins by 7.1 is the only one at the target."""
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            return False
    return True
