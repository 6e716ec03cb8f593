"""Sequences of legal actions that are offered as one choice, for the seat that is asked.

They are: the fields that the Worker lets give, all pieces that fit on a ship, several pieces of a kind that are
traded, the tax together with the duty if nobody is asked in between, and a character with the first deed of its
action. An action that the game takes by itself, for there is no other, is no part of a sequence. Their amounts are the
differences that the rules make.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from msgspec.structs import replace

from malecon.core.bit_set import bit, has, is_single
from malecon.core.codecs import members
from malecon.games.cuba import asks, previews
from malecon.games.cuba.amounts import Amounts
from malecon.games.cuba.answers import (
    ALTERNATIVES,
    BUILD_NOTHING,
    KIND_COUNT,
    MAYOR_PESOS,
    PAY_THE_TAX,
    SALES,
)
from malecon.games.cuba.boards import DOCKS, FIELDS
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, MAYOR, TRADESWOMAN, WORKER
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.previews import CLOSED
from malecon.games.cuba.questions import QUESTION_TABLE
from malecon.games.cuba.rules import FIRST_PRODUCT, characters, foreman, harbour, laws, plantation, trade, uses
from malecon.games.cuba.state import NONE, State

AND = "; "
"""Between the actions of a sequence."""
MANY = 2
"""Actions: fewer are no sequence."""


def sequences_of(state: State, seat: int) -> tuple[Choice, ...]:
    """Return the sequences that ``seat`` can choose now; none for a seat that is not asked."""
    find = FINDERS.get(int(state.question))
    return tuple(find(state, seat)) if find and has(state.awaited, seat) else ()


def _notation(question: int, answer: int) -> str:
    return QUESTION_TABLE[question].answers[answer]


def _sequence(notations: tuple[str, ...], before: State, after: State, seat: int) -> Choice:
    """Return a sequence with the difference between two positions."""
    change = [*(after.own[seat] - before.own[seat]).tolist()]
    change += [int(after.pesos[seat] - before.pesos[seat]), int(after.points[seat] - before.points[seat])]
    gives, costs = (Amounts(*np.maximum(sign * np.array(change), 0).tolist()) for sign in (1, -1))
    return Choice(AND.join(notations), gives, costs)


def _harvests(state: State, seat: int) -> Iterator[Choice]:
    """Yield the sets of product fields that can give, to the end of the action, each once (CUB-4.12)."""
    known = set()
    for answers, after in _harvested(state, seat, ()):
        result = after.own[seat].tobytes()
        if len(answers) >= MANY and result not in known:
            known.add(result)
            yield _sequence(tuple(_notation(asks.HARVEST, answer) for answer in answers), state, after, seat)


def _harvested(state: State, seat: int, done: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], State]]:
    """Yield the answers, ascending, with which a harvest can be brought to its end, and the positions after them."""
    if state.question != asks.HARVEST:
        yield done, state
        return
    is_forced = is_single(state.answers)
    for answer in members(state.answers):
        if is_forced or not done or answer >= done[-1]:
            after = state.copy()
            plantation.harvest(after, seat, answer, CLOSED)
            yield from _harvested(after, seat, done if is_forced else (*done, answer))


def _loads(state: State, seat: int) -> Iterator[Choice]:
    """Yield for each dock the loading of all pieces that fit (CUB-4.50); a wharf loads one or two."""
    for dock in range(DOCKS if state.chosen == NONE else 0):
        answers, after = _loaded(state, seat, dock)
        if len(answers) >= MANY:
            yield _sequence(answers, state, after, seat)


def _loaded(state: State, seat: int, dock: int) -> tuple[tuple[str, ...], State]:
    """Return the answers with which all is loaded that fits on the ship at a dock, and the position after them."""
    after, notations = state.copy(), list[str]()
    while after.question == asks.LOAD:
        fitting = [each for each in members(after.answers) if each < MAYOR_PESOS and each // KIND_COUNT == dock]
        if not fitting:
            break
        if not is_single(after.answers):
            notations.append(_notation(asks.LOAD, fitting[0]))
        harbour.load(after, seat, fitting[0], CLOSED)
    return tuple(notations), after


def _deals(state: State, seat: int) -> Iterator[Choice]:
    """Yield for each kind the sale of all pieces of it, and the purchase of two (CUB-4.21, CUB-4.22)."""
    for answer in members(state.answers & (bit(ALTERNATIVES) - 1)):
        sold = int(state.own[seat, FIRST_PRODUCT + answer % SALES])
        count, after, made = sold if answer >= SALES else MANY, state.copy(), 0
        while made < count and has(after.answers, answer):
            trade.trade(after, seat, answer, CLOSED)
            made += 1
        if made == count >= MANY:
            yield _sequence((_notation(asks.TRADE, answer),) * count, state, after, seat)


def _payments(state: State, seat: int) -> Iterator[Choice]:
    """Yield the payment of the tax with the answers about the duty, if nobody is asked in between (CUB-7.7)."""
    taxed = state.copy()
    laws.pay_tax(taxed, seat, PAY_THE_TAX, CLOSED)
    while taxed.question == asks.COLLECT:
        laws.collect(taxed, CLOSED)
    for payment in members(taxed.answers) if taxed.question == asks.PAY and taxed.mover == seat else ():
        after = taxed.copy()
        laws.pay_duty(after, seat, payment, CLOSED)
        yield _sequence((_notation(asks.PAY_TAX, PAY_THE_TAX), _notation(asks.PAY, payment)), state, after, seat)


def _openings(state: State, seat: int) -> Iterator[Choice]:
    """Yield each character with the first move of its action."""
    for character in members(state.answers):
        after, play = state.copy(), _notation(asks.PLAY, character)
        characters.play(after, seat, character, CLOSED)
        for choice in OPENINGS[character](after, seat):
            yield replace(choice, notation=f"{play}{AND}{choice.notation}")


def _pawn_moves(state: State, seat: int) -> Iterator[Choice]:
    """Yield the fields for the pawn (CUB-4.10)."""
    for field in range(FIELDS):
        yield previews.move(state, seat, field, _notation(asks.MOVE, field))


def _first_deals(state: State, seat: int) -> Iterator[Choice]:
    """Yield the purchases and sales of one piece (CUB-4.20)."""
    for answer in members(state.answers & (bit(ALTERNATIVES) - 1)):
        yield previews.trade_one(state, seat, answer, _notation(asks.TRADE, answer))


def _buildings(state: State, seat: int) -> Iterator[Choice]:
    """Yield the buildings, and the Architect's alternative, if there is anything to choose (CUB-4.31, CUB-4.33)."""
    for answer in members(state.answers) if not is_single(state.answers) else ():
        if answer != BUILD_NOTHING:
            yield previews.build(state, seat, answer, _notation(asks.BUILD, answer))


