"""Parts of a terminal's screen: paragraphs that flow into its width, bars for long work, marks of pieces.

Unlike Rich's own, a paragraph keeps words joined by a hard blank together.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from malecon.core.i18n import Language

HARD_BLANK = "\u00a0"
NARROWEST, USUAL_WIDTH = 20, 80


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text with something before its first line; the other lines are indented as far.

    >>> from rich.console import Console
    >>> Console(width=24).print(Paragraph("Rosa takes 2 workers and 3 pesos.", head=" · "))
     · Rosa takes 2 workers
       and 3 pesos.
    """

    text: str
    head: str = ""
    head_style: str = ""
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Yield the lines."""
        width = max(NARROWEST, options.max_width - len(self.head))
        for number, line in enumerate(
            textwrap.wrap(self.text, width, break_on_hyphens=False, break_long_words=False) or [""]
        ):
            head = self.head if number == 0 else " " * len(self.head)
            yield Text.assemble((head, self.head_style), (line, self.style))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the least and the greatest width of the text, in characters: a column is as wide as it needs."""
        widest = len(self.head + self.text)
        return Measurement(min(NARROWEST, widest), widest).with_maximum(options.max_width)


def screen(*, for_errors: bool = False) -> Console:
    """Return the screen; what stands in a text is shown as it is, names in brackets too.

    A screen that says that it has no columns, as some do before they are drawn, is as wide as usual.
    """
    console = Console(stderr=for_errors, highlight=False, markup=False, emoji=False)
    if not console.width:
        console.width = USUAL_WIDTH
    return console


def bar(console: Console) -> Progress:
    """Return a bar for long work, which shows itself only where somebody can see it."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def joined(parts: Sequence[str]) -> str:
    """Return parts in a row, none of which will be broken."""
    return f"{HARD_BLANK}· ".join(part.replace(" ", HARD_BLANK) for part in parts)


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
        """Return the legend: each letter with the name of its piece."""
        words = [
            f"{self.letter(piece, language)} {language.word(PIECE, name)}" for piece, name in enumerate(self.names)
        ]
        return Text("  ".join(words), "dim")
