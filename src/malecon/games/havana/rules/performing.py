"""Beginning the action of an open card (HAV-4.2, chapter 6)."""

from malecon.core.jit import rule
from malecon.core.journal import Journal
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
from malecon.games.havana.rules import cards, thefts, turn
from malecon.games.havana.state import State


@rule
def perform(state: State, seat: int, card: int, journal: Journal) -> None:
    """Begin the action of a card (HAV-4.2)."""
    turn.mark_performed(state, seat, card, journal)
    if card == REFRESHMENT:
        cards.perform_refreshment(state, seat, journal)
    elif card == DEBRIS_CARD:
        cards.perform_debris(state, seat, journal)
    elif card == CONSERVATION:
        cards.perform_conservation(state, seat, journal)
    elif card == TAX_COLLECTOR:
        thefts.perform_tax_collector(state, seat, journal)
    elif card == WORKER_CARD:
        cards.perform_worker(state, seat, journal)
    elif card == ARCHITECT:
        cards.perform_architect(state, seat, journal)
    elif card == PESOS_THIEF:
        thefts.perform_pesos_thief(state, seat, journal)
    elif card == MATERIALS_THIEF:
        thefts.perform_materials_thief(state, seat, journal)
    elif card == BLACK_MARKET:
        cards.perform_black_market(state, seat, journal)
    elif card == PESOS_CARD:
        cards.perform_pesos(state, seat, journal)
    else:
        cards.perform_mama(state, seat, journal)
