"""Letting the rules of Cuba ask the question of a hand-made position again.

What is there about the action must be what the action can have left (``player_checks.py``), so that the rules go on
from it; and they must ask the same question, with more than one answer. Each check raises ``UsageError`` with the
reason in one sentence.
"""

from collections.abc import Callable

from malecon.core.actions import MANY
from malecon.core.contract import new_journal
from malecon.core.errors import ensure, who
from malecon.core.math import bit, has, is_single, size_of
from malecon.games.cuba.boards import CROSS, MERCHANDISE, PRODUCTS
from malecon.games.cuba.buildings import LARGE_WHARF, SMALL_WHARF
from malecon.games.cuba.cards import ALL_CHARACTERS, CORRUPTION_ACT, DUTY, OTHER, SPACES, TAX
from malecon.games.cuba.engine import asked
from malecon.games.cuba.moves import NO_LOAD, NO_TRADE, is_duty
from malecon.games.cuba.player_checks import asks, check_character, check_leftovers, check_using, uses_buildings
from malecon.games.cuba.rules import FIRST_PRODUCT, ask, is_in_force, seat_at
from malecon.games.cuba.rules.foreman import go_on_using
from malecon.games.cuba.rules.harbour import begin_loading, loadable
from malecon.games.cuba.rules.laws import collect
from malecon.games.cuba.rules.parliament import LAST_BALLOT, let_choose, most_votes, undecided
from malecon.games.cuba.rules.plantation import (
    begin_building,
    begin_worker,
    free_fields,
    free_of_charge,
    go_on_harvesting,
)
from malecon.games.cuba.rules.rounds import ANY_PRODUCTS, ask_stock, begin_turn
from malecon.games.cuba.rules.trade import begin_trade, has_traded, trades
from malecon.games.cuba.rules.uses import begin_use
from malecon.games.cuba.state import (
    AMOUNT,
    BID,
    BUILD,
    ENACT,
    EXCHANGE,
    HARVEST,
    LOAD,
    MOVE,
    NONE,
    OVER,
    PAY,
    PAY_TAX,
    PLACE,
    PLAY,
    QUESTIONS,
    SEAL,
    STOCK,
    SWAP,
    TRADE,
    USE,
    VETO,
    State,
)

CLOSED = new_journal(is_open=False)


def resume(state: State) -> None:
    """Let the rules ask the question again, in place; refuse it if they would not, or not wait for an answer."""
    question, turn = int(state.question), int(state.turn)
    everybody = question in (SEAL, BID)
    last_of_all = question == OVER
    state.mover = seat_at(state, 0 if everybody else int(state.seats) - 1 if last_of_all else turn)
    state.collecting = DUTY if is_duty(state) else TAX
    check_character(state)
    check_leftovers(state)
    if uses_buildings(state):
        check_using(state)
    ASKING[question](state)
    same = state.question == question and state.turn == turn
    waits = question == OVER or (state.answers != 0 and not is_single(int(state.answers)))
    ensure(same and waits, f"question: the game would not ask {QUESTIONS[question]} here")
    state.awaited = asked(state)


def _resume_stock(state: State) -> None:
    """Ask for resources, or for products who has the resources (CUB-2.5)."""
    ask_stock(state)
    if state.own[state.mover].any():
        ask(state, STOCK, ANY_PRODUCTS)


def _resume_harvest(state: State) -> None:
    """Go on harvesting, if so many fields can be left (CUB-4.12, CUB-4.14)."""
    seat = int(state.mover)
    fields = CROSS[state.pawn[seat]] & free_fields(state, seat)
    given = 0
    for product, name in enumerate(PRODUCTS):
        giving = [
            has(fields, field) and gives == FIRST_PRODUCT + product for field, gives in enumerate(state.field[seat])
        ]
        left = int(state.fruitful[FIRST_PRODUCT + product])
        ensure(left <= sum(giving), f"question, fruitful: are {left} fields of {name}, but there are {sum(giving)}")
        given += sum(giving) - left
    most = free_of_charge(state)
    paid = given + int(state.free) - most
    ensure(paid == 0 if state.free > 0 else paid >= 0, f"question, free: is {state.free} after {given} fields")
    go_on_harvesting(state, seat, CLOSED)


def _resume_trade(state: State) -> None:
    """Begin or go on trading (CUB-4.20, CUB-4.24)."""
    seat = int(state.mover)
    for kind, name in enumerate(MERCHANDISE):
        stored = int(state.stored[seat, kind]) if kind < len(PRODUCTS) else 0
        bought, yard = int(state.traded[kind]), int(state.own[seat, FIRST_PRODUCT + kind]) - stored
        ensure(bought <= yard, f"question, traded: {bought} {name} were bought, but only {yard} are in the yard")
    if has_traded(state):
        ask(state, TRADE, trades(state, seat) | bit(NO_TRADE))
    else:
        begin_trade(state, seat)


