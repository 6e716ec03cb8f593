"""The line in a player's panel that says what the player did last, read from the events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from malecon.core.engine import Event
from malecon.games.cuba import events, parliament_events
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import by_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Part


class LastTurn(NamedTuple):
    """What a player did in the newest turn: in pictures with signs and numbers, and in words."""

    deeds: tuple[tuple[str, str, int], ...]
    words: str


def last_part(seat: int, context: BoardContext[View]) -> Part:
    """Return the part with what a player did in the newest turn; nothing before the first one."""
    own = [event for event in newest_turn(context.events, seat) if not isinstance(event, events.TurnBegan)]
    names, language = dict(context.perspective.names), context.perspective.language
    summed = Counter[tuple[str, str]]()
    for event in own:
        summed.update({(sign, picture): number for sign, picture, number in pictures_of(event)})
    words = context.game_text.narrator.tell_all(own, language, names, context.perspective.viewer)
    deeds = tuple((*deed, number) for deed, number in summed.items())
    return Part(f"last-{seat + 1}", _draw_last, LastTurn(deeds, " ".join(words)))


_draw_last = by_template("last.html", "last")


def newest_turn(happened: Sequence[Event], seat: int) -> list[Event]:
    """Return the events of the newest turn of a player."""
    begun = [place for place, event in enumerate(happened) if isinstance(event, events.TurnBegan)]
    first = next((place for place in reversed(begun) if happened[place].seat == seat), len(happened))
    own = takewhile(lambda event: event.seat == seat and not isinstance(event, ENDS), happened[first + 1 :])
    return list(own)


ENDS = (events.TurnBegan, events.BecameFirst, parliament_events.Showed)
"""What no turn has behind its beginning."""


def pictures_of(event: Any) -> Iterator[tuple[str, str, int]]:
    """Yield the gains and costs of an event: sign, picture and number; payments for buildings are left out.

    >>> [*pictures_of(events.Sold(0, "rum", 4, "market"))]
    [('−', 'rum', 1), ('+', 'peso', 4)]
    """
    match event:
        case events.Gained():
            yield "+", event.piece, event.count
        case events.Bought():
            yield from (("+", event.piece, 1), ("−", "peso", event.pesos))
        case events.Sold():
            yield from (("−", event.piece, 1), ("+", "peso", event.pesos))
        case events.Loaded():
            yield from (("−", event.piece, 1), ("+", "sun", event.points))
        case events.Scored():
            yield "+", "sun", event.points
        case events.Built() | events.Used():
            yield "house", event.building, 1
