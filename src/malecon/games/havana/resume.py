"""Letting the rules of Havana ask the question of a hand-made position again, a function for each question.

What is there about the action must be what the action can have left, so that the rules go on from it. Each check raises
``UsageError`` with the reason in one sentence.
"""

from malecon.core.actions import MANY
from malecon.core.bit_set import bit, has
from malecon.core.contract import new_journal
from malecon.core.jit import uncompiled
from malecon.core.position_checks import ensure
from malecon.games.havana import asks
from malecon.games.havana.answers import NOTHING_STOLEN, STEALABLE, victim_of
from malecon.games.havana.buildings import DEBRIS
from malecon.games.havana.rules import ask, coloured_cubes, end_tile, mover
from malecon.games.havana.rules.buying import buyable, has_choice
from malecon.games.havana.rules.cards import (
    SAFE_COLOURED,
    perform_conservation,
    perform_materials_thief,
    perform_pesos_thief,
    perform_refreshment,
    seek_taxpayer,
    stealable,
    takeable,
    victims,
)
from malecon.games.havana.rules.rounds import look_at_hands
from malecon.games.havana.rules.setting_up import ALL_ENDS, fetchable, undecided
from malecon.games.havana.state import NONE, State

CLOSED = new_journal(is_open=False)


def fetch(state: State) -> None:
    """Ask for a tile of the stack (HAV-2.2)."""
    ask(state, asks.FETCH, fetchable(state))


def swap(state: State) -> None:
    """Ask for an end tile, if the fetched tile is one that may be swapped in (HAV-2.2)."""
    tile = int(state.chosen)
    ensure(
        tile != NONE and has(fetchable(state), tile), "question: swap needs a tile of the stack that may be swapped in"
    )
    ask(state, asks.SWAP, ALL_ENDS)


def choose(state: State) -> None:
    """Ask for two cards, if a player has yet to choose and the rows are ready (HAV-2.2, HAV-2.5)."""
    ensure(undecided(state) != 0, "question: all have chosen, so the cards would be revealed")
    ensure(fetchable(state) == 0, "question: a tile of the stack must be swapped in first")
    ask(state, asks.CHOOSE, MANY)


def refresh(state: State) -> None:
    """Ask for a card of the discard pile (HAV-6.1)."""
    perform_refreshment(state, mover(state), CLOSED)


def remove(state: State) -> None:
    """Ask for an end tile to remove (HAV-6.4)."""
    perform_conservation(state, mover(state), CLOSED)


def tax(state: State) -> None:
    """Ask for a piece of the field ``victim``, who must follow (HAV-6.5)."""
    victim = int(state.victim)
    state.victim = NONE
    ensure(0 <= victim < state.seats, "question: tax needs a victim")
    place = state.order.tolist().index(victim)
    ensure(place > state.turn, f"question: player {victim} does not follow, so cannot be taxed")
    seek_taxpayer(state, place)
    is_asked = state.question == asks.TAX and uncompiled(victim_of)(state) == victim
    ensure(is_asked, "question: the game would not ask tax here")


def rob(state: State) -> None:
    """Ask whom to rob (HAV-6.8)."""
    perform_pesos_thief(state, mover(state), CLOSED)


def steal(state: State) -> None:
    """Ask for the first cube, or for a second one of the field ``victim``, who must have had enough (HAV-6.9)."""
    victim = int(state.victim)
    if victim == NONE:
        perform_materials_thief(state, mover(state), CLOSED)
        return
    fits = victim < state.seats and has(victims(state), victim) and coloured_cubes(state, victim) >= SAFE_COLOURED
    ensure(fits, f"question: player {victim} cannot be robbed of a second cube")
    ask(state, asks.STEAL, (stealable(state, victim) + bit(NOTHING_STOLEN)) << victim * STEALABLE)


def take(state: State) -> None:
    """Ask for a cube for Mama, if so many can be left to take (HAV-6.13)."""
    most = (sum(state.centre[:DEBRIS].tolist()) + 1) // 2
    ensure(1 <= state.to_take <= most, f"question, take: is {state.to_take}, but must be 1 to {most}")
    ask(state, asks.TAKE, takeable(state))


def pay(state: State) -> None:
    """Ask how to pay, if the tile can be bought and in more than one way (HAV-5.5)."""
    seat, end = mover(state), int(state.chosen)
    ensure(state.to_perform == 0, "question: pay must wait until both actions are performed")
    ensure(end != NONE and has(buyable(state, seat), end), "question: pay needs an end whose tile can be bought")
    ask(state, asks.PAY, MANY if has_choice(state, seat, end_tile(state, end)) else 0)


def cover(state: State) -> None:
    """Ask for a card to lay (HAV-4.5)."""
    ask(state, asks.COVER, MANY)


def take_back(state: State) -> None:
    """Ask whether to take back the discard pile, whoever has few cards in hand (HAV-4.7)."""
    look_at_hands(state, CLOSED)
