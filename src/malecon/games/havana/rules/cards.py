"""The cards that take from centre, bag and supply, and those about cards and tiles (chapter 6).

HAV-6.1   Refreshment: take one card from the own discard pile, unseen.
HAV-6.3   Debris: take all debris of the centre.
HAV-6.4   Conservation: put one end tile into the box, one a round for all.
HAV-6.6   Worker: 2 workers for the first of the round, then 1.
HAV-6.7   Architect: 1 worker.
HAV-6.11  Black Market: draw 2 cubes for the first of the round, then 1.
HAV-6.12  Pesos: half of the pesos in the centre, rounded up.
HAV-6.13  Mama: half of the coloured cubes of the centre, of choice, and half of the debris, rounded up.
"""

from malecon.core.bit_set import bit
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.answers import NOTHING_REFRESHED, NOTHING_REMOVED
from malecon.games.havana.buildings import DEBRIS, PESO, WORKER
from malecon.games.havana.cards import (
    ARCHITECT,
    BLACK_MARKET,
    CONSERVATION,
    DEBRIS_CARD,
    MAMA,
    PESOS_CARD,
    REFRESHMENT,
    WORKER_CARD,
)
from malecon.games.havana.events import DECLINED, DREW, GAINED, HAD_NO_EFFECT, REFRESHED, REMOVED
from malecon.games.havana.rules import COLOUR_COUNT, ask, end_if_used_up, end_tile, take_end
from malecon.games.havana.rules.setting_up import END_COUNT, draw_cube, in_bag
from malecon.games.havana.state import BOX, FILOSOFIA, NONE, State


@rule
def _gain(state: State, seat: int, card: int, piece: int, count: int, journal: Journal) -> None:
    """Note what ``card`` brought, and end its action; an action that brought nothing had no effect (HAV-4.3)."""
    if count > 0:
        note(journal, GAINED, seat, piece, count)
    else:
        note(journal, HAD_NO_EFFECT, seat, card)
    state.question = asks.ACT


@rule
def perform_refreshment(state: State, seat: int, journal: Journal) -> None:
    """Ask which card to take back; an empty pile gives nothing (HAV-6.1)."""
    if state.discards[seat] == 0:
        note(journal, HAD_NO_EFFECT, seat, REFRESHMENT)
        state.question = asks.ACT
    else:
        ask_refreshment(state, seat)


@rule
def ask_refreshment(state: State, seat: int) -> None:
    """Ask which card of the discard pile to take, if any (HAV-6.1)."""
    ask(state, asks.REFRESH, state.discards[seat] + bit(NOTHING_REFRESHED))


@rule
def refresh(state: State, seat: int, card: int, journal: Journal) -> None:
    """Take ``card`` from the discard pile into the hand, or nothing (HAV-6.1)."""
    if card == NOTHING_REFRESHED:
        note(journal, DECLINED, seat, REFRESHMENT)
    else:
        state.discards[seat] -= bit(card)
        state.hand[seat] += bit(card)
        state.unseen[seat] += 1
        note(journal, REFRESHED, seat, card)
    state.question = asks.ACT


@rule
def perform_debris(state: State, seat: int, journal: Journal) -> None:
    """Take all debris of the centre (HAV-6.3)."""
    taken = state.centre[DEBRIS]
    state.centre[DEBRIS] = 0
    state.cubes[seat, DEBRIS] += taken
    _gain(state, seat, DEBRIS_CARD, DEBRIS, taken, journal)


@rule
def perform_conservation(state: State, seat: int, journal: Journal) -> None:
    """Ask which tile to remove, unless somebody has removed one in this round (HAV-6.4)."""
    if state.removed == 1:
        note(journal, HAD_NO_EFFECT, seat, CONSERVATION)
        state.question = asks.ACT
    else:
        ask(state, asks.REMOVE, _removable(state) + bit(NOTHING_REMOVED))


@rule
def _removable(state: State) -> int:
    """Return the ends that have a tile, as a bit set."""
    ends = 0
    for end in range(END_COUNT):
        if end_tile(state, end) != NONE:
            ends += bit(end)
    return ends


