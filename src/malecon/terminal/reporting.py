"""What matches between computer players said, as tables, plain data, or a plot: ``malecon arena report``."""

import sys
from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from rich.console import Console
from rich.table import Column, Table

from malecon.arena.matches import GameResult, results_in
from malecon.arena.statistics import AgentStatistics, agent_statistics, blocks_of, decision, share_of
from malecon.core.i18n import N_, Language
from malecon.presentation.text_layout import screen
from malecon.terminal.plotting import check_plot
from malecon.terminal.starting import find_language

Bounds = tuple[float, float]
VERDICTS = {
    "high": N_("Sequential test: the share is rather {high} than {low}."),
    "low": N_("Sequential test: the share is rather {low} than {high}."),
    "on": N_("Sequential test: not decided between {low} and {high}."),
}
INCHES_AN_AGENT = 0.4


def results_file() -> Path:
    """Return where results are kept by default."""
    return platformdirs.user_data_path("malecon") / "arena.jsonl"


def decided(blocks: Sequence[Sequence[GameResult]], bounds: Bounds | None) -> str:
    """Return what the sequential test says about the first agent; nothing if none is wanted."""
    if bounds is None:
        return ""
    return decision([share_of(block[0].line.agents[0], block) for block in blocks], *bounds)


def report(file: Path | None, as_json: bool, plot: Path | None, lang: str | None) -> int:
    """Print how the agents stand in every match of a file of results, and draw it; return the exit code."""
    language = find_language(lang)
    check_plot(plot, language)
    file = file or results_file()
    by_line = sorted(results_in(file), key=key_of)
    found = [blocks for _, each in groupby(by_line, key=key_of) if (blocks := blocks_of(each))]
    if not found:
        print(language.say(N_("There are no results in {file}."), file=file), file=sys.stderr)
        return 1
    tell(found, None, as_json, language)
    if plot is not None:
        draw(found, plot, language)
    return 0


def key_of(game: GameResult) -> bytes:
    """Return what games of one match have in common."""
    return msgspec.json.encode(game.line)


def tell(matches: Sequence[list[list[GameResult]]], bounds: Bounds | None, as_json: bool, language: Language) -> None:
    """Print how the agents stand in some matches."""
    found = [summary(blocks, bounds) for blocks in matches]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found[0] if len(found) == 1 else found), indent=2).decode())
        return
    for each in found:
        show(each, language, screen())


def summary(blocks: Sequence[Sequence[GameResult]], bounds: Bounds | None) -> dict[str, Any]:
    """Return a match as plain data."""
    line = blocks[0][0].line
    facts = {
        "game": line.game,
        "seats": line.seats,
        "options": line.options,
        "tables": len(list(chain.from_iterable(blocks))),
        "even_share": 1 / line.seats,
        "agents": agent_statistics(blocks),
    }
    return facts | ({"sprt": {"bounds": bounds, "decision": decided(blocks, bounds)}} if bounds else {})


def show(match: Mapping[str, Any], language: Language, console: Console) -> None:
    """Print a match as a table."""
    say = language.say
    console.print(heading(match, language))
    right: list[str] = [N_("share of the victory"), N_("95 %"), N_("points"), N_("seconds a decision"), N_("rating")]
    table = Table(say(N_("agent")), *(Column(say(title), justify="right") for title in right))
    for each in match["agents"]:
        table.add_row(*cells(each))
    console.print(table)
    if "sprt" in match:
        verdict, (low, high) = VERDICTS[match["sprt"]["decision"]], match["sprt"]["bounds"]
        console.print(say(verdict, low=low, high=high))


def heading(match: Mapping[str, Any], language: Language) -> str:
    """Return what was played, and how often."""
    template = N_("{game}, {seats} seats, {tables} games; the even share is {even}.")
    even = f"{match['even_share']:.3f}"
    return language.say(template, game=match["game"], seats=match["seats"], tables=match["tables"], even=even)


def cells(agent: AgentStatistics) -> tuple[str, ...]:
    """Return a row of the table."""
    return (
        agent.agent,
        f"{agent.win_share:.3f}",
        f"{agent.low:.3f} – {agent.high:.3f}",
        f"{agent.points:.1f}",
        f"{agent.seconds_per_decision:.4f}",
        f"{agent.rating:.1f}",
    )


def draw(matches: Sequence[Sequence[Sequence[GameResult]]], file: Path, language: Language) -> None:
    """Draw the agents' shares of the victory with their intervals, a band for each match, with its even share."""
    from matplotlib.figure import Figure

    found = [summary(blocks, None) for blocks in matches]
    high = sum(len(facts["agents"]) + 1 for facts in found) * INCHES_AN_AGENT + 1
    figure = Figure(figsize=(9, high), layout="constrained")
    for axes, facts in zip(figure.subplots(len(found), squeeze=False).flat, found, strict=True):
        shown = facts["agents"][::-1]  # the best on top
        places, shares = range(len(shown)), [each.win_share for each in shown]
        errors = [[each.win_share - each.low for each in shown], [each.high - each.win_share for each in shown]]
        axes.errorbar(shares, places, xerr=errors, fmt="o", capsize=4)
        axes.axvline(facts["even_share"], linestyle=":", color="grey")
        axes.set(xlim=(0, 1), ylim=(-0.5, len(shown) - 0.5), title=heading(facts, language))
        axes.set_yticks(places, [each.agent for each in shown])
    axes.set_xlabel(language.say(N_("share of the victory")))
    figure.savefig(file)
