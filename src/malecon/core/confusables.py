"""Confusable names: names that look alike, by the skeletons of Unicode Technical Standard 39.

The library ``confusable_homoglyphs`` has the graph of confusable characters: a star for each prototype, which stands
for all characters of its star.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from malecon.core.i18n import N_
from malecon.core.plain_text import clean_name

MARK = "\u200e"
"""The mark of direction around characters of right-to-left scripts in the table of the library."""
TWINS = N_("Two players are called {name}, or nearly so; give one of them another name.")


def skeleton_keys(name: str) -> frozenset[str]:
    """Return the keys of a name: two names look alike, or differ in capitals only, if they share a key.

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
    """Return the skeleton of a text, which is equal for texts that look alike; it is not for people to read."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototypes of the confusable characters by code point; characters without one are left out."""
    import msgspec  # here, because most commands of the terminal never need it

    class Confusable(msgspec.Struct):
        c: str

    source = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    decoded = msgspec.json.decode(source, type=dict[str, list[Confusable]])
    graph = {sign: [other.c for other in others] for sign, others in decoded.items()}
    found = {sign.replace(MARK, ""): _prototype(sign, graph).replace(MARK, "") for sign in graph}
    table = {ord(sign): middle for sign, middle in found.items() if len(sign) == 1 and sign != middle}
    return {sign: middle.translate(table) for sign, middle in table.items()}


def _prototype(sign: str, graph: dict[str, list[str]]) -> str:
    """Return the prototype of a character: the middle of its star, or the lower code point of a pair."""
    first = graph[sign][0]
    if len(graph[sign]) > 1:
        return sign
    return first if len(first) > 1 or len(graph[first]) > 1 else min(sign, first)
