"""The engine's contract for Havana (``core/contract.py``): what may be done, and doing it."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.contract import Journal
from malecon.core.jit import makes_no_array, register, routine, rule
from malecon.core.math import Source, bit, draw, has, is_single, lowest, nth, set_key, share_one, size_of, write_members
from malecon.games.havana import rules
from malecon.games.havana.buildings import WORKER
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.moves import FIRST, NO_PURCHASE, PAIRS, WAYS
from malecon.games.havana.rules import buying, cards, end_tile, mover, payments, rounds, setting_up, turn
from malecon.games.havana.rules.turn import perform
from malecon.games.havana.state import (
    ACT,
    BEGIN_TURN,
    BUY,
    CHOOSE,
    COVER,
    FETCH,
    MANY,
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


@routine
def start(state: State, key: int, journal: Journal) -> None:
    """Carry out the set-up of a new table, in place (HAV-2); all chance comes from ``key``, an int64."""
    set_key(state, key)
    setting_up.lay_out(state, journal)
    state.awaited = asked(state)


@rule
def over(state: State) -> bool:
    """Tell whether the game has ended (HAV-7)."""
    return state.question == OVER


@rule
def awaiting(state: State) -> int:
    """Return the seats that may act now, as a bit set."""
    return state.awaited


@routine
@makes_no_array
def legal(state: State, seat: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with the legal actions of ``seat``, ascending, and return how many."""
    n = 0
    question = state.question
    if has(state.awaited, seat):
        if question == COVER:
            n = _list_covers(state, seat, out)
        elif question == PAY:
            n = payments.all_payments(state, seat, end_tile(state, state.chosen), FIRST[PAY], out)
        elif question == CHOOSE:
            for n in range(PAIR_COUNT):
                out[n] = FIRST[CHOOSE] + n
            n = PAIR_COUNT
        else:
            n = write_members(state.answers, FIRST[question], 0, out)
    return n


@rule
def _list_covers(state: State, seat: int, out: NDArray[np.int16]) -> int:
    """List every hand card on either open card (HAV-4.5)."""
    n = 0
    for slot in range(2):
        n = write_members(state.hand[seat], FIRST[COVER] + int(state.shown[seat, slot]) * CARD_COUNT, n, out)
    return n


@rule
def sample(state: State, seat: int, source: Source) -> int:
    """Return a random legal action of an awaited ``seat``, each equally likely; consumes ``source``."""
    if state.answers != MANY:
        return FIRST[state.question] + nth(state.answers, draw(source, size_of(state.answers)))
    if state.question == COVER:
        cards = int(state.hand[seat])
        choice = draw(source, 2 * size_of(cards))
        covered = int(state.shown[seat, choice % 2])
        return FIRST[COVER] + covered * CARD_COUNT + nth(cards, choice // 2)
    if state.question == PAY:
        return _sample_payment(state, seat, source)
    return FIRST[CHOOSE] + draw(source, PAIR_COUNT)


@routine
def _sample_payment(state: State, seat: int, source: Source) -> int:
    """Return a random payment for the tile that is being bought."""
    tile = end_tile(state, state.chosen)
    _, count = payments.payment_after(state, seat, tile, WAYS**WORKER)
    way, _ = payments.payment_after(state, seat, tile, draw(source, count))
    return FIRST[PAY] + way


@routine
def apply(state: State, seat: int, action: int, journal: Journal) -> None:
    """Carry out a legal action in place, and run on to the next decision: steps, and questions with a single answer."""
    given = int(action) - int(FIRST[state.question])
    while True:
        answer(state, seat, given, journal)
        while state.question <= LAST_STEP:
            step(state, journal)
        if not is_single(state.answers):
            break
        seat = mover(state)
        given = lowest(state.answers)
    state.awaited = asked(state)


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
def points(state: State, out: NDArray[np.int16]) -> None:
    """Copy the points of each seat into ``out``."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@rule
@makes_no_array
def outcome(state: State, out: NDArray[np.float64]) -> None:
    """Share the victory among those with the most points (HAV-7.1, HAV-7.4); zeros before the end."""
    winners = 0
    for seat in range(state.seats):
        if state.question == OVER and rules.is_best(state, seat):
            winners += bit(seat)
    share_one(winners, out, state.seats)


@rule
def stage(state: State) -> int:
    """Count the phases 3 that have begun; -1 during the set-up."""
    if state.question == COVER or state.question == TAKE_BACK:
        return state.round_no
    return state.round_no - 1


register(STATE, start, awaiting, legal, sample, apply, over, points, outcome, stage)
