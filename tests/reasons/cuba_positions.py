"""Positions of Cuba whose reason is known by construction."""

from collections.abc import Iterator, Mapping
from typing import Any

from cuba_table import table
from cuba_words import counts, in_words, law_code
from malecon.core.match import Match
from malecon.games.cuba import GAME, asks
from malecon.games.cuba.boards import DOCKS, PLACES
from malecon.games.cuba.cards import NAMES, OTHER, SHIPS, SUBSIDY, VOTES
from malecon.games.cuba.position import read_position, write_position
from malecon.games.cuba.state import LAPS, ROUNDS, State
from reasons.built import Built

Causes = frozenset[tuple[str, str]]

LAWS = ("tax 5", "duty water", "subsidy resource fields", "corruption act")
BILLS = ("tax 4", "duty resources", "subsidy product fields", "drought act")
"""In force and turned up where nothing else is said: with ``PESOS`` and ``PIECES`` they are the same for all."""
PESOS, PIECES = 5, "1 wood 1 water"
FULL_MARKET = "5 citrus 5 sugar 5 tobacco 3 rum 3 cigars"
HOME = "row 1 column 1"


def _causes(*causes: str) -> Causes:
    """Return causes from texts such as ``you dock 3``."""
    pairs = [cause.split(" ", 1) for cause in causes]
    return frozenset((what, who) for who, what in pairs)


