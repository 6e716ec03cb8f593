"""Matches between computer players: ``malecon arena`` plays them, ``malecon arena report`` tells what they said."""

import sys
from collections.abc import Mapping, Sequence
from itertools import chain, cycle, groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import platformdirs
from rich.console import Console
from rich.table import Column, Table

from malecon.arena.matches import Line, Played, agent_called, matches, results_in, write
from malecon.arena.standing import Standing, blocks_of, decision, share_of, standings
from malecon.core.errors import UsageError
from malecon.core.language import N_, Language
from malecon.terminal.flow import bar, screen
from malecon.terminal.ready import get_ready
from malecon.terminal.starting import check_seats, find_game, find_language, options_from

Bounds = tuple[float, float]


class Wanted(NamedTuple):
    """What is asked for.

    Attributes:
        line: who plays what.
        games: at least so many, in whole blocks.
        bounds: shares of the victory of the first agent between which a sequential test is to decide, if wanted.
        file: of results.
    """

    line: Line
    games: int
    bounds: Bounds | None
    file: Path


def results_file() -> Path:
    """Return where results are kept by default."""
    return platformdirs.user_data_path("malecon") / "arena.jsonl"


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
        agent_called(name)
    options = {name: stored(value) for name, value in options_from(given, found, language).items()}
    line = Line(game, tuple(islice(cycle(agents), check_seats(found, seats or max(len(agents), 2), language))), options)
    found.start(line.seats, 0, **options_from(given, found, language))  # checks the options
    wanted = Wanted(line, games, bounds, file or results_file())
    get_ready(language, found)
    played = play(wanted, language, screen(for_errors=True))
    tell([played], wanted.bounds, as_json, language)
    return 0


def stored(value: Any) -> Any:
    """Return an option's value as a file of results can keep it."""
    return str(value.resolve()) if isinstance(value, Path) else value


def play(wanted: Wanted, language: Language, console: Console) -> list[list[Played]]:
    """Play the blocks that the file lacks, and return all; each is written when it is finished."""
    wanted.file.parent.mkdir(parents=True, exist_ok=True)
    blocks = blocks_of(game for game in results_in(wanted.file) if game.line == wanted.line)
    count = -(-wanted.games // wanted.line.seats)
    done = {block[0].block for block in blocks}
    todo = [number for number in range(count) if number not in done]
    with bar(console) as progress:
        task = progress.add_task(running(blocks, language), total=count, completed=count - len(todo))
        for block in matches(wanted.line, todo) if decided(blocks, wanted.bounds) in ("", "on") else ():
            write(wanted.file, block)
            blocks.append(block)
            progress.update(task, advance=1, description=running(blocks, language))
            if decided(blocks, wanted.bounds) in ("high", "low"):
                break
    return blocks


def running(blocks: Sequence[Sequence[Played]], language: Language) -> str:
    """Return how the first agent stands so far."""
    if not blocks:
        return language.say(N_("Playing"))
    own = blocks[0][0].line.agents[0]
    first = next(each for each in standings(blocks) if each.agent == own)
    return f"{first.agent} {first.win_share:.3f} ({first.low:.3f}–{first.high:.3f})"


def decided(blocks: Sequence[Sequence[Played]], bounds: Bounds | None) -> str:
    """Return what the sequential test says about the first agent; nothing if none is wanted."""
    if bounds is None:
        return ""
    return decision([share_of(block[0].line.agents[0], block) for block in blocks], *bounds)


def report(file: Path | None, as_json: bool, lang: str | None) -> int:
    """Print how the agents stand in every match of a file of results; return the exit code."""
    language = find_language(lang)
    file = file or results_file()
    games = results_in(file)
    if not games:
        print(language.say(N_("There are no results in {file}."), file=file), file=sys.stderr)
        return 1
    by_line = sorted(games, key=key_of)
    tell([blocks for _, each in groupby(by_line, key=key_of) if (blocks := blocks_of(each))], None, as_json, language)
    return 0


def key_of(game: Played) -> bytes:
    """Return what games of one match have in common."""
    return msgspec.json.encode(game.line)


def tell(matches: Sequence[list[list[Played]]], bounds: Bounds | None, as_json: bool, language: Language) -> None:
    """Print how the agents stand in some matches."""
    found = [summary(blocks, bounds) for blocks in matches]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found[0] if len(found) == 1 else found), indent=2).decode())
        return
    for each in found:
        show(each, language, screen())


def summary(blocks: Sequence[Sequence[Played]], bounds: Bounds | None) -> dict[str, Any]:
    """Return a match as plain data."""
    line = blocks[0][0].line
    facts = {
        "game": line.game,
        "seats": line.seats,
        "options": line.options,
        "tables": len(list(chain.from_iterable(blocks))),
        "even_share": 1 / line.seats,
        "agents": standings(blocks),
    }
    return facts | ({"sprt": {"bounds": bounds, "decision": decided(blocks, bounds)}} if bounds else {})


def show(match: Mapping[str, Any], language: Language, console: Console) -> None:
    """Print a match as a table."""
    say = language.say
    heading = N_("{game}, {seats} seats, {tables} games; the even share is {even}.")
    even = f"{match['even_share']:.3f}"
    console.print(say(heading, game=match["game"], seats=match["seats"], tables=match["tables"], even=even))
    right: list[str] = [N_("share of the victory"), N_("95 %"), N_("points"), N_("seconds a decision"), N_("rating")]
    table = Table(say(N_("agent")), *(Column(say(title), justify="right") for title in right))
    for each in match["agents"]:
        table.add_row(*cells(each))
    console.print(table)
    if "sprt" in match:
        verdict, (low, high) = VERDICTS[match["sprt"]["decision"]], match["sprt"]["bounds"]
        console.print(say(verdict, low=low, high=high))


def cells(standing: Standing) -> tuple[str, ...]:
    """Return a row of the table."""
    return (
        standing.agent,
        f"{standing.win_share:.3f}",
        f"{standing.low:.3f} – {standing.high:.3f}",
        f"{standing.points:.1f}",
        f"{standing.seconds_per_decision:.4f}",
        f"{standing.rating:.1f}",
    )


VERDICTS = {
    "high": N_("Sequential test: the share is rather {high} than {low}."),
    "low": N_("Sequential test: the share is rather {low} than {high}."),
    "on": N_("Sequential test: not decided between {low} and {high}."),
}
