"""What happened at a table, as plain data: the events that a viewer may know."""

import re
from typing import Any

import msgspec

from malecon.core.events import Event
from malecon.core.match import Match

CAPITAL = re.compile(r"(?<!^)([A-Z])")


def events_since(match: Match, viewer: int | None, since: int) -> tuple[Event, ...]:
    """Return what the moves from number ``since`` on caused, as a viewer may know it; from -1 on, with the set-up."""
    if since < 0:
        return match.events_seen_by(viewer)
    moves = range(since, match.number)
    return tuple(event.seen_by(viewer) for move in moves for event in match.events_of(move))


def event_fields(event: Event) -> dict[str, Any]:
    """Return an event with its kind and its fields.

    >>> class TookCubes(Event):
    ...     brick: int
    >>> event_fields(TookCubes(1, brick=2))
    {'kind': 'took_cubes', 'seat': 1, 'brick': 2}
    """
    kind = CAPITAL.sub(r"_\1", type(event).__name__).lower()
    return {"kind": kind} | msgspec.structs.asdict(event)
