"""The buildings of Cuba on offer on the screen: cost and effect of each, in few letters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_, Language
from malecon.games.cuba.board_view import TileSeen
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.terminal.marks import MARKS
from malecon.games.cuba.text.words import title_of
from malecon.presentation.perspective import Perspective
from malecon.presentation.text_layout import Paragraph, joined


def buildings(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the buildings of the players whose plantations are not drawn."""
    for seat in perspective.view.order:
        built = [title_of(name, perspective.language) for name in perspective.view.players[seat].buildings]
        if built and seat != perspective.viewer:
            whose = perspective.language.say(N_("{name}:"), name=perspective.names[seat])
            yield Paragraph(joined(built), head=f"  {whose} ", head_style="bold")


PAYABLE = "✓"
GAP = 2
EFFECTS = {
    "cement factory": N_("{stone}→{gives}pt×{most}"),
    "sawmill": N_("{wood}→{gives}pt×{most}"),
    "golf course": N_("{water}→{gives}pt×{most}"),
    "monastery": N_("prod→{gives}pt×{most}"),
    "rum café": N_("{rum}→{gives}pt×{most}"),
    "cigar bar": N_("{cigars}→{gives}pt×{most}"),
    "small wharf": N_("load {most}"),
    "large wharf": N_("load {most}"),
    "hotel": N_("{gives}pt"),
    "inn": N_("{gives}pt"),
    "general store": N_("good→{gives}$"),
    "product market": N_("prod→{gives}$"),
    "resource market": N_("res→{gives}$×{most}"),
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
"""What the buildings do, as short as can be; ``?`` says it at length."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The buildings on offer, in as many columns as the screen has room for."""

    perspective: Perspective

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the buildings, going down the columns; effects are left out where only one column had room for them."""
        cells = [_tile_cells(tile, self.perspective) for tile in self.perspective.view.tiles if tile.left]
        if not cells:
            return
        if _columns_in(options.max_width, _widths_of(cells)) == 1:
            cells = [shown[:-1] for shown in cells]
        widths = _widths_of(cells)
        rows = -(-len(cells) // _columns_in(options.max_width, widths))
        grid = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        for row in range(rows):
            grid.add_row(*(_in_line(tile, widths) for tile in cells[row::rows]))
        yield Group(Text(_heading(self.perspective), "dim"), grid)


def _widths_of(cells: Sequence[Sequence[Text]]) -> list[int]:
    """Return the width of each column of cells, in characters, with a blank behind it."""
    return [max(cell.cell_len for cell in column) + 1 for column in zip(*cells, strict=True)]


def _columns_in(width: int, widths: Sequence[int]) -> int:
    """Return the number of buildings beside each other, at least 1."""
    return max(1, (width + GAP) // (sum(widths) + GAP - 1))


def _in_line(cells: Sequence[Text], widths: Sequence[int]) -> Text:
    """Return cells in a line, all but the last filled up to their widths."""
    *before, last = cells
    for cell, width in zip(before, widths, strict=False):
        cell.pad_right(width - cell.cell_len)
    return Text.assemble(*before, last)


def _heading(perspective: Perspective) -> str:
    """Return the title of the offer, and what its marks mean."""
    say = perspective.language.say
    payable = "" if perspective.viewer is None else "   " + say(N_("✓ you can pay for it"))
    return say(N_("Buildings on offer")) + payable + "   " + say(N_("? buildings: what they do"))


def _tile_cells(tile: TileSeen, perspective: Perspective) -> Sequence[Text]:
    """Return name, cost and effect of a building."""
    building = tile.building
    name = title_of(building.name, perspective.language) + (f" ×{tile.left}" if tile.left > 1 else "")
    return (
        Text(f"{PAYABLE if tile.affordable else ' '} {name}", "bold green" if tile.affordable else ""),
        MARKS.line(building.cost.resources(), perspective.language),
        Text(_effect(building, perspective.language)),
    )


def _effect(building: Building, language: Language) -> str:
    """Return the effect of a building, in few letters.

    >>> from malecon.games.cuba.buildings import STANDARD
    >>> _effect(STANDARD[0], Language()), _effect(STANDARD[19], Language())
    ('S→1pt×4', '+2 votes')
    """
    letters = {name: MARKS.letter(piece, language) for piece, name in enumerate(PIECES)}
    return language.say(EFFECTS[building.name], most=building.most, gives=building.gives, **letters)
