"""Matches between computer players: ``malecon arena`` plays them."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

from malecon.arena.matches import GameResult, LineUp, find_agent, play_blocks, results_in, write
from malecon.arena.statistics import agent_statistics, blocks_of
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.ready import get_ready
from malecon.terminal.reporting import Bounds, decided, results_file, tell
from malecon.terminal.starting import check_seats, find_game, find_language, options_from


class Wanted(NamedTuple):
    """What is asked for.

    Attributes:
        line: who plays what.
        games: at least so many, in whole blocks.
        bounds: shares of the victory of the first agent between which a sequential test is to decide, if wanted.
        file: of results.
    """

    line: LineUp
    games: int
    bounds: Bounds | None
    file: Path


def compete(
    game: str,
    agents: Sequence[str],
    seats: int | None,
    games: int,
    bounds: Bounds | None,
    given: Mapping[str, str | bool],
    file: Path | None,
    as_json: bool,
    lang: str | None,
) -> int:
    """Play a match and print how the agents stand; return the exit code."""
    language = find_language(lang)
    found = find_game(game, language)
    if not agents:
        raise UsageError(language.say(N_("Name the agents: levels, or module:factory.")))
    for name in agents:
        find_agent(name)
    options = {name: stored(value) for name, value in options_from(given, found, language).items()}
    line = LineUp(
        game, tuple(islice(cycle(agents), check_seats(found, seats or max(len(agents), 2), language))), options
    )
    found.start(line.seats, 0, **options_from(given, found, language))  # checks the options
    wanted = Wanted(line, games, bounds, file or results_file())
    get_ready(language, found)
    played = play(wanted, language, screen(for_errors=True))
    tell([played], wanted.bounds, as_json, language)
    return 0


def stored(value: Any) -> Any:
    """Return an option's value as a file of results can keep it."""
    return str(value.resolve()) if isinstance(value, Path) else value


def play(wanted: Wanted, language: Language, console: Console) -> list[list[GameResult]]:
    """Play the blocks that the file lacks, and return all; each is written when it is finished."""
    wanted.file.parent.mkdir(parents=True, exist_ok=True)
    blocks = blocks_of(game for game in results_in(wanted.file) if game.line == wanted.line)
    count = -(-wanted.games // wanted.line.seats)
    done = {block[0].block for block in blocks}
    todo = [number for number in range(count) if number not in done]
    with bar(console) as progress:
        task = progress.add_task(running(blocks, language), total=count, completed=count - len(todo))
        for block in play_blocks(wanted.line, todo) if decided(blocks, wanted.bounds) in ("", "on") else ():
            write(wanted.file, block)
            blocks.append(block)
            progress.update(task, advance=1, description=running(blocks, language))
            if decided(blocks, wanted.bounds) in ("high", "low"):
                break
    return blocks


def running(blocks: Sequence[Sequence[GameResult]], language: Language) -> str:
    """Return how the first agent stands so far."""
    if not blocks:
        return language.say(N_("Playing"))
    own = blocks[0][0].line.agents[0]
    first = next(each for each in agent_statistics(blocks) if each.agent == own)
    return f"{first.agent} {first.win_share:.3f} ({first.low:.3f}–{first.high:.3f})"
