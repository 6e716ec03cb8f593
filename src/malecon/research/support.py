"""What the modules of research have in common: packages of an extra, a game by its name."""

from collections.abc import Iterator
from contextlib import contextmanager

import malecon
from malecon.core.game import Game


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import packages of an extra; raise ``ImportError`` with the command that installs it if one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise ImportError(f'{missing} is not installed; type: pip install "malecon-engine[{name}]"') from None


def find_game(game: str | Game) -> Game:
    """Return a game, or the one of a name; raise ``UsageError`` for an unknown one."""
    return malecon.games[game] if isinstance(game, str) else game
