"""The rules of Cuba as generic code calls them, and the contract's ``guess`` of what a seat cannot know (CUB-1.10).

A seat does not know what chance will bring, the order of the ships in the pile above those whose order all know, unless
it looked through it since the last shuffle, the order of the laws to come, what others bid as long as somebody has to
decide, and which character others have sealed. All else is open or follows.
"""

from malecon.core.engine import Engine, Event
from malecon.core.jit import register, routine, rule
from malecon.core.math import bit, draw, has, nth, set_key, shuffle, size_of, sort
from malecon.games.cuba import asks, questions
from malecon.games.cuba.ai import evaluation, observation, value_features
from malecon.games.cuba.boards import CROSS, RESOURCES, TOTAL
from malecon.games.cuba.cards import LAWS_OF_A_TYPE, SPACES
from malecon.games.cuba.events import CHRONICLE, Ended, RoundBegan
from malecon.games.cuba.options import new_state
from malecon.games.cuba.position import POSITION, read_position, write_position
from malecon.games.cuba.rules.parliament import LAST_BALLOT, most_to_bid
from malecon.games.cuba.rules.rounds import TYPE_COUNT, ask_character
from malecon.games.cuba.state import LAPS, MAX_SEATS, NONE, ROUNDS, STATE, State
from malecon.games.cuba.view import View, seen_by


@routine
def guess(state: State, seat: int, key: int) -> None:
    """Replace in place all that ``seat`` (-1: a spectator) cannot know; the result depends on nothing else.

    ``key``: int64, the source of the sample and from then on of the game.
    """
    set_key(state, key)
    if seat < 0 or not has(state.pile_seen, seat):
        _guess_pile(state)
    _guess_laws(state)
    for other in range(state.seats):
        if other != seat:
            _guess_seal(state, other)
            _guess_bid(state, other)
    if state.question == asks.PLAY:  # the answers are the characters in a hand, which is a guess too
        ask_character(state, state.mover)


@rule
def _guess_pile(state: State) -> None:
    """Put the ships that lie in unknown order into a random one (CUB-1.10)."""
    unknown = state.pile[state.pile_known :]
    count = state.pile_size - state.pile_known
    sort(unknown, count)
    shuffle(state, unknown, count)


@rule
def _guess_laws(state: State) -> None:
    """Put the laws of each type that are still to come into a random order (CUB-1.10)."""
    for law_type in range(TYPE_COUNT):
        to_come = state.law_pile[law_type, state.round_no :]
        count = LAWS_OF_A_TYPE - state.round_no
        sort(to_come, count)
        shuffle(state, to_come, count)


@rule
def _guess_seal(state: State, seat: int) -> None:
    """Seal a random character of those that ``seat`` has not played (CUB-11.1)."""
    if state.sealed[seat] != NONE:
        unplayed = state.hand[seat] | bit(state.sealed[seat])
        sealed = nth(unplayed, draw(state, size_of(unplayed)))
        state.sealed[seat] = sealed
        state.hand[seat] = unplayed - bit(sealed)


@rule
def _guess_bid(state: State, seat: int) -> None:
    """Bid a random number of pesos for ``seat``, if it has decided (CUB-5.2)."""
    if state.bid[seat] != NONE:
        state.bid[seat] = draw(state, most_to_bid(state, seat) + 1)


register(STATE, guess)

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
field; each building in the row and column of the pawn, each with
one more answer, or as many pieces as a ship has spaces, and the end; the pieces of one ship, and the end. One seat
enacts bills in each round, and each has chosen its stock.
"""


def remark(event: Event) -> str:
    """Return the remark of a record about an event; empty for most."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return "the game ended"
    return ""


ENGINE: Engine[State, View] = Engine(
    answers=(questions, evaluation, observation, value_features),
    state=STATE,
    questions=questions.QUESTION_TABLE,
    longest=LONGEST,
    chronicle=CHRONICLE,
    new_state=new_state,
    seen_by=seen_by,
    write_position=write_position,
    read_position=read_position,
    position_type=POSITION.struct,
    observation=observation.SCHEMA,
    value_features=value_features.VALUE_FEATURES,
    remark=remark,
)
