"""``malecon arena``: play a match between computer players; ``arena report``: show the results of matches.

Results are kept in a file, and shown as tables, plain data, or a plot.
"""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import cycle, groupby, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Column, Table

from malecon.agents.match_statistics import AgentStatistics, agent_statistics, blocks_of, decision, share_of
from malecon.agents.matches import GameResult, LineUp, find_agent, play_blocks, results_in, write
from malecon.core.errors import UsageError
from malecon.core.files import make_folder, open_appended
from malecon.core.i18n import N_, Language
from malecon.core.user_folder import NoUserFolder, user_folder
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.game_choice import (
    GameChoice,
    SaveError,
    check_plot,
    check_seats,
    find_game,
    parse_options,
    reason_in,
    write_plot,
)
from malecon.terminal.preparation import prepare_games

Bounds = tuple[float, float]
Blocks = Sequence[Sequence[GameResult]]
"""The games of one match, by block."""
VERDICTS = {
    "high": N_("Sequential test: the share is rather {high} than {low}."),
    "low": N_("Sequential test: the share is rather {low} than {high}."),
    "on": N_("Sequential test: not decided between {low} and {high}."),
}
INCHES_AN_AGENT = 0.4
NAME_RESULTS = N_("Name a file of results with --file FILE.")


class Output(NamedTuple):
    """How results are shown: as JSON or as tables, and also as a plot in a file."""

    as_json: bool
    plot: Path | None


class SequentialTest(msgspec.Struct, frozen=True):
    """The bounds of a sequential test and what it has decided: ``high``, ``low``, or ``on``."""

    bounds: Bounds
    decision: str


class MatchSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a match: the JSON of ``--json``.

    Attributes:
        game: its name.
        seats: number of players.
        options: of the game, by name.
        tables: number of games.
        even_share: of the victory, of players who are equally strong.
        agents: the standings, the best first.
        sprt: the sequential test, if there was one.
    """

    game: str
    seats: int
    options: dict[str, object]
    tables: int
    even_share: float
    agents: list[AgentStatistics]
    sprt: SequentialTest | None = None


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
    _show_matches([blocks], plan.bounds, output, language)
    return 0


def _play_blocks(line: LineUp, plan: MatchPlan, language: Language, console: Console) -> list[list[GameResult]]:
    """Play the blocks that the file lacks, write each when it is finished, and return all."""
    file, results = _open_results(plan.file, language)
    blocks = blocks_of(game for game in (results_in(file) if file else []) if game.line == line)
    count = -(-plan.games // line.seats)
    done = {block[0].block for block in blocks}
    missing = [number for number in range(count) if number not in done]
    with results or nullcontext(), bar(console) as progress:
        task = progress.add_task(_interim_result(blocks, language), total=count, completed=count - len(missing))
        for block in play_blocks(line, missing) if _sprt_decision(blocks, plan.bounds) in ("", "on") else ():
            _keep(results, block, file, language)
            blocks.append(block)
            progress.update(task, advance=1, description=_interim_result(blocks, language))
            if _sprt_decision(blocks, plan.bounds) in ("high", "low"):
                break
    return blocks


def _open_results(named: Path | None, language: Language) -> tuple[Path | None, BinaryIO | None]:
    """Return the file of results, and opened; neither, with a warning, if none is named and the user can have none.

    Raises:
        UsageError: the file that is named cannot be written.
    """
    file = named
    try:
        file = named or _results_file()
        make_folder(file.parent, is_private=named is None)
        return file, open_appended(file, is_private=False)
    except NoUserFolder as error:
        reason = language.say(error.template)
    except OSError as error:
        reason = language.say(N_("{file}: cannot be written: {reason}"), file=file, reason=reason_in(language, error))
        if named:
            raise UsageError(f"{reason}. {language.say(NAME_RESULTS)}") from None
    print(reason + ".", language.say(N_("The results are only shown, not kept.")), file=sys.stderr)
    print(language.say(NAME_RESULTS), file=sys.stderr, flush=True)
    return None, None


def _keep(results: BinaryIO | None, block: Sequence[GameResult], file: Path | None, language: Language) -> None:
    """Write the games of a block, all or none.

    Raises:
        UsageError: the disk is full, or fails.
    """
    if results is None:
        return
    try:
        write(results, block)
    except OSError as error:
        template = N_("{file}: cannot be written: {reason}. What is done is kept; the same command goes on.")
        raise SaveError(language.say(template, file=file, reason=reason_in(language, error))) from None


def _interim_result(blocks: Sequence[Sequence[GameResult]], language: Language) -> str:
    """Return the first agent's share of the victory so far, with its interval."""
    if not blocks:
        return language.say(N_("Playing"))
    own = blocks[0][0].line.agents[0]
    first = next(each for each in agent_statistics(blocks) if each.agent == own)
    return f"{first.agent} {first.win_share:.3f} ({first.low:.3f}–{first.high:.3f})"


