"""The round (chapters 3, 4 and 8), from the bills to the return of the markers.

CUB-3.2   One card of each law pile becomes a bill.
CUB-4.1   Four times round each player plays a character.
CUB-4.60  The highest fourth character makes the new first player; of tied ones who played last.
CUB-8.1   Products in the yard go back to the supply.
CUB-8.5   Markers and characters go back.
CUB-11.1  Each player seals a character.
"""

from malecon.core.bit_set import bit
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.cuba import asks
from malecon.games.cuba.boards import MERCHANDISE
from malecon.games.cuba.cards import ALL_CHARACTERS, TYPES, VOTES
from malecon.games.cuba.events import BECAME_FIRST, BILL_TURNED_UP, PLAYED, RETURNED, ROUND_BEGAN, SEALED, TURN_BEGAN
from malecon.games.cuba.rules import FIRST_PRODUCT, PRODUCT_COUNT, ask, in_yard, seat_at
from malecon.games.cuba.rules.harbour import renew_harbour
from malecon.games.cuba.rules.parliament import open_parliament
from malecon.games.cuba.state import LAPS, NONE, State

TYPE_COUNT = len(TYPES)
KIND_COUNT = len(MERCHANDISE)


@rule
def begin_round(state: State, journal: Journal) -> None:
    """Take back cards and markers, turn up the bills, and begin phase B (CUB-3.2, CUB-8.5)."""
    state.round_no += 1
    note(journal, ROUND_BEGAN, NONE, state.round_no)
    for law_type in range(TYPE_COUNT):
        law = state.law_pile[law_type, state.round_no - 1]
        state.bill[law_type] = law
        note(journal, BILL_TURNED_UP, NONE, law, state.law_kind[law], state.law_amount[law])
    state.resource_taken = 0
    state.product_taken = 0
    state.points_taken = 0
    state.pesos_taken = 0
    for seat in range(state.seats):
        state.hand[seat] = ALL_CHARACTERS
        state.last[seat] = NONE
    state.lap = 0
    state.turn = 0
    state.mover = state.first
    if state.sealing == 1:
        ask(state, asks.SEAL, ALL_CHARACTERS)
    else:
        state.question = asks.BEGIN_TURN


@rule
def seal(state: State, seat: int, character: int, journal: Journal) -> None:
    """Lay one character face down; the last one to do so begins phase B (CUB-11.1)."""
    state.sealed[seat] = character
    state.hand[seat] -= bit(character)
    note(journal, SEALED, seat, character)
    if unsealed(state) == 0:
        state.question = asks.BEGIN_TURN


@rule
def unsealed(state: State) -> int:
    """Return the seats that have not sealed a character yet, as a bit set (CUB-11.1)."""
    seats = 0
    for seat in range(state.seats):
        if state.sealed[seat] == NONE:
            seats |= bit(seat)
    return seats


@rule
def begin_turn(state: State, journal: Journal) -> None:
    """Ask the next player for a character (CUB-4.1)."""
    seat = seat_at(state, state.turn)
    state.mover = seat
    note(journal, TURN_BEGAN, seat)
    ask_character(state, seat)


@rule
def ask_character(state: State, seat: int) -> None:
    """Ask which character of the hand to play (CUB-4.1)."""
    ask(state, asks.PLAY, state.hand[seat])


@rule
def play(state: State, seat: int, character: int, journal: Journal) -> None:
    """Lay ``character`` open; its action begins elsewhere (``characters.py``, CUB-4.2)."""
    state.hand[seat] -= bit(character)
    state.last[seat] = character
    note(journal, PLAYED, seat, character)


@rule
def end_turn(state: State, journal: Journal) -> None:
    """Forget the action, and go on to the next player, the next lap or the parliament (CUB-4.1)."""
    state.near = 0
    state.far = 0
    state.free = 0
    state.chosen = NONE
    for product in range(PRODUCT_COUNT):
        state.fruitful[FIRST_PRODUCT + product] = 0
    for kind in range(KIND_COUNT):
        state.traded[kind] = 0
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0
        state.lap += 1
    if state.lap == LAPS:
        _choose_first(state, journal)
        open_parliament(state, journal)
    else:
        state.question = asks.BEGIN_TURN


@rule
def _choose_first(state: State, journal: Journal) -> None:
    """Make the player of the highest fourth character first player, of tied ones the last (CUB-4.60)."""
    best, first, tied = 0, NONE, 0
    for turn in range(state.seats):
        seat = seat_at(state, turn)
        votes = VOTES[state.last[seat]]
        if votes >= best:
            tied = tied + 1 if votes == best else 1
            best = votes
            first = seat
    state.first = first
    note(journal, BECAME_FIRST, first, state.last[first], tied)


@rule
def end_round(state: State, journal: Journal) -> None:
    """Empty the yards, renew the harbour, and begin the next round (CUB-8.1 to 8.4)."""
    for seat in range(state.seats):
        for product in range(PRODUCT_COUNT):
            _empty_yard(state, seat, product, journal)
    renew_harbour(state, journal)
    state.barred = state.vetoed  # CUB-6.2
    state.vetoed = NONE
    state.question = asks.BEGIN_ROUND


@rule
def _empty_yard(state: State, seat: int, product: int, journal: Journal) -> None:
    """Move the products of one kind that are not stored to the supply (CUB-8.1)."""
    if state.keeps_yard:
        return
    piece = FIRST_PRODUCT + product
    count = in_yard(state, seat, product)
    state.own[seat, piece] -= count
    state.supply[piece] += count
    if count > 0:
        note(journal, RETURNED, seat, piece, count)
