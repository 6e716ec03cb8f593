"""Letting the rules of Cuba ask the question of a hand-made position again, a function for each question.

What is there about the action must be what the action can have left (``action_checks.py`` too), so that the rules go on
from it. Each check raises ``UsageError`` with the reason in one sentence.
"""

from malecon.core.actions import MANY
from malecon.core.bit_set import bit, has, size_of
from malecon.core.contract import new_journal
from malecon.core.position_checks import ensure, who
from malecon.games.cuba import asks
from malecon.games.cuba.answers import NO_LOAD, NO_TRADE, is_duty
from malecon.games.cuba.boards import CROSS, MERCHANDISE, PRODUCTS
from malecon.games.cuba.buildings import LARGE_WHARF, SMALL_WHARF
from malecon.games.cuba.cards import ALL_CHARACTERS, CORRUPTION_ACT, OTHER, SPACES
from malecon.games.cuba.rules import FIRST_PRODUCT, ask, is_in_force
from malecon.games.cuba.rules.foreman import go_on_using
from malecon.games.cuba.rules.harbour import begin_loading, loadable
from malecon.games.cuba.rules.laws import collect
from malecon.games.cuba.rules.parliament import LAST_BALLOT, let_choose, most_votes, undecided
from malecon.games.cuba.rules.plantation import (
    begin_building,
    free_fields,
    free_of_charge,
    go_on_harvesting,
)
from malecon.games.cuba.rules.rounds import begin_turn, unsealed
from malecon.games.cuba.rules.setting_up import ANY_PRODUCTS, ask_stock
from malecon.games.cuba.rules.trade import begin_trade, has_traded, trades
from malecon.games.cuba.rules.uses import begin_use
from malecon.games.cuba.state import NONE, State

CLOSED = new_journal(is_open=False)


def stock(state: State) -> None:
    """Ask for resources, or for products who has the resources (CUB-2.5)."""
    ask_stock(state)
    if state.own[state.mover].any():
        ask(state, asks.STOCK, ANY_PRODUCTS)


def seal(state: State) -> None:
    """Ask who has not sealed a character (CUB-11.1)."""
    ensure(unsealed(state) != 0, "question: all have sealed a character, so the first would be played")
    ask(state, asks.SEAL, ALL_CHARACTERS)


def play(state: State) -> None:
    """Ask for a character (CUB-4.1)."""
    begin_turn(state, CLOSED)


def harvest(state: State) -> None:
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


def trade(state: State) -> None:
    """Begin or go on trading (CUB-4.20, CUB-4.24)."""
    seat = int(state.mover)
    for kind, name in enumerate(MERCHANDISE):
        stored = int(state.stored[seat, kind]) if kind < len(PRODUCTS) else 0
        bought, yard = int(state.traded[kind]), int(state.own[seat, FIRST_PRODUCT + kind]) - stored
        ensure(bought <= yard, f"question, traded: {bought} {name} were bought, but only {yard} are in the yard")
    if has_traded(state):
        ask(state, asks.TRADE, trades(state, seat) | bit(NO_TRADE))
    else:
        begin_trade(state, seat)


def build(state: State) -> None:
    """Ask for a building (CUB-4.30)."""
    begin_building(state, state.mover)


def place(state: State) -> None:
    """Ask for a field, if a building was paid (CUB-4.31)."""
    ensure(state.chosen != NONE, "question: place needs a building")
    ask(state, asks.PLACE, free_fields(state, int(state.mover)))


def use(state: State) -> None:
    """Ask for the next building to use (CUB-4.40)."""
    go_on_using(state, CLOSED)


def use_building(state: State) -> None:
    """Ask what the building needs to know."""
    ensure(state.chosen != NONE, f"question: {asks.QUESTIONS[state.question]} needs a building")
    begin_use(state, int(state.mover), int(state.chosen), CLOSED)


def pay(state: State) -> None:
    """Ask for the payment of a building or of the duty."""
    if is_duty(state):
        collect(state, CLOSED)
    else:
        use_building(state)


def swap(state: State) -> None:
    """Ask for a ship of the pile, who has looked through it (CUB-10.22)."""
    seat = int(state.mover)
    ensure(has(state.pile_seen, seat), f"{who(seat)}, knows_pile: must be so at the question swap")
    use_building(state)


def load(state: State) -> None:
    """Begin or go on loading (CUB-4.50, CUB-10.7, CUB-10.8)."""
    seat, dock, wharf = int(state.mover), int(state.dock), state.chosen != NONE
    ensure(not wharf or state.chosen in (SMALL_WHARF, LARGE_WHARF), "question: load needs the mayor or a wharf")
    most = int(state.most[state.chosen]) if wharf else SPACES
    if dock == NONE:
        ensure(state.to_load == most, f"question, to_load: is {state.to_load}, but must be {most}")
        if wharf:
            use_building(state)
        else:
            begin_loading(state, seat)
        return
    ensure(wharf == (state.load_kind != NONE), "question, load_kind: must be that of the wharf's first piece")
    ensure(dock < len(state.cargo) - 1 and state.ship[dock] != NONE, "question, dock: must have a ship")
    cargo = state.cargo[dock, state.load_kind] if wharf else sum(state.cargo[dock].tolist())
    fits = 0 < state.to_load < most and cargo >= most - state.to_load
    ensure(fits, f"question, to_load: is {state.to_load}, but must be {most} less what was loaded")
    ask(state, asks.LOAD, loadable(state, seat) | bit(NO_LOAD))


def bid(state: State) -> None:
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
    ask(state, asks.BID, MANY)


def enact(state: State) -> None:
    """Ask the winner for two bills (CUB-5.3)."""
    let_choose(state, most_votes(state), CLOSED)


def pay_tax(state: State) -> None:
    """Ask for the tax (CUB-7.1)."""
    collect(state, CLOSED)
