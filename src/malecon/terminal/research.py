"""The commands for research, carried out: ``malecon evaluate`` and ``malecon data make``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from malecon import research
from malecon.core import Options
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.game_choice import GameChoice, find_game, parse_options
from malecon.terminal.preparation import prepare_games

EVERY = 100
"""Games after which a line is printed where there is no bar: those of a file."""


class Cluster(NamedTuple):
    """The number of processes (``None``: one for each core), or the address of a cluster of Ray."""

    jobs: int | None
    ray: str | None


class EvaluationArguments(NamedTuple):
    """Arguments of ``research.evaluate``, by their names."""

    policy: str
    against: str
    blocks: int
    key: int
    name: str | None
    strict: bool
    observation: str
    limit_s: float | None
    version: int | None
    results: Path | None


class DataArguments(NamedTuple):
    """Arguments of ``research.make_data``, by their names."""

    folder: Path
    games: int
    iterations: int
    drawn: float
    key: int
    version: int | None


def _prepared(choice: GameChoice, language: Language) -> tuple[Game, Options]:
    """The game of a choice, compiled, and its options."""
    game = find_game(choice.name, language)
    options = parse_options(choice.options, game, language)
    prepare_games(language, game)
    return game, options


def evaluate(
    choice: GameChoice, arguments: EvaluationArguments, cluster: Cluster, as_json: bool, language: Language
) -> int:
    """Evaluate a policy or computer player, and print its figures; return the exit code.

    Raises:
        UsageError: something is not what the game, or the evaluation, expects.
    """
    game, options = _prepared(choice, language)
    advice = language.say(
        N_("The same command goes on.") if arguments.results else N_("Nothing was kept; --results keeps it.")
    )
    with (
        _interruptible(advice),
        bar(screen(for_errors=True)) as progress,
        research.executor_for(*cluster) as executor,
    ):
        task = progress.add_task(language.say(N_("Playing")), total=arguments.blocks)
        found = research.evaluate(
            game=game,
            seats=choice.seats,
            jobs=executor,
            resume=True,
            report=lambda so_far: progress.update(task, completed=so_far.figures.blocks),
            **arguments._asdict(),
            **options,
        )
    if as_json:
        data = {"plan": found.plan} | msgspec.structs.asdict(found.figures)
        print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    else:
        print(found)
    return 0


def make_data(choice: GameChoice, arguments: DataArguments, cluster: Cluster, language: Language) -> int:
    """Make a data set, and print its size; return the exit code.

    Raises:
        UsageError: something is not what the game expects, or the folder has another data set.
    """
    game, options = _prepared(choice, language)
    with (
        _interruptible(language.say(N_("The same command goes on."))),
        _games_reported(arguments.games, language) as report,
        research.executor_for(*cluster) as executor,
    ):
        rows = research.make_data(
            game,
            seats=choice.seats,
            jobs=executor,
            report=report,
            **arguments._asdict(),
            **options,
        )
    template = N_("{folder}: {rows} decisions of {games} games.")
    print(language.say(template, folder=arguments.folder, rows=rows, games=arguments.games))
    return 0


@contextmanager
def _interruptible(advice: str) -> Iterator[None]:
    """Print advice on the standard error output when the work is interrupted by Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        print(advice, file=sys.stderr, flush=True)
        raise


@contextmanager
def _games_reported(total: int, language: Language) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes numbers of games that are done.

    It moves a bar on, or prints a line for each whole file where the standard error output is no terminal.
    """
    console = screen(for_errors=True)
    with bar(console) as progress:
        task = progress.add_task(language.say(N_("Playing")), total=total)

        def report(games: int) -> None:
            before = int(progress.tasks[task].completed)
            progress.advance(task, games)
            if not console.is_terminal and (before + games) // EVERY > before // EVERY:
                text = language.say(N_("{done} of {total} games"), done=before + games, total=total)
                print(text, file=sys.stderr, flush=True)

        yield report