def _uses(state: State, seat: int) -> Iterator[Choice]:
    """Yield the buildings that the Foreman can use first, with as many pieces as they take (CUB-4.40)."""
    for kind in members(foreman.useful_kinds(state, seat)):
        after, used = state.copy(), previews.use(state, seat, kind, _notation(asks.USE, kind))
        foreman.use(after, seat, kind, CLOSED)
        given = []
        if after.question == asks.AMOUNT:
            most = members(after.answers)[-1]
            given = [_notation(asks.AMOUNT, most)] if not is_single(after.answers) else []
            uses.give(after, seat, most, CLOSED)
        yield replace(_sequence((used.notation, *given), state, after, seat), field=used.field)


def _mayor_deeds(state: State, seat: int) -> Iterator[Choice]:
    """Yield for each dock the loading of all that fits, and the Mayor's alternative (CUB-4.50, CUB-4.52)."""
    if is_single(state.answers):
        return
    for dock in range(DOCKS):
        notations, after = _loaded(state, seat, dock)
        if notations:
            yield _sequence(notations, state, after, seat)
    if has(state.answers, MAYOR_PESOS):
        yield previews.load(state, seat, MAYOR_PESOS, _notation(asks.LOAD, MAYOR_PESOS))


OPENINGS: Mapping[int, Callable[[State, int], Iterator[Choice]]] = {
    WORKER: _pawn_moves,
    TRADESWOMAN: _first_deals,
    ARCHITECT: _buildings,
    FOREMAN: _uses,
    MAYOR: _mayor_deeds,
}
"""By character."""
FINDERS: Mapping[int, Callable[[State, int], Iterator[Choice]]] = {
    asks.PLAY: _openings,
    asks.HARVEST: _harvests,
    asks.TRADE: _deals,
    asks.LOAD: _loads,
    asks.PAY_TAX: _payments,
}
"""By question."""
