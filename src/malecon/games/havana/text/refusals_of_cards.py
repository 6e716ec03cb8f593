"""Why the action of a card cannot be done so (chapter 6)."""

from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.core.math import has
from malecon.games.havana.buildings import COLOURS, CUBES, PIECES
from malecon.games.havana.cards import NAMES, PROTECTION, SIESTA
from malecon.games.havana.moves import NOTHING_STOLEN, STEALABLE, TAXABLE
from malecon.games.havana.questions import victim_of
from malecon.games.havana.rules.common import is_protected, shows
from malecon.games.havana.rules.thefts import stealable
from malecon.games.havana.state import ENDS, NONE, PAY, PERFORM, State


def cannot_perform(state: State, seat: int, card: int) -> IllegalMove | None:
    """The card is not there, needs no performing or was performed, or none of these."""
    facts: Facts = {"card": NAMES[card]}
    if not shows(state, seat, card):
        return IllegalMove("HAV-4.2", N_("The card {card} does not lie open before you."), facts)
    if card == SIESTA:
        return IllegalMove("HAV-6.0", N_("The card {card} has no action to perform."), facts)
    if card == PROTECTION:
        return IllegalMove("HAV-6.2", N_("The card {card} works by itself all round long."), facts)
    if PERFORM <= state.question <= PAY and not has(state.to_perform, card):
        return IllegalMove("HAV-4.2", N_("You have performed {card} already in this turn."), facts)
    return None


def cannot_perform_now(state: State, seat: int, card: int) -> IllegalMove:
    """The card is none of those that wait to be performed."""
    reason = cannot_perform(state, seat, card)
    assert reason is not None
    return reason


def cannot_refresh(state: State, seat: int, card: int) -> IllegalMove:
    """The card is not in the discard pile."""
    return IllegalMove("HAV-6.1", N_("The card {card} is not in your discard pile."), {"card": NAMES[card]})


def no_tile(end: int) -> IllegalMove:
    """There is no tile at that end."""
    template = N_("There is no tile at the end {end}.")
    return IllegalMove("HAV-5.2", template, {"end": ENDS[end]})


def cannot_remove(state: State, seat: int, end: int) -> IllegalMove:
    """There is no tile at that end."""
    return no_tile(end)


def cannot_tax(state: State, seat: int, answer: int) -> IllegalMove:
    """Another player is taxed now, or this one has no such piece."""
    victim, piece = answer // TAXABLE, answer % TAXABLE
    taxed = victim_of(state)
    facts: Facts = {"player": victim + 1, "taxed": taxed + 1, "piece": PIECES[piece]}
    if victim >= state.seats:
        return no_player(victim)
    if victim == taxed:
        return IllegalMove("HAV-6.5", N_("Player {player} has no {piece}."), facts)
    places = state.order.tolist()
    if places.index(victim) <= state.turn:
        return IllegalMove("HAV-6.5", N_("Player {player} does not follow you in this round."), facts)
    if is_protected(state, victim):
        return IllegalMove("HAV-6.2", N_("Player {player} is protected and loses nothing."), facts)
    return IllegalMove("HAV-6.5", N_("The tax of player {taxed} is collected now."), facts)


def no_player(seat: int) -> IllegalMove:
    """There are not so many players."""
    return IllegalMove("HAV-6.8", N_("There is no player {player}."), {"player": seat + 1})


def cannot_be_robbed(state: State, seat: int, victim: int) -> IllegalMove | None:
    """The victim is the thief, not there, has acted, or is protected; or none of these."""
    facts: Facts = {"player": victim + 1}
    if victim >= state.seats:
        return no_player(victim)
    if victim == seat:
        return IllegalMove("HAV-6.8", N_("You cannot rob yourself."))
    if state.turn + 1 < state.seats and state.order.tolist().index(victim) < state.turn:
        return IllegalMove("HAV-6.8", N_("Player {player} has acted already; only who follows can be robbed."), facts)
    if is_protected(state, victim):
        return IllegalMove("HAV-6.10", N_("Player {player} is protected and cannot be robbed."), facts)
    return None


def cannot_rob(state: State, seat: int, victim: int) -> IllegalMove:
    """The player cannot be robbed."""
    reason = cannot_be_robbed(state, seat, victim)
    assert reason is not None
    return reason


def cannot_steal(state: State, seat: int, answer: int) -> IllegalMove:
    """The player cannot be robbed, or not of this."""
    victim, cube = answer // STEALABLE, answer % STEALABLE
    facts: Facts = {"player": victim + 1, "robbed": int(state.victim) + 1, "piece": (*CUBES, "")[cube]}
    reason = cannot_be_robbed(state, seat, victim)
    if reason is not None:
        return reason
    if state.victim not in (NONE, victim):
        return IllegalMove("HAV-6.9", N_("Both cubes come from player {robbed}."), facts)
    if cube == NOTHING_STOLEN:
        return IllegalMove("HAV-6.9", N_("Player {player} has cubes, so you must take one."), facts)
    if stealable(state, victim) == 0:
        return IllegalMove("HAV-6.9", N_("Player {player} has no cubes: steal nothing, or choose another."), facts)
    return IllegalMove("HAV-6.9", N_("Player {player} has no {piece}."), facts)


def cannot_take(state: State, seat: int, colour: int) -> IllegalMove:
    """The centre has no such cube."""
    return IllegalMove("HAV-6.13", N_("There is no {piece} in the centre."), {"piece": COLOURS[colour]})
