"""Where the events of Havana begin and end on the page: the parts between which pieces and cards travel."""

from collections.abc import Callable, Mapping
from typing import Any

from malecon.core.engine import Event
from malecon.games.havana import events

Places = tuple[str, str]

PLACES: Mapping[type[Event], Callable[[Any], Places]] = {
    events.Fetched: lambda event: ("square", f"tile-{event.tile}"),
    events.Dealt: lambda event: ("square", piles(event.seat)),
    events.Supplied: lambda event: ("square", "square"),
    events.Chose: lambda event: (hand(event.seat), cards(event.seat)),
    events.Revealed: lambda event: (cards(event.seat), cards(event.seat)),
    events.Performed: lambda event: (cards(event.seat), cards(event.seat)),
    events.HadNoEffect: lambda event: (cards(event.seat), cards(event.seat)),
    events.Declined: lambda event: (cards(event.seat), cards(event.seat)),
    events.Refreshed: lambda event: (hand(event.seat), hand(event.seat)),
    events.Gained: lambda event: ("square", piles(event.seat)),
    events.Drew: lambda event: ("square", piles(event.seat)),
    events.Removed: lambda event: (f"tile-{event.tile}", "square"),
    events.Taxed: lambda event: (piles(event.victim), "square"),
    events.Robbed: lambda event: (piles(event.victim), piles(event.seat)),
    events.Bought: lambda event: (f"tile-{event.tile}", f"bought-{event.seat + 1}"),
    events.Paid: lambda event: (piles(event.seat), "square"),
    events.Refilled: lambda event: ("square", f"tile-{event.tile}"),
    events.Covered: lambda event: (hand(event.seat), cards(event.seat)),
    events.TookBack: lambda event: (hand(event.seat), hand(event.seat)),
}
"""By kind of event; the others are nowhere to be seen."""


def piles(seat: int) -> str:
    """Return the part with the pieces of a player."""
    return f"piles-{seat + 1}"


def cards(seat: int) -> str:
    """Return the part with the open cards of a player."""
    return f"open-{seat + 1}"


def hand(seat: int) -> str:
    """Return the part with the hand of a player; for another player's, ``places_of`` takes the head instead."""
    return f"hand-{seat + 1}"


def places_of(event: Event, viewer: int | None) -> Places:
    """Return the parts in which an event, as a viewer may know it, begins and ends; empty for none."""
    found = PLACES.get(type(event))
    begin, end = found(event) if found else ("", "")
    return seen_from(begin, viewer), seen_from(end, viewer)


def seen_from(part: str, viewer: int | None) -> str:
    """Return a part as the viewer has it: the own hand, but of other players only their heads.

    >>> seen_from("hand-2", 1), seen_from("hand-2", 0), seen_from("square", None)
    ('hand', 'head-2', 'square')
    """
    kind, _, number = part.partition("-")
    if kind != "hand":
        return part
    return "hand" if viewer is not None and number == f"{viewer + 1}" else f"head-{number}"
