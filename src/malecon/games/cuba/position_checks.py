"""Checks of a hand-made position of Cuba: a game can come to it.

Each check either passes or raises ``UsageError`` with the reason in one sentence. All of this follows from the rules;
that no real position is refused is tested over whole random games. What belongs to the question is held against the
rules in ``resume.py``.
"""

from typing import Any

from malecon.core.bit_set import has
from malecon.core.codecs import members
from malecon.core.position_checks import ensure, ensure_each_once, who
from malecon.games.cuba import asks
from malecon.games.cuba.boards import DOCKS, FIELD_NAMES, MERCHANDISE, PIECES, PLACES, PRODUCTS, TOTAL
from malecon.games.cuba.buildings import CHURCH, LIGHTHOUSE
from malecon.games.cuba.cards import (
    FOREMAN,
    HARBOUR_ACT,
    LAWS_OF_A_TYPE,
    OTHER,
    PRINTED_DUTY,
    PRINTED_TAX,
    SHIP_COUNT,
    TYPES,
)
from malecon.games.cuba.player_checks import (
    check_hand,
    check_markers,
    check_marks,
    check_set_up,
    check_votes,
    in_actions,
    in_parliament,
    played,
    question_name,
    tiles,
)
from malecon.games.cuba.rules import FIRST_PRODUCT, is_in_force, seat_at
from malecon.games.cuba.rules.harbour import LAST_DOCK, is_full
from malecon.games.cuba.state import LAPS, NONE, ROUNDS, State

ENACTED = 2
"""Bills that become law in a round (CUB-5.3)."""


def check_each_once(position: Any, state: State) -> None:
    """Refuse a position in which a ship, a law or a character is missing, strange or there twice."""
    for what, place in (("first", position.first), ("turn", position.turn)):
        ensure(place < state.seats, f"{what}: is {place}, but must be 0 to {state.seats - 1}")
    lying = [one.ship for one in position.harbour if one is not None]
    ensure_each_once("ship", [*lying, *position.pile], range(1, SHIP_COUNT + 1))
    for law_type, name in enumerate(TYPES):
        first, cards = law_type * LAWS_OF_A_TYPE + 1, getattr(position.parliament, name).cards
        ensure_each_once(f"parliament, {name}: law", cards, range(first, first + LAWS_OF_A_TYPE))
    for seat, player in enumerate(position.players):
        held = [*player.hand, *([player.sealed] if player.sealed else [])]
        for character in held:
            ensure(held.count(character) == 1, f"{who(seat)}: {character} is there {held.count(character)} times")
        for field in player.buildings:
            free = state.built[seat, FIELD_NAMES.index(field)] == NONE
            ensure(free, f"{who(seat)}, buildings: {field} is the printed warehouse's")


def check(state: State) -> None:
    """Refuse a state, whose question is not asked yet, that no game can come to."""
    _check_round(state)
    _check_pieces(state)
    _check_harbour(state)
    _check_bills(state)
    _check_laws_in_force(state)
    for seat in range(state.seats):
        check_hand(state, seat)
        check_votes(state, seat)
        check_marks(state, seat)
    check_markers(state)
    if state.question == asks.STOCK:
        check_set_up(state)


def _check_round(state: State) -> None:
    """Look at round, lap and turn (CUB-3.1, CUB-4.1)."""
    question, round_no, lap = int(state.question), int(state.round_no), int(state.lap)
    ensure((round_no == 0) == (question == asks.STOCK), f"round: is {round_no} at the question {question_name(state)}")
    ensure(question != asks.OVER or round_no == ROUNDS, f"round: is {round_no}, but must be {ROUNDS} at the end")
    if in_actions(state):
        ensure(lap < LAPS, f"lap: is {lap} at the question {question_name(state)}, but must be 0 to {LAPS - 1}")
    else:
        must = 0 if question in (asks.STOCK, asks.SEAL) else LAPS
        ensure(lap == must, f"lap: is {lap} at the question {question_name(state)}, but must be {must}")
    if question in (asks.SEAL, asks.BID, asks.ENACT, asks.OVER):
        ensure(state.turn == 0, f"turn: is {state.turn} at the question {question_name(state)}, but must be 0")


def _check_pieces(state: State) -> None:
    """Count the pieces (CUB-1.1), on the tracks (CUB-2.1) and in the warehouses (CUB-4.42) too."""
    for piece, name in enumerate(PIECES):
        count = int(state.supply[piece]) + sum(state.own[: state.seats, piece].tolist())
        if piece >= FIRST_PRODUCT:
            kind = piece - FIRST_PRODUCT
            count += int(state.market[kind]) + sum(state.cargo[:, kind].tolist())
        where = "supply, market, ships and with players"
        ensure(count == TOTAL[piece], f"{name}: are {count} in {where}, but must be {TOTAL[piece]}")
    for kind, name in enumerate(MERCHANDISE):
        count, spaces = int(state.market[kind]), int(state.spaces[kind])
        ensure(count <= spaces, f"market: has {count} {name}, but only {spaces} spaces for it")
    for seat in range(state.seats):
        for product, name in enumerate(PRODUCTS):
            stored, own = int(state.stored[seat, product]), int(state.own[seat, FIRST_PRODUCT + product])
            ensure(stored <= own, f"{who(seat)}, stored: are {stored} {name}, but there are only {own} in all")


