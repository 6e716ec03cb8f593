"""What a player has, and how it comes and goes: what several chapters ask.

CUB-1.1   What the supply lacks cannot be gained; whoever gains takes as many as are left.
CUB-4.3   Points are scored at once.
CUB-4.5   Within a kind, pieces of the yard go before stored ones.
CUB-10.31 Who pays, converts or sells puts the pieces into the supply; gains come from it.
"""

from malecon.core.jit import rule
from malecon.core.journal import Journal, note
from malecon.games.cuba.boards import PRODUCTS, RESOURCES
from malecon.games.cuba.events import DID_NOTHING, GAINED, PAID, PESO, SCORED
from malecon.games.cuba.state import END_TURN, NONE, State

RESOURCE_COUNT = len(RESOURCES)
PRODUCT_COUNT = len(PRODUCTS)
FIRST_PRODUCT = RESOURCE_COUNT
FIRST_GOOD = FIRST_PRODUCT + PRODUCT_COUNT


@rule
def ask(state: State, question: int, answers: int) -> None:
    """Let the game wait for an answer; a question with a single answer is answered at once (engine)."""
    state.question = question
    state.answers = answers


@rule
def do_nothing(state: State, seat: int, journal: Journal) -> None:
    """Leave out the action of the character that was played (CUB-4.2)."""
    note(journal, DID_NOTHING, seat, state.last[seat])
    state.question = END_TURN


@rule
def seat_at(state: State, turn: int) -> int:
    """Return the seat that is ``turn`` places after the first player, clockwise."""
    seat = state.first + turn
    return seat if seat < state.seats else seat - state.seats


@rule
def in_yard(state: State, seat: int, product: int) -> int:
    """Return how many products of a kind ``seat`` has that are not stored (CUB-4.42, CUB-8.1)."""
    return int(state.own[seat, FIRST_PRODUCT + product]) - int(state.stored[seat, product])


@rule
def is_in_force(state: State, law_type: int, kind: int) -> bool:
    """Tell whether the law in force of ``law_type`` is of ``kind``."""
    law = state.in_force[law_type]
    return bool(law != NONE and state.law_kind[law] == kind)


@rule
def score(state: State, seat: int, points: int, source: int, journal: Journal) -> None:
    """Give ``seat`` points at once (CUB-4.3)."""
    state.points[seat] += points
    if points > 0:
        note(journal, SCORED, seat, points, source)


@rule
def earn(state: State, seat: int, pesos: int, source: int, journal: Journal) -> None:
    """Give ``seat`` pesos, of which there is no end (CUB-1.2)."""
    state.pesos[seat] += pesos
    note(journal, GAINED, seat, PESO, pesos, source)


@rule
def spend(state: State, seat: int, pesos: int, source: int, journal: Journal) -> None:
    """Take pesos from ``seat``."""
    state.pesos[seat] -= pesos
    note(journal, PAID, seat, PESO, pesos, source)


@rule
def gain(state: State, seat: int, piece: int, count: int, source: int, journal: Journal) -> None:
    """Move ``count`` pieces, or what the supply has, from the supply to ``seat`` (CUB-1.1)."""
    given = min(count, state.supply[piece])
    state.supply[piece] -= given
    state.own[seat, piece] += given
    if given > 0:
        note(journal, GAINED, seat, piece, given, source)


@rule
def pay(state: State, seat: int, piece: int, count: int, source: int, journal: Journal) -> None:
    """Move ``count`` pieces from ``seat`` to the supply (CUB-10.31)."""
    give_up(state, seat, piece, count)
    state.supply[piece] += count
    if count > 0:
        note(journal, PAID, seat, piece, count, source)


@rule
def give_up(state: State, seat: int, piece: int, count: int) -> None:
    """Take ``count`` pieces from ``seat``, those of the yard before stored ones (CUB-4.5)."""
    state.own[seat, piece] -= count
    if FIRST_PRODUCT <= piece < FIRST_GOOD:
        product = piece - FIRST_PRODUCT
        state.stored[seat, product] = min(state.stored[seat, product], state.own[seat, piece])
