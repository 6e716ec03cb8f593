"""Events on the page: the parts that a line of the log is about, and the pictures in it.

A line in each player's panel says what the player did last, read from the events too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.plain_text import initials
from malecon.games.havana import events
from malecon.games.havana.text.words import FORMS, card_title, house_name, house_title, pieces
from malecon.games.havana.view import View
from malecon.games.havana.web.card_icons import card_icon
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.games.havana.web.scenes import score
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext, EventPictures
from malecon.presentation.parts import Canvas, Group, Part

Places = tuple[str, str]

PLACES: Mapping[type[Event], Callable[[Any], Places]] = {
    events.Fetched: lambda event: ("square", f"tile-{event.tile}"),
    events.Dealt: lambda event: ("square", piles(event.seat)),
    events.Supplied: lambda event: ("square", "square"),
    events.Chose: lambda event: (hand(event.seat), cards(event.seat)),
    events.Revealed: lambda event: (cards(event.seat), cards(event.seat)),
    events.Preceded: lambda event: (cards(event.seat), cards(event.seat)),
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


def pictured(run: Sequence[Any], language: Language) -> Iterator[tuple[str, Markup]]:
    """Yield words of the sentence about events, and what is drawn for them: pieces, cards, and houses."""
    counted: Counter[str] = Counter()
    for event in run:
        if hasattr(event, "piece"):
            counted[event.piece] += getattr(event, "count", 1)
        for card in (getattr(event, name, None) for name in ("card", "second", "covered")):
            if card:
                title = card_title(card, language)
                yield title, card_icon(card) + title
        if hasattr(event, "tile"):
            name = house_name(event.tile, language)
            yield name, pointer(f"facade-of-{event.tile}") + name
    for piece, count in counted.items():
        words = language.count(FORMS[piece], count)
        yield words, pointer(f"piece-{piece}") + words


EVENT_PICTURES = EventPictures(places=places_of, pictured=pictured, score=score)


ROBBED, TAXED, BOUGHT, REMOVED, TOOK = "robbed", "taxed", "bought", "removed", "took"
"""Kinds of deeds, in the order in which they are shown."""


class Deed(Struct, frozen=True):
    """A thing that a player did: kind, pieces with their numbers, id of the tile or 0, seat of the victim."""

    kind: str
    pieces: tuple[tuple[str, int], ...] = ()
    tile: int = 0
    victim: int | None = None

    @property
    def card(self) -> str:
        """The id of the card that did it, where its picture stands; else empty."""
        if self.kind == ROBBED:
            return "pesos-thief" if dict(self.pieces).keys() == {"peso"} else "materials-thief"
        return {TAXED: "tax-collector", REMOVED: "conservation"}.get(self.kind, "")


def deeds_of(turn: Iterable[Event]) -> tuple[Deed, ...]:
    """Return the deeds of a turn."""
    return tuple(_summed(_deeds_of(turn)))


def newest_turn(happened: Sequence[Event], seat: int) -> list[Event]:
    """Return the events of the newest turn of phase 1 of a player."""
    found: list[Event] = []
    for event in reversed(happened):
        kind = type(event)
        if kind is events.TurnBegan and event.seat == seat:
            return found[::-1]
        if kind in ENDS_TURN:
            found.clear()
        else:
            found.append(event)
    return []


ENDS_TURN = (events.TurnBegan, events.Covered, events.Supplied)
"""What no turn has behind its beginning."""


def _deeds_of(happened: Iterable[Event]) -> Iterator[Deed]:
    """Yield the deeds among the events of a turn."""
    for event in happened:
        if isinstance(event, events.Robbed) and event.count:
            yield Deed(ROBBED, ((event.piece, event.count),), victim=event.victim)
        elif isinstance(event, events.Taxed):
            yield Deed(TAXED, ((event.piece, 1),), victim=event.victim)
        elif isinstance(event, events.Bought):
            yield Deed(BOUGHT, tile=event.tile)
        elif isinstance(event, events.Removed):
            yield Deed(REMOVED, tile=event.tile)
        elif isinstance(event, events.Gained):
            yield Deed(TOOK, ((event.piece, event.count),))
        elif isinstance(event, events.Drew):
            yield Deed(TOOK, ((event.piece, 1),))


def _summed(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield deeds, those that one card did to the same player together, with the sums of their pieces."""
    found = dict[tuple[str, int, int | None, str], Counter[str]]()
    for deed in deeds:
        found.setdefault((deed.kind, deed.tile, deed.victim, deed.card), Counter()).update(dict(deed.pieces))
    order = (ROBBED, TAXED, BOUGHT, REMOVED, TOOK)
    for (kind, tile, victim, _), counted in sorted(found.items(), key=lambda item: order.index(item[0][0])):
        yield Deed(kind, tuple(counted.items()), tile, victim)


class LastTurn(Struct, frozen=True):
    """What a player did in the newest turn, the seat, the names of all players, and the viewer."""

    deeds: tuple[Deed, ...]
    seat: int
    names: tuple[str, ...]
    viewer: int | None

    @property
    def letter(self) -> str:
        """What stands on the badge of the player."""
        return initials(self.names)[self.seat]


DEEDS = {
    ROBBED: N_("robs {name} of {pieces}"),
    TAXED: N_("makes {name} give up {pieces}"),
    BOUGHT: N_("buys {house}"),
    REMOVED: N_("removes {house}"),
    TOOK: N_("takes {pieces}"),
}
"""By kind of deed, what is said of it after the name of the player."""
LOSSES = {ROBBED: N_("robs you of {pieces}"), TAXED: N_("makes you give up {pieces}")}
MOST_DEEDS = 4
"""Pictures for which there is room in a line."""


def last_parts(context: BoardContext[View]) -> Iterator[Group]:
    """Yield the parts with what each player but the viewer did last."""
    view = context.perspective.view
    for seat in (seat for seat in range(view.seats) if seat != view.viewer):
        shown = tuple(newest_turn(context.events, seat)), seat, context.names, view.viewer
        yield Group(f"last {seat + 1}", _last_part, shown)


def _last_part(turn: Sequence[Event], seat: int, names: tuple[str, ...], viewer: int | None) -> Iterator[Part]:
    """Yield the part with what a player did in a turn."""
    yield Part(f"last-{seat + 1}", _draw_last, LastTurn(deeds_of(turn), seat, names, viewer))


def _draw_last(canvas: Canvas, last: LastTurn) -> Markup:
    """Draw what a player did last, in small pictures, and in words for who does not see them."""
    deeds = [_drawn_deed(deed, last, canvas.language) for deed in last.deeds]
    facts = {"deeds": deeds[:MOST_DEEDS], "words": canvas.language.listing([words for *_, words in deeds])}
    return TEMPLATES.draw(
        "havana/last.html", canvas, last=last, title=partial(house_title, language=canvas.language), **facts
    )


def _drawn_deed(deed: Deed, last: LastTurn, language: Language) -> tuple[Deed, str, bool, str]:
    """Return a deed with the letter on its victim's badge, whether that is the viewer, and its words."""
    victim = "" if deed.victim is None else last.names[deed.victim]
    amount = pieces(deed.pieces, language) if deed.pieces else ""
    house = house_name(deed.tile, language) if deed.tile else ""
    is_loss = deed.victim is not None and deed.victim == last.viewer
    said = LOSSES[deed.kind] if is_loss else DEEDS[deed.kind]
    return (
        deed,
        "" if deed.victim is None else initials(last.names)[deed.victim],
        is_loss,
        language.say(said, pieces=amount, name=victim, house=house),
    )
