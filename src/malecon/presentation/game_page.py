"""A game on a page: what it draws for it, and what it draws on.

A board context is a perspective, the moves that its viewer can choose, and the buttons for them. A game draws a move's
button on the piece that the move is about, where there is one. What it draws no button for, the frame lists under the
question; so no move is ever lost.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.presentation.game_text import GameText, capital
from malecon.presentation.perspective import Perspective, View, plain_lines

Caller = Callable[[], str]
"""Draws what is inside."""

BUTTON = Markup(
    '<button id="{id}" form="act" name="move" value="{move}" class="choice {kind}" title="{label}" '
    'aria-label="{label}">{content}</button>'
)
PLAIN = Markup('<span class="plain {kind}">{content}</span>')
PICKING = Markup(
    '<form class="picking" data-live data-parts="{parts}" method="post" action="{action}">{hidden}'
    '<input type="hidden" name="part" value="{verb}">{content}<button class="primary">{submit}</button></form>'
)
HIDDEN = Markup('<input type="hidden" name="{name}" value="{value}">')
ABOUT = Markup('<a class="about" href="{page}?{query}">{content}</a>')
MOST_KEPT = 1024
"""Of the parts that are the same on page after page."""


@dataclass(slots=True, eq=False)
class BoardContext(Generic[View]):
    """What a game draws on.

    Attributes:
        perspective: the position as the viewer may know it.
        voice: the game in words.
        legal: the moves that the viewer can choose now; none for who only watches.
        page: address of the table.
        fields: what every form of the table sends: seat, mark, id; empty for who only watches.
        placed: moves that have their button.
        hinted: moves that a hint names, the best first.
        levels: of the computer players, by seat, in words.
        asked: what the viewer is asked, if the perspective is that after an answer which waits for its confirmation.
    """

    perspective: Perspective[View]
    game_text: GameText[View]
    legal: tuple[str, ...] = ()
    page: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)
    hinted: Sequence[str] = ()
    levels: Mapping[int, str] = field(default_factory=dict)
    asked: Any = None

    @property
    def question(self) -> Any:
        """What is asked, and who."""
        return self.asked or self.perspective.view.question

    def can(self, notation: str) -> bool:
        """Tell whether the viewer can choose a move now."""
        return notation in self.legal

    def label(self, notation: str) -> str:
        """Return a move in words, with a capital letter."""
        return capital(self.game_text.label(self.perspective, notation))

    def button(self, notation: str, content: str, kind: str = "", label: str = "") -> Markup:
        """Return ``content`` as the button of a move if the viewer can choose it, else as it is.

        Args:
            notation: the move.
            content: what is drawn, as ``Markup``; other text is escaped.
            kind: further classes.
            label: what the button says to who does not see it, if not the move in words.
        """
        if notation not in self.legal:
            return plain(kind, content)
        self.placed.add(notation)
        said = label or self.label(notation)
        if notation in self.hinted:
            kind += " hinted best" if notation == self.hinted[0] else " hinted"
        return BUTTON.format(id=notation.replace(" ", "-"), move=notation, kind=kind, label=said, content=content)

    def covered(self, notation: str, content: str, kind: str = "") -> Markup:
        """Return ``content``, and if the viewer can choose the move, a button to lie over it.

        So a large picture stays in the page as it is, whether it can be chosen or not.
        """
        cover = self.button(notation, "", "cover") if self.can(notation) else Markup()
        return plain(kind, content) + cover

    def picking(self, verb: str, moves: Iterable[str], submit: str, caller: Caller, parts: int = 0) -> Markup:
        """Return a form whose parts, joined by blanks after ``verb``, are a move; for ``{% call %}``.

        Args:
            verb: the first words of the notation.
            moves: all moves that can be put together.
            submit: words on its button.
            caller: draws the parts: inputs that are called ``part``, in the order of the notation.
            parts: how many of them are to be ticked; 0 for parts of another sort.
        """
        self.placed.update(moves)
        return PICKING.format(
            action=f"{self.page}/act",
            parts=parts,
            hidden=self.hidden(),
            verb=verb,
            content=Markup(caller()),
            submit=submit,
        )

    def hidden(self) -> Markup:
        """Return the hidden fields of a form of this table."""
        return Markup("").join(HIDDEN.format(name=name, value=value) for name, value in self.fields.items())

    def about(self, topic: str, content: str) -> Markup:
        """Return ``content`` as a link to what is said about a thing of the game."""
        return about(self.page, self.perspective.viewer, topic, content)

    def left(self) -> Mapping[str, Sequence[str]]:
        """Return the moves that have no button yet, by the titles under which they stand."""
        return self.game_text.titled(self.perspective, [move for move in self.legal if move not in self.placed])


@lru_cache(MOST_KEPT, typed=True)  # a text and Markup of the same letters are equal
def plain(kind: str, content: str) -> Markup:
    """Return what could be a button, but is none now."""
    return PLAIN.format(kind=kind, content=content)


@lru_cache(MOST_KEPT, typed=True)  # a text and Markup of the same letters are equal
def about(page: str, viewer: int | None, topic: str, content: str) -> Markup:
    """Return ``content`` as a link to what is said about a thing, to be seen with the eyes of ``viewer``."""
    query = {"topic": topic} | ({} if viewer is None else {"seat": str(viewer + 1)})
    return ABOUT.format(page=f"{page}/about", query=urlencode(query), content=content)


class House(NamedTuple):
    """What a player has built or bought: its picture, its points as a picture, and words for it."""

    picture: Markup
    points: Markup
    words: str


def draw_plainly(context: BoardContext) -> Markup:
    """Return the view as plain text; the frame lists the moves, for none has a button yet."""
    perspective = context.perspective
    lines = Markup("\n").join(plain_lines(perspective.view, perspective.names))
    return Markup("<pre>{}</pre>").format(lines)


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


@dataclass(frozen=True, slots=True, eq=False)
class GamePage(Generic[View]):
    """What a game draws.

    Its templates lie in the game's folder in ``web/templates``, its style sheets and pictures in ``web/static``. A
    ``player`` is one of ``View.players``.

    Attributes:
        draw: the table, with the buttons of moves on their pieces.
        gallery: pictures of what it is played with, and what each does, for the page of the rules.
        invitation: the picture that stands for it on the start page.
        houses: what a player has built or bought.
        belongings: what else a player has at the end.
        signs: the pictures of what points come from, by their titles in ``GameText.sources``.
        style: the style sheet of the table; empty for none.
        invitation_style: the style sheet of the start page; empty for none.
    """

    draw: Callable[[BoardContext[View]], Markup] = draw_plainly
    gallery: Callable[[Language], Markup] = no_gallery
    invitation: Callable[[], Markup] = no_invitation
    houses: Callable[[Any, Perspective[View]], Sequence[House]] = no_houses
    belongings: Callable[[Any, Perspective[View]], Markup] = no_belongings
    signs: Mapping[str, Markup] = field(default_factory=dict)
    style: str = ""
    invitation_style: str = ""
