"""Why a move is illegal: the rule that forbids it and a sentence for people.

The engine only lists what is legal; this module looks at a move that is not, and finds the first reason. Every
sentence is a marked template, so that it can be shown in other languages. The actions of the cards have a module of
their own (``refusals_of_cards.py``).
"""

from collections.abc import Callable

from malecon.core.codecs import members
from malecon.core.errors import Facts, IllegalMove
from malecon.core.i18n import N_
from malecon.core.math import has
from malecon.games.havana.buildings import COST_WORDS, DEBRIS, PESO, PIECES, WORKER
from malecon.games.havana.cards import ARCHITECT, CARD_COUNT, NAMES
from malecon.games.havana.moves import FIRST, WAYS
from malecon.games.havana.questions import ASKED, RULE
from malecon.games.havana.rules.buying import missing, needs_met, owned, price_of_exchange, spare_debris, spare_pesos
from malecon.games.havana.rules.common import end_tile, shows
from malecon.games.havana.rules.setting_up import CHEAP
from malecon.games.havana.state import (
    BUY,
    BY_POINTS,
    CHOOSE,
    COVER,
    FETCH,
    NO_CUBE,
    NO_TILE,
    NONE,
    OVER,
    PAY,
    PERFORM,
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
from malecon.games.havana.text.refusals_of_cards import (
    cannot_perform,
    cannot_perform_now,
    cannot_refresh,
    cannot_remove,
    cannot_rob,
    cannot_steal,
    cannot_take,
    cannot_tax,
    no_tile,
)


def refuse(state: State, seat: int, action: int) -> IllegalMove:
    """Return why ``seat`` may not do ``action`` now; it must be illegal."""
    if state.question == OVER:
        rule = {BY_POINTS: "HAV-7.1", NO_TILE: "HAV-7.2", NO_CUBE: "HAV-7.2"}.get(int(state.ending), "HAV-7.3")
        return IllegalMove(rule, N_("The game is over."))
    if not has(state.awaited, seat):
        return not_awaited(state, seat)
    question = next(question for question in ASKED if FIRST[question] <= action < FIRST[question + 1])
    answer = int(action) - int(FIRST[question])
    if question != state.question:
        return other_question(state, seat, question, answer)
    return REASONS[question](state, seat, answer)


def not_awaited(state: State, seat: int) -> IllegalMove:
    """It is not the turn of ``seat``."""
    facts: Facts = {"player": members(state.awaited)[0] + 1}
    if state.question == CHOOSE:
        return IllegalMove("HAV-2.5", N_("You have laid your two cards; player {player} has not yet."), facts)
    if state.question in (FETCH, SWAP):
        return IllegalMove("HAV-2.2", N_("The oldest player, {player}, prepares the rows."), facts)
    if state.question == COVER:
        return IllegalMove("HAV-4.5", N_("Player {player} lays a card now; it goes in the order of the round."), facts)
    if state.question == TAKE_BACK:
        return IllegalMove("HAV-4.8", N_("Player {player} decides about the discard pile now."), facts)
    return IllegalMove("HAV-4.2", N_("It is the turn of player {player}."), facts)


def other_question(state: State, seat: int, question: int, answer: int) -> IllegalMove:
    """The game asks for something else."""
    if question == PERFORM:
        reason = cannot_perform(state, seat, answer)
        if reason is not None:
            return reason
    if question == BUY and state.question < BUY and state.question >= PERFORM:
        return IllegalMove("HAV-4.2", N_("Both actions come first, then you may buy and end the turn."))
    if question == BUY and state.question == PAY:
        return IllegalMove("HAV-5.5", N_("Say how you pay for the tile first."))
    template = N_("Something else is to be decided now: {asked}.")
    return IllegalMove(RULE[state.question], template, {"asked": ASKED[state.question]})


def cannot_fetch(state: State, seat: int, tile: int) -> IllegalMove:
    """The tile is not in the stack, or too good."""
    facts: Facts = {"tile": tile + 1, "most": CHEAP}
    if tile not in state.stack[: state.stack_size].tolist():
        return IllegalMove("HAV-2.2", N_("Tile {tile} is not in the stack."), facts)
    return IllegalMove("HAV-2.2", N_("Tile {tile} is worth more than {most} points."), facts)


def cannot_buy(state: State, seat: int, end: int) -> IllegalMove:
    """There is no tile, the architect is missing, or pieces are."""
    tile = end_tile(state, end)
    if tile == NONE:
        return no_tile(end)
    facts: Facts = {"tile": tile + 1, "card": NAMES[ARCHITECT], "missing": lacking(state, seat, tile)}
    if state.tile_architect[tile] and not shows(state, seat, ARCHITECT):
        return IllegalMove("HAV-5.4", N_("Tile {tile} asks for the {card} among your open cards."), facts)
    return IllegalMove("HAV-5.5", N_("You cannot pay for tile {tile}, even by exchange. Missing: {missing}."), facts)


def lacking(state: State, seat: int, tile: int) -> str:
    """Return which pieces of a tile's cost ``seat`` has not, before any exchange."""
    left = [missing(state, seat, tile, piece) for piece in range(len(PIECES))]
    unmet = int(state.tile_needs[tile]) & ~needs_met(state, seat)
    if spare_debris(state, seat, tile, unmet) >= 0:
        left[:DEBRIS] = [0] * DEBRIS
    if spare_pesos(state, seat, tile, unmet) >= 0:
        left[WORKER] = 0
    return ", ".join(counted(count, piece) for piece, count in enumerate(left) if count)


def counted(count: int, piece: int) -> str:
    """Return a number of pieces in words.

    >>> counted(1, WORKER), counted(2, WORKER), counted(2, DEBRIS)
    ('1 worker', '2 workers', '2 debris')
    """
    return f"{count} {PIECES[piece] if count == 1 else COST_WORDS[piece]}"


def cannot_pay(state: State, seat: int, way: int) -> IllegalMove:
    """More is exchanged than the tile asks for or than there are debris and pesos, or too little."""
    tile = end_tile(state, state.chosen)
    exchanged = [way // WAYS**place % WAYS for place in range(WORKER)]  # four colours, then workers
    workers = exchanged.pop()
    for piece, count in [*enumerate(exchanged), (WORKER, workers)]:
        asked, lacked = int(state.tile_cost[tile, piece]), int(missing(state, seat, tile, piece))
        facts: Facts = {"asked": counted(asked, piece), "missing": counted(lacked, piece)}
        if count > asked:
            return IllegalMove("HAV-5.5", N_("The tile asks for {asked}; no more can be exchanged."), facts)
        if count < lacked:
            return IllegalMove("HAV-5.5", N_("You lack {missing}: that must be exchanged."), facts)
    pesos = int(state.tile_cost[tile, PESO]) + price_of_exchange(workers)
    debris = int(state.tile_cost[tile, DEBRIS]) + price_of_exchange(sum(exchanged))
    needed, piece = (pesos, PESO) if pesos > owned(state, seat, PESO) else (debris, DEBRIS)
    facts = {"needed": counted(needed, piece), "owned": owned(state, seat, piece)}
    return IllegalMove("HAV-5.5", N_("That takes {needed}, and you have {owned}."), facts)


def cannot_cover(state: State, seat: int, answer: int) -> IllegalMove:
    """The card to be covered does not lie open, or the new card is not in hand."""
    covered, new = answer // CARD_COUNT, answer % CARD_COUNT
    if not shows(state, seat, covered):
        return IllegalMove("HAV-4.5", N_("The card {card} does not lie open before you."), {"card": NAMES[covered]})
    return IllegalMove("HAV-4.5", N_("The card {card} is not in your hand."), {"card": NAMES[new]})


REASONS: dict[int, Callable[[State, int, int], IllegalMove]] = {
    FETCH: cannot_fetch,
    PERFORM: cannot_perform_now,
    REFRESH: cannot_refresh,
    REMOVE: cannot_remove,
    TAX: cannot_tax,
    ROB: cannot_rob,
    STEAL: cannot_steal,
    TAKE: cannot_take,
    BUY: cannot_buy,
    PAY: cannot_pay,
    COVER: cannot_cover,
}
"""By question, what finds the reason; choosing, swapping and taking back are always possible when asked."""
