"""Facts of reasons for tests."""

from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import Fact


def points(
    seat: int, verb: str, thing: str, each: int, chances: tuple[float, float], *, round_no: int = 0, wins: bool = False
) -> Fact:
    """Return that a seat scores so many points, so often."""
    amounts = (each * chances[0], each * chances[1])
    weight = 0.1 * abs(amounts[0] - amounts[1])
    return Fact(Entry(POINTS, seat, verb, thing), amounts, chances, weight, round_no, wins)


def pieces(
    seat: int,
    verb: str,
    thing: str,
    piece: str,
    amounts: tuple[float, float],
    *,
    round_no: int = 0,
    weight: float = 0.05,
) -> Fact:
    """Return that a seat gets or loses pieces: always, or the part of one by chance."""
    chances = (min(1.0, abs(amounts[0])), min(1.0, abs(amounts[1])))
    return Fact(Entry(PIECES, seat, verb, thing, 1, piece), amounts, chances, weight, round_no)


def happens(
    seat: int | None, verb: str, thing: str, chances: tuple[float, float], *, other: str = "", weight: float = 0.05
) -> Fact:
    """Return that something happens to a seat so often."""
    return Fact(Entry(HAPPENS, seat, verb, thing, 1, other), chances, chances, weight)
