"""The policy of playouts (the contract's ``policy``): how many pesos are bid.

Bids are made in secret at the same time, so a look at the next position says nothing; and they are all paid, so high
ones are rare (``bid`` in ``data/weights.toml``).
"""

from malecon.core.contract import NO_ACTION
from malecon.core.jit import register, routine
from malecon.core.random import Source, draw
from malecon.games.cuba import asks
from malecon.games.cuba.ai.evaluation import WEIGHTS
from malecon.games.cuba.questions import FIRST
from malecon.games.cuba.rules.parliament import most_to_bid
from malecon.games.cuba.state import STATE, State

PARTS = 1024
ONE_MORE = round(PARTS * WEIGHTS.bid.more)


@routine
def policy(state: State, seat: int, source: Source) -> int:
    """Return a bid (CUB-5.2); ``NO_ACTION`` for any other question."""
    if state.question != asks.BID:
        return NO_ACTION
    most, pesos = most_to_bid(state, seat), 0
    while pesos < most and draw(source, PARTS) < ONE_MORE:
        pesos += 1
    return int(FIRST[asks.BID]) + pesos


register(STATE, policy)
