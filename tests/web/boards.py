"""The table of a game as HTML, and the moves that have no button in it."""

import malecon
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import composed, draw_all


def board_of(context: BoardContext) -> tuple[str, list[str]]:
    """Return the table as HTML, and the moves that get no button."""
    game = next(game for game in malecon.games.values() if game.text is context.game_text)
    parts = draw_all(game.page.parts(context), context.perspective.language)
    placed = frozenset[str]().union(*(part.placed for part in parts.values()))
    return composed(parts, next(iter(parts))), [move for moves in context.left(placed).values() for move in moves]
