"""The contract's ``guess`` of what a seat cannot know in Cuba (CUB-1.10).

A seat does not know what chance will bring, the order of the ships in the pile above those whose order all know, unless
it looked through it since the last shuffle, the order of the laws to come, what others bid as long as somebody has to
decide, and which character others have sealed. All else is open or follows.
"""

from malecon.core.bit_set import bit, has, nth, size_of
from malecon.core.jit import register, routine, rule
from malecon.core.random import draw, set_key, shuffle
from malecon.core.sorting import sort
from malecon.games.cuba import asks
from malecon.games.cuba.cards import LAWS_OF_A_TYPE
from malecon.games.cuba.rules.parliament import most_to_bid
from malecon.games.cuba.rules.rounds import TYPE_COUNT, ask_character
from malecon.games.cuba.state import NONE, STATE, State


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
