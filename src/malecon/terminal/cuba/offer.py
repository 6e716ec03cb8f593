"""The buildings of Cuba that are on offer: with what they do where the screen is wide, else name and cost only."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.language import N_, Language
from malecon.cuba.buildings import Building
from malecon.cuba.view import TileSeen
from malecon.cuba.words import title_of
from malecon.terminal.cuba.marks import MARKS, can_pay
from malecon.terminal.scene import Scene

WIDE = 120
"""Columns of a screen on which there is room for what the buildings do."""
PAYABLE = "✓"


@dataclass(frozen=True, slots=True)
class Offer:
    """The buildings on offer."""

    scene: Scene

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the buildings in two columns."""
        wide = options.max_width >= WIDE
        tiles = [tile for tile in self.scene.view.tiles if tile.left]
        half = (len(tiles) + 1) // 2
        grid = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for left, right in zip_longest(tiles[:half], tiles[half:]):
            grid.add_row(*cells(left, self.scene, wide=wide), *(cells(right, self.scene, wide=wide) if right else ()))
        yield Group(Text(heading(self.scene, wide=wide), "dim"), grid)


def heading(scene: Scene, *, wide: bool) -> str:
    """Return the title of the offer, and what its marks mean."""
    say = scene.language.say
    shown = say(N_("Buildings on offer"))
    payable = "" if scene.viewer is None else "   " + say(N_("✓ you can pay for it"))
    return shown + payable + ("" if wide else "   " + say(N_("? buildings: what they do")))


def cells(tile: TileSeen, scene: Scene, *, wide: bool) -> Iterator[RenderableType]:
    """Yield name, cost and text of a building."""
    building = tile.building
    viewer = None if scene.viewer is None else scene.view.players[scene.viewer]
    payable = viewer is not None and can_pay(scene.view, viewer, building)
    name = title_of(building.name, scene.language) + (f" ×{tile.left}" if tile.left > 1 else "")
    yield Text(f"{PAYABLE if payable else ' '} {name}", "bold green" if payable else "")
    yield MARKS.line(building.cost.resources(), scene.language)
    if wide:
        yield building_text(building, scene.language)


def building_text(building: Building, language: Language) -> str:
    """Return what a building does.

    >>> from malecon.cuba.buildings import STANDARD
    >>> building_text(STANDARD[0], Language())
    'Pay up to 4 stone: 1 point each.'
    """
    return language.say(building.text, most=building.most, gives=building.gives)
