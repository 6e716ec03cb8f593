"""``malecon arena``: play a match between computer players."""

from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from malecon.agents.match_statistics import agent_statistics, blocks_of
from malecon.agents.matches import GameResult, LineUp, find_agent, play_blocks, results_in, write
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.arena_report import Bounds, Output, results_file, show_matches, sprt_decision
from malecon.terminal.arguments import GameChoice, check_plot, check_seats, find_game, parse_options, prepare_games


class MatchPlan(NamedTuple):
    """A match to play.

    Attributes:
        agents: names of levels, or ``module:factory``; they fill the seats in turn.
        games: at least so many, in whole blocks.
        bounds: of the first agent's share of the victory, for a sequential test; ``None``: without the test.
        file: of results; ``None``: the default one.
    """

    agents: Sequence[str]
    games: int
    bounds: Bounds | None
    file: Path | None


def play_match(choice: GameChoice, plan: MatchPlan, output: Output, language: Language) -> int:
    """Play a match and show the standings of the agents; return the exit code.

    Raises:
        UsageError: game, seats, options, agents or plot are wrong.
    """
    game = find_game(choice.name, language)
    if not plan.agents:
        raise UsageError(language.say(N_("Name the agents: levels, or module:factory.")))
    for name in plan.agents:
        find_agent(name)
    options = parse_options(choice.options, game, language)
    check_seats(game, choice.seats, language)
    check_plot(output.plot, language)
    stored = {name: str(value.resolve()) if isinstance(value, Path) else value for name, value in options.items()}
    line = LineUp(game.name, tuple(islice(cycle(plan.agents), choice.seats)), stored)
    game.start(line.seats, 0, **options)  # checks the options
    prepare_games(language, game)
    blocks = _play_blocks(line, plan, language, screen(for_errors=True))
    show_matches([blocks], plan.bounds, output, language)
    return 0


def _play_blocks(line: LineUp, plan: MatchPlan, language: Language, console: Console) -> list[list[GameResult]]:
    """Play the blocks that the file lacks, write each when it is finished, and return all."""
    file = plan.file or results_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    blocks = blocks_of(game for game in results_in(file) if game.line == line)
    count = -(-plan.games // line.seats)
    done = {block[0].block for block in blocks}
    missing = [number for number in range(count) if number not in done]
    with bar(console) as progress:
        task = progress.add_task(_interim_result(blocks, language), total=count, completed=count - len(missing))
        for block in play_blocks(line, missing) if sprt_decision(blocks, plan.bounds) in ("", "on") else ():
            write(file, block)
            blocks.append(block)
            progress.update(task, advance=1, description=_interim_result(blocks, language))
            if sprt_decision(blocks, plan.bounds) in ("high", "low"):
                break
    return blocks


def _interim_result(blocks: Sequence[Sequence[GameResult]], language: Language) -> str:
    """Return the first agent's share of the victory so far, with its interval."""
    if not blocks:
        return language.say(N_("Playing"))
    own = blocks[0][0].line.agents[0]
    first = next(each for each in agent_statistics(blocks) if each.agent == own)
    return f"{first.agent} {first.win_share:.3f} ({first.low:.3f}–{first.high:.3f})"
