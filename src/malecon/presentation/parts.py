"""Parts of a page, each drawn by a pure function of a small value and its buttons, and cached by them.

A page is a tree of parts. In the HTML of a part, an empty element with the id of another part and ``slot`` is the slot
in which that one stands. A frame sends only the parts whose HTML has changed: a slot that it does not fill keeps
what the page shows.

A part is drawn on a canvas: buttons of moves, links to explanations, slots for other parts. A game draws a move's
button on the piece that the move is about, where there is one. A move that gets no button in any part is listed under
the question; so no move is ever lost.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Generic, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup, escape
from typing_extensions import TypeVar

from malecon.core.i18n import Language
from malecon.presentation.buttons import (
    FINAL_PART,
    Buttons,
    hidden_fields,
    move_button,
    plain,
    shortcut_button,
    twin_button,
)
from malecon.presentation.links import href

Caller = Callable[[], str]
"""Draws what is inside."""


class Canvas:
    """What a part is drawn on; it notes which moves have got a button.

    Attributes:
        name: of the part, the id of its element.
        language: of the page.
        placed: the moves that have their button.
    """

    def __init__(self, name: str, buttons: Buttons, language: Language) -> None:
        """Begin a part without any button."""
        self.name = name
        self.language = language
        self.placed: set[str] = set()
        self._buttons = buttons
        self._moves = {move.notation: move for move in buttons.moves}

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that the part could place."""
        return tuple(self._moves)

    def can(self, notation: str) -> bool:
        """Tell whether the viewer can choose a move now."""
        return notation in self._moves

    def button(self, notation: str, content: str, kind: str = "", label: str = "", *, is_final: bool = False) -> Markup:
        """Return ``content`` as the button of a move if the viewer can choose it, else as it is.

        Args:
            notation: the move.
            content: what is drawn, as ``Markup``; other text is escaped.
            kind: further classes.
            label: what the button says to who does not see it, if not the move in words.
            is_final: whether the turn that the move ends is confirmed with it.
        """
        move = self._moves.get(notation)
        if move is None:
            return plain(kind, content)
        self.placed.add(notation)
        return move_button(move, content, kind, label, is_final=is_final)

    def covered(self, notation: str, content: str, kind: str = "") -> Markup:
        """Return ``content``, and if the viewer can choose the move, a button to lie over it.

        So a large picture stays in the page as it is, whether it can be chosen or not.
        """
        return plain(kind, content) + self.cover(notation)

    def cover(self, notation: str, *, is_final: bool = False) -> Markup:
        """Return a button to lie over what stands before it; nothing if the viewer cannot choose the move."""
        return self.button(notation, "", "cover", is_final=is_final) if self.can(notation) else Markup()

    def shortcut(self, notation: str) -> Markup:
        """Return the button of a sequence, to lie unlit over what stands before it, for those who know the way.

        Its moves have buttons of their own, one after the other: so it takes no part in the order of the keys.
        """
        return shortcut_button(self._moves[notation])

    def twin(self, notation: str) -> Markup:
        """Return one more button of a move, to lie over another piece with which it does the same."""
        return twin_button(self._moves[notation])

    def picking(
        self, verb: str, moves: Iterable[str], submit: str, caller: Caller, parts: int = 0, *, is_final: bool = False
    ) -> Markup:
        """Return a form whose parts, joined by blanks after ``verb``, are a move; for ``{% call %}``.

        Args:
            verb: the first words of the notation.
            moves: all moves that can be put together.
            submit: words on its button.
            caller: draws the parts: inputs that are called ``part``, in the order of the notation.
            parts: how many of them are to be ticked; 0 for parts of another sort.
            is_final: whether the turn that the move ends is confirmed with it.
        """
        self.placed.update(moves)
        action = f"{href(escape(self._buttons.page))}/act"
        ticks = f'<input type="hidden" name="ticks" value="{parts}">' if parts else ""
        return Markup(
            f'<form class="picking" data-live data-parts="{parts}" method="post" action="{action}">'
            f'{self.hidden()}{ticks}<input type="hidden" name="part" value="{escape(verb)}">{Markup(caller())}'
            f'<button class="primary"{FINAL_PART if is_final else ""}>{escape(submit)}</button></form>'
        )

    def about(self, topic: str, content: str) -> Markup:
        """Return ``content`` as a link to what is said about a thing of the game."""
        seat = self._buttons.seat
        query = urlencode({"topic": topic} | ({} if seat is None else {"seat": seat}))
        page = href(escape(self._buttons.page))
        return Markup(f'<a class="about" href="{page}/about?{escape(query)}">{escape(content)}</a>')

    def hidden(self) -> Markup:
        """Return the hidden fields of a form."""
        return hidden_fields(self._buttons.fields)

    def slot(self, name: str, tag: str = "div") -> Markup:
        """Return the slot of another part, whose element is a ``tag``."""
        return Markup(f'<{tag} id="{escape(name)}" slot></{tag}>')


