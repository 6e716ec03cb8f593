"""The specification of a game as an environment: a page that is generated from the game, its rules and its figures.

``python -m malecon.research.spec measure GAME`` plays games and writes their figures (JSON, some minutes of computing);
``python -m malecon.research.spec page GAME FIGURES`` writes ``docs/spec/GAME.md``, as ``make docs`` does.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from malecon.core.data import read_toml
from malecon.core.errors import MaleconError, UsageError
from malecon.core.game import Game
from malecon.core.observation import Block
from malecon.core.options import Option
from malecon.core.rules_text import rules_text_of
from malecon.research.environment import find_game
from malecon.research.game_metrics import GUESSES, Figures, GameMetrics, Share, Spread, metrics_of

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The specification of a game as an environment.")

Rows = Sequence[Sequence[object]]


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/spec.toml`` of a game: ids of the rules that the page quotes."""

    hidden: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    simultaneous: tuple[str, ...] = ()


def table(heads: Sequence[str], rows: Rows) -> Iterator[str]:
    """Yield the lines of a table.

    >>> [*table(["a", "b"], [[1, "x|y"]])]
    ['| a | b |', '|---|---|', '| 1 | x\\\\|y |']
    """
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |"


def static_page(game: Game) -> str:
    """Return the part of the page that follows from the game and its rules."""
    return "\n".join(_static_lines(game)) + "\n"


def page(game: Game, metrics: GameMetrics) -> str:
    """Return the page ``docs/spec/<game>.md``."""
    return static_page(game) + "\n".join(["", *_figure_lines(metrics)]) + "\n"


def _static_lines(game: Game) -> Iterator[str]:
    """Yield the lines of the part that follows from the game."""
    name, title = game.name, game.name.title()
    yield f"<!-- Written by `make docs`: malecon.research.spec, with the figures of docs/spec/{name}.json. -->"
    yield f"# {title}: specification"
    yield ""
    yield f'The environment `malecon.research.aec("{name}")` and its relatives ([research.md](../research.md)).'
    yield f"The rules, version {game.version}: [rules/{name}.md](../rules/{name}.md)."
    yield ""
    yield from _players(game)
    yield from _options(game)
    yield from _observation(game)
    yield from _actions(game)
    yield from _rewards()
    yield from _rules(game)


def _players(game: Game) -> Iterator[str]:
    yield "## Players"
    yield f"{game.seats[0]} to {game.seats[-1]} seats, `player_0` to `player_{game.seats[-1] - 1}`. Who is asked acts;"
    yield "several are asked at once where they choose in secret. A forced step is no decision. No game has more than"
    yield f"{game.longest:,} decisions; that is a bound, and games have far less (see *Figures*)."
    yield ""


def _options(game: Game) -> Iterator[str]:
    yield "## Options"
    yield from table(["name", "values", "usual", "what it says"], [_option_row(option) for option in game.options])
    yield ""


def _option_row(option: Option) -> list[object]:
    values = ", ".join(option.choices) or {"FLAG": "yes, no", "SEATS": "all seats, in an order"}.get(
        option.kind.name, f"a file like `{option.example}`"
    )
    usual = "" if option.usual is None else {True: "yes", False: "no"}.get(option.usual is True, "")
    return [f"`{option.name}`", values, option.usual if option.choices else usual, option.help]


def _observation(game: Game) -> Iterator[str]:
    schema = game.observation
    yield "## Observation"
    yield f"Compact: int8 `[{schema.size}]`. As floats: float32 `[{schema.float_size}]`, counts times a scale,"
    yield "categories one-hot (-1 is all zeros). `malecon.games[…].observation` is this table for programs;"
    yield "`.named(array)` takes an observation apart. *at* is the place in the compact form."
    yield ""
    heads = ["block", "at", "shape", "kind", "range", "scale", "what it says"]
    yield from table(heads, [_block_row(block, schema.slices[block.name]) for block in schema.blocks])
    yield ""


def _block_row(block: Block, place: slice) -> list[object]:
    shape = "×".join(map(str, block.shape)) or "1"
    scale = "" if block.kind == "category" else f"{block.scale:.4g}"
    return [f"`{block.name}`", place.start, shape, block.kind, f"{block.low} to {block.high}", scale, block.meaning]


def _actions(game: Game) -> Iterator[str]:
    actions = game.actions
    yield "## Actions"
    yield f"{actions.count} actions, from 0 on, each the answer to one of {len(actions.questions)} questions;"
    yield f"2 to {game.widest} are legal at once. The mask (int8 `[{actions.count}]`) is 1 for each legal action."
    yield "`malecon.games[…].actions` has their names, which are the game's notation."
    yield ""
    rows = []
    for number, question in enumerate(actions.questions):
        first, size = actions.action(number, 0), int(actions.sizes[number])
        examples = [actions.names[first], actions.names[first + size - 1]]
        rows.append([question, first, size, "; ".join(f"`{name}`" for name in dict.fromkeys(examples))])
    yield from table(["question", "first action", "answers", "first and last"], rows)
    yield ""


def _rewards() -> Iterator[str]:
    yield "## Rewards"
    yield "0 until the end; then each seat's share of the victory: 1 for the only winner, 1/2 for each of two, 0 for"
    yield 'all others (sum 1). With `reward="zero-sum"` it is (n · share − 1) / (n − 1) with n seats, −1 to 1, sum 0.'
    yield "Points are no reward; the winner has the most, as the rules say."
    yield ""


