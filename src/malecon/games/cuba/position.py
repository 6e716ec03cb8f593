"""A whole position as plain data in the rulebook's words, and back.

Everything is in it, hidden things and the key of chance too, so that the game goes on exactly as it would have. Seats
are 0-based, ships and laws their numbers from 1, everything else has its name. What follows from the rest (tiles on
offer, who is awaited, which answers are possible) is not written but found again; ``position_checks.py`` and
``resume.py`` refuse what no game can come to.
"""

from functools import partial

from malecon.core.codecs import NONE, dict_of
from malecon.core.position import (
    CHANCE,
    Index,
    Key,
    Keys,
    field_key,
    key_or_none,
    list_key,
    member_key,
    option_keys,
    options_in,
    pile_key,
    row_key,
    version_key,
)
from malecon.core.position_checks import ensure
from malecon.games.cuba import asks
from malecon.games.cuba.action_checks import check_action
from malecon.games.cuba.answers import is_duty
from malecon.games.cuba.boards import FIELD_NAMES, PLACES
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import DUTY, TAX, TYPES
from malecon.games.cuba.options import OPTIONS, new_state
from malecon.games.cuba.position_checks import check, check_each_once
from malecon.games.cuba.questions import QUESTION_TABLE
from malecon.games.cuba.rules import seat_at
from malecon.games.cuba.state import BUILDING, FIELD, MAX_SEATS, SHIP, State

key = partial(field_key, State)
optional = partial(field_key, State, optional=True)


def _write_buildings(state: State, at: Index) -> dict[str, str]:
    """Return a player's buildings by field, without the printed warehouse."""
    built = enumerate(state.built[at].tolist())
    return {FIELD_NAMES[field]: BUILDINGS[kind] for field, kind in built if NONE < kind < PRINTED_WAREHOUSE}


def _read_buildings(state: State, at: Index, buildings: dict[str, str]) -> None:
    """Put a player's buildings on their fields, in place."""
    for field, kind in buildings.items():
        state.built[(*at, FIELD_NAMES.index(field))] = BUILDINGS.index(kind)


PLAYER = Keys(
    "Player",
    key("points"),
    key("pesos"),
    key("pieces", "own"),
    key("pawn"),
    key("hand"),
    optional("stored"),
    Key("buildings", dict_of(FIELD.type, BUILDING.type), _write_buildings, _read_buildings, {}),
    optional("sealed"),
    optional("last"),
    optional("bid"),
    optional("votes"),
    optional("town_hall"),
    member_key("tax_paid", "tax_paid"),
    member_key("knows_pile", "pile_seen"),
)
LYING = Keys("Lying", key("ship"), optional("cargo"))
LAWS = Keys("Laws", key("cards", "law_pile"), optional("bill"), optional("in_force"))
PARLIAMENT = Keys(
    "Parliament",
    *(row_key(LAWS.key(name), law_type) for law_type, name in enumerate(TYPES)),
    optional("vetoed"),
    optional("barred"),
)
MARKERS = Keys(
    "Markers",
    optional("resource", "resource_taken"),
    optional("product", "product_taken"),
    optional("points", "points_taken"),
    optional("pesos", "pesos_taken"),
)
QUESTION = Keys(
    "Question",
    key("kind", "question"),
    optional("building", "chosen"),
    optional("near"),
    optional("far"),
    optional("free"),
    optional("fruitful"),
    optional("traded"),
    optional("dock"),
    optional("to_load"),
    optional("load_kind"),
    optional("ballot"),
)
POSITION = Keys(
    "Position",
    key("round", "round_no"),
    key("lap"),
    key("first"),
    key("turn"),
    QUESTION.key("question"),
    list_key(PLAYER.key("players"), lambda state: int(state.seats), 2, MAX_SEATS),
    list_key(key_or_none(LYING.key("harbour"), "ship"), lambda state: len(PLACES), len(PLACES), len(PLACES)),
    pile_key("pile", "pile", "pile_size", SHIP),
    PARLIAMENT.key("parliament"),
    key("market"),
    key("supply"),
    CHANCE,
    optional("pile_known"),
    MARKERS.key("markers", optional=True),
    Keys("Options", *option_keys(State, OPTIONS)).key("options", optional=True),
    version_key(State),
)


def write_position(state: State) -> dict[str, object]:
    """Return the whole position as plain data."""
    return POSITION.to_plain(state)


def read_position(raw: object) -> State:
    """Return the state that ``write_position`` wrote.

    Raises:
        DataError: the data has not the shape of a position; names the field.
        UsageError: no game can come to this position; says why.
    """
    position = POSITION.from_plain(raw)
    options = options_in(OPTIONS, position.options)
    state = new_state(len(position.players), version=position.version, **options)
    check_each_once(position, state)
    POSITION.read(state, (), position)
    _put_offer(state)
    check(state)
    _put_mover(state)
    check_action(state)
    turn = int(state.turn)
    QUESTION_TABLE.ask_again(state)
    ensure(state.turn == turn, f"question: the game would not ask {asks.QUESTIONS[state.question]} here")
    return state


def _put_mover(state: State) -> None:
    """Write whose say it is and which law is collected, which a position does not say, in place."""
    question = int(state.question)
    last = int(state.seats) - 1
    state.mover = seat_at(
        state, 0 if question in (asks.SEAL, asks.BID) else last if question == asks.OVER else int(state.turn)
    )
    state.collecting = DUTY if is_duty(state) else TAX


def _put_offer(state: State) -> None:
    """Take the tiles that are built, or paid and to be placed, from the offer, in place (CUB-1.4)."""
    for kind, name in enumerate(BUILDINGS):
        placing = state.question == asks.PLACE and state.chosen == kind
        built = int((state.built == kind).sum()) + placing
        copies = int(state.copies[kind])
        ensure(built <= copies, f"building {name}: is built {built} times, but there are {copies}")
        state.offer[kind] = copies - built