def _resume_place(state: State) -> None:
    """Ask for a field, if a building was paid (CUB-4.31)."""
    ensure(state.chosen != NONE, "question: place needs a building")
    ask(state, PLACE, free_fields(state, int(state.mover)))


def _resume_use(state: State) -> None:
    """Ask what the building needs to know."""
    ensure(state.chosen != NONE, f"question: {asks(state)} needs a building")
    begin_use(state, int(state.mover), int(state.chosen), CLOSED)


def _resume_swap(state: State) -> None:
    """Ask for a ship of the pile, who has looked through it (CUB-10.22)."""
    seat = int(state.mover)
    ensure(has(state.pile_seen, seat), f"{who(seat)}, knows_pile: must be so at the question swap")
    _resume_use(state)


def _resume_payment(state: State) -> None:
    """Ask for the payment of a building or of the duty."""
    if is_duty(state):
        collect(state, CLOSED)
    else:
        _resume_use(state)


def _resume_load(state: State) -> None:
    """Begin or go on loading (CUB-4.50, CUB-10.7, CUB-10.8)."""
    seat, dock, wharf = int(state.mover), int(state.dock), state.chosen != NONE
    ensure(not wharf or state.chosen in (SMALL_WHARF, LARGE_WHARF), "question: load needs the mayor or a wharf")
    most = int(state.most[state.chosen]) if wharf else SPACES
    if dock == NONE:
        ensure(state.to_load == most, f"question, to_load: is {state.to_load}, but must be {most}")
        if wharf:
            _resume_use(state)
        else:
            begin_loading(state, seat)
        return
    ensure(wharf == (state.load_kind != NONE), "question, load_kind: must be that of the wharf's first piece")
    ensure(dock < len(state.cargo) - 1 and state.ship[dock] != NONE, "question, dock: must have a ship")
    cargo = state.cargo[dock, state.load_kind] if wharf else sum(state.cargo[dock].tolist())
    fits = 0 < state.to_load < most and cargo >= most - state.to_load
    ensure(fits, f"question, to_load: is {state.to_load}, but must be {most} less what was loaded")
    ask(state, LOAD, loadable(state, seat) | bit(NO_LOAD))


def _resume_bids(state: State) -> None:
    """Ask for bids: all, or those tied after the first ballot (CUB-5.2, CUB-5.4, CUB-5.5, CUB-5.7)."""
    ensure(not is_in_force(state, OTHER, CORRUPTION_ACT), "question: nobody bids under the corruption act")
    everybody, tied = bit(state.seats) - 1, most_votes(state)
    ensure(state.ballot != LAST_BALLOT or size_of(tied) > 1, "question, ballot: nobody is tied")
    state.bidders = tied if state.ballot == LAST_BALLOT else everybody
    for seat in range(state.seats):
        bid = int(state.bid[seat])
        if not has(state.bidders, seat):
            ensure(bid == NONE, f"{who(seat)}, bid: is {bid}, but takes no part in this ballot")
        elif state.pesos[seat] == 0:
            ensure(bid == 0, f"{who(seat)}, bid: must be 0 without pesos")
    ensure(undecided(state) != 0, "question: all have bid, so the bids would be shown")
    ask(state, BID, MANY)


def _resume_seal(state: State) -> None:
    """Ask who has not sealed a character (CUB-11.1)."""
    ensure(asked(state) != 0, "question: all have sealed a character, so the first would be played")
    ask(state, SEAL, ALL_CHARACTERS)


ASKING: dict[int, Callable[[State], None]] = {
    STOCK: _resume_stock,
    SEAL: _resume_seal,
    PLAY: lambda state: begin_turn(state, CLOSED),
    MOVE: begin_worker,
    HARVEST: _resume_harvest,
    TRADE: _resume_trade,
    BUILD: lambda state: begin_building(state, state.mover),
    PLACE: _resume_place,
    USE: lambda state: go_on_using(state, CLOSED),
    AMOUNT: _resume_use,
    PAY: _resume_payment,
    EXCHANGE: _resume_use,
    VETO: _resume_use,
    SWAP: _resume_swap,
    LOAD: _resume_load,
    BID: _resume_bids,
    ENACT: lambda state: let_choose(state, most_votes(state), CLOSED),
    PAY_TAX: lambda state: collect(state, CLOSED),
    OVER: lambda state: ask(state, OVER, 0),
}
"""By question, what asks it again."""
