"""Parts of a page, each drawn by a pure function of a small value and its buttons, and cached by them.

A page is a tree of parts. In the HTML of a part, ``<~p name>`` is the slot in which another one stands, of which it
tells the tag and the id: a frame has dozens of them. It sends only the parts whose HTML has changed: a slot that it
does not fill keeps what the page shows.

What stays as it is in a part while the rest changes, as its explanation, is drawn with it as an inner part
(``Canvas.inner``), so that frames need not send it again.

A part is drawn on a canvas: buttons of moves, links to explanations, slots for other parts. A game draws a move's
button on the piece that the move is about, where there is one. A move that gets no button in any part is listed under
the question; so no move is ever lost.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from struct import iter_unpack
from typing import Any, Generic, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct
from typing_extensions import TypeVar

from malecon.core.i18n import Language
from malecon.presentation.buttons import (
    FINAL_PART,
    Buttons,
    hidden_fields,
    move_button,
    plain,
    twin_button,
)
from malecon.presentation.escaping import escaped
from malecon.presentation.links import href

Caller = Callable[[], str]
"""Draws what is inside."""


class Canvas:
    """What a part is drawn on; it notes which moves have got a button.

    Attributes:
        name: of the part, the id of its element.
        language: of the page.
        placed: the moves that have their button.
        parts: the HTML of the inner parts, by their names.
    """

    def __init__(self, name: str, buttons: Buttons, language: Language) -> None:
        """Begin a part without any button."""
        self.name = name
        self.language = language
        self.placed: set[str] = set()
        self.parts: dict[str, Drawn] = {}
        self._buttons = buttons
        self._moves = {move.notation: move for move in buttons.moves}

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that the part could place."""
        return tuple(self._moves)

    def can(self, notation: str) -> bool:
        """Tell whether the viewer can choose a move now."""
        return notation in self._moves

    def words(self, notation: str) -> str:
        """Return a move in words, as its button says them; empty if the part has no such move."""
        return self._moves[notation].label if self.can(notation) else ""

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
        action = f"{href(escaped(self._buttons.page))}/act"
        ticks = f'<input type="hidden" name="ticks" value="{parts}">' if parts else ""
        return Markup(
            f'<form class="picking" data-live data-parts="{parts}" method="post" action="{action}">'
            f'{self.hidden()}{ticks}<input type="hidden" name="part" value="{escaped(verb)}">{caller()}'
            f'<button id="confirm" class="primary"{FINAL_PART if is_final else ""}>{escaped(submit)}</button></form>'
        )

    def about(self, topic: str, content: str, name: str = "") -> Markup:
        """Return ``content`` as a link to what is said about a thing of the game; with a ``name`` as an inner part."""
        page, query = href(escaped(self._buttons.page)), _query(topic, self._buttons.seat)
        named = f' id="{name}"' if name else ""
        link = f'<a class="about"{named} href="{page}/about?{query}">{escaped(content)}</a>'
        return self.inner_html(link) if name else Markup(link)

    def hidden(self) -> Markup:
        """Return the hidden fields of a form."""
        return hidden_fields(self._buttons.fields)

    def slot(self, name: str, tag: str = "div") -> Markup:
        """Return the slot of another part, whose element is a ``tag``."""
        return _slot(name, tag)

    def inner(self, caller: Caller) -> Markup:
        """Return the slot of an inner part; for ``{% call %}``. The rest is that of ``inner_html``."""
        return self.inner_html(caller())

    def inner_html(self, html: str) -> Markup:
        """Return the slot of an inner part: ``html``, one element with an id that is never in another part.

        Raises:
            ValueError: it has no id.
        """
        inner = _inner_of(html)
        self.parts[inner.name] = inner.drawn
        return inner.slot


MOST_WORDS = 1024
"""Cached slots, and queries of links."""


@lru_cache(MOST_WORDS)
def _slot(name: str, tag: str) -> Markup:
    """Return the slot of a part."""
    return Markup(f"<~{tag} {escaped(name)}>")


@lru_cache(MOST_WORDS)
def _query(topic: str, seat: int | None) -> str:
    """Return the query of a link to what is said about a thing, as HTML."""
    return escaped(urlencode({"topic": topic} | ({} if seat is None else {"seat": seat})))


MOST_CACHED = 2048
"""Drawn parts, most of them smaller than 2 KB; each newest page keeps its own besides (``Making``)."""
OUTERMOST = re.compile(r'<(\w+)[^>]*? id="([^"]+)"')
SLOT_PATTERN = re.compile(r"<~(\w+) ([^>]+)>")

V = TypeVar("V", bound=Hashable, default=Any)
NO_BUTTONS = Buttons()
NOTHING = frozenset[str]()
NO_PARTS: "Mapping[str, Drawn]" = {}


class Part(Struct, Generic[V], frozen=True):
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


class Group(Struct, frozen=True):
    """Parts that a function of a module makes of a few values, all that they show; none of them is a group.

    ``name``: of the group among those of its page; it stays the same while the values change.
    """

    name: str
    make: Callable[..., Iterable[Part]]
    values: tuple[Hashable, ...]


class Drawn(Struct, frozen=True):
    """The HTML of a part, its digest of 8 bytes, the moves that got a button in it, and its inner parts by names."""

    html: str
    digest: bytes
    placed: frozenset[str] = NOTHING
    parts: "Mapping[str, Drawn]" = NO_PARTS


