"""Train a policy-value network, in one process, in a folder from which it goes on.

PYTHONPATH=tools python -m policy_learning cuba cuba-training --seats 2 --teacher teacher.npz --minutes 60
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from malecon.core.errors import MaleconError
from policy_learning.training import Line, Plan, train

DEFAULT = Plan(game="", seats=())


def main(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", file_okay=False)],
    seats: Annotated[list[int], typer.Option(help="A number of seats; several are played in turn.")],
    units: Annotated[list[int], typer.Option(help="Of a hidden layer.")] = [*DEFAULT.units],  # noqa: B006  # Typer copies it
    teacher: Annotated[list[str] | None, typer.Option(help="A network to imitate.")] = None,
    data: Annotated[list[str] | None, typer.Option(help="A data set of searches to imitate.")] = None,
    begin: Annotated[str, typer.Option(help="A network to begin with.")] = DEFAULT.begin,
    decisions: Annotated[int, typer.Option(min=1, help="Of the whole training.")] = DEFAULT.decisions,
    imitated: Annotated[float, typer.Option(min=0, max=1, help="Share of imitation.")] = DEFAULT.imitated,
    games: Annotated[int, typer.Option(min=1, help="Side by side.")] = DEFAULT.games,
    steps: Annotated[int, typer.Option(min=2, help="Decisions of each game in a round.")] = DEFAULT.steps,
    minibatch: Annotated[int, typer.Option(min=1, help="Decisions of an update.")] = DEFAULT.minibatch,
    rate: Annotated[float, typer.Option(help="Of learning, at the beginning.")] = DEFAULT.rate,
    entropy: Annotated[float, typer.Option(help="Weight of the bonus, at the beginning.")] = DEFAULT.entropy,
    seed: Annotated[int, typer.Option(min=0, help="Another one gives other games.")] = DEFAULT.seed,
    minutes: Annotated[float, typer.Option(min=0, help="How long, if the plan does not end before.")] = 60.0,
) -> None:
    """Train a policy-value network; FOLDER gets network.npz and curve.csv, and keeps what it needs to go on."""
    plan = Plan(
        game=game,
        seats=tuple(sorted(seats)),
        units=tuple(units),
        teachers=tuple(teacher or ()),
        data=tuple(data or ()),
        begin=begin,
        decisions=decisions,
        imitated=imitated,
        games=games,
        steps=steps,
        minibatch=minibatch,
        rate=rate,
        entropy=entropy,
        seed=seed,
    )
    train(plan, folder, 60 * minutes, _print)


def _print(line: Line) -> None:
    """Print the line of a round."""
    kind = "imitation" if line.is_imitation else "self-play"
    measures = f"policy {line.policy:.4f}, value {line.value:.4f}, entropy {line.entropy:.4f}"
    print(f"{line.seconds:8.0f} s {line.decisions:11d} decisions, {line.seats} seats, {kind}: {measures}", flush=True)


if __name__ == "__main__":
    try:
        typer.run(main)
    except MaleconError as error:
        sys.exit(f"malecon: {error}")
