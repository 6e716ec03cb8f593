"""Frames: what brings an open page of a table up to date."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec

from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective
from malecon.presentation.playable_game import PlayableGame
from malecon.presentation.scenes import Scene, sentences

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
        scenes: what happened meanwhile, in order.
        is_back: whether something that the page shows of a draft was taken back.
    """

    number: int
    state: str
    seat: int
    after: str = ""
    parts: dict[str, str] = msgspec.field(default_factory=dict)
    scenes: list[Scene] = msgspec.field(default_factory=list)
    is_back: bool = False

    def text(self) -> str:
        """Return the frame as it is sent: all but its parts as JSON, then their HTML as it is."""
        head = msgspec.json.encode(msgspec.structs.replace(self, parts={})).decode()
        return SEPARATOR.join([head, *self.parts.values()])


class Shown(NamedTuple):
    """What an open page shows: its state, the outlines of its regions, how many events had happened, those drafted."""

    state: str
    outlines: tuple[bytes, ...]
    events: int
    drafted: tuple[Event, ...]


def new_events(shown: Shown, seen: Sequence[Event], drafted: Sequence[Event]) -> tuple[list[Event], bool]:
    """Return what has happened since a page was shown, and whether something of the draft in it was taken back.

    Args:
        shown: what the page shows.
        seen: all events of the match, as the viewer may know them.
        drafted: those of the viewer's draft.
    """
    known, happened = [*shown.drafted], list[Event]()
    for event in (*seen[shown.events :], *drafted):
        if known and known[0] == event:
            del known[0]
        else:
            happened.append(event)
    return happened, bool(known)


def scenes_of(
    events: Sequence[Event], game: PlayableGame, perspective: Perspective, earlier: Sequence[Event]
) -> list[Scene]:
    """Return the scenes of events that the viewer may know; ``earlier``: those before them."""
    scenes = _scored(events, game, perspective, earlier)
    if scenes and scenes[0].ms:
        scenes[0].row = _row(events, scenes, game, perspective, earlier)
    return scenes


def _scored(
    events: Sequence[Event], game: PlayableGame, perspective: Perspective, earlier: Sequence[Event]
) -> list[Scene]:
    """Return the scenes of events by themselves."""
    told = [*sentences(game.text.narrator, events, perspective)]
    return [*game.page.events.score(told, perspective, earlier)]


def _row(
    events: Sequence[Event],
    scenes: Sequence[Scene],
    game: PlayableGame,
    perspective: Perspective,
    earlier: Sequence[Event],
) -> list[str]:
    """Return what the first scene says together with those before it that it goes on; nothing if it begins something.

    It goes on if what the player has just done and it would be a scene less, had they come at once.
    """
    seat = events[0].seat
    now = [*takewhile(lambda event: event.seat == seat, events)]
    before = [*takewhile(lambda event: event.seat == seat, reversed(earlier))][::-1]
    if seat is None or not before:
        return []
    last = _scored(before, game, perspective, earlier)
    if not last[-1].ms:
        return []
    more = scenes if len(now) == len(events) else _scored(now, game, perspective, earlier)
    both = _scored([*before, *now], game, perspective, earlier)
    if len(both) != len(last) + len(more) - 1:
        return []
    scene = both[len(last) - 1]
    return [scene.lead, scene.caption, scene.note, scene.reads]


def scenes_of_last_move(match: Match, game: PlayableGame, perspective: Perspective) -> str:
    """Return the scenes of the last move of a match as JSON, for a page that shows the position after it."""
    events = match.events_seen_by(perspective.viewer)
    begun = len(events) - (match.events_since(match.number - 1) if match.number else 0)
    return msgspec.json.encode(scenes_of(events[begun:], game, perspective, events[:begun])).decode()


def seat_number(seat: int | None) -> int:
    """Return the number of a seat, from 1; 0 for nobody."""
    return 0 if seat is None else seat + 1
