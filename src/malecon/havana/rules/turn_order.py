"""Number and order (chapter 3).

HAV-3.1  Two open cards make a two-digit number, the lower digit first.
HAV-3.2  The lowest number acts first.
HAV-3.3  Equal numbers: points, coloured cubes, pesos, workers, debris, each the fewest first; then the youngest.
"""

from malecon.core.jit import rule
from malecon.havana.buildings import DEBRIS
from malecon.havana.cards import DIGIT
from malecon.havana.rules.owning import coloured_cubes
from malecon.havana.state import State


@rule
def number_of(card: int, other: int) -> int:
    """Return the number that two cards make, given by their codes (HAV-3.1).

    >>> from malecon.havana.cards import CODE
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
def acts_before(state: State, seat: int, other: int) -> bool:
    """Tell whether ``seat`` acts before ``other`` (HAV-3.2, HAV-3.3)."""
    mine, theirs = number(state, seat), number(state, other)
    if mine != theirs:
        return mine < theirs
    if state.points[seat] != state.points[other]:
        return state.points[seat] < state.points[other]
    mine, theirs = coloured_cubes(state, seat), coloured_cubes(state, other)
    if mine != theirs:
        return mine < theirs
    if state.pesos[seat] != state.pesos[other]:
        return state.pesos[seat] < state.pesos[other]
    if state.workers[seat] != state.workers[other]:
        return state.workers[seat] < state.workers[other]
    if state.cubes[seat, DEBRIS] != state.cubes[other, DEBRIS]:
        return state.cubes[seat, DEBRIS] < state.cubes[other, DEBRIS]
    return state.age[seat] < state.age[other]


@rule
def set_order(state: State) -> None:
    """Put the seats into the order of the round, in place."""
    for seat in range(state.seats):  # insertion sort: there are four seats at most
        slot = seat
        while slot > 0 and acts_before(state, seat, state.order[slot - 1]):
            state.order[slot] = state.order[slot - 1]
            slot -= 1
        state.order[slot] = seat
