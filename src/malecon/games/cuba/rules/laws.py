"""The laws (chapter 7).

CUB-7.1  Who pays the tax scores 2.
CUB-7.2  Who pays the duty scores 2.
CUB-7.3  Who paid both scores 1 more.
CUB-7.4  The subsidy counts what each player has.
CUB-7.5  The trade act moves products of the market.
CUB-7.7  Law by law, all players in turn order; who cannot pay is not asked.
CUB-7.8  Round 6 has them too.
"""

from malecon.core.bit_set import bit, has, lowest
from malecon.core.contract import Journal, note
from malecon.core.jit import routine, rule
from malecon.games.cuba import asks
from malecon.games.cuba.answers import LEAVE_THE_TAX, PAY_NOTHING, PAY_THE_TAX
from malecon.games.cuba.boards import FIELDS, WATER
from malecon.games.cuba.cards import (
    DUTY,
    DUTY_PIECE,
    DUTY_PRODUCTS,
    DUTY_RESOURCES,
    OTHER,
    SUBSIDY,
    SUBSIDY_BUILDINGS,
    SUBSIDY_PRODUCT_FIELDS,
    SUBSIDY_RESOURCE_FIELDS,
    SUBSIDY_VOTES,
    SUBSIDY_WATER,
    TAX,
    TAX_BUILDINGS,
    TRADE_ACT,
    VOTES,
)
from malecon.games.cuba.events import FOR_BOTH, FOR_DUTY, FOR_SUBSIDY, FOR_TAX, LACKED, MARKET_MOVED, WITHHELD
from malecon.games.cuba.rules import (
    FIRST_PRODUCT,
    ONE_PRODUCT,
    ONE_RESOURCE,
    PAYMENT_COUNT,
    PAYMENT_PIECES,
    PRODUCT_COUNT,
    TWO_PRODUCTS,
    TWO_RESOURCES,
    ask,
    end_game,
    hand_over,
    is_in_force,
    payable,
    score,
    seat_at,
    spend,
)
from malecon.games.cuba.state import NONE, ROUNDS, State

PAID_POINTS = 2
MOST_OF_A_DUTY = 2
"""Pieces that a law may ask for."""
BOTH_POINTS = 1


@rule
def collect(state: State, journal: Journal) -> None:
    """Ask the next player who can pay the tax, then the duty; then the other laws work (CUB-7.7)."""
    while state.turn < state.seats:
        seat = seat_at(state, state.turn)
        state.mover = seat
        if state.collecting == TAX:
            if state.pesos[seat] >= tax(state, seat):
                ask(state, asks.PAY_TAX, bit(PAY_THE_TAX) + bit(LEAVE_THE_TAX))
                return
        else:
            payments = payable(state, seat, duty(state))
            if payments != 0:
                ask(state, asks.PAY, payments | bit(PAY_NOTHING))
                return
        note(journal, LACKED, seat, state.collecting)
        state.turn += 1
    if state.collecting == TAX:
        state.collecting = DUTY
        state.turn = 0
    else:
        _end_collecting(state, journal)


@rule
def tax(state: State, seat: int) -> int:
    """Return the pesos that the tax asks of ``seat`` (CUB-1.6, CUB-7.1)."""
    law = state.in_force[TAX]
    if state.law_kind[law] == TAX_BUILDINGS:
        return int(state.law_amount[law]) * buildings(state, seat)
    return int(state.law_amount[law])


@rule
def buildings(state: State, seat: int) -> int:
    """Return the number of buildings of ``seat``, the printed warehouse included (CUB-1.6, CUB-7.4)."""
    count = 0
    for field in range(FIELDS):
        if state.built[seat, field] != NONE:
            count += 1
    return count


@rule
def pay_tax(state: State, seat: int, given: int, journal: Journal) -> None:
    """Pay the tax for 2 points, or not (CUB-7.1)."""
    if given == PAY_THE_TAX:
        spend(state, seat, tax(state, seat), FOR_TAX, journal)
        score(state, seat, PAID_POINTS, FOR_TAX, journal)
        state.tax_paid |= bit(seat)
    else:
        note(journal, WITHHELD, seat, TAX)
    state.turn += 1
    state.question = asks.COLLECT