@rule
def remove(state: State, seat: int, end: int, journal: Journal) -> None:
    """Put the tile at ``end`` into the box, or none, which does not use up the round's removal (HAV-6.4)."""
    if end == NOTHING_REMOVED:
        note(journal, DECLINED, seat, CONSERVATION)
        state.question = asks.ACT
        return
    state.removed = 1
    note(journal, REMOVED, seat, end_tile(state, end), end)
    tile = take_end(state, end, journal)
    state.owner[tile] = BOX
    state.question = asks.ACT
    end_if_used_up(state, journal)


@rule
def _hire(state: State, seat: int, card: int, count: int, journal: Journal) -> None:
    """Move ``count`` workers from the supply to ``seat``."""
    state.supply_workers -= count
    state.workers[seat] += count
    _gain(state, seat, card, WORKER, count, journal)


@rule
def perform_worker(state: State, seat: int, journal: Journal) -> None:
    """Take 2 workers, or 1 if another Worker was performed before (HAV-6.6)."""
    due = 1 if state.worker_done == 1 else 2
    given = min(due, state.supply_workers)
    if given < due and state.edition == FILOSOFIA:  # HAV-8.1
        given = 0
    if given > 0:
        state.worker_done = 1
    _hire(state, seat, WORKER_CARD, given, journal)


@rule
def perform_architect(state: State, seat: int, journal: Journal) -> None:
    """Take 1 worker if there is one; this is not a Worker action (HAV-6.7)."""
    _hire(state, seat, ARCHITECT, min(1, state.supply_workers), journal)


@rule
def perform_black_market(state: State, seat: int, journal: Journal) -> None:
    """Draw 2 cubes, or 1 if another Black Market was performed before, or what the bag has (HAV-6.11)."""
    due = 1 if state.market_done == 1 else 2
    state.market_done = 1
    given = min(due, in_bag(state))
    for _ in range(given):
        cube = draw_cube(state)
        state.cubes[seat, cube] += 1
        note(journal, DREW, seat, cube)
    if given == 0:
        note(journal, HAD_NO_EFFECT, seat, BLACK_MARKET)
    state.question = asks.ACT


@rule
def perform_pesos(state: State, seat: int, journal: Journal) -> None:
    """Take half of the pesos in the centre, rounded up (HAV-6.12)."""
    taken = (state.centre_pesos + 1) // 2
    state.centre_pesos -= taken
    state.pesos[seat] += taken
    _gain(state, seat, PESOS_CARD, PESO, taken, journal)


@rule
def perform_mama(state: State, seat: int, journal: Journal) -> None:
    """Take half of the debris of the centre, then ask for half of the coloured cubes, each rounded up (HAV-6.13)."""
    debris = (state.centre[DEBRIS] + 1) // 2
    state.centre[DEBRIS] -= debris
    state.cubes[seat, DEBRIS] += debris
    coloured = 0
    for colour in range(COLOUR_COUNT):
        coloured += state.centre[colour]
    state.to_take = (coloured + 1) // 2
    if debris > 0:
        note(journal, GAINED, seat, DEBRIS, debris)
    if debris + coloured == 0:
        note(journal, HAD_NO_EFFECT, seat, MAMA)
    if coloured > 0:
        ask(state, asks.TAKE, takeable(state))
    else:
        state.question = asks.ACT


@rule
def takeable(state: State) -> int:
    """Return the colours in the centre, as a bit set."""
    colours = 0
    for colour in range(COLOUR_COUNT):
        if state.centre[colour] > 0:
            colours += bit(colour)
    return colours


@rule
def take(state: State, seat: int, colour: int, journal: Journal) -> None:
    """Take one coloured cube of the centre for Mama (HAV-6.13)."""
    state.centre[colour] -= 1
    state.cubes[seat, colour] += 1
    note(journal, GAINED, seat, colour, 1)
    state.to_take -= 1
    if state.to_take == 0:
        state.question = asks.ACT
    else:
        ask(state, asks.TAKE, takeable(state))
