"""The contract's ``guess`` of what a seat cannot know in Havana (HAV-1.4).

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

from malecon.core.bit_set import bit, nth, size_of
from malecon.core.jit import register, routine, rule
from malecon.core.random import draw, set_key, shuffle
from malecon.core.sorting import sort
from malecon.games.havana import asks
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.rules import mover
from malecon.games.havana.rules.cards import ask_refreshment
from malecon.games.havana.state import NONE, STATE, State

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