@rule
def duty(state: State) -> int:
    """Return the payments that the duty allows, as a bit set (CUB-1.6, CUB-7.2); none if it asks for too much."""
    law = state.in_force[DUTY]
    kind, count = state.law_kind[law], state.law_amount[law]
    if count > MOST_OF_A_DUTY:
        return 0
    if kind == DUTY_RESOURCES:
        return ONE_RESOURCE if count == 1 else TWO_RESOURCES
    if kind == DUTY_PRODUCTS:
        return ONE_PRODUCT if count == 1 else TWO_PRODUCTS
    piece = kind - DUTY_PIECE
    return bit(piece) if count == 1 else _twice(piece)


@rule
def _twice(piece: int) -> int:
    """Return the payment of two pieces of one kind, as a bit set."""
    payment = PAYMENT_COUNT - 1
    while PAYMENT_PIECES[payment, 0] != piece or PAYMENT_PIECES[payment, 1] != piece:
        payment -= 1
    return bit(payment)


@rule
def pay_duty(state: State, seat: int, payment: int, journal: Journal) -> None:
    """Pay the duty for 2 points, and 1 more who paid the tax too, or not (CUB-7.2, CUB-7.3)."""
    if payment == PAY_NOTHING:
        note(journal, WITHHELD, seat, DUTY)
    else:
        hand_over(state, seat, payment, FOR_DUTY, journal)
        score(state, seat, PAID_POINTS, FOR_DUTY, journal)
        score(state, seat, points_for_both(state, seat), FOR_BOTH, journal)
    state.turn += 1
    state.question = asks.COLLECT


@rule
def points_for_both(state: State, seat: int) -> int:
    """Return the points that the duty brings besides its own to ``seat``: only who has paid the tax (CUB-7.3)."""
    return BOTH_POINTS if has(state.tax_paid, seat) else 0


@routine
def _end_collecting(state: State, journal: Journal) -> None:
    """Count the subsidy, let the trade act work, and end the round or the game (CUB-7.4, 7.5, 7.8)."""
    state.turn = 0
    state.tax_paid = 0
    state.collecting = TAX
    if state.in_force[SUBSIDY] != NONE:
        for turn in range(state.seats):
            seat = seat_at(state, turn)
            score(state, seat, subsidy(state, seat), FOR_SUBSIDY, journal)
    if is_in_force(state, OTHER, TRADE_ACT):
        _move_market(state, state.law_amount[state.in_force[OTHER]], journal)
    if state.round_no == ROUNDS:
        end_game(state, journal)
    else:
        state.question = asks.END_ROUND


@rule
def subsidy(state: State, seat: int) -> int:
    """Return the points of the subsidy in force: counted things by the amount, up to the most (CUB-7.4)."""
    law = state.in_force[SUBSIDY]
    points = _subsidised(state, seat, state.law_kind[law]) // state.law_amount[law]
    return int(points) if state.law_most[law] == 0 else min(int(points), int(state.law_most[law]))


@rule
def _subsidised(state: State, seat: int, kind: int) -> int:
    """Count what a subsidy is about (CUB-7.4)."""
    if kind == SUBSIDY_BUILDINGS:
        return buildings(state, seat)
    if kind == SUBSIDY_RESOURCE_FIELDS:
        return _free_fields_of(state, seat, 0, FIRST_PRODUCT)
    if kind == SUBSIDY_PRODUCT_FIELDS:
        return _free_fields_of(state, seat, FIRST_PRODUCT, FIRST_PRODUCT + PRODUCT_COUNT)
    if kind == SUBSIDY_WATER:
        return int(state.own[seat, WATER])
    if kind == SUBSIDY_VOTES:
        return int(VOTES[lowest(state.hand[seat])])
    return int(state.pesos[seat])


@rule
def _free_fields_of(state: State, seat: int, lowest_piece: int, beyond: int) -> int:
    """Count the fields without a building that give one of these pieces (CUB-7.4)."""
    count = 0
    for field in range(FIELDS):
        if state.built[seat, field] == NONE and lowest_piece <= state.field[seat, field] < beyond:
            count += 1
    return count


@rule
def _move_market(state: State, change: int, journal: Journal) -> None:
    """Move up to so many products of each kind to the market, or from it, as far as there are any (CUB-7.5)."""
    for product in range(PRODUCT_COUNT):
        if change > 0:
            free = state.spaces[product] - state.market[product]
            moved = min(change, free, state.supply[FIRST_PRODUCT + product])
        else:
            moved = max(change, -state.market[product])
        state.market[product] += moved
        state.supply[FIRST_PRODUCT + product] -= moved
        if moved != 0:
            note(journal, MARKET_MOVED, NONE, FIRST_PRODUCT + product, moved)