def _results_file() -> Path:
    """Return the default file of results.

    Raises:
        NoUserFolder: the user has none.
    """
    return user_folder() / "arena.jsonl"


def report(file: Path | None, output: Output, language: Language) -> int:
    """Show the standings in every match of a file of results; return the exit code."""
    check_plot(output.plot, language)
    try:
        file = file or _results_file()
        by_line = sorted(results_in(file), key=_sort_key)
    except NoUserFolder as error:
        raise UsageError(f"{language.say(error.template)}. {language.say(NAME_RESULTS)}") from None
    except OSError as error:
        template = N_("{file}: cannot be read: {reason}.")
        said = language.say(template, file=file, reason=reason_in(language, error))
        raise UsageError(f"{said} {language.say(NAME_RESULTS)}") from None
    found = [blocks for _, each in groupby(by_line, key=_sort_key) if (blocks := blocks_of(each))]
    if not found:
        print(language.say(N_("There are no results in {file}."), file=file), file=sys.stderr)
        return 1
    _show_matches(found, None, output, language)
    return 0


def _sort_key(game: GameResult) -> bytes:
    """Return a key that games of the same match have in common."""
    return msgspec.json.encode(game.line)


def _show_matches(matches: Sequence[Blocks], bounds: Bounds | None, output: Output, language: Language) -> None:
    """Print the standings in some matches, and draw them if a plot is wanted."""
    summaries = [_summary(blocks, bounds) for blocks in matches]
    if output.as_json:
        found = summaries[0] if len(summaries) == 1 else summaries
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for each in summaries:
            _show_match(each, language, screen())
    if output.plot is not None:
        _draw(summaries, output.plot, language)


def _sprt_decision(blocks: Blocks, bounds: Bounds | None) -> str:
    """Return the decision of the sequential test about the first agent; empty without ``bounds``."""
    if bounds is None:
        return ""
    return decision([share_of(block[0].line.agents[0], block) for block in blocks], *bounds)


def _summary(blocks: Blocks, bounds: Bounds | None) -> MatchSummary:
    line: LineUp = blocks[0][0].line
    return MatchSummary(
        game=line.game,
        seats=line.seats,
        options=line.options,
        tables=sum(map(len, blocks)),
        even_share=1 / line.seats,
        agents=agent_statistics(blocks),
        sprt=SequentialTest(bounds, _sprt_decision(blocks, bounds)) if bounds else None,
    )


def _show_match(match: MatchSummary, language: Language, console: Console) -> None:
    say = language.say
    console.print(_heading(match, language))
    right: list[str] = [N_("share of the victory"), N_("95 %"), N_("points"), N_("seconds a decision"), N_("rating")]
    table = Table(say(N_("agent")), *(Column(say(title), justify="right") for title in right))
    for agent in match.agents:
        table.add_row(
            agent.agent,
            f"{agent.win_share:.3f}",
            f"{agent.low:.3f} – {agent.high:.3f}",
            f"{agent.points:.1f}",
            f"{agent.seconds_per_decision:.4f}",
            f"{agent.rating:.1f}",
        )
    console.print(table)
    if match.sprt is not None:
        low, high = match.sprt.bounds
        console.print(say(VERDICTS[match.sprt.decision], low=low, high=high))


def _heading(match: MatchSummary, language: Language) -> str:
    """Return the game, seats and number of games of a match, and the even share."""
    template = N_("{game}, {seats} seats, {tables} games; the even share is {even}.")
    even = f"{match.even_share:.3f}"
    return language.say(template, game=match.game, seats=match.seats, tables=match.tables, even=even)


def _draw(matches: Sequence[MatchSummary], file: Path, language: Language) -> None:
    """Draw the agents' shares of the victory with their intervals: a band for each match, with its even share."""
    from matplotlib.figure import Figure

    inches = sum(len(match.agents) + 1 for match in matches) * INCHES_AN_AGENT + 1
    figure = Figure(figsize=(9, inches), layout="constrained")
    for axes, match in zip(figure.subplots(len(matches), squeeze=False).flat, matches, strict=True):
        agents = match.agents[::-1]  # the best on top
        rows, shares = range(len(agents)), [each.win_share for each in agents]
        errors = [[each.win_share - each.low for each in agents], [each.high - each.win_share for each in agents]]
        axes.errorbar(shares, rows, xerr=errors, fmt="o", capsize=4)
        axes.axvline(match.even_share, linestyle=":", color="grey")
        axes.set(xlim=(0, 1), ylim=(-0.5, len(agents) - 0.5), title=_heading(match, language))
        axes.set_yticks(rows, [each.agent for each in agents])
    axes.set_xlabel(language.say(N_("share of the victory")))
    write_plot(figure, file, language)
