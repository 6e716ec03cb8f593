"""Events on the page: where they begin and end, what travels between, and the pictures in the sentences about them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.games.havana import events
from malecon.games.havana.text.words import FORMS, card_title
from malecon.games.havana.web.card_icons import card_icon
from malecon.games.havana.web.pieces import token
from malecon.presentation.event_pictures import EventPictures, Thing

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


PLATE = Markup('<b class="tile-number">{}</b>')


def is_loss(event: Any, viewer: int | None) -> bool:
    """Tell whether a viewer loses something by an event: by a tax collector or a thief (HAV-6.5, HAV-6.8, HAV-6.9)."""
    robs = isinstance(event, events.Taxed) or (isinstance(event, events.Robbed) and event.count > 0)
    return robs and viewer is not None and event.victim == viewer


def things_of(event: Any) -> tuple[Thing, ...]:
    """Return the pieces that an event moves.

    >>> things_of(events.Gained(0, "brick", 2))
    (Thing(symbol='piece-brick', number=2, is_back=False),)
    """
    count = getattr(event, "count", 1) if hasattr(event, "piece") else 0
    return (Thing(f"piece-{event.piece}", count),) if count else ()


def pictured(run: Sequence[Any], language: Language) -> Iterator[tuple[str, Markup]]:
    """Yield words of the sentence about events, and what is drawn for them: pieces, cards, and the plates of tiles."""
    counted: Counter[str] = Counter()
    for event in run:
        if hasattr(event, "piece"):
            counted[event.piece] += getattr(event, "count", 1)
        for card in (getattr(event, name, None) for name in ("card", "second", "covered")):
            if card:
                title = card_title(card, language)
                yield title, card_icon(card) + title
        if hasattr(event, "tile"):
            yield str(event.tile), PLATE.format(event.tile)
    for piece, count in counted.items():
        words = language.count(FORMS[piece], count)
        yield words, token(piece) + words


EVENT_PICTURES = EventPictures(places=places_of, things=things_of, pictured=pictured, is_loss=is_loss)
