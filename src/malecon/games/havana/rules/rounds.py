"""The round (chapter 4).

HAV-4.1  Three phases: two actions and buying, supplies, new action card.
HAV-4.4  Phase 2: 3 cubes and 3 pesos into the centre.
HAV-4.5  Phase 3: in order each lays one hand card face down on one of the two open cards.
HAV-4.6  The new cards are revealed at once; the covered ones go to the discard piles.
HAV-4.7  With two cards or fewer in hand a player may take back the whole discard pile; with none he must.
HAV-4.8  That is decided openly, in the order of the round that ends; then the next round begins.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.actions import MANY
from malecon.core.bit_set import bit, nth, size_of, write_members
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.core.random import Source, draw
from malecon.games.havana import asks
from malecon.games.havana.answers import KEPT, TAKEN_BACK
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.events import COVERED, KEPT_DISCARDS, REVEALED, ROUND_BEGAN, TOOK_BACK
from malecon.games.havana.rules import ask, end_if_points_suffice, end_if_stalled, mover
from malecon.games.havana.rules.order import note_ties, set_order
from malecon.games.havana.rules.setting_up import supply_centre
from malecon.games.havana.state import NONE, State

FEW_CARDS = 2


@rule
def _begin_round(state: State, journal: Journal) -> None:
    """Decide the order and begin phase 1 (HAV-3.2, HAV-4.1)."""
    state.round_no += 1
    set_order(state)
    note(journal, ROUND_BEGAN, NONE, state.round_no)
    note_ties(state, journal)
    state.worker_done = 0
    state.market_done = 0
    state.removed = 0
    state.bought = 0
    state.turn = 0
    state.question = asks.BEGIN_TURN


@rule
def end_turn(state: State, seat: int, journal: Journal) -> None:
    """End the turn of phase 1: a victory, the next player, or phase 2 (HAV-7.1, HAV-4.2)."""
    if end_if_points_suffice(state, seat, journal):
        return
    if state.turn + 1 < state.seats:
        state.turn += 1
        state.question = asks.BEGIN_TURN
    else:
        supply_centre(state, 3, 3, journal)  # HAV-4.4
        state.turn = 0
        if not end_if_stalled(state, journal):
            ask(state, asks.COVER, MANY)


@rule
def cover(state: State, seat: int, laying: int, journal: Journal) -> None:
    """Lay a card face down on an open one (HAV-4.5); the last one to do so lets all be revealed."""
    covered, card = laying // CARD_COUNT, laying % CARD_COUNT
    slot = 0 if state.shown[seat, 0] == covered else 1
    state.laid[seat, slot] = card
    state.hand[seat] -= bit(card)
    note(journal, COVERED, seat, covered, card)
    state.turn += 1
    if state.turn == state.seats:
        state.question = asks.REVEAL
    else:
        ask(state, asks.COVER, MANY)


@rule
def list_covers(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """List every hand card on either open card (HAV-4.5)."""
    n = 0
    for slot in range(2):
        n = write_members(state.hand[seat], first + int(state.shown[seat, slot]) * CARD_COUNT, n, out)
    return n


@rule
def sample_cover(state: State, seat: int, source: Source) -> int:
    """Return a random hand card on a random open card."""
    cards = int(state.hand[seat])
    choice = draw(source, 2 * size_of(cards))
    covered = int(state.shown[seat, choice % 2])
    return covered * CARD_COUNT + nth(cards, choice // 2)


@rule
def reveal_all(state: State, journal: Journal) -> None:
    """Turn up all face-down cards; what they covered goes to the discard piles (HAV-2.5, HAV-4.6)."""
    for seat in range(state.seats):
        _reveal(state, seat, 0 if state.laid[seat, 0] != NONE else 1)
        if state.laid[seat, 1] != NONE:  # the first two cards
            _reveal(state, seat, 1)
        card, other = state.shown[seat, 0], state.shown[seat, 1]
        state.shown[seat, 0] = min(card, other)  # codes ascend with digits
        state.shown[seat, 1] = max(card, other)
        note(journal, REVEALED, seat, state.shown[seat, 0], state.shown[seat, 1])
    state.turn = 0
    state.question = asks.LOOK_AT_HANDS


@rule
def _reveal(state: State, seat: int, slot: int) -> None:
    """Turn up one card, and keep account of what everybody can know about the discard pile."""
    card = state.laid[seat, slot]
    covered = state.shown[seat, slot]
    state.laid[seat, slot] = NONE
    state.shown[seat, slot] = card
    if state.entered[seat, card] != NONE:
        _explain_refreshment(state, seat, card)
    if covered != NONE:
        state.discards[seat] += bit(covered)
        state.entered[seat, covered] = state.unseen[seat]


@rule
def _explain_refreshment(state: State, seat: int, card: int) -> None:
    """Account for a card that shows up though it was discarded: a refreshment had taken it (see ``guess.py``)."""
    taken = state.entered[seat, card]  # the earliest refreshment that can have taken it
    state.entered[seat, card] = NONE
    state.unseen[seat] -= 1
    for other in range(CARD_COUNT):
        state.entered[seat, other] -= int(state.entered[seat, other] > taken)


@rule
def look_at_hands(state: State, journal: Journal) -> None:
    """Ask the next player in order with two cards or fewer, or begin the next round (HAV-4.7, HAV-4.8)."""
    while state.turn < state.seats:
        cards = size_of(state.hand[mover(state)])
        if cards == 0:
            ask(state, asks.TAKE_BACK, bit(TAKEN_BACK))
            return
        if cards <= FEW_CARDS:
            ask(state, asks.TAKE_BACK, bit(TAKEN_BACK) + bit(KEPT))
            return
        state.turn += 1
    _begin_round(state, journal)


@rule
def take_back(state: State, seat: int, answer: int, journal: Journal) -> None:
    """Take back the whole discard pile, or leave it (HAV-4.7)."""
    if answer == KEPT:
        note(journal, KEPT_DISCARDS, seat)
    else:
        note(journal, TOOK_BACK, seat, size_of(state.discards[seat]))
        state.hand[seat] += state.discards[seat]
        state.discards[seat] = 0
        state.unseen[seat] = 0
        for card in range(CARD_COUNT):
            state.entered[seat, card] = NONE
    state.turn += 1
    state.question = asks.LOOK_AT_HANDS
