"""What first looks at the decisions of recorded games find, beside their reviews.

    python bench/first_looks.py tests/golden/cuba/4-seats-easy-players.game

A line for each record: its decisions, the processor's seconds of all first looks and of all reviews, how many decisions
the reviews mark as mistakes, how many of these are among the ``WORST`` that the first looks find, the correlation of
the losses; and the seconds and the places of the curve.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import malecon
from malecon.agents import LEVELS
from malecon.agents.review import ReviewedDecision
from malecon.agents.review_curve import observe
from malecon.agents.review_search import ReviewQuestion, first_look, questions_about, review_decision, review_key
from malecon.agents.searcher import Searcher

LEVEL = "strong"
WORST = 14


def timed(
    review: Callable[[ReviewQuestion], ReviewedDecision], asked: list[ReviewQuestion]
) -> tuple[float, list[ReviewedDecision]]:
    """Return the seconds of the processor for all decisions, compiled before, and their reviews."""
    review(asked[0])
    begun = time.process_time()
    found = [review(each) for each in asked]
    return time.process_time() - begun, found


def line_of(record: str, searcher: Searcher) -> str:
    """Return the line of a record."""
    match = malecon.replay(record)
    asked = list(questions_about(match, review_key(match)))
    looks_s, looks = timed(lambda each: first_look(each, searcher), asked)
    reviews_s, reviews = timed(lambda each: review_decision(each, searcher), asked)
    losses = np.array([[each.loss for each in found] for found in (looks, reviews)])
    worst = set(np.argsort(-losses[0], kind="stable")[:WORST].tolist())
    marked = {each.number for each in reviews if "?" in each.mark}
    begun = time.process_time()
    curve = list(observe(match, review_key(match)))
    curve_s = time.process_time() - begun
    return (
        f"{len(asked)} decisions; first looks {looks_s:.1f} s, reviews {reviews_s:.0f} s; {len(marked)} mistakes,"
        f" {len(marked & worst)} of them among the {WORST} worst first looks; correlation of losses"
        f" {np.corrcoef(losses)[0, 1]:.2f}; curve {curve_s:.1f} s for {len(curve)} pauses"
    )


def main() -> None:
    """Measure the records that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+", type=Path)
    searcher = LEVELS[LEVEL]
    assert isinstance(searcher, Searcher)
    for record in parser.parse_args().records:
        print(f"{record}: {line_of(record.read_text('utf-8'), searcher)}", flush=True)


if __name__ == "__main__":
    main()
