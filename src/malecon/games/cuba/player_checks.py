"""Checks of the players in a hand-made position of Cuba, called by ``position_checks.py``."""

from malecon.core.bit_set import bit, has, size_of
from malecon.core.codecs import members
from malecon.core.position_checks import ensure, who
from malecon.games.cuba import asks
from malecon.games.cuba.answers import in_action, is_duty
from malecon.games.cuba.boards import PRODUCTS, RESOURCES, SEA
from malecon.games.cuba.buildings import PRINTED_WAREHOUSE, TOWN_HALL
from malecon.games.cuba.cards import ALL_CHARACTERS, ARCHITECT, CHARACTERS, FOREMAN, MAYOR, NAMES, TRADESWOMAN, VOTES
from malecon.games.cuba.rules import FIRST_PRODUCT, seat_at
from malecon.games.cuba.state import FIRST_PESOS, LAPS, NONE, State

STOCKED = 2
"""Resources, and products, that each player begins with (CUB-2.5)."""


def question_name(state: State) -> str:
    """Return the name of the question."""
    return asks.QUESTIONS[state.question]


def in_actions(state: State) -> bool:
    """Tell whether it is phase B: characters are played (CUB-4.1)."""
    return bool(state.question == asks.PLAY or in_action(state))


def in_parliament(state: State) -> bool:
    """Tell whether it is phase C (CUB-5)."""
    return bool(state.question == asks.BID or state.question == asks.ENACT)


def _place_of(state: State, seat: int) -> int:
    """Return how many places after the first player ``seat`` sits."""
    return int((seat - state.first) % state.seats)


def played(state: State, seat: int) -> int:
    """Return the characters that ``seat`` has played in this round, as a bit set."""
    sealed = bit(state.sealed[seat]) if state.sealed[seat] != NONE else 0
    return ALL_CHARACTERS & ~int(state.hand[seat]) & ~sealed


def tiles(state: State, seat: int, kind: int) -> int:
    """Return how many tiles of a kind ``seat`` has built."""
    return int((state.built[seat] == kind).sum())


def check_hand(state: State, seat: int) -> None:
    """Look at a player's characters (CUB-4.1, CUB-11.1)."""
    place, lap, turn = _place_of(state, seat), int(state.lap), int(state.turn)
    done = 0 if state.question in (asks.STOCK, asks.SEAL) else lap
    if in_actions(state):
        done += place < turn or (place == turn and in_action(state))
    sealed = state.sealed[seat] != NONE
    if state.question == asks.SEAL:
        ensure(state.sealing == 1, "question: seal needs the option sealed")
    else:
        must = bool(state.sealing) and in_actions(state)
        ensure(sealed == must, f"{who(seat)}, sealed: a character must {'' if must else 'not '}lie face down")
    count, left = size_of(state.hand[seat]), len(CHARACTERS) - done - sealed
    ensure(count == left, f"{who(seat)}, hand: are {count} characters, but must be {left}")
    last = int(state.last[seat])
    fits = has(played(state, seat), last) if done and last != NONE else done == 0 and last == NONE
    ensure(fits, f"{who(seat)}, last: must be a character played in this round")
    if lap == LAPS and seat == state.first:
        best = max(VOTES[state.last[: state.seats]].tolist())
        ensure(VOTES[last] == best, f"first: is {seat}, whose last character is not the highest")


def check_votes(state: State, seat: int) -> None:
    """Look at votes and Town halls (CUB-5.1, CUB-6.3)."""
    extra, votes = int(state.town_hall[seat]), int(state.votes[seat])
    halls = tiles(state, seat, TOWN_HALL) if has(played(state, seat), FOREMAN) else 0
    if not in_actions(state) and not in_parliament(state):
        halls = 0
    possible = [int(state.gives[TOWN_HALL]) * used for used in range(halls + 1)]
    ensure(extra in possible, f"{who(seat)}, town_hall: is {extra}, but must be {possible[-1]} at most")
    if not in_parliament(state):
        ensure(votes == 0, f"{who(seat)}, votes: are {votes}, but must be 0 outside of the parliament")
        return
    shown = int(VOTES[members(state.hand[seat])[0]]) + extra
    first_ballot = state.question == asks.BID and state.ballot == 1
    fits = votes == shown if first_ballot else votes >= shown
    ensure(fits, f"{who(seat)}, votes: are {votes}, but must be {shown} by character and town hall")


def check_marks(state: State, seat: int) -> None:
    """Look at what a player has paid and bid in this round (CUB-5.2, CUB-7.3)."""
    if has(state.tax_paid, seat):
        fits = is_duty(state) or (state.question == asks.PAY_TAX and _place_of(state, seat) < state.turn)
        ensure(fits, f"{who(seat)}, tax_paid: the tax cannot have been paid yet")
    bid = int(state.bid[seat])
    ensure(state.question == asks.BID or bid == NONE, f"{who(seat)}, bid: is {bid}, but there is no ballot")
    ensure(bid <= state.pesos[seat], f"{who(seat)}, bid: is {bid}, but there are only {state.pesos[seat]} pesos")


def check_markers(state: State) -> None:
    """Hold the markers against the characters that were played (CUB-4.4)."""
    ended = [0] * len(CHARACTERS)
    for seat in range(state.seats):
        acting = in_action(state) and seat == seat_at(state, int(state.turn))
        for character in members(played(state, seat)):
            ended[character] += not (acting and character == state.last[seat])
    covered = {
        TRADESWOMAN: int(state.resource_taken + state.product_taken),
        ARCHITECT: int(state.points_taken),
        MAYOR: int(state.pesos_taken),
    }
    for character, count in covered.items():
        name, times = NAMES[character], ended[character] if state.round_no > 0 else 0
        ensure(count <= times, f"markers: are {count} of the {name}, who was played {times} times to the end")


def check_set_up(state: State) -> None:
    """Look at what nobody can have changed before the first round (CUB-2)."""
    ensure(state.market.tolist() == state.filled.tolist(), "market: must be as it is printed before the first round")
    for seat in range(state.seats):
        place = _place_of(state, seat)
        resources = sum(state.own[seat, : len(RESOURCES)].tolist())
        products = sum(state.own[seat, FIRST_PRODUCT : FIRST_PRODUCT + len(PRODUCTS)].tolist())
        goods = sum(state.own[seat].tolist()) - resources - products
        chosen = [(STOCKED, STOCKED)] if place < state.turn else [(0, 0)]
        if place == state.turn:
            chosen.append((STOCKED, 0))
        ensure((resources, products) in chosen and goods == 0, f"{who(seat)}, pieces: are not those of the set-up")
        home = state.built[seat, state.pawn[seat]] == PRINTED_WAREHOUSE
        ensure(home, f"{who(seat)}, pawn: must be on the printed warehouse before the first round")
        begun = (int(state.points[seat]), int(state.pesos[seat])) == (0, FIRST_PESOS)
        ensure(begun, f"{who(seat)}: must have 0 points and {FIRST_PESOS} pesos before the first round")
        built = any(NONE < kind < PRINTED_WAREHOUSE for kind in state.built[seat].tolist())
        empty = not built and not state.stored[seat].any()
        ensure(empty, f"{who(seat)}: nothing can be built or stored before the first round")
    ensure(not state.cargo[:SEA].any(), "harbour: nothing can be loaded before the first round")
