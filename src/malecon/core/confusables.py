"""Names that look alike, by the skeletons of Unicode Technical Standard 39.

The table of confusable characters is that of the library ``confusable_homoglyphs``: by character, what it is confused
with. Each star of that graph has a prototype in its middle, which stands for all of them.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from malecon.core.i18n import N_
from malecon.core.plain_text import clean_name

MARK = "\u200e"
"""A mark of direction that the table has around signs of scripts that are written from right to left."""
TWINS = N_("Two players are called {name}, or nearly so; give one of them another name.")


def skeleton_keys(name: str) -> frozenset[str]:
    """Return keys of a name: two names look alike, or differ in capitals only, if they share a key.

    Both orders are needed: a Cyrillic В looks like B and its small letter does not look like b; I looks like l and i
    does not.

    >>> skeleton_keys("Ana") & skeleton_keys("ana") != frozenset()
    True
    >>> skeleton_keys("Ian") & skeleton_keys("lan") != frozenset()
    True
    >>> skeleton_keys("Ana") & skeleton_keys("Anna")
    frozenset()
    """
    plain = unicodedata.normalize("NFKC", clean_name(name))
    return frozenset([skeleton(plain).casefold(), skeleton(plain.casefold())])


def look_alike(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name looks like one of some others.

    >>> look_alike("\uff21n\u0430", ["Ben", "Ana"]), look_alike("Eva", ["Ben", "Ana"])
    (True, False)
    """
    return any(name == other or not skeleton_keys(name).isdisjoint(skeleton_keys(other)) for other in others)


def skeleton(text: str) -> str:
    """Return the skeleton of a text: equal for texts that look alike, and not for people to read."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(prototypes()))


@cache
def prototypes() -> dict[int, str]:
    """Return by code point the prototype that stands for a confusable character; those without one are left out."""
    import msgspec  # here, because most commands of the terminal never need it

    confusable: Any = msgspec.defstruct("Confusable", [("c", str)])
    source = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    decoded: Any = msgspec.json.decode(source, type=dict[str, list[confusable]])
    graph = {sign: [other.c for other in others] for sign, others in decoded.items()}
    found = {sign.replace(MARK, ""): prototype(sign, graph).replace(MARK, "") for sign in graph}
    table = {ord(sign): middle for sign, middle in found.items() if len(sign) == 1 and sign != middle}
    return {sign: middle.translate(table) for sign, middle in table.items()}


def prototype(sign: str, graph: dict[str, list[str]]) -> str:
    """Return the middle of the star in which a character is; of two single characters, the lower code point."""
    first = graph[sign][0]
    if len(graph[sign]) > 1:
        return sign
    return first if len(first) > 1 or len(graph[first]) > 1 else min(sign, first)
