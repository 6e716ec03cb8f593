"""The rules of Havana as generic code calls them."""

from malecon.core.engine import Engine, Event
from malecon.games.havana import guess, questions, secret_choices
from malecon.games.havana.ai import evaluation, observation, policy, value_features
from malecon.games.havana.buildings import MAX_TILES
from malecon.games.havana.events import CHRONICLE, Ended, RoundBegan
from malecon.games.havana.foresight import foresee
from malecon.games.havana.options import new_state
from malecon.games.havana.position import POSITION, read_position, write_position
from malecon.games.havana.reasons import LEDGER
from malecon.games.havana.rules import IDLE
from malecon.games.havana.state import ALL_CUBES, ALL_DEBRIS, MAX_SEATS, STATE, State
from malecon.games.havana.view import View, seen_by

MOST_ROUNDS = MAX_TILES * IDLE + IDLE
MOST_IN_A_ROUND = MAX_SEATS * (1 + (MAX_SEATS - 1) + 2 + 1 + 1 + 1)
LONGEST = MOST_ROUNDS * MOST_IN_A_ROUND + 2 * MAX_TILES + (ALL_CUBES - ALL_DEBRIS) + 2 + MAX_SEATS
"""No game has more decisions; random ones have some hundred.

Every purchase takes a tile for good, and 15 rounds without one end the game (HAV-7.3): so there are at most
``MOST_ROUNDS``. In each of them a seat decides at most which card to perform first; what two different cards ask (at
most a piece of each follower for the Tax Collector and two for the Materials Thief, Mama aside); to end the turn; which
card to lay; and whether to take the discard pile back. Besides, in the whole game: each tile is chosen and paid once; a
coloured cube that Mama takes never comes back to the centre, for what is paid goes to the box; and in the set-up a tile
is fetched and swapped in, and each seat chooses two cards.
"""


def _remark(event: Event) -> str:
    """Return the remark of a record about an event; empty for most."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return f"the game ended: {event.reason}"
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
    remark=_remark,
)
