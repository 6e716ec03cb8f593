"""The result of a finished game: the winner, the rule of its end, and the ranking."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_
from malecon.presentation.explanations import rule_text
from malecon.presentation.perspective import Perspective
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import Paragraph


def result(terminal_game: TerminalGame, perspective: Perspective) -> RenderableType:
    """Return the winner, the rule by which the game ended, and the ranking."""
    view, language = perspective.view, perspective.language
    names = language.listing([perspective.names[seat] for seat in view.winners])
    template = N_("{names} wins.") if len(view.winners) == 1 else N_("{names} share the victory.")
    if view.winners == (perspective.viewer,):
        template = N_("You win!")
    rule, _ = terminal_game.game_text.endings[view.ending]
    return Group(
        Text(language.say(template, names=names), "bold green"),
        Paragraph(rule_text(terminal_game.game_text.rules_text, rule, language), style="dim"),
        "",
        _ranking(terminal_game, perspective),
    )


def _ranking(terminal_game: TerminalGame, perspective: Perspective) -> Table:
    """Return the players in a table, the best first; equal ones have the same place."""
    players, say = perspective.view.players, perspective.language.say
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (N_("place"), N_("player"), N_("points"), *terminal_game.game_text.columns):
        grid.add_column(say(title))
    standings = [terminal_game.game_text.standing(player) for player in players]
    for player in sorted(players, key=terminal_game.game_text.standing, reverse=True):
        place = 1 + sum(standing > terminal_game.game_text.standing(player) for standing in standings)
        cells = [cell(player) for cell in terminal_game.game_text.columns.values()]
        grid.add_row(f"{place}.", perspective.names[player.seat], str(player.points), *cells)
    return grid
