"""Checks of hand-made positions, which are refused in sentences."""

from collections import Counter
from collections.abc import Sequence

from malecon.core.errors import UsageError


def ensure(is_so: bool, sentence: str) -> None:
    """Raise ``UsageError`` with ``sentence`` unless ``is_so``."""
    if not is_so:
        raise UsageError(f"position: {sentence}")


def ensure_each_once(what: str, found: Sequence[int | str], expected: Sequence[int | str]) -> None:
    """Refuse things that are missing, strange or there twice."""
    counts = Counter(found)
    for thing in [*expected, *found]:
        must = 1 if thing in expected else 0
        ensure(counts[thing] == must, f"{what} {thing}: is there {counts[thing]} times, but must be {must}")


def who(seat: int) -> str:
    """Return the name of a player in a sentence, such as ``players 2``; ``seat`` is 0-based."""
    return f"players {seat + 1}"
