"""A turn of phase 1: the actions of both cards, then buying; and the cards that take from others (chapter 6).

HAV-4.2   A player performs the actions of both open cards in the sequence he likes, then he may buy.
HAV-6.0   Siesta: no effect.
HAV-6.2   Protection works all round long; it has no action of its own.
HAV-6.5   Tax Collector: 1 peso, and one worker or cube from each unprotected following player.
HAV-6.8   Pesos Thief: half of the pesos of a following player, rounded down.
HAV-6.9   Materials Thief: 1 cube, or up to 2 from a victim who had more than 3 coloured ones.
HAV-6.10  Protected players cannot be chosen; thieves turn back only when nobody follows at all.
"""

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.answers import NO_PURCHASE, NOTHING_STOLEN, STEALABLE, TAXABLE
from malecon.games.havana.buildings import CUBES, DEBRIS, PESO, WORKER
from malecon.games.havana.cards import (
    ARCHITECT,
    BLACK_MARKET,
    CONSERVATION,
    DEBRIS_CARD,
    MATERIALS_THIEF,
    PESOS_CARD,
    PESOS_THIEF,
    PROTECTION,
    REFRESHMENT,
    SIESTA,
    TAX_COLLECTOR,
    WORKER_CARD,
)
from malecon.games.havana.events import DECLINED, GAINED, HAD_NO_EFFECT, PERFORMED, ROBBED, TAXED, TURN_BEGAN
from malecon.games.havana.rules import ask, buying, cards, coloured_cubes, end_if_used_up, is_protected, mover, rounds
from malecon.games.havana.rules.buying import buyable
from malecon.games.havana.state import NONE, State

CUBE_KINDS = len(CUBES)
SAFE_COLOURED = 3
"""With more coloured cubes than these a victim can lose two (HAV-6.9)."""


@rule
def _perform_tax_collector(state: State, seat: int, journal: Journal) -> None:
    """Take 1 peso from the supply and begin with the first following player (HAV-6.5)."""
    state.pesos[seat] += 1
    note(journal, GAINED, seat, PESO, 1)
    seek_taxpayer(state, state.turn + 1)


@rule
def seek_taxpayer(state: State, turn: int) -> None:
    """Ask for a piece of the first player from ``turn`` on who must pay, or finish (HAV-6.5)."""
    for later in range(turn, state.seats):
        victim = state.order[later]
        pieces = _taxable(state, victim)
        if pieces != 0 and not is_protected(state, victim):
            ask(state, asks.TAX, pieces << int(victim) * TAXABLE)
            return
    state.question = asks.ACT


@rule
def _taxable(state: State, victim: int) -> int:
    """Return the kinds of cubes that ``victim`` owns, and workers, as a bit set."""
    pieces = stealable(state, victim)
    if state.workers[victim] > 0:
        pieces += bit(WORKER)
    return pieces


@rule
def stealable(state: State, victim: int) -> int:
    """Return the kinds of cubes that ``victim`` owns, as a bit set."""
    kinds = 0
    for cube in range(CUBE_KINDS):
        if state.cubes[victim, cube] > 0:
            kinds += bit(cube)
    return kinds


@rule
def tax(state: State, seat: int, answer: int, journal: Journal) -> None:
    """Remove one piece of the victim, and go on to the next following player (HAV-6.5)."""
    victim, piece = answer // TAXABLE, answer % TAXABLE
    if piece == WORKER:
        state.workers[victim] -= 1
        state.supply_workers += 1
    else:
        state.cubes[victim, piece] -= 1
        state.box[piece] += 1
    note(journal, TAXED, seat, victim, piece)
    if end_if_used_up(state, journal):
        return
    turn = state.turn
    while state.order[turn] != victim:
        turn += 1
    seek_taxpayer(state, turn + 1)


