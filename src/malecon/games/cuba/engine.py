"""What ``core/turns.py`` asks of Cuba: its steps, the answers to its questions, and carrying them out."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.contract import Journal
from malecon.core.jit import rule
from malecon.core.math import Source, bit, draw
from malecon.core.turns import register_turns
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, TRADESWOMAN, WORKER
from malecon.games.cuba.moves import FIRST, MOST_PESOS
from malecon.games.cuba.rules import foreman, harbour, is_best, laws, mover, parliament, plantation, rounds, trade, uses
from malecon.games.cuba.rules.rounds import lay_out
from malecon.games.cuba.state import (
    AMOUNT,
    BEGIN_ROUND,
    BEGIN_TURN,
    BID,
    BUILD,
    COLLECT,
    COUNT_VOTES,
    ENACT,
    END_TURN,
    EXCHANGE,
    GO_ON_USING,
    HARVEST,
    LAPS,
    LOAD,
    MOVE,
    NONE,
    OVER,
    PAY,
    PAY_TAX,
    PLACE,
    PLAY,
    SEAL,
    STATE,
    STEPS,
    SWAP,
    TRADE,
    USE,
    VETO,
    State,
)

LAST_STEP = len(STEPS) - 1


@rule
def first_action(state: State) -> int:
    """Return the action that is answer 0 to the question."""
    return int(FIRST[state.question])


@rule
def is_step(state: State) -> bool:
    """Tell whether the next is a step."""
    return state.question <= LAST_STEP


@rule
def is_end(state: State) -> bool:
    """Tell whether the game has ended (CUB-9)."""
    return state.question == OVER


@rule
def list_many(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with the bids of ``seat``, each raised by ``first``, and return how many they are (CUB-5.2)."""
    bids = most_to_bid(state, seat) + 1
    for pesos in range(bids):
        out[pesos] = first + pesos
    return bids


@rule
def most_to_bid(state: State, seat: int) -> int:
    """Return the highest bid that ``seat`` can pay (CUB-5.2)."""
    return min(int(state.pesos[seat]), MOST_PESOS)


@rule
def sample_many(state: State, seat: int, source: Source) -> int:
    """Return a random bid, each equally likely; consumes ``source``."""
    return draw(source, most_to_bid(state, seat) + 1)


@rule
def asked(state: State) -> int:
    """Return the seats that the question goes to, as a bit set."""
    if state.question == OVER:
        return 0
    if state.question == SEAL:
        return rounds.unsealed(state)
    if state.question == BID:
        return parliament.undecided(state)
    return bit(mover(state))


@rule
def step(state: State, journal: Journal) -> None:
    """Take the step that comes next without anybody's choice."""
    if state.question == END_TURN:
        rounds.end_turn(state, journal)
    elif state.question == BEGIN_TURN:
        rounds.begin_turn(state, journal)
    elif state.question == GO_ON_USING:
        foreman.go_on_using(state, journal)
    elif state.question == COLLECT:
        laws.collect(state, journal)
    elif state.question == COUNT_VOTES:
        parliament.count_votes(state, journal)
    elif state.question == BEGIN_ROUND:
        rounds.begin_round(state, journal)
    else:  # END_ROUND
        rounds.end_round(state, journal)


@rule
def answer(state: State, seat: int, given: int, journal: Journal) -> None:
    """Carry out the answer to the question."""
    question = state.question
    if question == PLAY:
        play(state, seat, given, journal)
    elif question == TRADE:
        trade.trade(state, seat, given, journal)
    elif question == MOVE:
        plantation.move(state, seat, given, journal)
    elif question == HARVEST:
        plantation.harvest(state, seat, given, journal)
    elif question == BUILD:
        plantation.build(state, seat, given, journal)
    elif question == PLACE:
        plantation.place(state, seat, given, journal)
    elif question == USE:
        foreman.use(state, seat, given, journal)
    elif question == LOAD:
        harbour.load(state, seat, given, journal)
    elif question == PAY:
        pay(state, seat, given, journal)
    elif question == PAY_TAX:
        laws.pay_tax(state, seat, given, journal)
    elif question == BID:
        parliament.bid(state, seat, given, journal)
    elif question == ENACT:
        parliament.enact(state, seat, given, journal)
    elif question == AMOUNT:
        uses.give(state, seat, given + 1, journal)
    elif question == EXCHANGE:
        uses.exchange_piece(state, seat, given, journal)
    elif question == VETO:
        uses.veto(state, seat, given, journal)
    elif question == SWAP:
        foreman.swap(state, seat, given, journal)
    elif question == SEAL:
        rounds.seal(state, seat, given, journal)
    else:  # STOCK
        rounds.choose_stock(state, seat, given, journal)


@rule
def play(state: State, seat: int, character: int, journal: Journal) -> None:
    """Play a character and begin its action (CUB-4.1, CUB-4.2)."""
    rounds.play(state, seat, character, journal)
    if character == WORKER:
        plantation.begin_worker(state)
    elif character == TRADESWOMAN:
        trade.begin_trade(state, seat)
    elif character == ARCHITECT:
        plantation.begin_building(state, seat)
    elif character == FOREMAN:
        foreman.begin_using(state, seat)
    else:  # MAYOR
        harbour.begin_loading(state, seat)


@rule
def pay(state: State, seat: int, payment: int, journal: Journal) -> None:
    """Pay pieces to the building that is used, or as the duty."""
    if state.chosen == NONE:
        laws.pay_duty(state, seat, payment, journal)
    else:
        uses.pay_building_used(state, seat, payment, journal)


@rule
def stage(state: State) -> int:
    """Count the laps and parliaments that have begun; 0 during the set-up."""
    return state.round_no * (LAPS + 1) + state.lap


def has_begun(state: State) -> bool | None:
    """Tell whether something was traded, loaded or used in this action; ``None`` where the question is another."""
    if state.question == TRADE:
        return trade.has_traded(state)
    if state.question == LOAD:
        return harbour.has_loaded(state)
    return foreman.has_used(state, state.mover) if state.question == USE else None


register_turns(
    STATE, lay_out, step, mover, is_best, answer, asked, first_action, is_step, is_end, list_many, sample_many, stage
)
