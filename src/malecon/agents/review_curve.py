"""The curve of a review: what each seat can expect at the pauses of a game, in the eyes of one observer.

In the eyes of each decider in turn the curve jumped where the eyes changed. At a pause there is little that one seat
knows and another does not, and several short searches (``review_blocks``) agree well there.
"""

from collections.abc import Iterator

import numpy as np

from malecon.agents.agent import known_to
from malecon.agents.levels import config_of
from malecon.agents.review import Pause
from malecon.agents.review_blocks import expected_shares, standard_error
from malecon.agents.review_search import key_at
from malecon.agents.search import Question
from malecon.agents.searcher import Budget
from malecon.core import contract
from malecon.core.engine import RoundBeginning
from malecon.core.match import Match

OBSERVER = 0
"""The seat in whose eyes all places of the curve are."""
BLOCKS, ITERATIONS = 8, 100
"""Of each pause; iterations for each of the other players."""


def pauses(match: Match) -> Iterator[Match]:
    """Yield the match at each of its pauses, to be read at once: where a round, or a stage of the game, begins."""
    now, has_stages = match.after(0), config_of(match.game).stages > 0
    stage = contract.stage(now.state) if has_stages else 0
    for seat, move in match.moves:
        begins = any(isinstance(event, RoundBeginning) for event in now.play(seat, move))
        if has_stages:
            before, stage = stage, contract.stage(now.state)
            begins = begins or stage > before
        if begins and not now.over:
            yield now


def observe(match: Match, key: int) -> Iterator[Pause]:
    """Yield the places of the curve of a match; ``key``: of the whole review."""
    for now in pauses(match):
        own = key_at(key, now.number)
        yield chances_at(now.number, known_at_pause(now, own), own)


def known_at_pause(now: Match, key: int) -> Question:
    """Return a pause as the observer knows it."""
    return Question(now.game, known_to(now, OBSERVER, key), OBSERVER)


def chances_at(number: int, known: Question, key: int) -> Pause:
    """The chances of each seat at a pause.

    Args:
        number: of the moves before it.
        known: see ``known_at_pause``.
        key: of the random numbers; the searches take this one and the next ones.
    """
    config = config_of(known.game)._replace(margin=0.0)  # the victory is what counts, not by how much
    rows = np.array([expected_shares(known, config, Budget(ITERATIONS), key + block) for block in range(BLOCKS)])
    return Pause(number, tuple(rows.mean(axis=0).tolist()), tuple(standard_error(rows).tolist()))
