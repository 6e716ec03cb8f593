"""``malecon analyse``: the computer's evaluation of every move of a record, as a table, plain data, or a plot."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.table import Column, Table

from malecon import games
from malecon.agents import LEVELS
from malecon.agents.levels import AnalysedMove, Searcher, analyse_moves
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.playable_game import names_of
from malecon.presentation.text_layout import bar, screen
from malecon.terminal import saves
from malecon.terminal.arguments import check_plot, prepare_games
from malecon.terminal.players import check_level

CLEARLY = 0.1
"""A move that gives away so much of the victory is marked."""


def analyse(file: Path, level: str, as_json: bool, plot: Path | None, language: Language) -> int:
    """Evaluate every decision of a record and print the evaluations; return the exit code."""
    agent = LEVELS[check_level(level, language)]
    if not isinstance(agent, Searcher):
        searching = ", ".join(each.name for each in LEVELS.values() if isinstance(each, Searcher))
        raise UsageError(
            language.say(
                N_("--level: is {level}, but must be one that searches: {levels}."), level=level, levels=searching
            )
        )
    check_plot(plot, language)
    match = saves.read(file, language)
    prepare_games(language, games[match.game.name])
    decisions = _analyse_with_progress(match, agent, language)
    if plot is not None:
        _draw(decisions, match, plot, language)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode({"level": level, "decisions": decisions}), indent=1).decode())
    else:
        screen().print(_table(decisions, match, language))
    return 0


def _analyse_with_progress(match: Match, agent: Searcher, language: Language) -> list[AnalysedMove]:
    """Return the evaluations of all decisions; show a progress bar where the standard error output is a terminal."""
    console = screen(for_errors=True)
    found = []
    with bar(console) as progress:
        task = progress.add_task(language.say(N_("Analysing")), total=match.number)
        for each in analyse_moves(match, agent):
            found.append(each)
            progress.advance(task)
    return found


def _table(decisions: Sequence[AnalysedMove], match: Match, language: Language) -> Table:
    """Return the decisions as a table: player, move, and the computer's choice."""
    say, names = language.say, names_of(match.seats, match.names, language)
    table = Table(
        Column("", justify="right"), say(N_("player")), say(N_("move")),
        Column(say(N_("share of the victory")), justify="right"),
        "", say(N_("the computer's choice")), Column(say(N_("share of the victory")), justify="right"),
        caption=say(N_("?: gives away a tenth of the victory, or more")),
    )  # fmt: skip
    for each in decisions:
        mark = "?" if each.lost >= CLEARLY else ""
        best = each.best[0]
        other = (best.move, _percent(best.worth)) if best.move != each.played else ("", "")
        table.add_row(str(each.number), names[each.seat - 1], each.played, _percent(each.share), mark, *other)
    return table


def _percent(share: float) -> str:
    """Return a share as a text.

    >>> _percent(0.314)
    '31 %'
    """
    return f"{share:.0%}".replace("%", " %")


def _draw(decisions: Sequence[AnalysedMove], match: Match, file: Path, language: Language) -> None:
    """Draw the expected share of the victory of each player at each of the player's decisions into a file."""
    from matplotlib.figure import Figure

    names: Mapping[int, str] = names_of(match.seats, match.names, language)
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots()
    for seat in range(match.seats):
        own = [each for each in decisions if each.seat == seat + 1]
        axes.plot([each.number for each in own], [each.best[0].worth for each in own], label=names[seat], marker=".")
    axes.set(xlabel=language.say(N_("move")), ylabel=language.say(N_("share of the victory")), ylim=(0, 1))
    axes.legend()
    figure.savefig(file)
