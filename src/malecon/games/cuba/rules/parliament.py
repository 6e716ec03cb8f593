"""The parliament (chapters 5 and 6).

CUB-5.1  All show the fifth character: its votes, and 2 for a Town hall used.
CUB-5.2  All bid in secret and at once; every bid is paid.
CUB-5.3  Who has the most votes enacts two of the bills.
CUB-5.4  The tied bid again; still tied, the first of them from the first player on.
CUB-5.5  Under the corruption act nobody bids.
CUB-5.6  An enacted law replaces the one of its type; other bills leave the game.
CUB-5.7  Who has no peso is not asked.
CUB-6.3  A Town hall's votes count in this round only.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.actions import MANY
from malecon.core.bit_set import bit, has, is_single, lowest, size_of
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.core.random import Source, draw
from malecon.games.cuba import asks
from malecon.games.cuba.answers import BILL_PAIRS, MOST_PESOS
from malecon.games.cuba.cards import CORRUPTION_ACT, OTHER, TAX, TYPES, VOTES
from malecon.games.cuba.events import BID_SHOWN, BIDDEN, BIDDING_FORBIDDEN, ENACTED, REJECTED, SHOWED, TIED, WON_VOTE
from malecon.games.cuba.rules import ask, is_in_force, seat_at
from malecon.games.cuba.state import NONE, State

TYPE_COUNT = len(TYPES)
PAIR_COUNT = len(BILL_PAIRS)
PAIRS = np.array(BILL_PAIRS, np.int8)
"""``[6, 2]`` the types of each pair of bills."""
LAST_BALLOT = 2


@rule
def open_parliament(state: State, journal: Journal) -> None:
    """Show the fifth characters and count their votes; then all bid who may (CUB-5.1, CUB-5.5, CUB-6.3)."""
    for seat in range(state.seats):
        if state.sealed[seat] != NONE:
            state.hand[seat] = bit(state.sealed[seat])
            state.sealed[seat] = NONE
        character = lowest(state.hand[seat])
        state.votes[seat] = VOTES[character] + state.town_hall[seat]
        note(journal, SHOWED, seat, character, state.votes[seat])
    state.mover = state.first
    state.ballot = 1
    state.bidders = bit(state.seats) - 1
    if is_in_force(state, OTHER, CORRUPTION_ACT):
        state.bidders = 0
        note(journal, BIDDING_FORBIDDEN, NONE)
    _open_ballot(state)


@rule
def _open_ballot(state: State) -> None:
    """Ask the bidders who have pesos (CUB-5.2, CUB-5.7)."""
    for seat in range(state.seats):
        if has(state.bidders, seat) and state.pesos[seat] == 0:
            state.bid[seat] = 0
    if undecided(state) == 0:
        state.question = asks.COUNT_VOTES
    else:
        ask(state, asks.BID, MANY)


@rule
def undecided(state: State) -> int:
    """Return the bidders who have not decided yet, as a bit set."""
    seats = 0
    for seat in range(state.seats):
        if has(state.bidders, seat) and state.bid[seat] == NONE:
            seats |= bit(seat)
    return seats


@rule
def most_to_bid(state: State, seat: int) -> int:
    """Return the highest bid that ``seat`` can pay (CUB-5.2)."""
    return min(int(state.pesos[seat]), MOST_PESOS)


@rule
def list_bids(state: State, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with the bids of ``seat``, each raised by ``first``, and return how many they are (CUB-5.2)."""
    bids = most_to_bid(state, seat) + 1
    for pesos in range(bids):
        out[pesos] = first + pesos
    return bids


@rule
def sample_bid(state: State, seat: int, source: Source) -> int:
    """Return a random bid of ``seat``."""
    return draw(source, most_to_bid(state, seat) + 1)


@rule
def bid(state: State, seat: int, pesos: int, journal: Journal) -> None:
    """Decide on a bid in secret; the last one to do so lets the votes be counted (CUB-5.2)."""
    state.bid[seat] = pesos
    note(journal, BIDDEN, seat, pesos)
    if undecided(state) == 0:
        state.question = asks.COUNT_VOTES


@rule
def count_votes(state: State, journal: Journal) -> None:
    """Show and take the bids; the best wins, tied ones bid again, then the order decides (CUB-5.2 to 5.5)."""
    for seat in range(state.seats):
        if has(state.bidders, seat):
            _take_bid(state, seat, journal)
    tied = most_votes(state)
    if is_single(tied) or state.ballot == LAST_BALLOT or state.bidders == 0:
        let_choose(state, tied, journal)
    else:
        state.ballot = LAST_BALLOT
        state.bidders = tied
        for seat in range(state.seats):
            if has(tied, seat):
                note(journal, TIED, seat)
        _open_ballot(state)


@rule
def _take_bid(state: State, seat: int, journal: Journal) -> None:
    """Pay a bid to the supply and add its votes (CUB-5.2)."""
    state.pesos[seat] -= state.bid[seat]
    state.votes[seat] += state.bid[seat]
    note(journal, BID_SHOWN, seat, state.bid[seat], state.votes[seat])
    state.bid[seat] = NONE


@rule
def most_votes(state: State) -> int:
    """Return the seats with the most votes, as a bit set."""
    best, seats = -1, 0
    for seat in range(state.seats):
        votes = state.votes[seat]
        if votes > best:
            best = votes
            seats = bit(seat)
        elif votes == best:
            seats |= bit(seat)
    return seats


@rule
def _first_of(state: State, seats: int) -> int:
    """Return the first of ``seats`` clockwise from the first player (CUB-5.4)."""
    turn = 0
    while not has(seats, seat_at(state, turn)):
        turn += 1
    return seat_at(state, turn)


@rule
def let_choose(state: State, tied: int, journal: Journal) -> None:
    """Ask the winner, the first of those with the most votes, for two of the bills (CUB-5.3, CUB-5.4)."""
    seat = _first_of(state, tied)
    note(journal, WON_VOTE, seat, size_of(tied))
    state.ballot = 0
    state.bidders = 0
    state.mover = seat
    ask(state, asks.ENACT, _enactable(state))


@rule
def _enactable(state: State) -> int:
    """Return the pairs of bills that are left, as a bit set (CUB-5.3, CUB-6.1)."""
    pairs = 0
    for pair in range(PAIR_COUNT):
        if state.bill[PAIRS[pair, 0]] != NONE and state.bill[PAIRS[pair, 1]] != NONE:
            pairs |= bit(pair)
    return pairs


@rule
def enact(state: State, seat: int, pair: int, journal: Journal) -> None:
    """Put two bills in force, remove the others, and go on with phase D (CUB-5.6)."""
    for law_type in PAIRS[pair]:
        law = state.bill[law_type]
        state.in_force[law_type] = law
        state.bill[law_type] = NONE
        note(journal, ENACTED, seat, law, state.law_kind[law], state.law_amount[law])
    for law_type in range(TYPE_COUNT):
        law = state.bill[law_type]
        if law != NONE:
            state.bill[law_type] = NONE
            note(journal, REJECTED, NONE, law, state.law_kind[law], state.law_amount[law])
    for player in range(state.seats):
        state.town_hall[player] = 0  # CUB-6.3
        state.votes[player] = 0
    state.collecting = TAX
    state.tax_paid = 0
    state.turn = 0
    state.question = asks.COLLECT
