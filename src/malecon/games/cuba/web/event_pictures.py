"""Pictures of the events of Cuba: in the sentences of the log, and in the line about a player's last turn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.games.cuba import events, parliament_events
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.text.words import FORMS, POINTS, building_name, character_name
from malecon.games.cuba.view import View
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.event_places import places_of
from malecon.games.cuba.web.scenes import score
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext, EventPictures
from malecon.presentation.game_text import GameText
from malecon.presentation.parts import Group, Part


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


EVENT_PICTURES = EventPictures(places=places_of, pictured=pictured, score=score)


HOUSE = "house"
"""Stands in the place of a sign before the picture of a building."""


class LastTurn(Struct, frozen=True):
    """What a player did in the newest turn: in pictures with signs and numbers, and in words."""

    deeds: tuple[tuple[str, str, int], ...]
    words: str


def last_part(seat: int, context: BoardContext[View]) -> Group:
    """Return the part with what a player did in the newest turn; nothing before the first one."""
    own = tuple(event for event in newest_turn(context.events, seat) if not isinstance(event, events.TurnBegan))
    seen = context.perspective
    shown = seat, own, seen.language, tuple(seen.names.items()), seen.viewer, context.game_text
    return Group(f"last {seat + 1}", _last_part, shown)


def _last_part(
    seat: int,
    own: Sequence[Event],
    language: Language,
    names: tuple[tuple[int, str], ...],
    viewer: int | None,
    text: GameText[View],
) -> Iterator[Part]:
    """Yield the part with what a player did by events."""
    words = text.narrator.tell_all(own, language, dict(names), viewer)
    yield Part(f"last-{seat + 1}", _draw_last, LastTurn(deeds_of(own), " ".join(words)))


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
