"""Reviews of whole recorded games, each made twice with other keys: do they differ by no more than the stated errors?

    python bench/reviews.py cuba --games 10 --seats 4 --players strong easy --processes 2

The games are played by the players, who fill the seats in turn, with the seeds 0, 1, …, and reviewed from their
records. A line for each game says how many decisions it has, how many of them each review marks as mistakes, the
processor's seconds for one review, and by how much the account fails to close. Then, over all games and seats, how far
the parts of the account are from each other in their standard errors (root of the mean square, and the most).
``--iterations``: of the searches, for each of the other players; by default those of *strong*, as on a site.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.agents import LEVELS
from malecon.agents.levels import DATA, SEARCH_CONFIGS
from malecon.agents.review import Account, Pause, ReviewedDecision, account, curve_of
from malecon.agents.review_curve import observe
from malecon.agents.review_search import review_key, reviews
from malecon.agents.searcher import Budget, Searcher
from malecon.core.match import Match

PARTS = ("own", "others", "cards", "curve")
Parts = dict[str, NDArray[np.float64]]
"""By the name of the part: own, others' and cards of each seat, and the chances of all at each pause."""
OTHER = 2**40
"""By this bit the keys of two reviews differ: far from each other, for searches take one key after the other."""
LEAST = 1e-4
"""A standard error that is stated as less counts as so much: blocks of a decided game agree entirely."""


class Compared(NamedTuple):
    """What two reviews of a game say.

    Attributes:
        decisions: of the game.
        mistakes: that each review marks.
        seconds: of the processor, for one review.
        gap: the most that the parts of an account are away from its chance, or their sums over the seats from 0.
        differences: of the parts.
        errors: the standard errors that are stated for the differences.
    """

    decisions: int
    mistakes: tuple[int, ...]
    seconds: float
    gap: float
    differences: Parts
    errors: Parts


def record_of(game: str, seats: int, players: Sequence[str], seed: int) -> str:
    """Return the record of a game that the players have played."""
    match = malecon.games[game].start(seats=seats, seed=seed)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, LEVELS[players[(seat + seed) % len(players)]].choose(match, seat, key=match.number))
    return match.record()


def compared(game: str, seats: int, players: Sequence[str], iterations: int, seed: int) -> Compared:
    """Play a game, review its record twice, and return what both reviews say."""
    match = malecon.replay(record_of(game, seats, players, seed))
    searcher = Searcher("", Budget(iterations), SEARCH_CONFIGS)
    began, key = time.process_time(), review_key(match)
    both = [(list(reviews(match, searcher, each)), list(observe(match, each))) for each in (key, key ^ OTHER)]
    seconds = (time.process_time() - began) / len(both)
    (first, errors), (second, other_errors) = (parts_of(match, *found) for found in both)
    return Compared(
        match.number,
        tuple(sum("?" in each.mark for each in found) for found, _ in both),
        seconds,
        max(gap_of(whole(match, found)) for found, _ in both),
        {part: first[part] - second[part] for part in PARTS},
        {part: np.hypot(errors[part], other_errors[part]).clip(LEAST) for part in PARTS},
    )


def whole(match: Match, decisions: Sequence[ReviewedDecision]) -> Account:
    """Return the account of a whole game."""
    begin, end = curve_of(match, ())
    found = account(decisions, begin, end)
    assert found is not None
    return found


def parts_of(match: Match, decisions: Sequence[ReviewedDecision], pauses: Sequence[Pause]) -> tuple[Parts, Parts]:
    """Return the parts of a review, and their standard errors."""
    found = whole(match, decisions)
    variances = np.square([each.errors for each in decisions])
    is_own = np.array([[seat == each.seat for seat in range(match.seats)] for each in decisions])
    parts = {part: np.array(getattr(found, part)) for part in ("own", "others", "cards")}
    errors = {
        "own": np.sqrt((variances * is_own).sum(axis=0)),
        "others": np.sqrt((variances * ~is_own).sum(axis=0)),
        "cards": np.array(found.error),
        "curve": np.array([each.errors for each in pauses]),
    }
    return parts | {"curve": np.array([each.chances for each in pauses])}, errors


def gap_of(found: Account) -> float:
    """Return by how much an account fails to close: over the parts of each seat, and over the seats."""
    own, others, cards, begin, end = map(np.array, (found.own, found.others, found.cards, found.begin, found.end))
    gaps = np.abs(begin + own + others + cards - end)
    return float(max(gaps.max(), abs((own + others).sum()), abs(cards.sum())))


def lines(found: Sequence[Compared]) -> Iterator[str]:
    """Yield what all games say together, a line for each part."""
    for part in PARTS:
        differences, errors = (
            np.concatenate([each[part].ravel() for each in those])
            for those in ([each.differences for each in found], [each.errors for each in found])
        )
        z = differences / errors
        yield (
            f"{part:6}  z: {rms(z):.2f}, at most {abs(z).max():.1f}; "
            f"differences {rms(differences):.2%}, stated {rms(errors):.2%}"
        )


def rms(numbers: NDArray[np.float64]) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt(np.mean(np.square(numbers))))


def main() -> None:
    """Print a line for each game as it is done, then what all say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[*malecon.games])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--players", nargs="+", choices=[*LEVELS], default=["strong", "easy"])
    parser.add_argument("--iterations", type=int, default=DATA["budget"]["strong"]["iterations"])
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    found = []
    with ProcessPoolExecutor(asked.processes) as pool:
        one = partial(compared, asked.game, asked.seats, asked.players, asked.iterations)
        for seed, each in enumerate(pool.map(one, range(asked.games))):
            found.append(each)
            mistakes = " and ".join(map(str, each.mistakes))
            print(
                f"{seed}: {each.decisions} decisions, {mistakes} mistakes, {each.seconds:.0f} s, gap {each.gap:.0e}",
                flush=True,
            )
    print(*lines(found), sep="\n")


if __name__ == "__main__":
    main()
