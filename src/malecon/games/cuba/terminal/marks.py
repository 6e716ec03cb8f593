"""Short marks for the pieces of Cuba on the screen."""

from malecon.games.cuba.text.words import PIECE_NAMES
from malecon.presentation.text_layout import Marks

LETTER = "letter of Cuba"
"""Context of translations: some letters mean other pieces in other games."""
MARKS = Marks(
    PIECE_NAMES,
    ("W", "S", "A", "C", "U", "T", "R", "G"),
    (
        "black on gold3",
        "white on orange4",
        "bold white on dodger_blue3",
        "black on dark_orange",
        "black on grey93",
        "white on dark_green",
        "bold white on dark_red",
        "white on grey30",
    ),
    LETTER,
)
