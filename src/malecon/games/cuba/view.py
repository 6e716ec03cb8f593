"""The view: what a viewer may know of a position, which nothing else decides (CUB-1.10).

Everything is copied field by field; what is not named here or in the modules of its parts is seen by nobody. Hidden are
the order of the ships and laws to come, bids until all have decided, sealed characters, and the key. Seats are 0-based.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from malecon.core import contract
from malecon.core.bit_set import has
from malecon.core.codecs import members
from malecon.core.jit import uncompiled
from malecon.core.options import played_options
from malecon.core.position_key import MOST_POSITIONS, PositionKey
from malecon.games.cuba import asks
from malecon.games.cuba.answers import in_action, is_duty
from malecon.games.cuba.board_view import (
    LawSeen,
    ShipSeen,
    TileSeen,
    TrackSeen,
    laws_in,
    laws_to_come,
    market_seen,
    placed,
    ship_seen,
    tiles_seen,
    word,
)
from malecon.games.cuba.boards import (
    MERCHANDISE,
    PLACES,
    RESOURCES,
    Merchandise,
    Pieces,
    Products,
    fields_in,
)
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import DUTY, NAMES, TAX, TYPES, Ship
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.laws_due import LawDue, laws_due
from malecon.games.cuba.options import ships_of
from malecon.games.cuba.player_view import PlayerSeen, own_seen, player_seen
from malecon.games.cuba.questions import ASKED_AS_DUTY, QUESTION_TABLE
from malecon.games.cuba.rules import seat_at
from malecon.games.cuba.rules.foreman import has_used
from malecon.games.cuba.rules.harbour import PESO_SPACES, has_loaded, pesos_of_space
from malecon.games.cuba.rules.laws import tax
from malecon.games.cuba.rules.plantation import POINT_SPACES, exhausted, points_of_space
from malecon.games.cuba.rules.trade import has_traded
from malecon.games.cuba.sequences import sequences_of
from malecon.games.cuba.state import PLANTATION_OPTIONS, State

ENDING = "six rounds"
"""The only way in which a game ends (CUB-9.1)."""


class Question(Struct, frozen=True):
    """What the game waits for.

    Attributes:
        kind: place in the rules, e.g. ``trade``.
        asks: the question in words.
        seats: who may answer.
        character: whose action is under way.
        building: that is placed or used.
        near, far: fields whose buildings the Foreman may still use together, and of which he may use one instead.
        free, fruitful: product fields that still give free of charge, and that have not given yet.
        spent: the mover's product fields that have given, of equal ones the first (CUB-4.13).
        begun: whether something was traded, loaded or used in this action, if that is what is asked.
        traded: what was bought in this action; sold pieces are negative.
        dock: whose ship is being loaded.
        to_load: pieces that may still be loaded.
        load_kind: the only merchandise that may be loaded.
        ballot: of the parliament, 1 or 2.
        bidders: who takes part in this ballot.
        law: the type of law that is collected.
        tax: pesos that it asks of this player.
    """

    kind: str
    asks: str
    seats: tuple[int, ...]
    character: str | None
    building: str | None
    near: tuple[str, ...]
    far: tuple[str, ...]
    free: int | None
    fruitful: Products | None
    spent: tuple[str, ...]
    begun: bool | None
    traded: Merchandise | None
    dock: str | None
    to_load: int | None
    load_kind: str | None
    ballot: int | None
    bidders: tuple[int, ...]
    law: str | None
    tax: int | None


def _question_seen(state: State) -> Question:
    """Return the question that the game asks, and the state of the action."""
    question, asked = int(state.question), QUESTION_TABLE.get(int(state.question))
    collects = question == asks.PAY_TAX or is_duty(state)
    return Question(
        kind=asks.QUESTIONS[question],
        asks=ASKED_AS_DUTY if is_duty(state) else asked.asks if asked else "",
        seats=tuple(members(state.awaited)),
        character=NAMES[state.last[state.mover]] if in_action(state) else None,
        building=word(BUILDINGS, state.chosen),
        near=fields_in(state.near),
        far=fields_in(state.far),
        free=int(state.free) if question == asks.HARVEST else None,
        fruitful=Products(*state.fruitful[len(RESOURCES) :].tolist()) if question == asks.HARVEST else None,
        spent=fields_in(exhausted(state, state.mover)) if question == asks.HARVEST else (),
        begun=_has_begun(state),
        traded=Merchandise(*state.traded.tolist()) if question == asks.TRADE else None,
        dock=word(PLACES, state.dock),
        to_load=int(state.to_load) if question == asks.LOAD else None,
        load_kind=word(MERCHANDISE, state.load_kind),
        ballot=int(state.ballot) if question == asks.BID else None,
        bidders=tuple(members(state.bidders)),
        law=TYPES[TAX if question == asks.PAY_TAX else DUTY] if collects else None,
        tax=int(tax(state, state.mover)) if question == asks.PAY_TAX else None,
    )


def _has_begun(state: State) -> bool | None:
    """Tell whether something was traded, loaded or used in this action; ``None`` where the question is another."""
    if state.question == asks.TRADE:
        return has_traded(state)
    if state.question == asks.LOAD:
        return has_loaded(state)
    return has_used(state, state.mover) if state.question == asks.USE else None


class View(Struct, frozen=True):
    """A position as one viewer may know it.

    Attributes:
        viewer: seat, or ``None`` for a spectator.
        version: of the rules by which the game is played.
        plantations, sealing, embassy: the options.
        round: from 1; 0 is the set-up.
        lap: which character is played, from 0; 4 from the parliament on.
        order: seats as they act, from the first player.
        turn: whose say it is; ``None`` if that of several, or the game is over.
        harbour: docks 1 to 3, then the sea; ``None`` where no ship lies.
        pile: the ships in it, by number.
        pile_bottom: numbers of those at its bottom whose order all know, the lowest first.
        pile_order: numbers of all, the top first, for a viewer who has looked through it.
        bills, in_force: by type of law. bills_due, laws_due: what they would mean for the viewer now.
        laws_to_come: by type, by number: their order is hidden.
        vetoed, barred: the type whose bill was removed in this round, and that may not be removed.
        resource_taken, product_taken: whether a marker covers that space of the Tradeswoman.
        point_spaces, peso_spaces: what the spaces of Architect and Mayor give, in the order in which they are taken.
        points_taken, pesos_taken: how many of these are under markers.
        tiles: all kinds of buildings of this game.
        ending: how the game ended; empty before.
        choices: the legal actions of the viewer, if the viewer is asked.
        sequences: actions in a row that are offered as one choice, their notations joined by ``; ``.
        options: the words and flags that are played, by name.
    """

    viewer: int | None
    seats: int
    version: int
    plantations: str
    sealing: bool
    embassy: bool
    round: int
    lap: int
    order: tuple[int, ...]
    turn: int | None
    question: Question
    harbour: tuple[ShipSeen | None, ...]
    pile: tuple[Ship, ...]
    pile_bottom: tuple[int, ...]
    pile_order: tuple[int, ...] | None
    bills: tuple[LawSeen | None, ...]
    in_force: tuple[LawSeen | None, ...]
    bills_due: tuple[LawDue, ...]
    laws_due: tuple[LawDue, ...]
    laws_to_come: tuple[tuple[LawSeen, ...], ...]
    vetoed: str | None
    barred: str | None
    market: tuple[TrackSeen, ...]
    supply: Pieces
    resource_taken: bool
    product_taken: bool
    point_spaces: tuple[int, ...]
    peso_spaces: tuple[int, ...]
    points_taken: int
    pesos_taken: int
    tiles: tuple[TileSeen, ...]
    players: tuple[PlayerSeen, ...]
    ending: str
    winners: tuple[int, ...]
    options: dict[str, str | bool]
    choices: tuple[Choice, ...]
    sequences: tuple[Choice, ...]


@lru_cache(MOST_POSITIONS)
def _seen_by_all(position: PositionKey[State]) -> View:
    """Return the view of a spectator: what all may know."""
    state = position.state
    seats = range(int(state.seats))
    ships = ships_of(state)
    laws = laws_in(state.law_kind.tobytes(), state.law_amount.tobytes(), state.law_most.tobytes())
    pile = state.pile[: state.pile_size].tolist()
    return View(
        viewer=None,
        seats=len(seats),
        version=int(state.version),
        plantations=PLANTATION_OPTIONS[state.plantations],
        sealing=bool(state.sealing),
        embassy=bool(state.embassy),
        round=int(state.round_no),
        lap=int(state.lap),
        order=tuple(int(uncompiled(seat_at)(state, turn)) for turn in seats),
        turn=None if state.question in (asks.SEAL, asks.BID, asks.OVER) else int(state.mover),
        question=_question_seen(state),
        harbour=tuple(ship_seen(state, place, ships) for place in range(len(PLACES))),
        pile=tuple(ships[ship] for ship in sorted(pile)),
        pile_bottom=tuple(ship + 1 for ship in pile[: state.pile_known]),
        pile_order=None,
        bills=placed(laws, state.bill),
        in_force=placed(laws, state.in_force),
        bills_due=laws_due(state, None, state.bill),
        laws_due=laws_due(state, None, state.in_force),
        laws_to_come=tuple(laws_to_come(state, laws, law_type) for law_type in range(len(TYPES))),
        vetoed=word(TYPES, state.vetoed),
        barred=word(TYPES, state.barred),
        market=market_seen(state),
        supply=Pieces(*state.supply.tolist()),
        resource_taken=bool(state.resource_taken),
        product_taken=bool(state.product_taken),
        point_spaces=tuple(points_of_space(space) for space in range(POINT_SPACES)),
        peso_spaces=tuple(pesos_of_space(space) for space in range(PESO_SPACES)),
        points_taken=int(state.points_taken),
        pesos_taken=int(state.pesos_taken),
        tiles=tiles_seen(state, None),
        players=tuple(player_seen(state, seat) for seat in seats),
        ending=ENDING if state.question == asks.OVER else "",
        winners=contract.winners(state),
        options=played_options(State.OPTIONS, state),
        choices=(),
        sequences=(),
    )


def seen_by(state: State, viewer: int | None) -> View:
    """Return the view of ``viewer``, a seat; ``None`` is a spectator. A seat knows of itself what others do not."""
    view = _seen_by_all(PositionKey(state))
    if viewer is None:
        return view
    own, pile = own_seen(view.players[viewer], state), state.pile[: state.pile_size].tolist()
    return replace(
        view,
        viewer=viewer,
        pile_order=tuple(ship + 1 for ship in reversed(pile)) if has(state.pile_seen, viewer) else None,
        bills_due=laws_due(state, viewer, state.bill),
        laws_due=laws_due(state, viewer, state.in_force),
        tiles=tiles_seen(state, viewer),
        players=(*view.players[:viewer], own, *view.players[viewer + 1 :]),
        choices=QUESTION_TABLE.choices(state, viewer, Choice),
        sequences=sequences_of(state, viewer),
    )
