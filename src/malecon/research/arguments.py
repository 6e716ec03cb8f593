"""What is checked alike of the arguments of functions and environments for research."""

import inspect
from collections.abc import Callable, Iterable

from malecon.core.errors import UsageError, suggestion
from malecon.core.game import Game

OF_ALL_GAMES = "version"
"""What a new table of each game takes besides its options: the version of the rules."""


def check_arguments(name: str, declared: Callable[..., object], game: Game, options: Iterable[str]) -> None:
    """Raise ``UsageError`` for a further argument that is no option of the game.

    Args:
        name: of the function, for errors.
        declared: the function, or the class that is made, with its own arguments.
        game: what is played.
        options: the names of the further arguments.
    """
    own = [option.name for option in game.options]
    for option in options:
        if option not in own and option != OF_ALL_GAMES:
            likely = suggestion(option, [*inspect.signature(declared).parameters, *own])
            raise UsageError(f"{option}: is neither an argument of {name} nor an option of {game.name}{likely}")
