"""The rules of Havana as generic code calls them, and the contract's ``guess`` of what a seat cannot know (HAV-1.4).

A seat does not know the order of the stack, what chance will bring, the cards that others have laid face down, and
which cards others took from their discard piles with Refreshment. All else is open or follows: of 13 cards, those that
do not lie open and were not seen going to the discard pile are in hand.

What can be known of a pile is kept in the state, by rules/rounds.py and rules/cards.py. ``unseen`` counts the
refreshments whose card has not shown up again, numbered 0, 1, … by age. ``entered`` gives for each card put on the
pile since it was last taken back how many of these came before: the card can have been taken by refreshment i if
``entered <= i``. When a card of the pile lies open again, a refreshment took it. Which one, nobody else knows; the
earliest possible one is struck off, for that leaves the later ones, which can explain more, to the other cards. So a
set of cards can be the taken ones exactly if they can be matched to the refreshments left; and because each one could
take all that earlier ones could, choosing for the oldest first never runs into a dead end.
"""

from malecon.core.engine import Engine, Event
from malecon.core.jit import register, routine, rule
from malecon.core.math import bit, draw, nth, set_key, shuffle, size_of, sort
from malecon.games.havana import asks, questions
from malecon.games.havana.ai import evaluation, observation, policy, value_features
from malecon.games.havana.buildings import MAX_TILES
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.events import CHRONICLE, Ended, RoundBegan
from malecon.games.havana.foresight import foresee
from malecon.games.havana.options import new_state
from malecon.games.havana.position import POSITION, read_position, write_position
from malecon.games.havana.rules import IDLE, mover
from malecon.games.havana.rules.cards import ask_refreshment
from malecon.games.havana.state import ALL_CUBES, ALL_DEBRIS, MAX_SEATS, NONE, STATE, State
from malecon.games.havana.view import View, seen_by

ALL_CARDS = bit(CARD_COUNT) - 1


@routine
def guess(state: State, seat: int, key: int) -> None:
    """Replace in place all that ``seat`` (-1: a spectator) cannot know; the result depends on nothing else.

    ``key``: int64, the source of the sample and from then on of the game.
    """
    set_key(state, key)
    _guess_stack(state)
    for other in range(state.seats):
        if other != seat:
            _guess_cards(state, other)
    if state.question == asks.REFRESH:  # the answers are the cards of a pile, which is a guess too
        ask_refreshment(state, mover(state))


@rule
def _guess_stack(state: State) -> None:
    """Put the tiles of the stack into a random order, whatever their order was (HAV-1.4)."""
    sort(state.stack, state.stack_size)
    shuffle(state, state.stack, state.stack_size)


@rule
def _guess_cards(state: State, seat: int) -> None:
    """Sample which cards ``seat`` took with Refreshment, and which ones it has laid face down."""
    pile = _seen_discards(state, seat)
    for refreshment in range(state.unseen[seat]):
        takeable = 0
        for card in range(CARD_COUNT):
            if state.entered[seat, card] <= refreshment:
                takeable |= bit(card)
        takeable &= pile
        pile -= bit(nth(takeable, draw(state, size_of(takeable))))
    hand = ALL_CARDS - pile
    for slot in range(2):
        if state.shown[seat, slot] != NONE:
            hand -= bit(state.shown[seat, slot])
    state.discards[seat] = pile
    state.hand[seat] = hand
    for slot in range(2):
        if state.laid[seat, slot] != NONE:
            _lay_guess(state, seat, slot)
    if (
        state.laid[seat, 0] > state.laid[seat, 1] and state.laid[seat, 1] != NONE
    ):  # a first choice names the lower first
        lower = state.laid[seat, 1]
        state.laid[seat, 1] = state.laid[seat, 0]
        state.laid[seat, 0] = lower


@rule
def _seen_discards(state: State, seat: int) -> int:
    """Return the cards that were seen going to the discard pile and have not shown up since, as a bit set."""
    pile = 0
    for card in range(CARD_COUNT):
        if state.entered[seat, card] != NONE:
            pile |= bit(card)
    return pile


@rule
def _lay_guess(state: State, seat: int, slot: int) -> None:
    """Lay a random card of the guessed hand face down where one lies."""
    hand = int(state.hand[seat])
    card = nth(hand, draw(state, size_of(hand)))
    state.laid[seat, slot] = card
    state.hand[seat] = hand - bit(card)


register(STATE, guess)

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
    answers=(questions, evaluation, observation, policy, value_features),
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
    observation=observation.SCHEMA,
    value_features=value_features.VALUE_FEATURES,
    remark=_remark,
)