def _check_harbour(state: State) -> None:
    """Look at ships and cargo, and at what is known of the pile (CUB-2.2, CUB-4.51, CUB-4.53, CUB-10.22)."""
    for place, name in enumerate(PLACES):
        empty = place == LAST_DOCK and state.round_no <= 1
        found = "is no ship" if state.ship[place] == NONE else "is a ship"
        ensure((state.ship[place] == NONE) == empty, f"{name}: there {found} in round {state.round_no}")
        if not empty:
            _check_cargo(state, place)
    known, size = int(state.pile_known), int(state.pile_size)
    most = size if state.round_no > 1 else 0
    ensure(known <= most, f"pile_known: is {known}, but must be at most {most}")
    for seat in members(state.pile_seen):
        ensure(tiles(state, seat, LIGHTHOUSE) > 0, f"{who(seat)}, knows_pile: has no lighthouse to look from")
        looks = state.question == asks.SWAP and seat == seat_at(state, state.turn)
        ensure(looks, f"{who(seat)}, knows_pile: does not look through it now")


def _check_cargo(state: State, place: int) -> None:
    for kind, name in enumerate(MERCHANDISE):
        cargo, spaces = int(state.cargo[place, kind]), int(state.needs[state.ship[place], kind])
        most = spaces if place < DOCKS else 0
        ensure(cargo <= most, f"{PLACES[place]}: has {cargo} {name} loaded, but must have at most {most}")
    if in_actions(state) and is_in_force(state, OTHER, HARBOUR_ACT):
        ensure(not is_full(state, place), f"{PLACES[place]}: the ship is full, so it would have left")


def _check_bills(state: State) -> None:
    """Look at the bills, and at those that were removed (CUB-3.2, CUB-5.6, CUB-6.1, CUB-6.2)."""
    removed = 0
    for law_type, name in enumerate(TYPES):
        bill = int(state.bill[law_type])
        if state.round_no > 0 and (state.lap < LAPS or in_parliament(state)):
            turned_up = int(state.law_pile[law_type, state.round_no - 1])
            fits = bill in (turned_up, NONE)
            removed += bill == NONE
        else:
            fits = bill == NONE
        ensure(fits, f"parliament, {name}: the bill must be this round's card or none, and none after the vote")
    churches = [seat for seat in range(state.seats) if tiles(state, seat, CHURCH)]
    used = sum(tiles(state, seat, CHURCH) for seat in churches if has(played(state, seat), FOREMAN))
    ensure(removed <= used, f"parliament: {removed} bills were removed, but {used} churches can have been used")
    vetoed, barred = int(state.vetoed), int(state.barred)
    if state.round_no > 0 and (state.lap < LAPS or in_parliament(state)):
        ensure((vetoed == NONE) == (removed == 0), "parliament, vetoed: does not go with the bills")
    if vetoed != NONE:
        gone = state.bill[vetoed] == NONE and _newest(state, vetoed) != state.in_force[vetoed] and used > 0
        ensure(gone and vetoed != barred, f"parliament, vetoed: the {TYPES[vetoed]} bill cannot have been removed")
    if barred != NONE:
        known = state.round_no > 1 and state.in_force[barred] != state.law_pile[barred, state.round_no - 2]
        ensure(known and bool(churches), f"parliament, barred: {TYPES[barred]} cannot have been removed")


def _newest(state: State, law_type: int) -> int:
    """Return the card of a type that is this round's, -1 in the set-up."""
    return NONE if state.round_no == 0 else int(state.law_pile[law_type, state.round_no - 1])


def _check_laws_in_force(state: State) -> None:
    """Look at the laws in force: in each round two were enacted (CUB-2.3, CUB-5.3, CUB-5.6)."""
    rounds = int(state.round_no)
    if rounds > 0 and (state.lap < LAPS or in_parliament(state)):
        rounds -= 1
    enacted = [0] * rounds
    for law_type, name in enumerate(TYPES):
        law = int(state.in_force[law_type])
        cards = state.law_pile[law_type, :rounds].tolist()
        start = {"tax": PRINTED_TAX, "duty": PRINTED_DUTY}.get(name, NONE)
        ensure(
            law in (start, *cards), f"parliament, {name}: law {law + 1} cannot be in force in round {state.round_no}"
        )
        if law != start:
            enacted[cards.index(law)] += 1
    for round_no, count in enumerate(enacted, start=1):
        fits = count == ENACTED if round_no == rounds else count <= ENACTED
        ensure(fits, f"parliament: {count} laws of round {round_no} are in force, but {ENACTED} were enacted")
