"""Short marks for pieces: a number and a letter, and a colour that is never alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from malecon.core.i18n import Language

LETTER, PIECE = "letter", "piece"
"""Contexts of translations."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a game.

    Attributes:
        names: of the pieces; numbers of pieces are told in this order.
        letters: one for each; a language may have letters of its own.
        styles: one for each.
        context: of the letters' translations.
    """

    names: tuple[str, ...]
    letters: tuple[str, ...]
    styles: tuple[str, ...]
    context: str = LETTER

    def letter(self, piece: int, language: Language) -> str:
        """Return the letter of a piece."""
        return language.word(self.context, self.letters[piece])

    def of(self, counts: Sequence[int], language: Language) -> list[Text]:
        """Return numbers of pieces, leaving out what is 0.

        >>> marks = Marks(("brick", "peso"), ("B", "$"), ("red", "bold yellow"))
        >>> [mark.plain for mark in marks.of([2, 3], Language())], marks.line([0, 0], Language()).plain
        (['2B', '3$'], '–')
        """
        return [
            Text(f"{count}{self.letter(piece, language)}", self.styles[piece])
            for piece, count in enumerate(counts)
            if count
        ]

    def line(self, counts: Sequence[int], language: Language) -> Text:
        """Return numbers of pieces in a line; a dash for none."""
        return Text(" ").join(self.of(counts, language)) if any(counts) else Text("–")

    def legend(self, language: Language) -> Text:
        """Return what the letters mean."""
        words = [
            f"{self.letter(piece, language)} {language.word(PIECE, name)}" for piece, name in enumerate(self.names)
        ]
        return Text("  ".join(words), "dim")
