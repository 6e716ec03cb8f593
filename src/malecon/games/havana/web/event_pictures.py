"""Events on the page: where they begin and end, what travels between, and the pictures in the sentences about them.

A line in each player's panel says what the player did last, read from the events too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.plain_text import initials
from malecon.games.havana import events
from malecon.games.havana.text.words import FORMS, card_title, pieces
from malecon.games.havana.view import View
from malecon.games.havana.web.card_icons import card_icon
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext, EventPictures, Thing
from malecon.presentation.parts import Canvas, Part

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


PLATE = Markup('<b class="tile-number">{}</b>')


def is_loss(event: Any, viewer: int | None) -> bool:
    """Tell whether a viewer loses something by an event: by a tax collector or a thief (HAV-6.5, HAV-6.8, HAV-6.9)."""
    robs = isinstance(event, events.Taxed) or (isinstance(event, events.Robbed) and event.count > 0)
    return robs and viewer is not None and event.victim == viewer


def is_news(event: Any) -> bool:
    """Tell whether an event concerns all: chance shows something new (HAV-6.11, HAV-4.4, HAV-5.6)."""
    return isinstance(event, events.Drew | events.Supplied | events.Refilled)


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
        yield words, pointer(f"piece-{piece}") + words


EVENT_PICTURES = EventPictures(places=places_of, things=things_of, pictured=pictured, is_loss=is_loss, is_news=is_news)


ROBBED, TAXED, BOUGHT, REMOVED, TOOK = "robbed", "taxed", "bought", "removed", "took"
"""Kinds of deeds, in the order in which they are shown."""


class Deed(NamedTuple):
    """A thing that a player did: kind, piece or empty, number of pieces or id of the tile, seat of the victim."""

    kind: str
    piece: str
    number: int
    victim: int | None = None


def deeds_by_seat(happened: Sequence[Event], seats: int) -> tuple[tuple[Deed, ...], ...]:
    """Return the deeds of each player's newest turn of phase 1, by seat."""
    return tuple(tuple(_summed(_deeds_of(_newest_turn(happened, seat)))) for seat in range(seats))


def _newest_turn(happened: Sequence[Event], seat: int) -> list[Event]:
    found: list[Event] = []
    for event in reversed(happened):
        if isinstance(event, events.TurnBegan) and event.seat == seat:
            return found[::-1]
        if isinstance(event, ENDS_TURN):
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
            yield Deed(ROBBED, event.piece, event.count, event.victim)
        elif isinstance(event, events.Taxed):
            yield Deed(TAXED, event.piece, 1, event.victim)
        elif isinstance(event, events.Bought):
            yield Deed(BOUGHT, "", event.tile)
        elif isinstance(event, events.Removed):
            yield Deed(REMOVED, "", event.tile)
        elif isinstance(event, events.Gained):
            yield Deed(TOOK, event.piece, event.count)
        elif isinstance(event, events.Drew):
            yield Deed(TOOK, event.piece, 1)


def _summed(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield deeds, those of a kind together with the sum of their pieces."""
    found = dict[tuple[str, str, int | None, int], int]()
    for deed in deeds:
        key = deed.kind, deed.piece, deed.victim, 0 if deed.piece else deed.number
        found[key] = found.get(key, 0) + deed.number
    order = (ROBBED, TAXED, BOUGHT, REMOVED, TOOK)
    for kind, piece, victim, tile in sorted(found, key=lambda key: order.index(key[0])):
        yield Deed(kind, piece, tile or found[kind, piece, victim, tile], victim)


class LastTurn(NamedTuple):
    """What a player did in the newest turn, the names of all players, the viewer, and the numbers of hidden cards."""

    deeds: tuple[Deed, ...]
    names: tuple[str, ...]
    viewer: int | None
    hand: int
    discards: int


DEEDS = {
    ROBBED: N_("robs {name} of {pieces}"),
    TAXED: N_("makes {name} give up {pieces}"),
    BOUGHT: N_("buys tile {tile}"),
    REMOVED: N_("puts tile {tile} into the box"),
    TOOK: N_("takes {pieces}"),
}
"""By kind of deed, what is said of it after the name of the player."""
LOSSES = {ROBBED: N_("robs you of {pieces}"), TAXED: N_("makes you give up {pieces}")}
MOST_DEEDS = 4
"""Pictures for which there is room in a line."""


def last_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the parts with what each player but the viewer did last."""
    view = context.perspective.view
    for player, deeds in zip(view.players, deeds_by_seat(context.events, view.seats), strict=True):
        if player.seat != view.viewer:
            names = context.names if deeds else ()
            last = LastTurn(deeds, names, view.viewer, player.hand_size, player.discard_size)
            yield Part(f"last-{player.seat + 1}", _draw_last, last)


def _draw_last(canvas: Canvas, last: LastTurn) -> Markup:
    """Draw what a player did last, in small pictures, and in words for who does not see them."""
    deeds = [_drawn_deed(deed, last, canvas.language) for deed in last.deeds]
    facts = {"deeds": deeds[:MOST_DEEDS], "words": canvas.language.listing([words for *_, words in deeds])}
    return TEMPLATES.draw("havana/last.html", canvas, last=last, **facts)


def _drawn_deed(deed: Deed, last: LastTurn, language: Language) -> tuple[Deed, str, bool, str]:
    """Return a deed with the letter on its victim's badge, whether that is the viewer, and its words."""
    victim = "" if deed.victim is None else last.names[deed.victim]
    amount = pieces([(deed.piece, deed.number)], language) if deed.piece else ""
    is_loss = deed.victim is not None and deed.victim == last.viewer
    said = LOSSES[deed.kind] if is_loss else DEEDS[deed.kind]
    return (
        deed,
        "" if deed.victim is None else initials(last.names)[deed.victim],
        is_loss,
        language.say(said, pieces=amount, name=victim, tile=deed.number),
    )
