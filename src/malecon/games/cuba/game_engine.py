"""The rules of Cuba as generic code calls them."""

from malecon.core.engine import Engine, Event
from malecon.games.cuba import guess, questions, secret_choices
from malecon.games.cuba.ai import evaluation, observation, policy, value_features
from malecon.games.cuba.boards import CROSS, RESOURCES, TOTAL
from malecon.games.cuba.cards import SPACES
from malecon.games.cuba.events import CHRONICLE, Ended, RoundBegan
from malecon.games.cuba.foresight import foresee
from malecon.games.cuba.options import new_state
from malecon.games.cuba.position import POSITION, read_position, write_position
from malecon.games.cuba.reasons import LEDGER
from malecon.games.cuba.rules.parliament import LAST_BALLOT
from malecon.games.cuba.state import LAPS, MAX_SEATS, ROUNDS, STATE, State
from malecon.games.cuba.view import View, seen_by

IN_A_CROSS = int(CROSS[0]).bit_count()
MOST_BY_ONE = {
    "seal": 1,
    "play": LAPS,
    "worker": 1 + IN_A_CROSS + 1,
    "tradeswoman": int(TOTAL[len(RESOURCES) :].sum()) + 1,
    "architect": 2,
    "foreman": (IN_A_CROSS + 2) * (1 + SPACES) + 1,
    "mayor": SPACES + 1,
    "bids": LAST_BALLOT,
    "tax and duty": 2,
}
LONGEST = ROUNDS * (MAX_SEATS * sum(MOST_BY_ONE.values()) + 1) + MAX_SEATS
"""No game has more decisions; random ones have some hundred.

There are six rounds (CUB-9.1), in which nobody plays a character twice. Of one seat in one round ``MOST_BY_ONE`` says
how many decisions each part has at most: the pawn, each field in its row and column, and the end; each piece of
merchandise once, for a kind that is bought is not sold in the same action (CUB-4.24), and the end; a building and its
field; each building in the row and column of the pawn, each with one more answer, or as many pieces as a ship has
spaces, and the end; the pieces of one ship, and the end. One seat enacts bills in each round, and each has chosen its
stock.
"""


def remark(event: Event) -> str:
    """Return the remark of a record about an event; empty for most."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return "the game ended"
    return ""


ENGINE: Engine[State, View] = Engine(
    answers=(questions, guess, secret_choices, evaluation, observation, policy, value_features),
    state=STATE,
    questions=questions.QUESTION_TABLE,
    longest=LONGEST,
    chronicle=CHRONICLE,
    new_state=new_state,
    seen_by=seen_by,
    write_position=write_position,
    read_position=read_position,
    position_type=POSITION.struct,
    foresee=foresee,
    ledger=LEDGER,
    observation=observation.SCHEMA,
    value_features=value_features.VALUE_FEATURES,
    remark=remark,
)
