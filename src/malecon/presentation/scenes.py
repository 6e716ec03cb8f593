"""Scenes: what happens at a table, as data that a page plays one after the other.

A game makes the scenes of a step from the sentences about it, with events as the viewer may know them. A scene names
the parts of the page that change with it: until it is played, the page goes on showing them as they were.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from typing_extensions import TypeVar

from malecon.core.engine import Event
from malecon.core.i18n import N_
from malecon.core.narration import Narrator, Told
from malecon.presentation.perspective import Perspective

LOSS, NEWS = "loss", "to-all"
"""The tone of a scene: the viewer loses something; it concerns all."""


class Flight(msgspec.Struct, frozen=True, array_like=True):
    """Pieces that fly: the symbol that the page has for one, how many, the parts where they begin and end.

    No end is out of the game.
    """

    symbol: str
    number: int
    begin: str
    end: str


class Face(msgspec.Struct, frozen=True, array_like=True):
    """A card face up: its kind, its number, the symbol that the page has for its picture, and its title if any."""

    kind: str
    number: int
    symbol: str
    title: str = ""


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one player shows when all show something: seat from 1, name, cards, and the number before and after.

    ``cards``: of each what lay there before, ``None`` for a card face down, and what is shown; that alone if it is not
    turned.
    """

    seat: int
    name: str
    cards: list[tuple[Face | None, ...]]
    before: int | None
    after: int


class Scene(msgspec.Struct, omit_defaults=True):
    """One thing that happens, as a viewer may know it.

    Attributes:
        kind: of scene, as the game names it.
        ms: for how long it is played at the normal pace; 0 for what only changes the page.
        seat: who does it, from 1; 0 for nobody or several.
        caption: the sentence about it; empty if nothing is said.
        lead: what is said before that: what has led to it.
        note: what else is said of it.
        reads: what of the page is shown beside it: words, in place of what has led to it, or a picture; empty for none.
        said: the sentences that the log has for it, where its caption says the same in other words.
        tone: ``LOSS``, ``NEWS``, or empty.
        cue: the sound that belongs to it; empty for none.
        front: the part in which it is seen; empty for any. Where tabs show one part at a time it comes to the front,
            and what is drawn small (``data-over``) lies meanwhile over a large part.
        parts: the parts of the page that change with it.
        flights: pieces that fly, in order.
        counts: by the name of a count on the page, how much it changes.
        columns: what all show together, in the order before it; ``order``: their seats in the order after it.
        digits: of a number in a column.
        row: lead, caption, note and ``reads`` of it together with the scenes before it, if it goes on with the last
            one of the frame before: had they come in one frame, they would be one scene. Empty if it begins something.
        unasked: whether who does it had nothing to choose: that player is told, too.
    """

    kind: str
    ms: int = 0
    seat: int = 0
    caption: str = ""
    lead: str = ""
    note: str = ""
    reads: str = ""
    said: list[str] = msgspec.field(default_factory=list)
    tone: str = ""
    cue: str = ""
    front: str = ""
    parts: list[str] = msgspec.field(default_factory=list)
    flights: list[Flight] = msgspec.field(default_factory=list)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    columns: list[Column] = msgspec.field(default_factory=list)
    order: list[int] = msgspec.field(default_factory=list)
    digits: int = 1
    row: list[str] = msgspec.field(default_factory=list)
    unasked: bool = False


V = TypeVar("V", default=Any)


class Effect(msgspec.Struct, frozen=True):
    """What one event does on the page of a viewer.

    Attributes:
        kind: of scene.
        parts, counts, flights: as in ``Scene``.
        tone: as in ``Scene``.
    """

    kind: str = ""
    parts: tuple[str, ...] = ()
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    flights: tuple[Flight, ...] = ()
    tone: str = ""


