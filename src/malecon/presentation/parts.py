"""Parts of a page, each drawn by a pure function of a small value and its buttons, and cached by them.

A page is a tree of parts. In the HTML of a part, an empty element with the id of another part and ``data-same`` is the
slot in which that one stands. A frame sends only the parts whose HTML has changed: a slot that it does not fill keeps
what the page shows.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Generic, NamedTuple

from markupsafe import Markup
from typing_extensions import TypeVar

from malecon.core.i18n import Language
from malecon.presentation.canvas import Buttons, Canvas

MOST_CACHED = 16_384
"""Drawn parts: those of about a hundred tables, most of them smaller than 2 KB."""
SLOT = re.compile(r'<(\w+) id="([^"]+)" data-same></\1>')

V = TypeVar("V", bound=Hashable, default=Any)
NO_BUTTONS = Buttons()


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


class Drawn(NamedTuple):
    """The HTML of a part, its digest of 8 bytes, and the moves that got a button in it."""

    html: str
    digest: bytes
    placed: frozenset[str]


@lru_cache(MOST_CACHED)
def drawn(part: Part[V], language: Language) -> Drawn:
    """Return a part drawn in a language."""
    canvas = Canvas(part.name, part.buttons, language)
    html = str(part.draw(canvas, part.value)).strip()
    return Drawn(html, digest_of(html), frozenset(canvas.placed))


def digest_of(text: str) -> bytes:
    """Return a digest of 8 bytes."""
    return blake2b(text.encode(), digest_size=8).digest()


def composed(parts: Mapping[str, Drawn], name: str) -> Markup:
    """Return the HTML of a part with all that stands in its slots."""
    return Markup(SLOT.sub(lambda slot: composed(parts, slot[2]), parts[name].html))
