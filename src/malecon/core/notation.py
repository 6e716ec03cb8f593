"""The notation of a game's moves: each move's text, read and written."""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from malecon.core.errors import ParseError
from malecon.core.message import N_, Message
from malecon.core.text_bounds import LONGEST_MOVE

SIMILAR = 0.5
"""Least ratio of common letters for a suggestion (*did you mean …?*)."""
COMPARED = 10
"""Number of moves that are compared letter by letter: all of them would take 70 ms."""


class Notation:
    """The notations of all moves of a game; a move's number is its index in the list.

    >>> notation = Notation(["pass", "take brick", "take glass"])
    >>> notation.format(2), notation.parse("  Take   GLASS ")
    ('take glass', 2)
    """

    def __init__(self, notations: Sequence[str], also: Mapping[str, int] | None = None) -> None:
        """``also``: further spellings that are parsed but never written, with their numbers."""
        self._texts = tuple(notations)
        self._numbers = {**(also or {}), **{text: number for number, text in enumerate(notations)}}
        if len(self._numbers) != len(notations) + len(also or {}):
            raise ValueError("notations: two moves have the same text")

    def __len__(self) -> int:
        return len(self._texts)

    def format(self, action: int) -> str:
        """Return the notation of a move."""
        return self._texts[action]

    def knows(self, text: str) -> bool:
        """Tell whether a text is the notation of a move."""
        return " ".join(text.lower().split()) in self._numbers

    def parse(self, text: str) -> int:
        """Return the number of a move by its notation; upper case and extra blanks do not matter.

        Raises:
            ParseError: it is no notation; has the column of the first word that fits none, and the nearest move.
        """
        if len(text) > LONGEST_MOVE:
            facts = {"length": len(text), "most": LONGEST_MOVE}
            sentence = Message(N_("a move of {length} characters is no move; it has at most {most}"), facts)
            raise ParseError(sentence, line=1, column=1)
        words = text.lower().split()
        number = self._numbers.get(" ".join(words))
        if number is None:
            raise self._error(text, words)
        return number

    def _error(self, text: str, words: list[str]) -> ParseError:
        known = [notation.split() for notation in self._numbers]
        fit = 0
        while fit < len(words) and any(other[: fit + 1] == words[: fit + 1] for other in known):
            fit += 1
        column = 1 + len(text) - len(text.lstrip())
        for word in words[:fit]:
            column = text.lower().index(word, column - 1) + len(word) + 1
            column += len(text[column - 1 :]) - len(text[column - 1 :].lstrip())
        near = _nearest(" ".join(words), self._numbers)
        template = N_("{text} is no move; did you mean {near}?") if near else N_("{text} is no move")
        sentence = Message(template, {"text": repr(text.strip()), "near": repr(near)})
        return ParseError(sentence, line=1, column=min(column, len(text) + 1))


def _nearest(text: str, known: Iterable[str]) -> str:
    """Return the known text that is most similar to ``text``, or an empty one if none is similar.

    >>> _nearest("take brikc", ["pass", "take brick", "take glass"]), _nearest("x", ["pass"])
    ('take brick', '')
    """
    matcher = SequenceMatcher(b=text)

    def ratio(other: str, *, exact: bool) -> float:
        matcher.set_seq1(other)
        return matcher.ratio() if exact else matcher.quick_ratio()

    likely = heapq.nlargest(COMPARED, known, lambda other: ratio(other, exact=False))
    found = max(likely, key=lambda other: (ratio(other, exact=True), other), default="")
    return found if ratio(found, exact=True) >= SIMILAR else ""
