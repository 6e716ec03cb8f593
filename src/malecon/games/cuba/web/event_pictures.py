"""Events on the page: where they begin and end, what travels between, and the pictures in the sentences about them.

A line in each player's panel says what the player did last, read from the events too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.games.cuba import events, parliament_events
from malecon.games.cuba.boards import FIELD_NAMES, PRODUCTS
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.text.words import FORMS, POINTS, building_name, character_name
from malecon.games.cuba.view import View
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.buildings import tile_id
from malecon.games.cuba.web.harbour import berth_id
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext, EventPictures, Thing
from malecon.presentation.parts import Part

Places = tuple[str, str]
SEAT, FIELDS = "seat", "fields"
"""Stand for the player of the event, and for the fields of that player."""


def supply_of(event: Any) -> str:
    """Return the part from which something is gained, or to which it is paid."""
    if event.source in TYPES:
        return f"bench-{event.source}"
    if event.source == "market" and event.piece in PRODUCTS:
        return f"stall-{event.piece}"
    return FIELDS if event.source == "worker" else "market"


def stall_of(event: Any) -> str:
    """Return the part where a piece is bought or sold."""
    return f"stall-{event.piece}" if event.source == "market" else "market"


PLACES: Mapping[type[Event], Callable[[Any], Places]] = {
    events.BecameFirst: lambda event: ("round", SEAT),
    events.Arrived: lambda event: ("pile", berth_id(event.place)),
    events.MovedUp: lambda event: (berth_id(event.place), berth_id(event.place)),
    events.Left: lambda event: (berth_id(event.place), "pile"),
    events.Sealed: lambda event: (SEAT, "parliament"),
    events.Played: lambda event: (SEAT, SEAT),
    events.DidNothing: lambda event: (SEAT, SEAT),
    events.MovedTo: lambda event: (f"field {event.field}", f"field {event.field}"),
    events.Gained: lambda event: (supply_of(event), SEAT),
    events.Paid: lambda event: (SEAT, supply_of(event)),
    events.Bought: lambda event: (stall_of(event), SEAT),
    events.Sold: lambda event: (SEAT, stall_of(event)),
    events.Built: lambda event: (tile_id(event.building), f"field {event.field}"),
    events.Used: lambda event: (SEAT, SEAT),
    events.Stored: lambda event: (SEAT, SEAT),
    events.Loaded: lambda event: (SEAT, berth_id(event.place)),
    events.Scored: lambda event: (SEAT, "track"),
    events.Swapped: lambda event: ("pile", berth_id("sea")),
    events.Returned: lambda event: (SEAT, "market"),
    parliament_events.BillTurnedUp: lambda event: ("parliament", "parliament"),
    parliament_events.Vetoed: lambda event: (SEAT, "parliament"),
    parliament_events.Bid: lambda event: (SEAT, "parliament"),
    parliament_events.BiddingForbidden: lambda event: ("parliament", "parliament"),
    parliament_events.BidShown: lambda event: (SEAT, "parliament"),
    parliament_events.Showed: lambda event: (SEAT, "parliament"),
    parliament_events.Enacted: lambda event: ("parliament", "parliament"),
    parliament_events.WonVote: lambda event: ("parliament", SEAT),
}
"""By kind of event; the others are nowhere to be seen."""


def places_of(event: Event, viewer: int | None) -> Places:
    """Return the parts in which an event, as a viewer may know it, begins and ends; empty for none."""
    found = PLACES.get(type(event))
    begin, end = found(event) if found else ("", "")
    return seen_from(begin, event.seat, viewer), seen_from(end, event.seat, viewer)


def seen_from(part: str, seat: int | None, viewer: int | None) -> str:
    """Return a part as the viewer has it: the own stores and fields, but of another player only the place.

    >>> seen_from("seat", 1, 1), seen_from("seat", 1, 0), seen_from("track", 1, 0)
    ('stores', 'seat-2', 'track')
    """
    own = seat is not None and seat == viewer
    if part.startswith("field "):
        place = FIELD_NAMES.index(part.removeprefix("field "))
        return f"field-{place}" if own else f"fields-{0 if seat is None else seat + 1}"
    if part == FIELDS:
        return "plantation" if own else f"fields-{0 if seat is None else seat + 1}"
    if part == SEAT:
        return "stores" if own else f"seat-{0 if seat is None else seat + 1}"
    return part


def is_loss(event: Event, viewer: int | None) -> bool:
    """Tell whether a viewer loses something by an event: products that were in the yard (CUB-8.1)."""
    return isinstance(event, events.Returned) and viewer is not None and event.seat == viewer


NEWS = (
    events.Left,
    events.MovedUp,
    events.Arrived,
    parliament_events.BiddingForbidden,
    parliament_events.BillTurnedUp,
    parliament_events.WonVote,
    parliament_events.Enacted,
)


def is_news(event: Event) -> bool:
    """Tell whether an event concerns all: ships that move, new bills, who wins the vote, and what becomes law."""
    return isinstance(event, NEWS)


SUN = "icon-sun"


def things_of(event: Any) -> tuple[Thing, ...]:
    """Return the pieces, pesos and points that an event moves; for what is bought or sold pesos go the other way.

    >>> things_of(events.Sold(0, "rum", 5, "market"))
    (Thing(symbol='icon-rum', number=1, is_back=False), Thing(symbol='icon-peso', number=5, is_back=True))
    """
    found = []
    if hasattr(event, "piece"):
        found.append(Thing(f"icon-{event.piece}", abs(getattr(event, "count", 1))))
    if getattr(event, "pesos", None):
        found.append(Thing("icon-peso", event.pesos, is_back=bool(found)))
    if isinstance(event, events.Scored):
        found.append(Thing(SUN, event.points))
    return tuple(found)


def pictured(run: Sequence[Any], language: Language) -> Iterator[tuple[str, Markup]]:
    """Yield words of the sentence about events, and what is drawn for them."""
    counted: Counter[tuple[int | None, str]] = Counter()
    for event in run:
        if hasattr(event, "piece"):
            counted[event.seat, event.piece] += abs(getattr(event, "count", 1))
        counted[event.seat, "peso"] += getattr(event, "pesos", None) or 0
        counted[event.seat, "sun"] += getattr(event, "points", 0)
        if getattr(event, "character", None):
            name = character_name(event.character, language)
            yield name, pieces.portrait(event.character) + name
        for building in (getattr(event, name, "") for name in ("building", "source")):
            if building in BUILDINGS:
                name = building_name(building, language)
                yield name, pieces.house(building, travels=False) + name
    forms = {**FORMS, "sun": POINTS}
    for (_, kind), count in counted.items():
        words = language.count(forms[kind], count)
        yield words, pointer(f"icon-{kind}") + words


EVENT_PICTURES = EventPictures(places=places_of, things=things_of, pictured=pictured, is_loss=is_loss, is_news=is_news)


HOUSE = "house"
"""Stands in the place of a sign before the picture of a building."""


class LastTurn(NamedTuple):
    """What a player did in the newest turn: in pictures with signs and numbers, and in words."""

    deeds: tuple[tuple[str, str, int], ...]
    words: str


def last_part(seat: int, context: BoardContext[View]) -> Part:
    """Return the part with what a player did in the newest turn; nothing before the first one."""
    own = [event for event in newest_turn(context.events, seat) if not isinstance(event, events.TurnBegan)]
    names, language = dict(context.perspective.names), context.perspective.language
    words = context.game_text.narrator.tell_all(own, language, names, context.perspective.viewer)
    return Part(f"last-{seat + 1}", _draw_last, LastTurn(deeds_of(own), " ".join(words)))


def deeds_of(own: Iterable[Event]) -> tuple[tuple[str, str, int], ...]:
    """Return the net changes by events, one for each kind: sign, picture and number; and the buildings.

    >>> deeds_of([events.Sold(0, "rum", 4, "market"), events.Bought(0, "citrus", 6, "market")])
    (('−', 'rum', 1), ('−', 'peso', 2), ('+', 'citrus', 1))
    """
    summed = Counter[tuple[str, str]]()
    for sign, picture, number in (deed for event in own for deed in pictures_of(event)):
        summed[HOUSE if sign == HOUSE else "", picture] += -number if sign == "−" else number
    changes = ((kind, picture, number) for (kind, picture), number in summed.items() if number)
    return tuple((kind or ("+" if number > 0 else "−"), picture, abs(number)) for kind, picture, number in changes)


_draw_last = TEMPLATES.drawer("cuba/last.html", "last")


def newest_turn(happened: Sequence[Event], seat: int) -> list[Event]:
    """Return the events of the newest turn of a player."""
    for place in range(len(happened) - 1, -1, -1):
        if isinstance(happened[place], events.TurnBegan) and happened[place].seat == seat:
            following = happened[place + 1 :]
            return [*takewhile(lambda event: event.seat == seat and not isinstance(event, ENDS), following)]
    return []


ENDS = (events.TurnBegan, events.BecameFirst, parliament_events.Showed)
"""What no turn has behind its beginning."""


def pictures_of(event: Any) -> Iterator[tuple[str, str, int]]:
    """Yield the gains and costs of an event: sign, picture and number; what a new building costs is left out.

    >>> [*pictures_of(events.Sold(0, "rum", 4, "market"))]
    [('−', 'rum', 1), ('+', 'peso', 4)]
    """
    match event:
        case events.Gained():
            yield "+", event.piece, event.count
        case events.Paid() if event.source != "cost":
            yield "−", event.piece, event.count
        case events.Bought():
            yield from (("+", event.piece, 1), ("−", "peso", event.pesos))
        case events.Sold():
            yield from (("−", event.piece, 1), ("+", "peso", event.pesos))
        case events.Loaded():
            yield from (("−", event.piece, 1), ("+", "sun", event.points))
        case events.Scored():
            yield "+", "sun", event.points
        case events.Built() | events.Used():
            yield HOUSE, event.building, 1
