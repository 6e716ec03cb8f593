"""The players of Cuba on the screen: what they own, their characters and buildings, the viewer's plantation."""

from collections.abc import Iterator

from msgspec.structs import astuple
from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_
from malecon.games.cuba.boards import COLUMNS, PIECES
from malecon.games.cuba.cards import CHARACTERS, NAMES
from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.terminal.marks import MARKS
from malecon.games.cuba.text.words import FIELD, FIELD_KINDS, NO_RESOURCES, title_of
from malecon.presentation.perspective import Perspective

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
