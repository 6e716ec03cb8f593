"""Compiling the rules before a command uses them, with a bar that counts the functions.

Where the standard error output is no terminal, there are some lines instead of a bar. What is in the cache of compiled
code already needs neither.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import TaskID

import malecon
from malecon.agents import is_prepared, prepare
from malecon.core.errors import MaleconError, UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.jit import JIT, compiler_watched
from malecon.presentation.text_layout import bar, screen

FILE = "data/compiled.json"
"""In the folder of a game: how many functions ``prepare`` compiles if none is in the cache."""
LINES = 4
"""Lines that say how far it is, where there is no bar."""


class NotKept(MaleconError):
    """The rules were compiled, but cannot be kept."""


def function_count(game: Game) -> int | None:
    """Return how many functions are compiled for a game in all, or ``None`` if that was never counted."""
    file = game.folder / FILE
    return int(json.loads(file.read_text("utf-8"))["functions"]) if file.is_file() else None


def prepare_games(language: Language, *games: Game) -> None:
    """Compile what is not compiled yet of some games; the standard error output shows how far it is.

    In plain mode there is nothing to do.
    """
    for game in games if JIT else ():
        with _progress(game, language):
            prepare(game)


def compile_games(names: Sequence[str], language: Language) -> int:
    """Fill the cache of compiled code with some games, or with all; return the exit code.

    Raises:
        UsageError: this process cannot compile, or there is no such game.
        NotKept: no folder takes the compiled code.
    """
    if not JIT:
        raise UsageError(language.say(N_("MALECON_JIT is 0, so nothing is compiled.")))
    games = [malecon.games[name] for name in names or malecon.games]
    prepare_games(language, *games)
    if not all(map(is_prepared, games)):
        raise NotKept(language.say(N_("The compiled rules cannot be kept; MALECON_CACHE names a folder for them.")))
    print(language.say(N_("Compiled: {games}."), games=", ".join(game.name for game in games)))
    return 0


@contextmanager
def _progress(game: Game, language: Language) -> Iterator[None]:
    """Show how many functions are compiled within, as soon as the first one is."""
    shown = CompilerProgress(game, language, screen(for_errors=True))
    try:
        with compiler_watched(shown.update):
            yield
        shown.finish()
    finally:
        shown.close()


class CompilerProgress:
    """The number of functions of a game that are compiled, as a bar or as lines."""

    def __init__(self, game: Game, language: Language, console: Console) -> None:
        # The texts of a game import its rules, which compile something: they cannot be loaded while that is going on.
        self._language, self._title = language, language.say(malecon.games[game.name].text.title)
        self._total = function_count(game)
        self._bar = bar(console)
        self._task: TaskID | None = None
        self._lines = 0

    def update(self, count: int) -> None:
        """Show that ``count`` functions are compiled or loaded."""
        if self._task is None:
            template = N_("What a game of {game} needs is being compiled, once on this machine.")
            self._say(template, game=self._title)
            self._bar.start()
            self._task = self._bar.add_task(self._language.say(N_("Compiling functions")), total=self._total)
        count = min(count, self._total or count)
        self._bar.update(self._task, completed=count)
        if self._bar.disable and self._total and count * LINES // self._total > self._lines:
            self._lines = count * LINES // self._total
            self._say(N_("{count} of {total} functions are compiled."), count=count, total=self._total)

    def finish(self) -> None:
        """Show that all are, those too that were there for another game."""
        if self._task is not None and self._total:
            self.update(self._total)

    def close(self) -> None:
        """Remove the bar."""
        if self._task is not None:
            self._bar.stop()

    def _say(self, template: str, **facts: object) -> None:
        print(self._language.say(template, **facts), file=sys.stderr, flush=True)
