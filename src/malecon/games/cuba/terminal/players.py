"""The players of Cuba and the buildings on offer on the screen, with short marks for pieces.

Of a player: what it owns, its characters and buildings, the viewer's plantation. Of a building: cost and effect, in few
letters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import astuple
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_, Language
from malecon.games.cuba.board_view import TileSeen
from malecon.games.cuba.boards import COLUMNS, PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import CHARACTERS, NAMES
from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.text.words import FIELD, FIELD_KINDS, NO_RESOURCES, title_of
from malecon.presentation.perspective import Perspective
from malecon.presentation.text_layout import Marks, Paragraph, joined

LETTER = "letter of Cuba"
"""Context of translations: some letters mean other pieces in other games."""
MARKS = Marks(
    PIECES,
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


CELL = 16
PAWN = "◆"
PLAYED = "·"


def players(perspective: Perspective) -> RenderableType:
    """Draw the players in turn order."""
    view, say = perspective.view, perspective.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    votes = any(player.votes for player in view.players)
    last = N_("votes") if votes else N_("played")
    for title in ("", N_("player"), N_("points"), N_("pesos"), N_("owns"), N_("stored"), N_("yard"), N_("hand"), last):
        grid.add_column(say(title), no_wrap=title not in ("player", "owns"))
    for seat in view.order:
        player = view.players[seat]
        grid.add_row(*_player_row(player, perspective), str(player.votes) if votes else _last_played(player))
    return grid


def _player_row(player: PlayerSeen, perspective: Perspective) -> Iterator[RenderableType]:
    own = player.seat == perspective.viewer
    style = "bold" if own else ""
    name = perspective.names[player.seat]
    yield "▶" if player.seat in perspective.view.question.seats else ""
    yield Text(perspective.language.say(N_("{name} (you)"), name=name) if own else name, style)
    yield Text(str(player.points), style)
    yield Text(str(player.pesos), style)
    for pieces in (player.kept, (*NO_RESOURCES, *astuple(player.stored)), (*NO_RESOURCES, *astuple(player.yard))):
        yield MARKS.line(pieces, perspective.language)
    yield _characters(player)


def _characters(player: PlayerSeen) -> str:
    """Return the values of a player's characters: a dot for one that was played, brackets for the own sealed one."""
    values = []
    for name, character in zip(NAMES, CHARACTERS, strict=True):
        shown = f"({character.votes})" if name == player.sealed_character else str(character.votes)
        values.append(PLAYED if name in player.played else shown)
    return "".join(values)


def _last_played(player: PlayerSeen) -> str:
    """Return the value of the character played last."""
    return "–" if player.last is None else str(CHARACTERS[NAMES.index(player.last)].votes)


def buildings(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the buildings of the players whose plantations are not drawn."""
    for seat in perspective.view.order:
        built = [title_of(name, perspective.language) for name in perspective.view.players[seat].buildings]
        if built and seat != perspective.viewer:
            whose = perspective.language.say(N_("{name}:"), name=perspective.names[seat])
            yield Paragraph(joined(built), head=f"  {whose} ", head_style="bold")


def plantation(perspective: Perspective) -> RenderableType:
    """Draw the viewer's fields with the pawn and the buildings."""
    player = perspective.view.players[perspective.viewer]
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    for _ in range(COLUMNS):
        grid.add_column(width=CELL)
    cells = [_field_cell(field, player, perspective) for field in player.fields]
    for first in range(0, len(cells), COLUMNS):
        grid.add_row(*cells[first : first + COLUMNS])
    return grid


def _field_cell(field: FieldSeen, player: PlayerSeen, perspective: Perspective) -> Text:
    """Draw a field: its kind or its building, what it gives, and the pawn."""
    pawn = Text(f"{PAWN} " if field.name == player.pawn else "", "bold")
    if field.tile is not None:
        return pawn.append(title_of(field.tile, perspective.language), "bold")
    pawn.append(perspective.language.word(FIELD, FIELD_KINDS[field.gives]))
    if field.gives is None:
        return pawn
    piece = PIECES.index(field.gives)
    return pawn.append(" ").append(MARKS.letter(piece, perspective.language), MARKS.styles[piece])


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
    """Return how wide the cells of every building are, with a blank behind each."""
    return [max(cell.cell_len for cell in column) + 1 for column in zip(*cells, strict=True)]


def _columns_in(width: int, widths: Sequence[int]) -> int:
    """Return how many buildings fit beside each other."""
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
