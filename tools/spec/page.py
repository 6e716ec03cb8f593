"""The page ``docs/spec/<game>.md``."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from malecon.core.data import read_toml
from malecon.core.game import Game
from malecon.core.observation import Block
from malecon.core.options import Option
from malecon.core.rules_text import rules_text_of
from spec.figure_lines import figure_lines, table
from spec.level_metrics import GameMetrics


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game in this folder: ids of the rules that the page quotes."""

    hidden: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    simultaneous: tuple[str, ...] = ()


def static_page(game: Game) -> str:
    """Return the part of the page that follows from the game and its rules."""
    return "\n".join(_static_lines(game)) + "\n"


def page(game: Game, metrics: GameMetrics) -> str:
    """Return the page ``docs/spec/<game>.md``."""
    return static_page(game) + "\n".join(figure_lines(metrics)) + "\n"


def _static_lines(game: Game) -> Iterator[str]:
    """Yield the lines of the part that follows from the game."""
    name, title = game.name, game.name.title()
    yield f"<!-- Written by `make docs`: tools/spec, with the figures of docs/spec/{name}.json. -->"
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
    yield 'all others (sum 1). With `reward="zero-sum"` it is (n · share − 1) / (n − 1) with n seats: 1 for the only'
    yield "winner, −1 / (n − 1) for a loser, and the sum is 0."
    yield "Points are no reward; the winner has the most, as the rules say."
    yield ""


def _rules(game: Game) -> Iterator[str]:
    """Yield what the rules say of hidden information, chance and simultaneous choices, if the game names sentences."""
    file = Path(__file__).parent / f"{game.name}.toml"
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
