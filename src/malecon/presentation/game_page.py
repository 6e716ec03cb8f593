"""A game on a page: what it draws for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.presentation.board_context import BoardContext
from malecon.presentation.canvas import Canvas
from malecon.presentation.parts import Part
from malecon.presentation.perspective import Perspective, View, plain_lines


class House(NamedTuple):
    """What a player has built or bought: its picture, its points as a picture, and words for it."""

    picture: Markup
    points: Markup
    words: str


def plain_parts(context: BoardContext) -> Iterator[Part]:
    """Yield the view as plain text; the page lists the moves, for none gets a button."""
    perspective = context.perspective
    yield Part("table", draw_plain_text, tuple(plain_lines(perspective.view, perspective.names)))


def draw_plain_text(canvas: Canvas, lines: tuple[str, ...]) -> Markup:
    """Draw lines of text."""
    return Markup('<pre id="{}">{}</pre>').format(canvas.name, Markup("\n").join(lines))


def no_gallery(language: Language) -> Markup:
    """Return no pictures for the rules."""
    return Markup()


def no_invitation() -> Markup:
    """Return no picture for the start page."""
    return Markup()


def no_houses(player: object, perspective: Perspective) -> Sequence[House]:
    """Return nothing that a player has built."""
    return ()


def no_belongings(player: object, perspective: Perspective) -> Markup:
    """Return nothing that a player has besides what is built."""
    return Markup()


def no_places(event: Event, viewer: int | None) -> tuple[str, str]:
    """Return no parts: an event is nowhere to be seen."""
    return "", ""


@dataclass(frozen=True, slots=True, eq=False)
class GamePage(Generic[View]):
    """What a game draws.

    Its templates lie in the game's folder in ``web/templates``, its style sheets and pictures in ``web/static``. A
    ``player`` is one of ``View.players``.

    Attributes:
        parts: the parts of the table, with the buttons of moves on their pieces; the first has slots for the others.
        places: the parts in which an event, as a viewer may know it, begins and ends; empty for none.
        gallery: pictures of what it is played with, and what each does, for the page of the rules.
        invitation: the picture that stands for it on the start page.
        houses: what a player has built or bought.
        belongings: what else a player has at the end.
        signs: the pictures of what points come from, by their titles in ``GameText.sources``.
        style: the style sheet of the table; empty for none.
        invitation_style: the style sheet of the start page; empty for none.
    """

    parts: Callable[[BoardContext[View]], Iterable[Part]] = plain_parts
    places: Callable[[Any, int | None], tuple[str, str]] = no_places
    gallery: Callable[[Language], Markup] = no_gallery
    invitation: Callable[[], Markup] = no_invitation
    houses: Callable[[Any, Perspective[View]], Sequence[House]] = no_houses
    belongings: Callable[[Any, Perspective[View]], Markup] = no_belongings
    signs: Mapping[str, Markup] = field(default_factory=dict)
    style: str = ""
    invitation_style: str = ""
