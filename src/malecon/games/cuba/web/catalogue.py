"""The buildings on offer as they are drawn."""

from dataclasses import dataclass

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.text.descriptions import amounts, building_text
from malecon.presentation.game_page import BoardContext


@dataclass(frozen=True, slots=True)
class Tile:
    """A building on offer.

    Attributes:
        building: what is printed on it.
        left: how many tiles there are.
        cost: pieces of each kind, without those that it does not ask for.
        more: pesos that the law in force adds (CUB-4.32).
        price: the cost in words.
        text: what it does, in words.
        payable: whether the viewer has what it costs.
    """

    building: Building
    left: int
    cost: tuple[tuple[str, int], ...]
    more: int
    price: str
    text: str
    payable: bool


def tiles(drawing: BoardContext) -> list[Tile]:
    """Return the buildings that are left."""
    language = drawing.perspective.language
    return [
        Tile(
            building=seen.building,
            left=seen.left,
            cost=tuple(pair for pair in zip(PIECES, seen.cost.pieces(), strict=True) if pair[1]),
            more=seen.cost.pesos,
            price=amounts(seen.cost, language),
            text=building_text(seen.building, language),
            payable=seen.affordable,
        )
        for seen in drawing.perspective.view.tiles
        if seen.left
    ]