def _rules(game: Game) -> Iterator[str]:
    """Yield what the rules say of hidden information, chance and simultaneous choices, if the game names sentences."""
    file = game.folder / "data/spec.toml"
    sentences = read_toml(file, Sentences) if file.is_file() else Sentences()
    heads = {"hidden": "Hidden information", "chance": "Chance", "simultaneous": "Simultaneous choices"}
    for part, head in heads.items():
        if ids := getattr(sentences, part):
            yield f"## {head}"
            yield _EXPLAINED[part]
            yield ""
            yield from (f"- **{rule}** {rules_text_of(game.name).rules[rule].sentence}" for rule in ids)
            yield ""


_EXPLAINED = {
    "hidden": "An observation has all of the rest, and what its seat has seen. From the rules:",
    "chance": "The only source is the key of the game (`reset(seed=…)`). What is drawn after an action is part of its"
    " step.\nFrom the rules:",
    "simultaneous": "Seats that choose at the same time are asked in ascending order, and see nothing of each other's\n"
    "choice. From the rules:",
}


def _figure_lines(metrics: GameMetrics) -> Iterator[str]:
    """Yield the lines of the part that was measured."""
    by_seats = metrics.figures
    seats = [f"{figures.seats} seats" for figures in by_seats]
    yield "## Figures"
    yield f"Random players, {by_seats[0].games} games with the usual options for each number of seats, keys from 0 on."
    yield ""
    yield from table(["", *seats], [[name, *map(value, by_seats)] for name, value in _FIGURES.items()])
    yield ""
    yield "- *by chance*: decisions after which something is drawn. *Set-up*: numbers drawn before the first decision."
    yield "- *lead changes*: how often a seat comes to be alone in front that was not the last one there."
    yield "- *not known*: at a decision, the share of the numbers of the position that the seat does not know: that"
    yield f"  differ from the truth in one of {GUESSES} guesses (`contract.guess`). The key does not count, and numbers"
    yield "  that are the same in all positions looked at do not either. A set of cards is one number."
    yield ""
    yield "How often a seat that is asked does not know a field of the position for certain:"
    yield ""
    fields = sorted({name for figures in by_seats for name in figures.unknown})
    unknown = [[f"`{name}`", *(_percent(figures.unknown.get(name, 0)) for figures in by_seats)] for name in fields]
    yield from table(["field", *seats], unknown)
    yield ""
    yield from _level_lines(by_seats)
    yield from _ladder_lines(metrics)
    yield "## To repeat it"
    yield "```sh"
    yield f".venv/bin/python -m malecon.research.spec measure {metrics.game} > docs/spec/{metrics.game}.json"
    yield "make docs"
    yield "```"


def _level_lines(by_seats: Sequence[Figures]) -> Iterator[str]:
    yield "## Seats"
    yield "A level against itself: share of the victory by seat, with standard errors; an even share is 1 by the seats."
    yield ""
    rows = [
        [
            *(figures.seats, name, level.games, _spread(level.decisions), _spread(level.lead_changes)),
            " · ".join(map(_share, level.shares)),
        ]
        for figures in by_seats
        for name, level in figures.levels.items()
    ]
    yield from table(["seats", "level", "games", "decisions", "lead changes", "shares of seats 0, 1, …"], rows)
    yield ""


def _ladder_lines(metrics: GameMetrics) -> Iterator[str]:
    yield "## Skill trace"
    yield f"{metrics.figures[0].seats} seats: the search of the levels with twice the iterations against itself."
    yield "Blocks of one deal and all seatings; standard errors by blocks; 50 % is even."
    yield ""
    rows = [
        [f"{rung.iterations} against {rung.iterations // 2}", rung.games, _share(rung.share)] for rung in metrics.ladder
    ]
    yield from table(["iterations", "games", "share of the one with more"], rows)
    yield ""


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _share(share: Share) -> str:
    """Return a share with its error.

    >>> _share(Share(0.5123, 0.01))
    '51.2 ± 1.0 %'
    """
    return f"{100 * share.mean:.1f} ± {100 * share.error:.1f} %"


def _spread(spread: Spread) -> str:
    """Return a mean with its bounds.

    >>> _spread(Spread(12.34, 8, 20))
    '12.3 (8 to 20)'
    """
    return f"{spread.mean:.1f} ({spread.least:g} to {spread.most:g})"


_FIGURES = {
    "decisions in a game": lambda figures: _spread(figures.decisions),
    "legal actions at a decision": lambda figures: _spread(figures.actions),
    "simultaneous decisions": lambda figures: _percent(figures.simultaneous),
    "decisions followed by chance": lambda figures: _percent(figures.by_chance),
    "numbers drawn in the set-up": lambda figures: f"{figures.set_up:.4g}",
    "lead changes": lambda figures: _spread(figures.lead_changes),
    "not known": lambda figures: _percent(figures.hidden),
}


@app.command("page")
def _page(game: str, figures: Path) -> None:
    """Write the page of a game, with the figures that ``measure`` has written."""
    try:
        metrics = msgspec.json.decode(figures.read_bytes(), type=GameMetrics)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"figures: {figures} has none: {error}") from None
    print(page(find_game(game), metrics), end="")


@app.command("measure")
def _measure(
    game: str,
    games: Annotated[int, typer.Option(help="Random games for each number of seats.")] = 400,
    level_games: Annotated[int, typer.Option(help="Games of the level easy.")] = 100,
    blocks: Annotated[int, typer.Option(help="Blocks for each step of the skill trace.")] = 40,
) -> None:
    """Play games, and write their figures."""
    found = metrics_of(find_game(game), games, level_games, blocks)
    print(msgspec.json.format(msgspec.json.encode(found)).decode())


if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")