@rule
def victims(state: State) -> int:
    """Return the victims that the mover may rob, as a bit set of seats (HAV-6.8, HAV-6.10)."""
    seats = 0
    first = state.turn + 1
    if first == state.seats:  # nobody follows
        first = 0
    for turn in range(first, state.seats):
        other = int(state.order[turn])
        can_be_robbed = (turn != state.turn) & (not is_protected(state, other))
        seats += int(can_be_robbed) << other
    return seats


@rule
def perform_pesos_thief(state: State, seat: int, journal: Journal) -> None:
    """Ask for a victim; without one the theft has no effect (HAV-6.8, HAV-6.10)."""
    seats = victims(state)
    if seats == 0:
        note(journal, HAD_NO_EFFECT, seat, PESOS_THIEF)
        state.question = asks.ACT
    else:
        ask(state, asks.ROB, seats)


@rule
def rob(state: State, seat: int, victim: int, journal: Journal) -> None:
    """Take half of the victim's pesos, rounded down (HAV-6.8)."""
    taken = robbed_from(state, victim)
    state.pesos[victim] -= taken
    state.pesos[seat] += taken
    note(journal, ROBBED, seat, victim, PESO, taken)
    state.question = asks.ACT


@rule
def robbed_from(state: State, victim: int) -> int:
    """Return half of the pesos of ``victim``, rounded down (HAV-6.8)."""
    return int(state.pesos[victim]) // 2


@rule
def perform_materials_thief(state: State, seat: int, journal: Journal) -> None:
    """Ask for a victim and a cube; without a victim the theft has no effect (HAV-6.9, HAV-6.10)."""
    seats = victims(state)
    answers = 0
    for victim in range(state.seats):
        kinds = stealable(state, victim)
        if kinds == 0:
            kinds = bit(NOTHING_STOLEN)
        if has(seats, victim):
            answers += kinds << victim * STEALABLE
    if answers == 0:
        note(journal, HAD_NO_EFFECT, seat, MATERIALS_THIEF)
        state.question = asks.ACT
    else:
        ask(state, asks.STEAL, answers)


@rule
def steal(state: State, seat: int, answer: int, journal: Journal) -> None:
    """Take one cube of the victim, or nothing, and ask for a second one if it is due (HAV-6.9)."""
    victim, cube = answer // STEALABLE, answer % STEALABLE
    is_first = state.victim == NONE
    may_go_on = is_first and coloured_cubes(state, victim) > SAFE_COLOURED
    if cube != NOTHING_STOLEN:
        state.cubes[victim, cube] -= 1
        state.cubes[seat, cube] += 1
        note(journal, ROBBED, seat, victim, cube, 1)
    elif is_first:  # the victim has none
        note(journal, ROBBED, seat, victim, DEBRIS, 0)
    else:
        note(journal, DECLINED, seat, MATERIALS_THIEF)
    if may_go_on:
        state.victim = victim
        ask(state, asks.STEAL, (stealable(state, victim) + bit(NOTHING_STOLEN)) << victim * STEALABLE)
    else:
        state.victim = NONE
        state.question = asks.ACT


@rule
def begin_turn(state: State, journal: Journal) -> None:
    """Begin the turn of the next player in order; cards without an action count as performed at once."""
    seat = mover(state)
    note(journal, TURN_BEGAN, seat)
    state.to_perform = 0
    for slot in range(2):
        card = state.shown[seat, slot]
        if card == SIESTA or card == PROTECTION:
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
        _perform_tax_collector(state, seat, journal)
    elif card == WORKER_CARD:
        cards.perform_worker(state, seat, journal)
    elif card == ARCHITECT:
        cards.perform_architect(state, seat, journal)
    elif card == PESOS_THIEF:
        perform_pesos_thief(state, seat, journal)
    elif card == MATERIALS_THIEF:
        perform_materials_thief(state, seat, journal)
    elif card == BLACK_MARKET:
        cards.perform_black_market(state, seat, journal)
    elif card == PESOS_CARD:
        cards.perform_pesos(state, seat, journal)
    else:
        cards.perform_mama(state, seat, journal)
