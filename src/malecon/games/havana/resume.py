"""Letting the rules of Havana ask the question of a hand-made position again.

What is there about the action must be what the action can have left, so that the rules go on from it; and they must
ask the same question, with more than one answer. Each check raises ``UsageError`` with the reason in one sentence.
"""

from collections.abc import Callable

from malecon.core.actions import MANY
from malecon.core.codecs import members
from malecon.core.contract import new_journal
from malecon.core.errors import ensure
from malecon.core.jit import uncompiled
from malecon.core.math import bit, has, is_single
from malecon.games.havana.buildings import DEBRIS
from malecon.games.havana.cards import NAMES, PROTECTION, SIESTA
from malecon.games.havana.engine import asked
from malecon.games.havana.moves import CARD, NOTHING_STOLEN, STEALABLE, victim_of
from malecon.games.havana.rules import ask, coloured_cubes, end_tile, mover
from malecon.games.havana.rules.buying import buyable, has_choice
from malecon.games.havana.rules.cards import perform_conservation, perform_refreshment, takeable
from malecon.games.havana.rules.rounds import look_at_hands
from malecon.games.havana.rules.setting_up import ALL_ENDS, fetchable, undecided
from malecon.games.havana.rules.turn import (
    SAFE_COLOURED,
    act,
    perform_materials_thief,
    perform_pesos_thief,
    seek_taxpayer,
    stealable,
    victims,
)
from malecon.games.havana.state import (
    BUY,
    CHOOSE,
    COVER,
    FETCH,
    NONE,
    OVER,
    PAY,
    PERFORM,
    QUESTIONS,
    REFRESH,
    REMOVE,
    ROB,
    STEAL,
    SWAP,
    TAKE,
    TAKE_BACK,
    TAX,
    State,
)

CLOSED = new_journal(is_open=False)


def resume(state: State, chosen: int | None) -> None:
    """Let the rules ask the question again, in place; refuse it if they would not, or not wait for an answer.

    ``chosen``: who is taxed, or robbed a second time.
    """
    question, victim = int(state.question), NONE if chosen is None else chosen
    _check_performing(state, question)
    if question == STEAL and victim != NONE:
        _check_second_theft(state, victim)
        state.victim = victim
        ask(state, STEAL, (stealable(state, victim) + bit(NOTHING_STOLEN)) << victim * STEALABLE)
    elif question == TAX:
        ensure(0 <= victim < state.seats, "question: tax needs a victim")
        place = state.order.tolist().index(victim)
        ensure(place > state.turn, f"question: player {victim} does not follow, so cannot be taxed")
        seek_taxpayer(state, place)
    elif question != OVER:
        ASKING[question](state)
    waits = state.question == question and (
        question == OVER or (state.answers != 0 and not is_single(int(state.answers)))
    )
    ensure(
        waits and (question != TAX or uncompiled(victim_of)(state) == victim),
        f"question: the game would not ask {QUESTIONS[question]} here",
    )
    state.awaited = asked(state)


def _check_performing(state: State, question: int) -> None:
    """Look at the cards that the mover performs and still has to perform (HAV-4.2)."""
    open_cards = [] if state.round_no == 0 else state.shown[mover(state)].tolist()
    left = members(int(state.to_perform))
    for card in left:
        fits = (
            card in open_cards
            and card not in (SIESTA, PROTECTION)
            and (PERFORM <= question <= TAKE or question == OVER)
        )
        ensure(fits, f"question, perform: {NAMES[card]} cannot be left to be performed")
    if question in CARD:
        card = CARD[question]
        fits = card in open_cards and card not in left
        ensure(fits, f"question: {QUESTIONS[question]} needs {NAMES[card]} open and being performed")


def _check_second_theft(state: State, victim: int) -> None:
    """Look at a victim who loses a second cube (HAV-6.9)."""
    fits = victim < state.seats and has(victims(state), victim) and coloured_cubes(state, victim) >= SAFE_COLOURED
    ensure(fits, f"question: player {victim} cannot be robbed of a second cube")


def _ask_take(state: State) -> None:
    """Ask for a cube for Mama, if so many can be left to take (HAV-6.13)."""
    most = (sum(state.centre[:DEBRIS].tolist()) + 1) // 2
    ensure(1 <= state.to_take <= most, f"question, take: is {state.to_take}, but must be 1 to {most}")
    ask(state, TAKE, takeable(state))


def _ask_pay(state: State) -> None:
    """Ask how to pay, if the tile can be bought and in more than one way (HAV-5.5)."""
    seat, end = mover(state), int(state.chosen)
    ensure(state.to_perform == 0, "question: pay must wait until both actions are performed")
    ensure(end != NONE and has(buyable(state, seat), end), "question: pay needs an end whose tile can be bought")
    ask(state, PAY, MANY if has_choice(state, seat, end_tile(state, end)) else 0)


def _ask_swap(state: State) -> None:
    """Ask for an end tile, if the fetched tile is one that may be swapped in (HAV-2.2)."""
    tile = int(state.chosen)
    ensure(
        tile != NONE and has(fetchable(state), tile), "question: swap needs a tile of the stack that may be swapped in"
    )
    ask(state, SWAP, ALL_ENDS)


def _ask_choose(state: State) -> None:
    """Ask for two cards, if a player has yet to choose and the rows are ready (HAV-2.2, HAV-2.5)."""
    ensure(undecided(state) != 0, "question: all have chosen, so the cards would be revealed")
    ensure(fetchable(state) == 0, "question: a tile of the stack must be swapped in first")
    ask(state, CHOOSE, MANY)


ASKING: dict[int, Callable[[State], None]] = {
    FETCH: lambda state: ask(state, FETCH, fetchable(state)),
    SWAP: _ask_swap,
    CHOOSE: _ask_choose,
    PERFORM: act,
    REFRESH: lambda state: perform_refreshment(state, mover(state), CLOSED),
    REMOVE: lambda state: perform_conservation(state, mover(state), CLOSED),
    ROB: lambda state: perform_pesos_thief(state, mover(state), CLOSED),
    STEAL: lambda state: perform_materials_thief(state, mover(state), CLOSED),
    TAKE: _ask_take,
    BUY: act,
    PAY: _ask_pay,
    COVER: lambda state: ask(state, COVER, MANY),
    TAKE_BACK: lambda state: look_at_hands(state, CLOSED),
}
"""By question, what asks it again."""