MOST_CACHED = 5120
"""Drawn parts: those of some thirty tables, most of them smaller than 2 KB."""
MOST_GROUPS = 448
"""Groups of drawn parts: those of a dozen tables in play; a group keeps its parts, so more would cost memory."""
SLOT_PATTERN = re.compile(r'<(\w+) id="([^"]+)" slot></\1>')

V = TypeVar("V", bound=Hashable, default=Any)
NO_BUTTONS = Buttons()
NOTHING = frozenset[str]()


class Part(NamedTuple, Generic[V]):
    """A part of a page.

    Attributes:
        name: the id of its element.
        draw: a function of a module, which draws the value as one element with this id.
        value: all that it shows, besides the buttons.
        buttons: the moves that have a button in it, and how these are sent.
    """

    name: str
    draw: Callable[[Canvas, V], Markup]
    value: V
    buttons: Buttons = NO_BUTTONS


class Group(NamedTuple):
    """Parts that a function of a module makes of a few values, all that they show; they are looked up together."""

    make: Callable[..., Iterable[Part]]
    values: tuple[Hashable, ...]


class Drawn(NamedTuple):
    """The HTML of a part, its digest of 8 bytes, and the moves that got a button in it."""

    html: str
    digest: bytes
    placed: frozenset[str]


def draw(part: Part[V], language: Language) -> Drawn:
    """Return a part drawn in a language."""
    canvas = Canvas(part.name, part.buttons, language)
    html = str(part.draw(canvas, part.value)).strip()
    return Drawn(html, digest_of(html), frozenset(canvas.placed) if canvas.placed else NOTHING)


drawn = lru_cache(MOST_CACHED)(draw)
"""``draw``, cached."""


def draw_all(parts: Iterable[Part | Group], language: Language) -> dict[str, Drawn]:
    """Return parts drawn in a language, by their names."""
    found: dict[str, Drawn] = {}
    for part in parts:
        if isinstance(part, Group):
            found.update(_drawn_group(part, language))
        else:
            found[part.name] = drawn(part, language)
    return found


@lru_cache(MOST_GROUPS)
def _drawn_group(group: Group, language: Language) -> dict[str, Drawn]:
    """Return the parts of a group drawn in a language, by their names; not to be changed."""
    return {part.name: drawn(part, language) for part in group.make(*group.values)}


DIGEST_BYTES = 8


def digest_of(text: str) -> bytes:
    """Return a digest of 8 bytes."""
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).digest()


def outline_of(parts: Mapping[str, Drawn]) -> bytes:
    """Return the outline of the parts of a page: their digests in a row; the name of each is in its HTML."""
    return b"".join([part.digest for part in parts.values()])


def changed_parts(outline: bytes, parts: Mapping[str, Drawn]) -> dict[str, str]:
    """Return the HTML of those parts, by their names, that are not in an outline."""
    known = {outline[place : place + DIGEST_BYTES] for place in range(0, len(outline), DIGEST_BYTES)}
    return {name: part.html for name, part in parts.items() if part.digest not in known}


def composed(parts: Mapping[str, Drawn], name: str) -> Markup:
    """Return the HTML of a part with all that stands in its slots."""
    return Markup(SLOT_PATTERN.sub(lambda slot: composed(parts, slot[2]), parts[name].html))