def sentences(narrator: Narrator, events: Sequence[Event], perspective: Perspective) -> Iterator[Told]:
    """Yield the sentences about events, each with all its events; what a sentence implies comes before it.

    Events behind the last sentence, which nothing tells, come with an empty one.
    """
    seen = [event.seen_by(perspective.viewer) for event in events]
    paragraphs = narrator.tell_known(seen, perspective.language, dict(perspective.names), perspective.viewer)
    place = 0
    for sentence in (each for _, paragraph in paragraphs for each in paragraph):
        begin, left = place, len(sentence.events)
        while left:
            left -= not narrator.is_implied(seen[place], seen[place + 1] if place + 1 < len(seen) else None)
            place += 1
        yield Told(sentence.text, tuple(seen[begin:place]))
    if place < len(seen):
        yield Told("", tuple(seen[place:]))


def scene_of(told: Told, effects: Iterable[Effect], kinds: "Kinds") -> Scene:
    """Return the scene of a sentence; its kind is that of its events which stands first among ``kinds``."""
    effects = [*effects]
    here = {effect.kind for effect in effects}
    kind = next(filter(here.__contains__, kinds))
    seats = {event.seat for event in told.events}
    seat = seats.pop() if len(seats) == 1 else None
    ms, cue = kinds[kind]
    return Scene(
        kind=kind,
        ms=ms,
        seat=0 if seat is None else seat + 1,
        caption=told.text,
        tone=_strongest(*{effect.tone for effect in effects}),
        cue=cue,
        parts=[*dict.fromkeys([part for effect in effects for part in effect.parts])],
        flights=[flight for effect in effects for flight in effect.flights],
        counts=_summed(effect.counts for effect in effects),
    )


def _strongest(*tones: str) -> str:
    """Return the tone of what has several."""
    return LOSS if LOSS in tones else NEWS if NEWS in tones else ""


def _summed(differences: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums of differences by their names, without zeros."""
    sums = dict[str, int]()
    for counts in differences:
        for name, difference in counts.items():
            sums[name] = sums.get(name, 0) + difference
    return {name: difference for name, difference in sums.items() if difference}


def joined(first: Scene, second: Scene) -> Scene:
    """Return two scenes as one, of the first one's kind; the second one's caption is its note."""
    return msgspec.structs.replace(
        first,
        ms=max(first.ms, second.ms),
        seat=first.seat if first.seat == second.seat else 0,
        lead=_spaced(first.lead, second.lead),
        note=_spaced(first.note, second.caption, second.note),
        reads=first.reads or second.reads,
        said=[*first.said, *second.said],
        tone=_strongest(first.tone, second.tone),
        cue=first.cue or second.cue,
        front=first.front or second.front,
        parts=[*dict.fromkeys([*first.parts, *second.parts])],
        flights=[*first.flights, *second.flights],
        counts=_summed((first.counts, second.counts)),
        columns=[*first.columns, *second.columns],
        unasked=first.unasked or second.unasked,
    )


def led_to(first: Scene, second: Scene) -> Scene:
    """Return two scenes as one, of the second one's kind; what the first one says is said before its caption."""
    said = _spaced(first.lead, first.caption, first.note)
    return joined(second, msgspec.structs.replace(first, lead=said, caption="", note=""))


def _spaced(*sentences: str) -> str:
    """Return sentences one after the other."""
    return " ".join(filter(None, sentences))


Kinds = dict[str, tuple[int, str]]
"""By kind of scene, how long it is played, in milliseconds, and its sound."""
Score = Callable[[Sequence[Told], Perspective[V], Sequence[Event]], Iterable[Scene]]
"""Returns the scenes of a step from the sentences about it, a perspective after it, and the events before it."""


def called(seat: int, perspective: Perspective) -> str:
    """Return the name of a player among several; *you* for the viewer."""
    return perspective.language.say(N_("you")) if seat == perspective.viewer else perspective.names[seat]


def captions_only(told: Sequence[Told], perspective: Perspective, earlier: Sequence[Event]) -> Iterator[Scene]:
    """Yield a scene for each sentence that nothing is drawn for."""
    for sentence in told:
        seats = {event.seat for event in sentence.events}
        seat = seats.pop() if len(seats) == 1 else None
        yield Scene("said", 900 if sentence.text else 0, 0 if seat is None else seat + 1, sentence.text)
