"""``malecon analyse``: the review of a game at the terminal, with the figures of the page of a site."""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Group, RenderableType
from rich.table import Column, Table

from malecon import games
from malecon.agents import LEVELS
from malecon.agents.review import Account, Pause, ReviewedDecision, account, curve_of
from malecon.agents.review_curve import observe
from malecon.agents.review_search import review_key, reviews
from malecon.agents.searcher import Searcher
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.perspective import names_of
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.game_choice import check_plot, read_save, write_plot
from malecon.terminal.players import check_level
from malecon.terminal.preparation import prepare_games

MINUS = "\N{MINUS SIGN}"


class Analysis(msgspec.Struct, frozen=True):
    """The review of a game as data; numbers of seats and moves count from 0.

    Attributes:
        level: at which the computer searched.
        decisions: all of the game.
        losses, marks: of each decision.
        curve: the chances of each seat at the beginning, at the pauses, and at the end if the game is over.
        account: where those at the last pause come from.
    """

    level: str
    decisions: tuple[ReviewedDecision, ...]
    losses: tuple[float, ...]
    marks: tuple[str, ...]
    curve: tuple[Pause, ...]
    account: Account

    @classmethod
    def of(cls, match: Match, level: str, decisions: Sequence[ReviewedDecision]) -> "Analysis":
        """Return the analysis of a match whose decisions were reviewed."""
        losses, marks = (each.loss for each in decisions), (each.mark for each in decisions)
        curve = tuple(curve_of(match, observe(match, review_key(match))))
        closed = account(decisions, curve[0], curve[-1])
        assert closed is not None
        return cls(level, tuple(decisions), tuple(losses), tuple(marks), curve, closed)


def analyse(file: Path, level: str, as_json: bool, plot: Path | None, language: Language) -> int:
    """Review every decision of a record and print the reviews; return the exit code."""
    match = read_save(file, language)
    agent = LEVELS[check_level(level, match.game, language)]
    if not isinstance(agent, Searcher):
        searching = ", ".join(each.name for each in LEVELS.values() if isinstance(each, Searcher))
        template = N_("--level: is {level}, but must be one that searches: {levels}.")
        raise UsageError(language.say(template, level=level, levels=searching))
    check_plot(plot, language)
    prepare_games(language, games[match.game.name])
    analysis = Analysis.of(match, level, _reviewed_with_progress(match, agent, language))
    if plot is not None:
        _draw(analysis, match, plot, language)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(analysis), indent=1).decode())
    else:
        screen().print(Group(_decisions(analysis, match, language), "", _account(analysis, match, language)))
    return 0


def _reviewed_with_progress(match: Match, agent: Searcher, language: Language) -> list[ReviewedDecision]:
    """Return the reviews of all decisions; show a progress bar where the standard error output is a terminal."""
    found = []
    with bar(screen(for_errors=True)) as progress:
        task = progress.add_task(language.say(N_("Analysing")), total=match.number)
        for each in reviews(match, agent, threads=os.cpu_count() or 1):
            found.append(each)
            progress.advance(task)
    return found


def _decisions(analysis: Analysis, match: Match, language: Language) -> RenderableType:
    """Return the decisions as a table: player, move, the chance before and after it, and the best move."""
    say, names = language.say, names_of(match.seats, match.names, language)
    table = Table(
        Column("", justify="right"), say(N_("player")), say(N_("move")), "",
        Column(say(N_("loss")), justify="right"), Column(say(N_("chance")), justify="right"), say(N_("best move")),
        caption=say(
            N_("Loss: the share of the victory given away. ?: 3 % or more, ??: 8 % or more; !: the only good move")
        ),
    )  # fmt: skip
    for each, loss, mark in zip(analysis.decisions, analysis.losses, analysis.marks, strict=True):
        best = each.best[0].move
        lost, chance = _percent(loss) if loss else "", _percent(each.after[each.seat])
        better = best if best != each.played else ""
        table.add_row(str(each.number + 1), names[each.seat], each.played, mark, lost, chance, better)
    return table


def _account(analysis: Analysis, match: Match, language: Language) -> RenderableType:
    """Return where the chances of each player come from, as a table."""
    say, names, found = language.say, names_of(match.seats, match.names, language), analysis.account
    titles = N_("own decisions"), N_("others' decisions"), N_("cards"), "±", N_("chance")
    columns = [Column(title if title == "±" else say(title), justify="right") for title in (N_("at first"), *titles)]
    table = Table(say(N_("player")), *columns)
    for seat in range(match.seats):
        changes = [_change(each[seat]) for each in (found.own, found.others, found.cards)]
        first, last = _percent(found.begin[seat]), _percent(found.end[seat])
        table.add_row(names[seat], first, *changes, _percent(found.error[seat]), last)
    return table


def _percent(share: float) -> str:
    """Return a share as a text.

    >>> _percent(0.314)
    '31 %'
    """
    return f"{share:.0%}".replace("%", " %")


def _change(share: float) -> str:
    """Return a change as a text.

    >>> _change(0.06), _change(-0.044), _change(-0.001)
    ('+6 %', '−4 %', '0 %')
    """
    text = f"{share:+.0%}".replace("%", " %")
    return "0 %" if text[1:] == "0 %" else text.replace("-", MINUS)


def _draw(analysis: Analysis, match: Match, file: Path, language: Language) -> None:
    """Draw the chances of each player from pause to pause into a file."""
    from matplotlib.figure import Figure

    names = names_of(match.seats, match.names, language)
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots()
    for seat in range(match.seats):
        times, chances = zip(*((each.number, each.chances[seat]) for each in analysis.curve), strict=True)
        axes.plot(times, chances, label=names[seat])
    axes.set(xlabel=language.say(N_("move")), ylabel=language.say(N_("share of the victory")), ylim=(0, 1))
    axes.legend()
    write_plot(figure, file, language)
