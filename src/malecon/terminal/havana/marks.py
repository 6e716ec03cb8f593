"""Short marks for pieces and tiles: a number and a letter, and a colour that is never alone."""

from collections.abc import Sequence

from rich.text import Text

from malecon.core.language import Language
from malecon.havana.buildings import PESO, PIECES, WORKER, Building
from malecon.havana.view import Cubes, PlayerSeen

LETTERS = ("B", "S", "L", "G", "D", "W", "$")
"""By piece; a language may have letters of its own (context ``letter``)."""
ARCHITECT_LETTER = "A"
LETTER = "letter"

STYLES = (
    "bold white on dark_red",
    "black on gold3",
    "white on orange4",
    "bold white on dodger_blue3",
    "black on grey70",
    "bold cyan",
    "bold yellow",
)
"""By piece."""

RATE = 5


def letter(piece: int, language: Language) -> str:
    """Return the letter of a piece."""
    return language.word(LETTER, LETTERS[piece])


def marks(counts: Sequence[int], language: Language) -> list[Text]:
    """Return the pieces of a list in the order of ``PIECES``, leaving out what is 0.

    >>> [mark.plain for mark in marks([2, 0, 0, 0, 1, 0, 3], Language())]
    ['2B', '1D', '3$']
    """
    return [Text(f"{count}{letter(piece, language)}", STYLES[piece]) for piece, count in enumerate(counts) if count]


def line_of_marks(counts: Sequence[int], language: Language) -> Text:
    """Return pieces in a line; a dash for none."""
    return Text(" ").join(marks(counts, language)) if any(counts) else Text("–")


def cost_marks(tile: Building, language: Language) -> list[Text]:
    """Return what a tile asks for."""
    asked = marks(tile.cost.pieces(), language)
    if tile.architect:
        asked.append(Text("+" + language.word(LETTER, ARCHITECT_LETTER), "bold magenta"))
    return asked


def counts(cubes: Cubes, workers: int = 0, pesos: int = 0) -> tuple[int, ...]:
    """Return numbers of pieces in the order of ``PIECES``."""
    return (cubes.brick, cubes.sandstone, cubes.loam, cubes.glass, cubes.debris, workers, pesos)


def belongings(player: PlayerSeen) -> tuple[int, ...]:
    """Return what a player owns, in the order of ``PIECES``."""
    return counts(player.cubes, player.workers, player.pesos)


def can_afford(player: PlayerSeen, tile: Building) -> bool:
    """Tell whether a player could buy ``tile`` now, exchanges included (HAV-5.4, HAV-5.5)."""
    if tile.architect and "architect" not in player.open:
        return False
    cost, owned = tile.cost.pieces(), belongings(player)
    lacking = [max(0, cost[piece] - owned[piece]) for piece in range(len(PIECES))]
    *_, debris, _, _ = cost
    colours = sum(lacking[: WORKER - 1])
    return owned[WORKER - 1] >= debris + RATE * colours and owned[PESO] >= cost[PESO] + RATE * lacking[WORKER]


def legend(language: Language) -> Text:
    """Return what the letters mean."""
    words = [f"{letter(piece, language)} {language.word('piece', name)}" for piece, name in enumerate(PIECES)]
    return Text("  ".join(words), "dim")
