"""The buildings on offer as they are drawn."""

from dataclasses import dataclass

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.text.choices import building_text, cost_in_words
from malecon.games.cuba.text.means import can_pay, surcharge
from malecon.presentation.board_context import Drawing


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


def tiles(drawing: Drawing) -> list[Tile]:
    """Return the buildings that are left."""
    scene, view = drawing.scene, drawing.scene.view
    viewer = None if scene.viewer is None else view.players[scene.viewer]
    more = surcharge(view)
    return [
        Tile(
            building=seen.building,
            left=seen.left,
            cost=tuple(pair for pair in zip(PIECES, seen.building.cost.resources(), strict=False) if pair[1]),
            more=more,
            price=cost_in_words(seen.building, more, scene),
            text=building_text(seen.building, scene.language),
            payable=viewer is not None and can_pay(view, viewer, seen.building),
        )
        for seen in view.tiles
        if seen.left
    ]
