"""The actions of the cards (chapter 6).

HAV-6.1   Refreshment: take one card from the own discard pile, unseen.
HAV-6.3   Debris: take all debris of the centre.
HAV-6.4   Conservation: put one end tile into the box, one a round for all.
HAV-6.5   Tax Collector: 1 peso, and one worker or cube from each unprotected following player.
HAV-6.6   Worker: 2 workers for the first of the round, then 1.
HAV-6.7   Architect: 1 worker.
HAV-6.8   Pesos Thief: half of the pesos of a following player, rounded down.
HAV-6.9   Materials Thief: 1 cube, or up to 2 from a victim who had more than 3 coloured ones.
HAV-6.10  Protected players cannot be chosen; thieves turn back only when nobody follows at all.
HAV-6.11  Black Market: draw 2 cubes for the first of the round, then 1.
HAV-6.12  Pesos: half of the pesos in the centre, rounded up.
HAV-6.13  Mama: half of the coloured cubes of the centre, of choice, and half of the debris, rounded up.
"""

from malecon.core.bit_set import bit, has
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.answers import NOTHING_REFRESHED, NOTHING_REMOVED, NOTHING_STOLEN, STEALABLE, TAXABLE
from malecon.games.havana.buildings import CUBES, DEBRIS, PESO, WORKER
from malecon.games.havana.cards import (
    ARCHITECT,
    BLACK_MARKET,
    CONSERVATION,
    DEBRIS_CARD,
    MAMA,
    MATERIALS_THIEF,
    PESOS_CARD,
    PESOS_THIEF,
    REFRESHMENT,
    WORKER_CARD,
)
from malecon.games.havana.events import DECLINED, DREW, GAINED, HAD_NO_EFFECT, REFRESHED, REMOVED, ROBBED, TAXED
from malecon.games.havana.rules import (
    COLOUR_COUNT,
    ask,
    coloured_cubes,
    end_if_used_up,
    end_tile,
    is_protected,
    take_end,
)
from malecon.games.havana.rules.setting_up import END_COUNT, draw_cube, in_bag
from malecon.games.havana.state import BOX, FILOSOFIA, NONE, State

CUBE_KINDS = len(CUBES)
SAFE_COLOURED = 3
"""With more coloured cubes than these a victim can lose two (HAV-6.9)."""


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


@rule
def perform_tax_collector(state: State, seat: int, journal: Journal) -> None:
    """Take 1 peso from the supply and begin with the first following player (HAV-6.5)."""
    state.pesos[seat] += 1
    note(journal, GAINED, seat, PESO, 1)
    seek_taxpayer(state, state.turn + 1)


@rule
def seek_taxpayer(state: State, turn: int) -> None:
    """Ask for a piece of the first player from ``turn`` on who must pay, or finish (HAV-6.5)."""
    for later in range(turn, state.seats):
        victim = state.order[later]
        pieces = _taxable(state, victim)
        if pieces != 0 and not is_protected(state, victim):
            ask(state, asks.TAX, pieces << int(victim) * TAXABLE)
            return
    state.question = asks.ACT


@rule
def _taxable(state: State, victim: int) -> int:
    """Return the kinds of cubes that ``victim`` owns, and workers, as a bit set."""
    pieces = stealable(state, victim)
    if state.workers[victim] > 0:
        pieces += bit(WORKER)
    return pieces


@rule
def stealable(state: State, victim: int) -> int:
    """Return the kinds of cubes that ``victim`` owns, as a bit set."""
    kinds = 0
    for cube in range(CUBE_KINDS):
        if state.cubes[victim, cube] > 0:
            kinds += bit(cube)
    return kinds


@rule
def tax(state: State, seat: int, answer: int, journal: Journal) -> None:
    """Remove one piece of the victim, and go on to the next following player (HAV-6.5)."""
    victim, piece = answer // TAXABLE, answer % TAXABLE
    if piece == WORKER:
        state.workers[victim] -= 1
        state.supply_workers += 1
    else:
        state.cubes[victim, piece] -= 1
        state.box[piece] += 1
    note(journal, TAXED, seat, victim, piece)
    if end_if_used_up(state, journal):
        return
    turn = state.turn
    while state.order[turn] != victim:
        turn += 1
    seek_taxpayer(state, turn + 1)


@rule
def victims(state: State) -> int:
    """Return the victims that the mover may rob, as a bit set of seats (HAV-6.8, HAV-6.10)."""
    seats = 0
    first = state.turn + 1
    if first == state.seats:  # nobody follows
        first = 0
    for turn in range(first, state.seats):
        other = int(state.order[turn])
        can_be_robbed = (turn != state.turn) & (not is_protected(state, other))
        seats += int(can_be_robbed) << other
    return seats


@rule
def perform_pesos_thief(state: State, seat: int, journal: Journal) -> None:
    """Ask for a victim; without one the theft has no effect (HAV-6.8, HAV-6.10)."""
    seats = victims(state)
    if seats == 0:
        note(journal, HAD_NO_EFFECT, seat, PESOS_THIEF)
        state.question = asks.ACT
    else:
        ask(state, asks.ROB, seats)


@rule
def rob(state: State, seat: int, victim: int, journal: Journal) -> None:
    """Take half of the victim's pesos, rounded down (HAV-6.8)."""
    taken = robbed_from(state, victim)
    state.pesos[victim] -= taken
    state.pesos[seat] += taken
    note(journal, ROBBED, seat, victim, PESO, taken)
    state.question = asks.ACT


@rule
def robbed_from(state: State, victim: int) -> int:
    """Return half of the pesos of ``victim``, rounded down (HAV-6.8)."""
    return int(state.pesos[victim]) // 2


@rule
def perform_materials_thief(state: State, seat: int, journal: Journal) -> None:
    """Ask for a victim and a cube; without a victim the theft has no effect (HAV-6.9, HAV-6.10)."""
    seats = victims(state)
    answers = 0
    for victim in range(state.seats):
        kinds = stealable(state, victim)
        if kinds == 0:
            kinds = bit(NOTHING_STOLEN)
        if has(seats, victim):
            answers += kinds << victim * STEALABLE
    if answers == 0:
        note(journal, HAD_NO_EFFECT, seat, MATERIALS_THIEF)
        state.question = asks.ACT
    else:
        ask(state, asks.STEAL, answers)


@rule
def steal(state: State, seat: int, answer: int, journal: Journal) -> None:
    """Take one cube of the victim, or nothing, and ask for a second one if it is due (HAV-6.9)."""
    victim, cube = answer // STEALABLE, answer % STEALABLE
    is_first = state.victim == NONE
    may_go_on = is_first and coloured_cubes(state, victim) > SAFE_COLOURED
    if cube != NOTHING_STOLEN:
        state.cubes[victim, cube] -= 1
        state.cubes[seat, cube] += 1
        note(journal, ROBBED, seat, victim, cube, 1)
    elif is_first:  # the victim has none
        note(journal, ROBBED, seat, victim, DEBRIS, 0)
    else:
        note(journal, DECLINED, seat, MATERIALS_THIEF)
    if may_go_on:
        state.victim = victim
        ask(state, asks.STEAL, (stealable(state, victim) + bit(NOTHING_STOLEN)) << victim * STEALABLE)
    else:
        state.victim = NONE
        state.question = asks.ACT
