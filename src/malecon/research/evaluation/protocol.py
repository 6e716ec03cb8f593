"""The protocol of the benchmark: what all results with its number have in common.

docs/benchmark.md says it in words, and what may not change under a number.
"""

from pathlib import Path

import malecon
from malecon.core.errors import UsageError
from malecon.research.evaluation.results import Evaluation, EvaluationPlan, read_evaluation

PROTOCOL = 2
OPPONENTS = {"easy": None, "standard": 200, "strong": 1000}
"""The players of the other seats, with the iterations of their searches for each of the other players."""
KEY, BLOCKS = 0, 100
"""The deal of the first block, and how many blocks there are."""


def protocol_of(plan: EvaluationPlan) -> int | None:
    """Return the number of the protocol, ``None`` for a plan that departs from it."""
    return None if departures(plan) else PROTOCOL


def departures(plan: EvaluationPlan) -> list[str]:
    """Return the departures of a plan from the protocol, in words."""
    fixed: dict[str, tuple[object, ...]] = {
        "game": tuple(malecon.games),
        "rules": tuple(game.version for name, game in malecon.games.items() if name == plan.game),
        "options": ((),),
        "against": tuple(OPPONENTS),
        "iterations": (OPPONENTS.get(plan.against, plan.iterations),),
        "key": (KEY,),
        "limit_s": (None,),
    }
    return [
        f"{name} is {value!r}, but must be {' or '.join(map(repr, allowed))}"
        for name, allowed in fixed.items()
        if (value := getattr(plan, name)) not in allowed
    ]


def check_benchmark(file: str | Path, *, game: str | None = None, seats: int | None = None) -> Evaluation:
    """Return the evaluation in a file of results, if it is a whole one of the benchmark's protocol.

    Its figures are computed again from its games. Nothing can tell from the file alone whether they were played.

    Args:
        file: of results, of somebody else too.
        game: that it must be about.
        seats: with which it must be played.

    Raises:
        UsageError: it is no file of results, or one of another protocol, game, number of seats or blocks.
    """
    found = read_evaluation(file)
    plan, blocks = found.plan, found.figures.blocks
    expected = {"game": game or plan.game, "seats": seats or plan.seats}
    wrong = [
        f"{name} is {getattr(plan, name)!r}, but {value!r} was expected"
        for name, value in expected.items()
        if getattr(plan, name) != value
    ]
    if plan.protocol not in (PROTOCOL, None):
        wrong += [f"its protocol is {plan.protocol}, but this version of Malecón has {PROTOCOL}"]
    else:
        wrong += departures(plan) or ([] if plan.protocol else ["it names no protocol"])
        wrong += [f"it has {blocks} blocks of {BLOCKS}"] if blocks != BLOCKS else []
    if wrong:
        raise UsageError(f"{file}: is no result of the benchmark: {'; '.join(wrong)}")
    return found
