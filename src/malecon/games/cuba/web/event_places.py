"""Where the events of Cuba are to be seen: the parts of a viewer's page in which each begins and ends."""

from collections.abc import Callable, Mapping
from typing import Any

from malecon.core.engine import Event
from malecon.games.cuba import events, parliament_events
from malecon.games.cuba.boards import FIELD_NAMES, PRODUCTS
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.web.buildings import tile_id
from malecon.games.cuba.web.harbour import berth_id
from malecon.games.cuba.web.parliament import force_id

Places = tuple[str, str]
SEAT, FIELDS = "seat", "fields"
"""Stand for the player of the event, and for the fields of that player."""


def supply_of(event: Any) -> str:
    """Return the part from which something is gained, or to which it is paid."""
    if event.source in TYPES:
        return force_id(event.source)
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
    events.Scored: lambda event: (SEAT, f"worths-{event.seat + 1}"),
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

    >>> seen_from("seat", 1, 1), seen_from("seat", 1, 0), seen_from("market", 1, 0)
    ('stores', 'seat-2', 'market')
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