def draw(part: Part[V], language: Language) -> Drawn:
    """Return a part drawn in a language."""
    canvas = Canvas(part.name, part.buttons, language)
    html = str(part.draw(canvas, part.value)).strip()
    placed = frozenset(canvas.placed) if canvas.placed else NOTHING
    return Drawn(html, digest_of(html.encode()), placed, canvas.parts or NO_PARTS)


drawn = lru_cache(MOST_CACHED)(draw)
"""``draw``, cached."""


class Inner(NamedTuple):
    """An inner part: its name, what is drawn, and its slot."""

    name: str
    drawn: Drawn
    slot: Markup


@lru_cache(MOST_CACHED)
def _inner_of(html: str) -> Inner:
    """Return an inner part by its HTML: most are drawn again as they were, with one outside that has changed."""
    html = str(html).strip()
    found = OUTERMOST.match(html)
    if found is None:
        raise ValueError(html)
    tag, name = found.groups()
    return Inner(name, Drawn(html, digest_of(html.encode())), _slot(name, tag))


class Region(Struct, frozen=True):
    """Drawn parts of a page that are compared at once: those of a group, or one part with its inner parts.

    Attributes:
        parts: by their names.
        outline: the digests of the parts in a row; the name of each is in its HTML.
        placed: the moves that got a button in them.
    """

    parts: "Mapping[str, Drawn]"
    outline: bytes
    placed: frozenset[str]

    @classmethod
    def of(cls, parts: "Mapping[str, Drawn]") -> "Region":
        """Return parts, the inner ones among them, as a region."""
        placed = [part.placed for part in parts.values() if part.placed]
        return cls(parts, b"".join(map(_DIGEST, parts.values())), NOTHING.union(*placed) if placed else NOTHING)


class Making(NamedTuple):
    """What a page was drawn from last, by names, and what came of it: the parts of groups, and regions."""

    parts: dict[str, tuple[Part, Drawn]]
    regions: dict[str, tuple[Part | Group, Region]]

    @classmethod
    def new(cls) -> "Making":
        """Return that of a page that was not drawn yet."""
        return cls({}, {})


MOST_REGIONS = 1024
"""Groups whose regions pages share."""


@lru_cache(MOST_REGIONS)
def _shared(group: Group, language: Language) -> list[Region]:
    """The region of a group, for all pages that show the same: a list of one, empty until it is drawn."""
    return []


def draw_regions(items: Iterable[Part | Group], language: Language, making: Making | None = None) -> list[Region]:
    """Return parts and groups drawn in a language, each as a region.

    ``making``: that of the same page before, which is brought up to date: to compare what has not changed with what it
    was then is faster than to look it up.
    """
    making, found = making or Making.new(), list[Region]()
    for item in items:
        known = making.regions.get(item.name)
        if known is None or known[0] != item:
            known = making.regions[item.name] = item, _drawn_region(item, language, making)
        found.append(known[1])
    return found


def _drawn_region(item: Part | Group, language: Language, making: Making) -> Region:
    """Return a part or a group as a region."""
    if isinstance(item, Part):
        part = drawn(item, language)
        return Region.of({item.name: part, **part.parts})
    shared = _shared(item, language)
    if not shared:
        parts, before = dict[str, Drawn](), making.parts
        for each in item.make(*item.values):
            known = before.get(each.name)
            if known is None or known[0] != each:
                known = before[each.name] = each, drawn(each, language)
            part = parts[each.name] = known[1]
            if part.parts:
                parts.update(part.parts)
        shared.append(Region.of(parts))
    return shared[0]


def parts_in(regions: Iterable[Region]) -> dict[str, Drawn]:
    """Return the parts of regions, by their names."""
    return {name: part for region in regions for name, part in region.parts.items()}


def draw_all(items: Iterable[Part | Group], language: Language) -> dict[str, Drawn]:
    """Return parts and groups drawn in a language, by the names of the parts."""
    return parts_in(draw_regions(items, language))


DIGEST_BYTES = 8
_EACH_DIGEST = f"{DIGEST_BYTES}s"
"""Of an outline, for ``iter_unpack``."""
_DIGEST = attrgetter("digest")


def digest_of(content: bytes) -> bytes:
    """Return a digest of 8 bytes."""
    return blake2b(content, digest_size=DIGEST_BYTES).digest()


class Changes(NamedTuple):
    """What is new in a page: parts by their names, and the names of those of which only inner parts are new."""

    parts: Mapping[str, Drawn]
    around: frozenset[str]


def changes_since(before: Sequence[bytes], regions: Iterable[Region]) -> Changes:
    """Return what is new in the regions of a page; ``before``: the outlines of its regions then."""
    known, now = {*before}, [*regions]
    fresh = [region for region in now if region.outline not in known]
    gone = known.difference([region.outline for region in now]) if fresh else ()
    digests = {digest for outline in gone for (digest,) in iter_unpack(_EACH_DIGEST, outline)}
    parts = {name: part for region in fresh for name, part in region.parts.items() if part.digest not in digests}
    drawn_around = [each for region in fresh for each in region.parts.items() if each[1].parts]
    around = [name for name, part in drawn_around if not parts.keys().isdisjoint(part.parts)]
    return Changes(parts, frozenset(around))


def composed(parts: Mapping[str, Drawn], name: str) -> Markup:
    """Return the HTML of a part with all that stands in its slots; what is not among the parts stays empty."""
    return Markup(SLOT_PATTERN.sub(lambda slot: _filled(parts, slot), parts[name].html))


def _filled(parts: Mapping[str, Drawn], slot: re.Match[str]) -> str:
    """Return what stands in a slot."""
    tag, name = slot.groups()
    return composed(parts, name) if name in parts else f'<{tag} id="{name}"></{tag}>'
