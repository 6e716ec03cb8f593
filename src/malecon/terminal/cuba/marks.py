"""Short marks for the pieces of Cuba, and what buildings do in few letters."""

from collections.abc import Sequence

from rich.text import Text

from malecon.core.language import N_, Language
from malecon.cuba.boards import PIECES, PRODUCTS
from malecon.cuba.buildings import Building
from malecon.cuba.events import COUNTED
from malecon.cuba.view import PlayerSeen, ShipSeen
from malecon.terminal.marks import Marks

MARKS = Marks(
    COUNTED,
    ("Wo", "St", "Wa", "Ci", "Su", "To", "Ru", "Cg", "$"),
    (
        "green",
        "black on grey70",
        "bold cyan",
        "black on gold3",
        "black on white",
        "white on dark_green",
        "bold white on dark_red",
        "white on orange4",
        "bold yellow",
    ),
)

EFFECTS = {
    "cement factory": N_("{stone}→{gives}pt ×{most}"),
    "sawmill": N_("{wood}→{gives}pt ×{most}"),
    "golf course": N_("{water}→{gives}pt ×{most}"),
    "monastery": N_("prod→{gives}pt ×{most}"),
    "rum café": N_("{rum}→{gives}pt ×{most}"),
    "cigar bar": N_("{cigars}→{gives}pt ×{most}"),
    "small wharf": N_("load {most}"),
    "large wharf": N_("load {most} alike"),
    "hotel": N_("{gives}pt"),
    "inn": N_("{gives}pt"),
    "general store": N_("good→{gives}$"),
    "product market": N_("prod→{gives}$"),
    "resource market": N_("res→{gives}$ ×{most}"),
    "small bank": N_("{gives}$"),
    "large bank": N_("{gives}$"),
    "cigar factory": N_("{tobacco}→{cigars}"),
    "distillery": N_("{sugar}→{rum}"),
    "black market": N_("prod⇄good"),
    "church": N_("veto"),
    "town hall": N_("+{gives} votes"),
    "dam": N_("{gives}{water}"),
    "lighthouse": N_("swap ship"),
    "warehouse": N_("store"),
    "canadian embassy": N_("{gives}{cigars}"),
}
"""What a building does, as short as can be; ``?`` explains it at length."""


def amounts(pieces: object) -> tuple[int, ...]:
    """Return the numbers of a view's pieces, products or merchandise in the order of ``COUNTED``."""
    return tuple(getattr(pieces, name, 0) for name in COUNTED)


def some(player: PlayerSeen, kinds: Sequence[str]) -> tuple[int, ...]:
    """Return how many pieces of these kinds a player owns, in the order of ``COUNTED``."""
    return tuple(getattr(player.pieces, name) if name in kinds else 0 for name in COUNTED)


def yard(player: PlayerSeen) -> tuple[int, ...]:
    """Return the products in a player's yard, in the order of ``COUNTED``."""
    return tuple(owned - stored for owned, stored in zip(some(player, PRODUCTS), amounts(player.stored), strict=True))


def mark(piece: str, language: Language) -> str:
    """Return the letters of a piece."""
    return MARKS.letter(COUNTED.index(piece), language)


def styled(piece: str, language: Language) -> Text:
    """Return the letters of a piece in its colour."""
    return Text(mark(piece, language), MARKS.styles[COUNTED.index(piece)])


def cost_marks(building: Building, language: Language) -> Text:
    """Return what a building costs."""
    return MARKS.line((*building.cost.resources(), *(0 for _ in COUNTED[3:])), language)


def effect(building: Building, language: Language) -> str:
    """Return what a building does."""
    letters = {piece: mark(piece, language) for piece in PIECES}
    return language.say(EFFECTS[building.name], most=building.most, gives=building.gives, **letters)


def spaces(seen: ShipSeen, language: Language) -> Text:
    """Return the spaces of a ship, those that are covered in brackets."""
    cargo = {piece: getattr(seen.cargo, piece) for piece in PIECES[3:]}
    shown = []
    for piece in seen.ship.spaces:
        if cargo[piece]:
            cargo[piece] -= 1
            shown.append(Text(f"({mark(piece, language)})", "dim"))
        else:
            shown.append(Text.assemble(" ", styled(piece, language), " "))
    return Text("").join(shown)
