"""Events on a page: where they begin and end, what travels between, and the pictures in the sentences about them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from malecon.core.i18n import Language


class Thing(NamedTuple):
    """Pieces that an event moves: the symbol that the page has for one, how many, whether they go from end to begin."""

    symbol: str
    number: int
    is_back: bool = False


def _no_places(event: object, viewer: int | None) -> tuple[str, str]:
    """Return no parts: an event is nowhere to be seen."""
    return "", ""


def _no_things(event: object) -> Sequence[Thing]:
    """Return no things: nothing is moved."""
    return ()


def _no_pictures(events: Sequence[object], language: Language) -> Iterable[tuple[str, Markup]]:
    """Return no pictures."""
    return ()


def _no_loss(event: object, viewer: int | None) -> bool:
    """Tell that nothing is lost."""
    return False


def _no_news(event: object) -> bool:
    """Tell that nothing concerns all."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class EventPictures:
    """What a game draws of its events, each as the viewer may know it.

    Attributes:
        places: the parts of the table in which an event begins and ends for a viewer; empty for none.
        things: what an event moves between these parts.
        pictured: words in the sentence about some events, and what is drawn for them.
        is_loss: whether a viewer loses something by an event.
        is_news: whether an event concerns all, also if it is about the viewer.
    """

    places: Callable[[Any, int | None], tuple[str, str]] = _no_places
    things: Callable[[Any], Sequence[Thing]] = _no_things
    pictured: Callable[[Sequence[Any], Language], Iterable[tuple[str, Markup]]] = _no_pictures
    is_loss: Callable[[Any, int | None], bool] = _no_loss
    is_news: Callable[[Any], bool] = _no_news


NO_PICTURES = EventPictures()
"""Of a game that does not draw its events."""