def _with(laws: tuple[str, ...], *others: str) -> list[str]:
    """Return the laws with others in place of those of their types."""
    kinds = [law_code(law) // 6 for law in others]
    return [*others, *(law for law in laws if law_code(law) // 6 not in kinds)]


def _ships(spaces: Mapping[int, str], sea: int | None) -> tuple[list[int], dict[str, str]]:
    """Return ships for docks 1 to 3 and the sea, and their cargo that leaves only these spaces."""
    ships: list[int] = []
    cargo: dict[str, str] = {}
    for dock in range(1, DOCKS + 1):
        free = counts(spaces.get(dock, ""))[3:]
        fitting = [
            ship
            for ship in SHIPS
            if ship.id not in (*ships, sea) and all(f <= n for f, n in zip(free, ship.needs(), strict=True))
        ]
        chosen = fitting[0]
        ships.append(chosen.id)
        cargo[PLACES[dock - 1]] = in_words([0, 0, 0, *(n - f for n, f in zip(chosen.needs(), free, strict=True))])
    return [*ships, sea or next(ship.id for ship in SHIPS if ship.id not in ships)], cargo


def _sum(pieces: str, others: str) -> str:
    """Return pieces and others together."""
    return in_words([a + b for a, b in zip(counts(pieces), counts(others), strict=True)])


def _laid(
    seats: int,
    seat: int,
    hand: str,
    rival_hand: str = "",
    *,
    own: str = "",
    rival: str = "",
    behind: int = 0,
    pesos: int = PESOS,
    rival_pesos: int = PESOS,
    pieces: str = PIECES,
    built: Mapping[str, str] | None = None,
    pawn: str = HOME,
    laws: tuple[str, ...] = (),
    bills: tuple[str, ...] = (),
    spaces: Mapping[int, str] | None = None,
    sea: int | None = None,
    market: str = FULL_MARKET,
    round_no: int = ROUNDS,
    stored: str = "",
    markers: Mapping[str, int] | None = None,
    **options: Any,
) -> State:
    """Lay out a position in which ``seat`` is the first player and plays a character, and only the next one competes.

    The next one has ``behind`` points more, the others have none. All have as many characters, and ``pieces`` besides.
    """
    next_one = (seat + 1) % seats
    hands = {each: rival_hand or hand for each in range(seats)} | {seat: hand}
    lap = LAPS + 1 - len(hand.split()) if not options.get("sealed") else 0
    last = {each: max(set(NAMES) - set(held.split()), key=NAMES.index) for each, held in hands.items() if lap}
    ships, cargo = _ships(spaces or {}, sea)
    state = table(
        seats,
        first=seat,
        round_no=round_no,
        lap=lap,
        hand=hands,
        last=last,
        own={each: _sum(pieces, {seat: own, next_one: rival}.get(each, "")) for each in range(seats)},
        stored={seat: stored},
        points={seat: 40, next_one: 40 + behind},
        pesos={each: {seat: pesos, next_one: rival_pesos}.get(each, PESOS) for each in range(seats)},
        built={seat: built or {}},
        pawn={seat: pawn},
        laws=_with(LAWS, *laws),
        bills=_with(BILLS, *bills),
        ships=ships,
        cargo=cargo,
        market=market,
        **options,
    ).state
    for law_type in (SUBSIDY, OTHER):  # two laws of the last round are in force
        order = state.law_pile[law_type]
        order[0], order[round_no - 2] = int(order[round_no - 2]), int(order[0])
    for name, count in (markers or {}).items():
        setattr(state, f"{name}_taken", count)
    return state


def _match(state: State, seat: int, *moves: str) -> Match[Any]:
    """Return a match that begins with this position, after some moves of a seat."""
    match = Match(GAME, read_position(write_position(state)))
    for move in moves:
        match.play(seat, move)
    return Match(GAME, match.state)


def _last_space(dock: int, pieces: str, seats: int, seat: int, behind: int) -> Built:
    """Two players have what the last spaces of a ship take: who plays the Mayor first, loads."""
    state = _laid(seats, seat, "worker foreman mayor", own=pieces, rival=pieces, spaces={dock: pieces}, behind=behind)
    return Built(
        f"the last spaces of dock {dock}: {pieces}, {seats} seats",
        _match(state, seat),
        seat,
        "play mayor",
        "play worker",
        _causes(f"you dock {dock}", f"others dock {dock}"),
    )


def _pawn_for_dock(dock: int, product: str, better: str, other: str, seats: int, seat: int) -> Built:
    """The Worker's row and column give the product that a ship takes, and the Mayor comes after."""
    state = _laid(
        seats, seat, "worker mayor foreman", "worker foreman tradeswoman", spaces={dock: f"2 {product}"}, behind=1
    )
    return Built(
        f"the pawn where {product} grows for dock {dock}, {seats} seats",
        _match(state, seat, "play worker"),
        seat,
        f"move to {better}",
        f"move to {other}",
        _causes(f"you dock {dock}"),
        _causes("you worker"),
    )


def _pawn_for_foreman(first: str, second: str, own: str, value: int, seats: int, seat: int) -> Built:
    """One field's row and column have two buildings, another's only the better one."""
    state = _laid(
        seats,
        seat,
        "worker foreman tradeswoman",
        own=own,
        built={"row 3 column 1": first, "row 1 column 4": second},
        behind=2 + value,
        market=FULL_MARKET,
    )
    return Built(
        f"the pawn where both {first} and {second} are used, {seats} seats",
        _match(state, seat, "play worker"),
        seat,
        "move to row 3 column 4",
        "move to row 3 column 1",
        _causes(f"you {second}"),
        _causes(f"you {first}"),
    )


def _bid_for_tax(tax: str, pesos: int, better: int, other: int, seats: int, seat: int) -> Built:
    """The vote is won anyway, and a bid leaves too little for the tax."""
    state = _voting(
        seats, seat, "mayor", "worker", pesos=pesos, laws=(tax, "drought act"), bills=("tax 5", "trade act 2")
    )
    return Built(
        f"bid {better}, not {other}: the {tax} for {pesos} pesos, {seats} seats",
        _match(state, seat),
        seat,
        f"bid {better}",
        f"bid {other}",
        _causes("you tax"),
        _causes("you both"),
    )


def _bid_for_subsidy(pesos: int, better: int, other: int, seats: int, seat: int) -> Built:
    """The vote is won anyway, and a bid leaves too little for the subsidy of pesos."""
    state = _voting(
        seats,
        seat,
        "mayor",
        "worker",
        pesos=pesos,
        laws=("tax 5", "subsidy pesos", "drought act"),
        bills=("trade act 2",),
    )
    return Built(
        f"bid {better}, not {other}: the subsidy for {pesos} pesos, {seats} seats",
        _match(state, seat),
        seat,
        f"bid {better}",
        f"bid {other}",
        _causes("you subsidy"),
    )


def _voting(seats: int, seat: int, hand: str, rival_hand: str, **things: Any) -> State:
    """Lay out a ballot in which only ``seat`` has pesos and is behind by one point."""
    laid = {"rival_pesos": 0, "behind": 1} | things
    state = _laid(seats, seat, f"foreman {hand}", f"foreman {rival_hand}", **laid)
    state.lap, state.turn, state.question, state.ballot = LAPS, 0, asks.BID, 1
    for each in range(seats):
        state.hand[each] = 1 << NAMES.index(hand if each == seat else rival_hand)
        state.last[each] = NAMES.index("foreman")
        state.votes[each] = VOTES[NAMES.index(hand if each == seat else rival_hand)]
        state.pesos[each] = state.pesos[each] if each == seat else 0
        state.bid[each] = -1 if state.pesos[each] else 0
    return state


def _kept_for_duty(building: str, given: int, kept: str, duty: str, seats: int, seat: int) -> Built:
    """One piece more in a building is a point, and the duty that it pays is two."""
    state = _laid(
        seats,
        seat,
        "foreman mayor",
        "foreman tradeswoman",
        own=f"{given} {kept}",
        pieces="",
        pesos=0,
        rival_pesos=0,
        built={"row 3 column 4": building},
        laws=(duty,),
        bills=("duty tobacco",),
        behind=2 + given,
        markers={"resource": 1},
    )
    return Built(
        f"keep {kept} from the {building} for the {duty}: {given}, {seats} seats",
        _match(state, seat, "play foreman", f"use {building}"),
        seat,
        f"give {given - 1}",
        f"give {given}",
        _causes("you duty"),
    )


def _money_for_tax(building: str, own: str, tax: str, seats: int, seat: int, *moves: str) -> Built:
    """One of two buildings is used: the Inn is a point, the other one's pesos pay the tax."""
    state = _laid(
        seats,
        seat,
        "foreman mayor",
        "foreman tradeswoman",
        own=own,
        pieces="",
        pesos=0,
        rival_pesos=0,
        built={"row 3 column 4": building, "row 2 column 3": "inn"},
        laws=(tax, "duty water"),
        bills=("duty tobacco",),
        behind=5,
        markers={"product": 1},
    )
    return Built(
        f"the {building} for the {tax}, {seats} seats",
        _match(state, seat, "play foreman", *moves),
        seat,
        f"use {building}",
        "use inn",
        _causes("you tax"),
    )


def _dam(duty: str, subsidy: str, bill: str, causes: Causes, seats: int, seat: int, behind: int) -> Built:
    """One of two buildings is used: the Inn is a point, the Dam's water is worth more."""
    state = _laid(
        seats,
        seat,
        "foreman mayor",
        "foreman tradeswoman",
        pieces="",
        pesos=0,
        rival_pesos=0,
        built={"row 3 column 4": "dam", "row 2 column 3": "inn"},
        laws=(duty, subsidy),
        bills=("duty tobacco", bill),
        behind=behind,
        markers={"resource": 1},
    )
    return Built(
        f"the dam for {duty} and {subsidy}, {seats} seats",
        _match(state, seat, "play foreman"),
        seat,
        "use dam",
        "use inn",
        causes,
    )


def _what_to_build(
    better: str, other: str, cost: str, own: str, behind: int, causes: Causes, seats: int, seat: int
) -> Built:
    """Two buildings cost the same, and the Foreman comes after."""
    state = _laid(
        seats,
        seat,
        "architect foreman mayor",
        "foreman architect tradeswoman",
        own=_sum(cost, own),
        pieces="",
        pesos=0,
        rival_pesos=0,
        laws=("tax 2",),
        bills=("tax 5",),
        behind=behind,
        pawn="row 2 column 3",
        markers={"resource": 1, "pesos": min(2, seats - 1)},
    )
    return Built(
        f"build the {better}, not the {other}, {seats} seats",
        _match(state, seat, "play architect"),
        seat,
        f"build {better}",
        f"build {other}",
        causes,
    )


def _points_alternative(seats: int, seat: int, hand: str) -> Built:
    """The first Architect without a building scores two points, the second one."""
    state = _laid(seats, seat, f"architect foreman {hand}")
    return Built(
        f"the first architect's points, with the {hand}, {seats} seats",
        _match(state, seat),
        seat,
        "play architect",
        "play foreman",
        _causes("you points instead", "others points instead"),
    )


def _contested(building: str, cost: str, own: str, behind: int, seats: int, seat: int) -> Built:
    """Two players can build the one tile that is worth most to both."""
    pieces = _sum(cost, own)
    state = _laid(
        seats,
        seat,
        "architect foreman tradeswoman",
        own=pieces,
        rival=pieces,
        pieces="",
        pawn="row 2 column 3",
        behind=behind,
    )
    return Built(
        f"the {building} that both can build, {seats} seats",
        _match(state, seat),
        seat,
        "play architect",
        "play tradeswoman",
        _causes(f"you {building}", f"others {building}"),
        _causes("you points instead", "others points instead"),
    )


def _sealing(keep: str, sealed: str, causes: Causes, seats: int, seat: int, **things: Any) -> Built:
    """The sealed character cannot be played."""
    state = _laid(seats, seat, "worker tradeswoman architect foreman mayor", sealed=True, **things)
    state.question = asks.SEAL
    return Built(
        f"seal the {keep}, not the {sealed}, with {things['own']}, {seats} seats",
        _match(state, seat),
        seat,
        f"seal {keep}",
        f"seal {sealed}",
        causes,
    )


def _harvest(dock: int, product: str, other: str, field: str, seats: int, seat: int) -> Built:
    """Of the fields in the row and column two give: those that a ship takes, and the Mayor comes after."""
    state = _laid(
        seats,
        seat,
        "worker mayor foreman",
        "worker foreman tradeswoman",
        pieces="2 stone",
        laws=("duty resources",),
        bills=("duty water",),
        spaces={dock: f"2 {product}"},
        behind=dock + 1,
    )
    return Built(
        f"harvest {product} for dock {dock}, not {other}, {seats} seats",
        _match(state, seat, "play worker", f"move to {field}"),
        seat,
        f"harvest {product}",
        f"harvest {other}",
        _causes(f"you dock {dock}"),
    )


def _place_in_line(
    building: str, other: str, own: str, field: str, elsewhere: str, behind: int, seats: int, seat: int
) -> Built:
    """A new building in the pawn's row and column is used together with the one there."""
    state = _laid(
        seats,
        seat,
        "architect foreman mayor",
        "foreman architect tradeswoman",
        own=own,
        built={"row 3 column 4": building},
        pawn="row 3 column 1",
        laws=("subsidy votes",),
        bills=("subsidy pesos",),
        behind=behind,
    )
    return Built(
        f"place the {other} in line with the {building}, {seats} seats",
        _match(state, seat, "play architect", f"build {other}"),
        seat,
        f"place on {field}",
        f"place on {elsewhere}",
        _causes(f"you {other}", f"you {building}"),
    )


def _place_for_subsidy(subsidy: str, bill: str, field: str, elsewhere: str, seats: int, seat: int) -> Built:
    """A building covers a field that the subsidy counts."""
    state = _laid(
        seats,
        seat,
        "architect mayor",
        "foreman worker",
        own="1 wood 1 stone",
        laws=(subsidy,),
        bills=(bill,),
        behind=1,
    )
    return Built(
        f"place a building where the {subsidy} does not count, not on {elsewhere}, {seats} seats",
        _match(state, seat, "play architect", "build small bank"),
        seat,
        f"place on {field}",
        f"place on {elsewhere}",
        _causes("you subsidy"),
    )


def _missing_resource(own: str, piece: str, other: str, building: str, seats: int, seat: int) -> Built:
    """The Tradeswoman takes the resource that a building lacks, and the Architect comes after."""
    state = _laid(
        seats,
        seat,
        "tradeswoman architect mayor",
        "foreman worker tradeswoman",
        own=own,
        pieces="1 citrus",
        pesos=0,
        rival_pesos=0,
        laws=("duty citrus",),
        bills=("duty sugar",),
        behind=1,
        markers={"points": min(2, seats - 1)},
    )
    return Built(
        f"take the {piece} that the {building} lacks, not the {other}, {seats} seats",
        _match(state, seat, "play tradeswoman"),
        seat,
        f"take {piece}",
        f"take {other}",
        _causes(f"you {building}"),
    )


def _spend_on_goods(piece: str, tax: str, pesos: int, seats: int, seat: int) -> Built:
    """A good that is of no more use is bought with the pesos that pay the tax."""
    state = _laid(
        seats,
        seat,
        "tradeswoman mayor",
        "foreman worker",
        pieces="1 citrus",
        pesos=pesos,
        rival_pesos=0,
        laws=(tax, "duty citrus"),
        bills=("tax 5", "duty sugar"),
        behind=1,
        market="5 citrus 5 sugar 5 tobacco 2 rum 2 cigars",
    )
    return Built(
        f"no {piece}, for its price is the {tax}, {seats} seats",
        _match(state, seat, "play tradeswoman"),
        seat,
        "end trade",
        f"buy {piece}",
        _causes("you tax"),
    )


def _stored(product: str, ship: int, hand: str, seats: int, seat: int) -> Built:
    """The ship at sea comes to dock 3, and what is not stored goes back before."""
    state = _laid(
        seats,
        seat,
        f"foreman {hand}",
        "architect tradeswoman",
        own=f"3 {product}",
        round_no=5,
        sea=ship,
        behind=0,
    )
    return Built(
        f"store {product} for ship {ship}, with the {hand}, {seats} seats",
        _match(state, seat),
        seat,
        "play foreman",
        f"play {hand}",
        _causes("you spoiling"),
        _causes("you dock 3", "you warehouse"),
    )


def _duty_or_subsidy(own: str, better: str, other: str, seats: int, seat: int) -> Built:
    """The duty is paid with resources that the subsidy counts, or with others."""
    state = _laid(
        seats,
        seat,
        "foreman mayor",
        "foreman worker",
        own=own,
        pieces="",
        pesos=0,
        rival_pesos=0,
        laws=("duty resources", "subsidy water"),
        bills=("duty tobacco",),
        behind=2 + own.count("water") * int(own.split(" water", maxsplit=1)[0][-1]) - 1,
    )
    state.lap, state.turn, state.question = LAPS, 0, asks.PAY
    state.collecting = 1
    for each in range(seats):
        state.hand[each] = 1 << NAMES.index("mayor" if each == seat else "worker")
        state.last[each] = NAMES.index("foreman")
    state.bill[:] = -1
    enacted = [SUBSIDY, OTHER]
    for law_type in enacted:
        order = state.law_pile[law_type]
        order[4], order[5] = int(order[5]), int(order[4])
    return Built(
        f"pay the duty with {better[4:]}, not {other[4:]}: {own}, {seats} seats",
        _match(state, seat),
        seat,
        better,
        other,
        _causes("you subsidy"),
    )


def _veto(law: str, own: str, better: str, other: str, seats: int, seat: int, behind: int) -> Built:
    """A bill is good for the one who wins the vote: the Church removes it."""
    state = _laid(
        seats,
        seat,
        "foreman worker",
        "foreman tradeswoman",
        rival=own,
        pieces="1 citrus",
        pesos=0,
        rival_pesos=0,
        built={"row 3 column 4": "church"},
        laws=("duty citrus",),
        bills=("duty sugar", law) if "duty" not in law else (law,),
        behind=behind,
        markers={"product": 1},
    )
    return Built(
        f"remove the {law}, not the {other[5:]} bill, {seats} seats",
        _match(state, seat, "play foreman", "use church"),
        seat,
        better,
        other,
        _causes(f"others {law.split()[0]}"),
    )


def _which_law(
    better: str,
    other: str,
    laws: tuple[str, ...],
    bills: tuple[str, ...],
    cause: str,
    seats: int,
    seat: int,
    **own: Any,
) -> Built:
    """The winner of the vote chooses bills; one of them is good for one player alone."""
    state = _voting(seats, seat, "mayor", "worker", laws=laws, bills=bills, **own)
    state.question, state.ballot = asks.ENACT, 0
    state.bid[:] = -1
    for each in range(1, seats):
        state.pesos[(seat + each) % seats] = own.get("rival_pesos", 0) if each == 1 else 0
    return Built(
        f"{better}, not {other}: {cause}, {seats} seats",
        _match(state, seat),
        seat,
        better,
        other,
        _causes(cause),
    )


def _town_hall(bill: str, own: str, pesos: int, behind: int, seats: int, seat: int) -> Built:
    """One of two buildings is used: the Inn is a point, the Town hall wins the vote for a bill."""
    state = _laid(
        seats,
        seat,
        "foreman tradeswoman",
        "worker architect",
        own=own,
        pesos=pesos,
        rival_pesos=0,
        built={"row 3 column 4": "town hall", "row 2 column 3": "inn"},
        laws=("subsidy product fields",),
        bills=("subsidy resource fields", bill) if "subsidy" not in bill else (bill,),
        behind=behind,
    )
    law_type = bill.split()[0]
    return Built(
        f"the town hall for the {bill}, {seats} seats",
        _match(state, seat, "play foreman"),
        seat,
        "use town hall",
        "use inn",
        _causes("you parliament", f"you {law_type}"),
        _causes(f"any {law_type}", f"others {law_type}", "others parliament"),
    )


def _kept_for_vote(bill: str, own: str, pesos: int, behind: int, seats: int, seat: int) -> Built:
    """The character that is kept wins the vote for a bill, or does not."""
    state = _laid(
        seats,
        seat,
        "foreman tradeswoman",
        "worker architect",
        own=own,
        pesos=pesos,
        rival_pesos=0,
        laws=("subsidy product fields",),
        bills=("subsidy resource fields", bill) if "subsidy" not in bill else (bill,),
        behind=behind,
    )
    law_type = bill.split()[0]
    return Built(
        f"keep the foreman's votes for the {bill}, {seats} seats",
        _match(state, seat),
        seat,
        "play tradeswoman",
        "play foreman",
        _causes("you parliament", f"you {law_type}"),
        _causes(f"any {law_type}", f"others {law_type}", "others parliament"),
    )


def _only_water(seats: int, seat: int, hand: str) -> Built:
    """Two players need the one resource that the Tradeswoman's alternative gives, for the duty."""
    state = _laid(
        seats,
        seat,
        "tradeswoman foreman mayor",
        f"tradeswoman foreman {hand}",
        pieces="",
        pesos=0,
        rival_pesos=0,
        markers={"pesos": min(2, seats - 1)},
        behind=-1,
    )
    return Built(
        f"the tradeswoman's one resource, water for the duty, against the {hand}, {seats} seats",
        _match(state, seat),
        seat,
        "play tradeswoman",
        "play foreman",
        _causes("you pieces instead", "others pieces instead", "you duty", "others duty"),
    )


def _exchange(dock: int, good: str, other: str, product: str, seats: int, seat: int) -> Built:
    """The Black market gives the good that a ship takes, and the Mayor comes after."""
    state = _laid(
        seats,
        seat,
        "foreman mayor worker",
        "foreman worker tradeswoman",
        own=f"1 {product}",
        built={"row 3 column 4": "black market"},
        spaces={dock: f"1 {good}"},
        behind=3,
    )
    return Built(
        f"exchange {product} for the {good} that dock {dock} takes, {seats} seats",
        _match(state, seat, "play foreman", "use black market"),
        seat,
        f"exchange {product} for {good}",
        f"exchange {product} for {other}",
        _causes(f"you dock {dock}"),
    )


def _chain(
    first: str, second: str, own: str, instead: str, causes: Causes, behind: int, seats: int, seat: int
) -> Built:
    """One building's pieces are what the next one takes; another would use them up."""
    state = _laid(
        seats,
        seat,
        "foreman worker mayor",
        "foreman worker tradeswoman",
        own=own,
        built={"row 1 column 2": first, "row 1 column 3": second, "row 1 column 4": instead},
        spaces={3: "2 rum"} if second == "hotel" else None,
        behind=behind,
    )
    return Built(
        f"{first} before {second}, not {instead}, {seats} seats",
        _match(state, seat, "play foreman"),
        seat,
        f"use {first}",
        f"use {instead}",
        causes,
    )


def _first_for_dock(ship: int, pieces: str, hand: str, low: str, seats: int, seat: int) -> Built:
    """The highest fourth character is first in the next round, when the ship at sea comes to dock 3."""
    state = _laid(
        seats,
        seat,
        f"{hand} {low}",
        "tradeswoman worker",
        own=pieces,
        rival=pieces,
        round_no=5,
        sea=ship,
        markers={"resource": 1, "points": min(2, seats)},
    )
    return Built(
        f"first with the {hand}, not the {low}, for ship {ship} and {pieces}, {seats} seats",
        _match(state, seat),
        seat,
        f"play {hand}",
        f"play {low}",
        _causes("you first player", "others first player", "you dock 3", "others dock 3"),
    )


def positions() -> Iterator[Built]:
    """Yield all positions."""
    yield _last_space(3, "1 cigars", 2, 0, 1)
    yield _last_space(3, "2 rum", 3, 1, 1)
    yield _last_space(2, "2 cigars", 2, 1, -1)
    yield _last_space(1, "3 rum", 4, 2, 1)
    yield _pawn_for_dock(3, "tobacco", "row 3 column 4", "row 1 column 2", 2, 0)
    yield _pawn_for_dock(3, "citrus", "row 1 column 2", "row 3 column 4", 3, 2)
    yield _pawn_for_dock(2, "sugar", "row 2 column 2", "row 1 column 4", 2, 1)
    yield _pawn_for_dock(1, "tobacco", "row 2 column 3", "row 1 column 2", 4, 0)
    yield _pawn_for_foreman("cigar bar", "hotel", "2 cigars", 5, 2, 0)
    yield _pawn_for_foreman("rum café", "inn", "2 rum", 5, 3, 1)
    yield _pawn_for_foreman("hotel", "inn", "", 3, 2, 1)
    yield _pawn_for_foreman("rum café", "cigar bar", "3 rum 1 cigars", 7, 4, 3)
    yield _bid_for_tax("tax 2", 2, 0, 1, 2, 0)
    yield _bid_for_tax("tax 3", 4, 1, 2, 3, 1)
    yield _bid_for_tax("tax 4", 6, 0, 5, 4, 3)
    yield _bid_for_tax("tax buildings", 1, 0, 1, 2, 1)
    yield _bid_for_subsidy(3, 0, 1, 2, 0)
    yield _bid_for_subsidy(3, 0, 2, 3, 1)
    yield _bid_for_subsidy(4, 1, 2, 4, 2)
    yield _kept_for_duty("golf course", 2, "water", "duty water", 2, 0)
    yield _kept_for_duty("golf course", 3, "water", "duty water", 3, 1)
    yield _kept_for_duty("golf course", 4, "water", "duty water", 4, 2)
    yield _kept_for_duty("golf course", 3, "water", "duty water", 5, 4)
    yield _money_for_tax("small bank", "", "tax 2", 2, 0)
    yield _money_for_tax("large bank", "", "tax 3", 3, 1)
    yield _money_for_tax("general store", "1 rum", "tax 3", 2, 1)
    yield _money_for_tax("resource market", "2 wood", "tax 2", 4, 2)
    yield _dam("duty water", "subsidy product fields", "subsidy resource fields", _causes("you duty"), 2, 0, 5)
    yield _dam("duty water", "subsidy product fields", "subsidy resource fields", _causes("you duty"), 4, 1, 5)
    yield _dam("duty citrus", "subsidy water", "subsidy resource fields", _causes("you subsidy"), 4, 3, 5)
    yield _dam("duty citrus", "subsidy water", "subsidy resource fields", _causes("you subsidy"), 2, 1, 5)
    yield _what_to_build("rum café", "inn", "1 wood 1 stone 1 water", "2 rum", 3, _causes("you rum café"), 2, 0)
    yield _what_to_build("cigar bar", "inn", "1 wood 1 stone 1 water", "3 cigars", 4, _causes("you cigar bar"), 3, 2)
    yield _what_to_build(
        "small bank", "lighthouse", "1 wood 1 stone", "", 1, _causes("you small bank", "you tax"), 3, 1
    )
    yield _what_to_build("sawmill", "monastery", "2 wood 1 stone", "4 wood", 3, _causes("you sawmill"), 4, 0)
    yield _points_alternative(2, 0, "tradeswoman")
    yield _points_alternative(3, 1, "worker")
    yield _points_alternative(4, 3, "mayor")
    yield _contested("rum café", "1 wood 1 stone 1 water", "3 rum", 1, 2, 0)
    yield _contested("cigar bar", "1 wood 1 stone 1 water", "3 cigars", 1, 3, 1)
    yield _contested("cigar bar", "1 wood 1 stone 1 water", "3 cigars", 1, 4, 2)
    yield _sealing("worker", "mayor", _causes("you dock 3"), 2, 0, own="3 cigars", spaces={3: "3 cigars"}, behind=4)
    yield _sealing(
        "worker",
        "foreman",
        _causes("you rum café"),
        2,
        1,
        own="3 rum",
        built={"row 3 column 4": "rum café"},
        behind=5,
    )
    yield _sealing(
        "worker",
        "foreman",
        _causes("you cigar bar"),
        3,
        2,
        own="3 cigars",
        built={"row 3 column 4": "cigar bar"},
        behind=5,
    )
    yield _harvest(3, "tobacco", "sugar", "row 3 column 4", 2, 0)
    yield _harvest(3, "citrus", "sugar", "row 1 column 2", 3, 2)
    yield _harvest(2, "sugar", "tobacco", "row 3 column 1", 2, 1)
    yield _harvest(2, "citrus", "sugar", "row 1 column 2", 4, 0)
    yield _place_in_line("hotel", "inn", "1 wood 1 stone 1 water", "row 3 column 3", "row 2 column 4", 5, 2, 0)
    yield _place_in_line(
        "hotel", "rum café", "1 wood 1 stone 1 water 1 rum", "row 3 column 2", "row 2 column 2", 6, 3, 1
    )
    yield _place_in_line("inn", "hotel", "2 wood 2 stone 1 water", "row 2 column 1", "row 1 column 3", 5, 2, 1)
    yield _place_for_subsidy("subsidy product fields", "subsidy water", "row 1 column 4", "row 1 column 3", 2, 0)
    yield _place_for_subsidy("subsidy resource fields", "subsidy water", "row 1 column 3", "row 1 column 4", 3, 1)
    yield _place_for_subsidy("subsidy product fields", "subsidy water", "row 3 column 4", "row 3 column 3", 4, 2)
    yield _missing_resource("1 water", "water", "wood", "golf course", 2, 0)
    yield _missing_resource("1 stone", "stone", "water", "dam", 3, 1)
    yield _missing_resource("1 wood", "wood", "water", "warehouse", 2, 1)
    yield _missing_resource("1 water", "water", "stone", "golf course", 4, 3)
    yield _spend_on_goods("rum", "tax 2", 5, 2, 0)
    yield _spend_on_goods("cigars", "tax 3", 6, 3, 1)
    yield _spend_on_goods("rum", "tax 1", 5, 4, 2)
    yield _stored("tobacco", 9, "worker", 2, 0)
    yield _stored("sugar", 8, "worker", 3, 1)
    yield _stored("tobacco", 9, "tradeswoman", 2, 1)
    yield _duty_or_subsidy("2 wood 2 water", "pay wood wood", "pay water water", 2, 0)
    yield _duty_or_subsidy("1 wood 1 stone 2 water", "pay wood stone", "pay water water", 3, 1)
    yield _duty_or_subsidy("2 stone 1 water", "pay stone stone", "pay stone water", 4, 2)
    yield _veto("subsidy water", "4 water", "veto subsidy", "veto other", 2, 0, -2)
    yield _veto("subsidy water", "3 water", "veto subsidy", "veto tax", 3, 1, -1)
    yield _veto("duty tobacco", "1 tobacco", "veto duty", "veto other", 2, 1, 0)
    water, tobacco = ("subsidy water",), ("duty tobacco",)
    yield _which_law(
        "enact tax other", "enact subsidy other", (), water, "others subsidy", 2, 0, rival="3 water", pesos=0, behind=-1
    )
    yield _which_law(
        "enact subsidy other", "enact tax other", (), water, "you subsidy", 3, 1, own="3 water", pesos=0, behind=1
    )
    yield _which_law(
        "enact tax subsidy",
        "enact duty subsidy",
        ("duty sugar",),
        tobacco,
        "others duty",
        4,
        3,
        rival="1 tobacco",
        pesos=0,
        behind=-1,
    )
    yield _which_law(
        "enact subsidy other", "enact tax other", (), ("tax 2",), "others tax", 2, 1, rival_pesos=2, pesos=0, behind=-1
    )
    yield _town_hall("subsidy water", "4 water", 0, 5, 2, 0)
    yield _town_hall("subsidy water", "4 water", 0, 5, 3, 1)
    yield _town_hall("tax 2", "", 2, 4, 2, 1)
    yield _kept_for_vote("subsidy water", "4 water", 0, 1, 2, 0)
    yield _kept_for_vote("subsidy water", "4 water", 0, 1, 4, 2)
    yield _kept_for_vote("tax 2", "", 2, 0, 3, 1)
    yield _only_water(2, 0, "architect")
    yield _only_water(3, 2, "architect")
    yield _only_water(2, 1, "worker")
    yield _exchange(3, "cigars", "rum", "citrus", 2, 0)
    yield _exchange(3, "rum", "cigars", "tobacco", 3, 1)
    yield _exchange(2, "cigars", "rum", "sugar", 4, 0)
    yield _chain("distillery", "rum café", "3 sugar", "monastery", _causes("you rum café"), 10, 2, 0)
    yield _chain("cigar factory", "cigar bar", "3 tobacco", "monastery", _causes("you cigar bar"), 10, 3, 1)
    yield _chain("distillery", "hotel", "2 sugar", "monastery", _causes("you dock 3"), 12, 2, 1)
    yield _first_for_dock(6, "3 cigars", "architect", "worker", 4, 1)
    yield _sealing("worker", "mayor", _causes("you dock 3"), 2, 1, own="3 rum", spaces={3: "3 rum"}, behind=4)
