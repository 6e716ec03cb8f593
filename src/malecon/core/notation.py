"""Moves as text: reading and writing by the list of all notations of a game."""

import difflib
from collections.abc import Mapping, Sequence

from malecon.core.bounds import LONGEST_MOVE
from malecon.core.errors import ParseError


class Notation:
    """The notations of all moves of a game; a move's number is its place in the list.

    >>> notation = Notation(["pass", "take brick", "take glass"])
    >>> notation.format(2), notation.parse("  Take   GLASS ")
    ('take glass', 2)
    """

    def __init__(self, notations: Sequence[str], also: Mapping[str, int] | None = None) -> None:
        """``also``: further spellings that are understood but never written, with their numbers."""
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
        """Return the number of the move that ``text`` means; upper case and extra blanks do not matter.

        Raises:
            ParseError: no move reads so; carries the column of the first word that fits none, and the nearest move.
        """
        if len(text) > LONGEST_MOVE:
            sentence = f"a move of {len(text):,} characters is no move; it has at most {LONGEST_MOVE}"
            raise ParseError(sentence, line=1, column=1)
        words = text.lower().split()
        number = self._numbers.get(" ".join(words))
        if number is None:
            raise self._complaint(text, words)
        return number

    def _complaint(self, text: str, words: list[str]) -> ParseError:
        known = [notation.split() for notation in self._numbers]
        fit = 0
        while fit < len(words) and any(other[: fit + 1] == words[: fit + 1] for other in known):
            fit += 1
        column = 1 + len(text) - len(text.lstrip())
        for word in words[:fit]:
            column = text.lower().index(word, column - 1) + len(word) + 1
            column += len(text[column - 1 :]) - len(text[column - 1 :].lstrip())
        near = difflib.get_close_matches(" ".join(words), self._numbers, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        return ParseError(f"{text.strip()!r} is no move{hint}", line=1, column=min(column, len(text) + 1))
