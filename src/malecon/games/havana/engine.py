"""What ``core/turns.py`` asks of Havana: its steps, the answers to its questions, and carrying them out."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.contract import Journal
from malecon.core.jit import routine, rule
from malecon.core.math import Source, bit, draw, nth, size_of, write_members
from malecon.core.turns import register_turns
from malecon.games.havana.buildings import WORKER
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.moves import FIRST, NO_PURCHASE, PAIRS, WAYS
from malecon.games.havana.rules import buying, cards, end_tile, is_best, mover, payments, rounds, setting_up, turn
from malecon.games.havana.rules.setting_up import lay_out
from malecon.games.havana.rules.turn import perform
from malecon.games.havana.state import (
    ACT,
    BEGIN_TURN,
    BUY,
    CHOOSE,
    COVER,
    FETCH,
    OVER,
    PAY,
    PERFORM,
    REFRESH,
    REMOVE,
    REVEAL,
    ROB,
    STATE,
    STEAL,
    STEPS,
    TAKE,
    TAKE_BACK,
    TAX,
    State,
)

PAIR_COUNT = len(PAIRS)
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
    """Tell whether the game has ended (HAV-7)."""
    return state.question == OVER


@rule
def list_many(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with the answers to a question with many of them, each raised by ``first``; return how many."""
    if state.question == COVER:
        return _list_covers(state, seat, first, out)
    if state.question == PAY:
        return payments.all_payments(state, seat, end_tile(state, state.chosen), first, out)
    for pair in range(PAIR_COUNT):
        out[pair] = first + pair
    return PAIR_COUNT


@rule
def _list_covers(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """List every hand card on either open card (HAV-4.5)."""
    n = 0
    for slot in range(2):
        n = write_members(state.hand[seat], first + int(state.shown[seat, slot]) * CARD_COUNT, n, out)
    return n


@rule
def sample_many(state: State, seat: int, source: Source) -> int:
    """Return a random answer to a question with many of them, each equally likely; consumes ``source``."""
    if state.question == COVER:
        cards = int(state.hand[seat])
        choice = draw(source, 2 * size_of(cards))
        covered = int(state.shown[seat, choice % 2])
        return covered * CARD_COUNT + nth(cards, choice // 2)
    if state.question == PAY:
        return _sample_payment(state, seat, source)
    return draw(source, PAIR_COUNT)


@routine
def _sample_payment(state: State, seat: int, source: Source) -> int:
    """Return a random payment for the tile that is being bought."""
    tile = end_tile(state, state.chosen)
    _, count = payments.payment_after(state, seat, tile, WAYS**WORKER)
    way, _ = payments.payment_after(state, seat, tile, draw(source, count))
    return way


@rule
def asked(state: State) -> int:
    """Return the seats that the question goes to, as a bit set."""
    if PERFORM <= state.question < OVER:
        return bit(mover(state))
    if state.question == OVER:
        return 0
    if state.question == CHOOSE:
        return setting_up.undecided(state)
    return bit(setting_up.oldest(state))  # fetching and swapping


@rule
def step(state: State, journal: Journal) -> None:
    """Take the step that comes next without anybody's choice."""
    if state.question == ACT:
        turn.act(state)
    elif state.question == BEGIN_TURN:
        turn.begin_turn(state, journal)
    elif state.question == REVEAL:
        rounds.reveal_all(state, journal)
    else:  # LOOK_AT_HANDS
        rounds.look_at_hands(state, journal)


@rule
def answer(state: State, seat: int, given: int, journal: Journal) -> None:
    """Carry out the answer to the question."""
    question = state.question
    if question == PERFORM:
        perform(state, seat, given, journal)
    elif question == BUY:
        if given == NO_PURCHASE:
            rounds.end_turn(state, seat, journal)
        else:
            buying.buy(state, seat, given, journal)
    elif question == COVER:
        rounds.cover(state, seat, given // CARD_COUNT, given % CARD_COUNT, journal)
    elif question == TAKE:
        cards.take(state, seat, given, journal)
    elif question == TAX:
        turn.tax(state, seat, given, journal)
    elif question == ROB:
        turn.rob(state, seat, given, journal)
    elif question == STEAL:
        turn.steal(state, seat, given, journal)
    elif question == REFRESH:
        cards.refresh(state, seat, given, journal)
    elif question == REMOVE:
        cards.remove(state, seat, given, journal)
    elif question == PAY:
        buying.pay(state, seat, given, journal)
    elif question == TAKE_BACK:
        rounds.take_back(state, seat, given, journal)
    elif question == CHOOSE:
        setting_up.choose(state, seat, given, journal)
    elif question == FETCH:
        setting_up.fetch(state, given)
    else:  # SWAP
        setting_up.swap(state, seat, given, journal)


@rule
def stage(state: State) -> int:
    """Count the phases 3 that have begun; -1 during the set-up."""
    if state.question == COVER or state.question == TAKE_BACK:
        return state.round_no
    return state.round_no - 1


register_turns(
    STATE, lay_out, step, mover, is_best, answer, asked, first_action, is_step, is_end, list_many, sample_many, stage
)
