"""What is checked of the arguments of an evaluation before games are played: names, the limit, the file of results."""

import math
from pathlib import Path

from malecon.core.errors import UsageError, shortened
from malecon.research.evaluation_results import Plan, Played, read_evaluation
from malecon.research.policies import Opponent

LAMBDA = "<lambda>"
"""Ends the name that Python gives every lambda."""


def games_in(file: Path | None, plan: Plan, *, resume: bool) -> list[Played]:
    """Return the games that a file has already; make its folder.

    Raises:
        UsageError: the folder cannot be made, or the file must not be written.
    """
    if file is None:
        return []
    try:
        file.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"results: the folder {file.absolute().parent} cannot be made: {reason}") from None
    if not file.exists():
        return []
    if not resume:
        raise UsageError(f"results: {file} is there already; resume=True goes on with it")
    found = read_evaluation(file)
    if found.plan != plan:
        raise UsageError(f"results: {file} is another evaluation: {found.plan}, but {plan} was asked for")
    return [*found.games]


def name_of(player: Opponent) -> str:
    """Return the name of a player in results; that of its class if it has none of its own."""
    return _own_name(player) or type(player).__qualname__


def _own_name(player: Opponent) -> str | None:
    """Return the name that a player has itself; all lambdas have the same one."""
    if isinstance(player, str):
        return player
    found = getattr(player, "name", None) or getattr(player, "__qualname__", None)
    return None if found is None else str(found)


def check_named(policy: Opponent, name: str | None, against: Opponent) -> None:
    """Raise ``UsageError`` unless both players have names by which a file of results can tell them from others."""
    for argument, player, advice in (
        ("policy", name or policy, "name= gives it one"),
        ("against", against, "an attribute name gives it one"),
    ):
        if (_own_name(player) or LAMBDA).endswith(LAMBDA):
            raise UsageError(f"{argument}: has no name of its own, which a file of results needs; {advice}")


def checked_limit(limit_s: float | None) -> float | None:
    """Return the seconds of a decision; raise ``UsageError`` if they are no finite number above 0."""
    if limit_s is None or (_is_number(limit_s) and 0 < limit_s < math.inf):
        return limit_s
    raise UsageError(f"limit_s: is {shortened(limit_s)}, but must be a number of seconds above 0, or None")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
