"""The character that is played, and the beginning of its action (chapter 4).

CUB-4.1  Four times round each player plays a character.
CUB-4.2  Its action is carried out at once, or left out.
"""

from malecon.core.contract import Journal
from malecon.core.jit import rule
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, TRADESWOMAN, WORKER
from malecon.games.cuba.rules import foreman, harbour, plantation, rounds, trade
from malecon.games.cuba.state import State


@rule
def play(state: State, seat: int, character: int, journal: Journal) -> None:
    """Play a character and begin its action (CUB-4.1, CUB-4.2)."""
    rounds.play(state, seat, character, journal)
    if character == WORKER:
        plantation.begin_worker(state)
    elif character == TRADESWOMAN:
        trade.begin_trade(state, seat)
    elif character == ARCHITECT:
        plantation.begin_building(state, seat)
    elif character == FOREMAN:
        foreman.begin_using(state, seat)
    else:  # MAYOR
        harbour.begin_loading(state, seat)
