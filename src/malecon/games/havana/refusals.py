"""Why a move is illegal: the rule that forbids it and a sentence for people.

The rules only list what is legal. Each function for a question looks at an answer to it that is not, and finds the
first reason; choosing, swapping and taking back are always possible when asked. Every sentence is a marked template,
so that it can be shown in other languages.
"""

from malecon.core.bit_set import has
from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.core.jit import uncompiled
from malecon.core.question import Refusals
from malecon.games.havana import asks
from malecon.games.havana.answers import NOTHING_STOLEN, STEALABLE, TAXABLE, WAYS, victim_of
from malecon.games.havana.buildings import COLOURS, CUBES, DEBRIS, PESO, PIECES, WORKER, counted
from malecon.games.havana.cards import ARCHITECT, CARD_COUNT, NAMES, PROTECTION, SIESTA
from malecon.games.havana.choice import Question
from malecon.games.havana.rules import end_tile, is_protected, shows
from malecon.games.havana.rules.buying import missing, needs_met, owned, price_of_exchange, unpayable
from malecon.games.havana.rules.cards import stealable
from malecon.games.havana.rules.setting_up import CHEAP
from malecon.games.havana.state import BY_POINTS, ENDS, NO_CUBE, NO_TILE, NONE, State


def _why_not_performed(state: State, seat: int, card: int) -> IllegalMove | None:
    """The card is not there, needs no performing or was performed, or none of these."""
    facts: Facts = {"card": NAMES[card]}
    if not shows(state, seat, card):
        return IllegalMove("HAV-4.2", N_("The card {card} does not lie open before you."), facts)
    if card == SIESTA:
        return IllegalMove("HAV-6.0", N_("The card {card} has no action to perform."), facts)
    if card == PROTECTION:
        return IllegalMove("HAV-6.2", N_("The card {card} works by itself all round long."), facts)
    if asks.PERFORM <= state.question <= asks.PAY and not has(state.to_perform, card):
        return IllegalMove("HAV-4.2", N_("You have performed {card} already in this turn."), facts)
    return None


def perform(state: State, seat: int, card: int) -> IllegalMove:
    """The card is none of those that wait to be performed."""
    reason = _why_not_performed(state, seat, card)
    assert reason is not None
    return reason


def refresh(state: State, seat: int, card: int) -> IllegalMove:
    """The card is not in the discard pile."""
    return IllegalMove("HAV-6.1", N_("The card {card} is not in your discard pile."), {"card": NAMES[card]})


def _no_tile(end: int) -> IllegalMove:
    template = N_("There is no house at the end {end}.")
    return IllegalMove("HAV-5.2", template, {"end": ENDS[end]})


def remove(state: State, seat: int, end: int) -> IllegalMove:
    """There is no tile at that end."""
    return _no_tile(end)


def tax(state: State, seat: int, answer: int) -> IllegalMove:
    """Another player is taxed now, or this one has no such piece."""
    victim, piece = answer // TAXABLE, answer % TAXABLE
    taxed = uncompiled(victim_of)(state)
    facts: Facts = {"player": victim + 1, "taxed": taxed + 1, "piece": PIECES[piece]}
    if victim >= state.seats:
        return _no_player(state, victim, "HAV-6.5")
    if victim == taxed:
        return IllegalMove("HAV-6.5", N_("Player {player} has no {piece}."), facts)
    places = state.order.tolist()
    if places.index(victim) <= state.turn:
        return IllegalMove("HAV-6.5", N_("Player {player} does not follow you in this round."), facts)
    if is_protected(state, victim):
        return IllegalMove("HAV-6.2", N_("Player {player} is protected and loses nothing."), facts)
    return IllegalMove("HAV-6.5", N_("The tax of player {taxed} is collected now."), facts)


def _no_player(state: State, seat: int, rule: str) -> IllegalMove:
    """There are not so many players; ``rule`` is that of the card."""
    facts: Facts = {"player": seat + 1, "seats": int(state.seats)}
    return IllegalMove(rule, N_("There is no player {player}: this game has {seats} players."), facts)


def _why_not_robbed(state: State, seat: int, victim: int) -> IllegalMove | None:
    """The victim is the thief, not there, has acted, or is protected; or none of these."""
    facts: Facts = {"player": victim + 1}
    if victim >= state.seats:
        return _no_player(state, victim, "HAV-6.8")
    if victim == seat:
        return IllegalMove("HAV-6.8", N_("You cannot rob yourself."))
    if state.turn + 1 < state.seats and state.order.tolist().index(victim) < state.turn:
        return IllegalMove("HAV-6.8", N_("Player {player} has acted already; only who follows can be robbed."), facts)
    if is_protected(state, victim):
        return IllegalMove("HAV-6.10", N_("Player {player} is protected and cannot be robbed."), facts)
    return None


def rob(state: State, seat: int, victim: int) -> IllegalMove:
    """The player cannot be robbed."""
    reason = _why_not_robbed(state, seat, victim)
    assert reason is not None
    return reason


