"""The players of Cuba on the screen: what they own, their characters and buildings, the viewer's plantation."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_
from malecon.games.cuba.boards import COLUMNS, PIECES
from malecon.games.cuba.cards import CHARACTERS, NAMES
from malecon.games.cuba.terminal.marks import MARKS
from malecon.games.cuba.text.means import in_yard, kept, stored
from malecon.games.cuba.text.words import FIELD, FIELD_KINDS, PRINTED, title_of
from malecon.games.cuba.view import FieldSeen, PlayerSeen
from malecon.presentation.perspective import Scene
from malecon.presentation.text_layout import Paragraph, joined

CELL = 16
PAWN = "◆"
PLAYED = "·"


def players(scene: Scene) -> RenderableType:
    """Draw the players in turn order."""
    view, say = scene.view, scene.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    votes = any(player.votes for player in view.players)
    last = N_("votes") if votes else N_("played")
    for title in ("", N_("player"), N_("points"), N_("pesos"), N_("owns"), N_("stored"), N_("yard"), N_("hand"), last):
        grid.add_column(say(title), no_wrap=title not in ("player", "owns"))
    for seat in view.order:
        player = view.players[seat]
        grid.add_row(*player_row(player, scene), str(player.votes) if votes else last_played(player))
    return grid


def player_row(player: PlayerSeen, scene: Scene) -> Iterator[RenderableType]:
    """Yield the cells of a player."""
    own = player.seat == scene.viewer
    style = "bold" if own else ""
    name = scene.names[player.seat]
    yield "▶" if player.seat in scene.view.question.seats else ""
    yield Text(scene.language.say(N_("{name} (you)"), name=name) if own else name, style)
    yield Text(str(player.points), style)
    yield Text(str(player.pesos), style)
    for pieces in (kept(player), stored(player), in_yard(player)):
        yield MARKS.line(pieces, scene.language)
    yield characters(player)


def characters(player: PlayerSeen) -> str:
    """Return the values of a player's characters: a dot for one that was played, brackets for the own sealed one."""
    values = []
    for name, character in zip(NAMES, CHARACTERS, strict=True):
        shown = f"({character.votes})" if name == player.sealed_character else str(character.votes)
        values.append(PLAYED if name in player.played else shown)
    return "".join(values)


def last_played(player: PlayerSeen) -> str:
    """Return the value of the character played last."""
    return "–" if player.last is None else str(CHARACTERS[NAMES.index(player.last)].votes)


def buildings(scene: Scene) -> Iterator[RenderableType]:
    """Yield the buildings of the players whose plantations are not drawn."""
    for seat in scene.view.order:
        built = building_titles(scene.view.players[seat], scene)
        if built and seat != scene.viewer:
            whose = scene.language.say(N_("{name}:"), name=scene.names[seat])
            yield Paragraph(joined(built), head=f"  {whose} ", head_style="bold")


def building_titles(player: PlayerSeen, scene: Scene) -> list[str]:
    """Return what a player has built."""
    names = [field.building for field in player.fields if field.building not in (None, PRINTED)]
    return [title_of(name, scene.language) for name in names if name is not None]


def plantation(scene: Scene) -> RenderableType:
    """Draw the viewer's fields with the pawn and the buildings."""
    player = scene.view.players[scene.viewer]
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    for _ in range(COLUMNS):
        grid.add_column(width=CELL)
    cells = [field_cell(field, player, scene) for field in player.fields]
    for first in range(0, len(cells), COLUMNS):
        grid.add_row(*cells[first : first + COLUMNS])
    return grid


def field_cell(field: FieldSeen, player: PlayerSeen, scene: Scene) -> Text:
    """Draw a field: its kind or its building, what it gives, and the pawn."""
    pawn = Text(f"{PAWN} " if field.name == player.pawn else "", "bold")
    if field.building not in (None, PRINTED):
        return pawn.append(title_of(field.building, scene.language), "bold")
    pawn.append(scene.language.word(FIELD, FIELD_KINDS[field.gives]))
    if field.gives is None:
        return pawn
    piece = PIECES.index(field.gives)
    return pawn.append(" ").append(MARKS.letter(piece, scene.language), MARKS.styles[piece])
