"""A turn of phase 1: the actions of both cards, then buying.

HAV-4.2  A player performs the actions of both open cards in the sequence he likes, then he may buy.
HAV-6.0  Siesta: no effect.
HAV-6.2  Protection works all round long; it has no action of its own.
"""

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.answers import NO_PURCHASE
from malecon.games.havana.cards import (
    ARCHITECT,
    BLACK_MARKET,
    CONSERVATION,
    DEBRIS_CARD,
    MATERIALS_THIEF,
    PESOS_CARD,
    PESOS_THIEF,
    REFRESHMENT,
    TAX_COLLECTOR,
    WORKER_CARD,
)
from malecon.games.havana.events import PERFORMED, TURN_BEGAN
from malecon.games.havana.rules import ask, buying, cards, mover, rounds
from malecon.games.havana.rules.buying import buyable
from malecon.games.havana.state import State


@rule
def begin_turn(state: State, journal: Journal) -> None:
    """Begin the turn of the next player in order; cards without an action count as performed at once."""
    seat = mover(state)
    note(journal, TURN_BEGAN, seat)
    state.to_perform = 0
    for slot in range(2):
        card = state.shown[seat, slot]
        if has(state.idle_cards, card):
            note(journal, PERFORMED, seat, card)
        else:
            state.to_perform += bit(card)
    state.question = asks.ACT


@rule
def _mark_performed(state: State, seat: int, card: int, journal: Journal) -> None:
    """Note that the mover performs ``card`` now."""
    state.to_perform -= bit(card)
    note(journal, PERFORMED, seat, card)


@rule
def act(state: State) -> None:
    """Ask the mover for the next card, or, when both are performed, for a purchase or the end of the turn (HAV-5.1)."""
    if state.to_perform != 0:
        ask(state, asks.PERFORM, state.to_perform)
    else:
        ask(state, asks.BUY, buyable(state, mover(state)) + bit(NO_PURCHASE))


@rule
def buy_or_end_turn(state: State, seat: int, end: int, journal: Journal) -> None:
    """Buy the tile at ``end``, or end the turn (HAV-5.1)."""
    if end == NO_PURCHASE:
        rounds.end_turn(state, seat, journal)
    else:
        buying.buy(state, seat, end, journal)


@rule
def perform(state: State, seat: int, card: int, journal: Journal) -> None:
    """Begin the action of a card (HAV-4.2)."""
    _mark_performed(state, seat, card, journal)
    if card == REFRESHMENT:
        cards.perform_refreshment(state, seat, journal)
    elif card == DEBRIS_CARD:
        cards.perform_debris(state, seat, journal)
    elif card == CONSERVATION:
        cards.perform_conservation(state, seat, journal)
    elif card == TAX_COLLECTOR:
        cards.perform_tax_collector(state, seat, journal)
    elif card == WORKER_CARD:
        cards.perform_worker(state, seat, journal)
    elif card == ARCHITECT:
        cards.perform_architect(state, seat, journal)
    elif card == PESOS_THIEF:
        cards.perform_pesos_thief(state, seat, journal)
    elif card == MATERIALS_THIEF:
        cards.perform_materials_thief(state, seat, journal)
    elif card == BLACK_MARKET:
        cards.perform_black_market(state, seat, journal)
    elif card == PESOS_CARD:
        cards.perform_pesos(state, seat, journal)
    else:
        cards.perform_mama(state, seat, journal)