def steal(state: State, seat: int, answer: int) -> IllegalMove:
    """The player cannot be robbed, or not of this."""
    victim, cube = answer // STEALABLE, answer % STEALABLE
    facts: Facts = {"player": victim + 1, "robbed": int(state.victim) + 1, "piece": (*CUBES, "")[cube]}
    reason = _why_not_robbed(state, seat, victim)
    if reason is not None:
        return reason
    if state.victim not in (NONE, victim):
        return IllegalMove("HAV-6.9", N_("Both cubes come from player {robbed}."), facts)
    if cube == NOTHING_STOLEN:
        return IllegalMove("HAV-6.9", N_("Player {player} has cubes, so you must take one."), facts)
    if stealable(state, victim) == 0:
        return IllegalMove("HAV-6.9", N_("Player {player} has no cubes: steal nothing, or choose another."), facts)
    return IllegalMove("HAV-6.9", N_("Player {player} has no {piece}."), facts)


def take(state: State, seat: int, colour: int) -> IllegalMove:
    """The centre has no such cube."""
    return IllegalMove("HAV-6.13", N_("There is no {piece} in the centre."), {"piece": COLOURS[colour]})


def over(state: State) -> IllegalMove:
    """The game is over."""
    rule = {BY_POINTS: "HAV-7.1", NO_TILE: "HAV-7.2", NO_CUBE: "HAV-7.2"}.get(int(state.ending), "HAV-7.3")
    return IllegalMove(rule, N_("The game is over."))


def instead(state: State, seat: int, question: Question, answer: int) -> IllegalMove | None:
    """The card cannot be performed anyway, or both actions or the payment come first; or none of these."""
    if question.number == asks.PERFORM:
        return _why_not_performed(state, seat, answer)
    if question.number == asks.BUY and asks.PERFORM <= state.question < asks.BUY:
        return IllegalMove("HAV-4.2", N_("Both actions come first, then you may buy and end the turn."))
    if question.number == asks.BUY and state.question == asks.PAY:
        return IllegalMove("HAV-5.5", N_("Say how you pay for the house first."))
    return None


REFUSALS = Refusals(over, wait=("HAV-4.2", N_("It is the turn of player {player}.")), instead=instead)


def fetch(state: State, seat: int, tile: int) -> IllegalMove:
    """The tile is not in the stack, or too good."""
    facts: Facts = {"tile": tile + 1, "most": CHEAP}
    if tile not in state.stack[: state.stack_size].tolist():
        return IllegalMove("HAV-2.2", N_("House {tile} is not in the stack."), facts)
    return IllegalMove("HAV-2.2", N_("House {tile} is worth more than {most} points."), facts)


def buy(state: State, seat: int, end: int) -> IllegalMove:
    """There is no tile, the architect is missing, or pieces are."""
    tile = end_tile(state, end)
    if tile == NONE:
        return _no_tile(end)
    facts: Facts = {"tile": tile + 1, "card": NAMES[ARCHITECT], "missing": _unpayable_pieces(state, seat, tile)}
    if state.tile_architect[tile] and not shows(state, seat, ARCHITECT):
        return IllegalMove("HAV-5.4", N_("House {tile} asks for the {card} among your open cards."), facts)
    return IllegalMove("HAV-5.5", N_("You cannot pay for house {tile}, even by exchange. Missing: {missing}."), facts)


def _unpayable_pieces(state: State, seat: int, tile: int) -> str:
    """Return the pieces in words that ``seat`` lacks for ``tile`` and that no exchange replaces."""
    met = needs_met(state, seat)
    pieces = ((unpayable(state, seat, tile, piece, met), piece) for piece in range(len(PIECES)))
    return ", ".join(counted(count, piece) for count, piece in pieces if count)


def pay(state: State, seat: int, way: int) -> IllegalMove:
    """More is exchanged than the tile asks for or than there are debris and pesos, or too little."""
    tile = end_tile(state, state.chosen)
    exchanged = [way // WAYS**place % WAYS for place in range(WORKER)]  # four colours, then workers
    workers = exchanged.pop()
    for piece, count in [*enumerate(exchanged), (WORKER, workers)]:
        asked, lacked = int(state.tile_cost[tile, piece]), int(missing(state, seat, tile, piece))
        facts: Facts = {"asked": counted(asked, piece), "missing": counted(lacked, piece)}
        if count > asked:
            return IllegalMove("HAV-5.5", N_("The house asks for {asked}; no more can be exchanged."), facts)
        if count < lacked:
            return IllegalMove("HAV-5.5", N_("You lack {missing}: that must be exchanged."), facts)
    pesos = int(state.tile_cost[tile, PESO]) + price_of_exchange(workers)
    debris = int(state.tile_cost[tile, DEBRIS]) + price_of_exchange(sum(exchanged))
    needed, piece = (pesos, PESO) if pesos > owned(state, seat, PESO) else (debris, DEBRIS)
    facts = {"needed": counted(needed, piece), "owned": owned(state, seat, piece)}
    return IllegalMove("HAV-5.5", N_("That takes {needed}, and you have {owned}."), facts)


def cover(state: State, seat: int, answer: int) -> IllegalMove:
    """The card to be covered does not lie open, or the new card is not in hand."""
    covered, new = answer // CARD_COUNT, answer % CARD_COUNT
    if not shows(state, seat, covered):
        return IllegalMove("HAV-4.5", N_("The card {card} does not lie open before you."), {"card": NAMES[covered]})
    return IllegalMove("HAV-4.5", N_("The card {card} is not in your hand."), {"card": NAMES[new]})
