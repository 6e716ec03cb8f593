"""The card of a data set: its columns, its plan, and the command that makes it again."""

from collections.abc import Mapping

import msgspec

import malecon
from malecon.core import PlainData
from malecon.core.options import Kind
from malecon.research.data.self_play import DataPlan
from malecon.research.envs.environment import options_in

CARD = """\
---
license: mit
pretty_name: Self-play of {game}
task_categories: [reinforcement-learning]
configs:
- config_name: default
  data_files: data/*.parquet
digest: {digest}
---
# Self-play of {game}, {seats} seats

{games} games with {rows} decisions, {mean:.0f} a game. Before each decision the seat searched from what it knows, with
{iterations} iterations for each of the other players (Monte-Carlo tree search with information sets). It made the most
visited action, and in {drawn:.1%} of the cases one that was drawn. Made by Malecón {malecon}, rules version {rules} of
the game. Options: {options}.

The same command makes the same rows, for any number of processes. The digest above, which is that of plan and rows,
tells whether they are; `malecon.research.load_data` compares it:

```sh
{command}
```

Mean share of the victory: {shares}.

## Columns
| column | type | meaning |
|---|---|---|
| `game` | int32 | number of the game |
| `deal` | int64 | its key: `malecon.games["{game}"].start(seats={seats}, seed=deal)` begins with the same deal |
| `move` | int16 | number of the decision in the game, from 0 |
| `seat` | int8 | that decides, from 0 |
| `observation` | int8 [{size}] | what the seat knows, in the compact form (below) |
| `legal` | list of int16 | its legal actions, ascending; there are {actions}, `malecon.games["{game}"].actions.names` |
| `action` | int16 | that was made |
| `visits` | list of int32 | how often the search chose each legal action |
| `value` | float | the share of the victory that the search expects for the seat, 0 to 1 |
| `outcome` | float | the seat's share of the victory at the end of the game |
| `drawn` | bool | whether the action was drawn, each legal one equally likely |

The metadata of each file has all of this as JSON, under the key `malecon`.

## Observation
`malecon.games["{game}"].observation.named(array)` returns these blocks by name, and `.floats(array)` the float form.

| block | shape | kind | range | meaning |
|---|---|---|---|---|
{blocks}

## Licence
MIT, as that of the program.
"""


class Contents(msgspec.Struct, frozen=True):
    """The contents of a file, as its metadata has them.

    Attributes:
        format: of the file.
        malecon: version of the package that made it.
        plan: what was played.
        first, games: the number of the first game, and how many there are.
        actions: how many the game has.
        observation: the blocks of the observation: name, shape, low, high, kind, scale, meaning.
    """

    format: int
    malecon: str
    plan: DataPlan
    first: int
    games: int
    actions: int
    observation: list[PlainData]


def card_of(contents: Contents, shares: Mapping[int, float], rows: int, digest: str) -> str:
    """Return the card of a data set, as Markdown.

    Args:
        contents: of all files together.
        shares: the mean share of the victory, by seat.
        rows: the number of decisions.
        digest: of plan and rows.
    """
    plan, games = contents.plan, contents.games
    return CARD.format(
        game=plan.game,
        seats=plan.seats,
        games=games,
        rows=rows,
        digest=digest,
        mean=rows / games,
        iterations=plan.iterations,
        drawn=plan.drawn,
        malecon=contents.malecon,
        rules=plan.rules,
        options=", ".join(f"`{line}`" for line in plan.options) or "none",
        command=command_of(plan, games),
        shares=", ".join(f"seat {seat} {share:.3f}" for seat, share in shares.items()),
        size=malecon.games[plan.game].observation.size,
        actions=contents.actions,
        blocks="\n".join(map(_row, contents.observation)),
    )


def _row(block: PlainData) -> str:
    name, shape, kind, low, high, meaning = (block[key] for key in ("name", "shape", "kind", "low", "high", "meaning"))
    return f"| `{name}` | {[*shape] or ''} | {kind} | {low} to {high} | {meaning} |"


def command_of(plan: DataPlan, games: int) -> str:
    """Return the command that makes a data set of so many games."""
    words = ["malecon data make", plan.game]
    for name, value in {
        "games": games,
        "seats": plan.seats,
        "iterations": plan.iterations,
        "drawn": plan.drawn,
        "key": plan.key,
    }.items():
        words += [f"--{name} {value}"]
    game = malecon.games[plan.game]
    words += [f"--rules-version {plan.rules}"] if plan.rules != game.version else []
    kinds = {option.name: option.kind for option in game.options}
    words += [_option_words(kinds[name], name, value) for name, value in options_in(game, plan.options).items()]
    return " ".join([*words, "--out FOLDER"])


def _option_words(kind: Kind, name: str, value: object) -> str:
    """Return an option of the game as it is typed."""
    if kind is Kind.FLAG:
        return f"--{name}" if value else f"--no-{name}"
    if isinstance(value, tuple):
        return f"--{name} " + ",".join(str(seat + 1) for seat in value)
    return f"--{name} {'FILE' if kind is Kind.FILE else value}"
