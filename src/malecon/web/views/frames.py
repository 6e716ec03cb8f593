"""Frames: what brings an open page of a table up to date."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from malecon.core.engine import Event
from malecon.presentation.perspective import Perspective
from malecon.presentation.playable_game import PlayableGame


class EventShown(msgspec.Struct, omit_defaults=True):
    """Something that happened, as the viewer may know it.

    Attributes:
        seat: whom it is about, from 1; 0 for nobody.
        text: the sentence that begins with it; empty if that of an event beside it says it, too.
        begin, end: the parts of the page where it began, if it is to be seen, and where it ended, if that is another.
        loss, news: whether the viewer loses something by it; whether it concerns all.
        things, back: what it moves from begin to end, and from end to begin: the symbol of the picture, and how many.
    """

    seat: int
    text: str
    begin: str = ""
    end: str = ""
    loss: bool = False
    news: bool = False
    things: list[tuple[str, int]] = msgspec.field(default_factory=list)
    back: list[tuple[str, int]] = msgspec.field(default_factory=list)


SEPARATOR = "\x1e"
"""Before the HTML of each part of a frame that is sent; in no text that is shown."""


class Frame(msgspec.Struct, omit_defaults=True):
    """What brings a page up to date.

    Attributes:
        number: moves that the page then shows.
        state: of the page after it.
        seat: by whose knowledge the page is drawn, from 1; 0 for a spectator.
        after: state of the page that it changes; empty for a page that is sent whole.
        parts: HTML of the parts that have changed, by their names; of a whole page, only the whole.
        events: what happened meanwhile, in order.
    """

    number: int
    state: str
    seat: int
    after: str = ""
    parts: dict[str, str] = msgspec.field(default_factory=dict)
    events: list[EventShown] = msgspec.field(default_factory=list)

    def text(self) -> str:
        """Return the frame as it is sent: all but its parts as JSON, then their HTML as it is."""
        head = msgspec.json.encode(msgspec.structs.replace(self, parts={})).decode()
        return SEPARATOR.join([head, *self.parts.values()])


class Shown(NamedTuple):
    """What an open page shows: its state, outline of its parts, how many events had happened, those drafted."""

    state: str
    outline: bytes
    events: int
    drafted: tuple[Event, ...]


def events_shown(events: Sequence[Event], game: PlayableGame, perspective: Perspective) -> list[EventShown]:
    """Return events of a game with their captions; they are as the viewer may know them."""
    captions = game.text.narrator.captions(events, perspective.language, perspective.names, perspective.viewer)
    return [_event_shown(event, text, game, perspective.viewer) for event, text in zip(events, captions, strict=True)]


def _event_shown(event: Event, text: str, game: PlayableGame, viewer: int | None) -> EventShown:
    """Return an event of a game with its caption, as a viewer may know it."""
    pictures = game.page.events
    things, (begin, end) = pictures.things(event), pictures.places(event, viewer)
    return EventShown(
        seat_number(event.seat),
        text,
        begin or end,
        end if end != begin else "",
        loss=pictures.is_loss(event, viewer),
        news=pictures.is_news(event),
        things=[(thing.symbol, thing.number) for thing in things if not thing.is_back],
        back=[(thing.symbol, thing.number) for thing in things if thing.is_back],
    )


def seat_number(seat: int | None) -> int:
    """Return the number of a seat, from 1; 0 for nobody."""
    return 0 if seat is None else seat + 1
