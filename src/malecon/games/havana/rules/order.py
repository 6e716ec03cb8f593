"""The order of play: the numbers of the open cards (chapter 3).

HAV-3.1  Two open cards make a two-digit number, the lower digit first.
HAV-3.2  The lowest number acts first.
HAV-3.3  Equal numbers: points, coloured cubes, pesos, workers, debris, each the fewest first; then the youngest.
"""

from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.core.sorting import sorted_four
from malecon.games.havana.buildings import DEBRIS
from malecon.games.havana.cards import DIGIT
from malecon.games.havana.events import BY_AGE, BY_COLOURED, BY_DEBRIS, BY_PESOS, BY_POINTS, BY_WORKERS, PRECEDED
from malecon.games.havana.rules import coloured_cubes
from malecon.games.havana.state import MAX_SEATS, State

NOBODY = 1 << 62
"""The precedence of a seat that nobody has."""


@rule
def number_of(card: int, other: int) -> int:
    """Return the number that two cards make, given by their codes (HAV-3.1).

    >>> from malecon.games.havana.cards import CODE
    >>> number_of(CODE["black market"], CODE["siesta"]), number_of(CODE["protection"], CODE["debris"])
    (7, 22)
    """
    digit, second = int(DIGIT[card]), int(DIGIT[other])
    return 10 * min(digit, second) + max(digit, second)


@rule
def number(state: State, seat: int) -> int:
    """Return the number that lies open before ``seat``."""
    return number_of(state.shown[seat, 0], state.shown[seat, 1])


@rule
def _precedence(state: State, seat: int) -> int:
    """Return a number by which the seats act, the lowest first; its lowest two bits are ``seat``.

    It is made of what decides, each in bits of its own: the number, then for equal ones as HAV-3.3 says.
    """
    if seat >= state.seats:
        return NOBODY | seat
    rank = number(state, seat)
    rank = rank << 8 | int(state.points[seat])
    rank = rank << 8 | coloured_cubes(state, seat)
    rank = rank << 16 | int(state.pesos[seat])
    rank = rank << 4 | int(state.workers[seat])
    rank = rank << 8 | int(state.cubes[seat, DEBRIS])
    rank = rank << 2 | int(state.age[seat])
    return rank << 2 | seat


@rule
def set_order(state: State) -> None:
    """Put the seats into the order of the round, in place (HAV-3.2)."""
    ranks = sorted_four(_precedence(state, 0), _precedence(state, 1), _precedence(state, 2), _precedence(state, 3))
    for place in range(MAX_SEATS):
        state.order[place] = ranks[place] & 3


@rule
def note_ties(state: State, journal: Journal) -> None:
    """Note who acts before whom with the same number, and why (HAV-3.3)."""
    for turn in range(state.seats - 1):
        seat, other = int(state.order[turn]), int(state.order[turn + 1])
        if number(state, seat) == number(state, other):
            note(journal, PRECEDED, seat, other, _tie_break(state, seat, other))


@rule
def _tie_break(state: State, seat: int, other: int) -> int:
    """Return the tie break between two seats with the same number, as its place in ``TIE_BREAKS``."""
    if state.points[seat] != state.points[other]:
        return BY_POINTS
    if coloured_cubes(state, seat) != coloured_cubes(state, other):
        return BY_COLOURED
    if state.pesos[seat] != state.pesos[other]:
        return BY_PESOS
    if state.workers[seat] != state.workers[other]:
        return BY_WORKERS
    if state.cubes[seat, DEBRIS] != state.cubes[other, DEBRIS]:
        return BY_DEBRIS
    return BY_AGE
