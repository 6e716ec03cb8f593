"""Short marks for the pieces and tiles of Havana."""

from rich.text import Text

from malecon.core.i18n import Language
from malecon.games.havana.buildings import PIECES, Building
from malecon.presentation.text_layout import LETTER, Marks

ARCHITECT_LETTER = "A"
MARKS = Marks(
    PIECES,
    ("B", "S", "L", "G", "D", "W", "$"),
    (
        "bold white on dark_red",
        "black on gold3",
        "white on orange4",
        "bold white on dodger_blue3",
        "black on grey70",
        "bold cyan",
        "bold yellow",
    ),
)


def cost_marks(tile: Building, language: Language) -> list[Text]:
    """Return what a tile asks for."""
    asked = MARKS.of(tile.cost.pieces(), language)
    if tile.architect:
        asked.append(Text("+" + language.word(LETTER, ARCHITECT_LETTER), "bold magenta"))
    return asked
