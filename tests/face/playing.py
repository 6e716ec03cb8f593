"""Random matches for the tests of the Python face."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cases import STARTS
from malecon.core.jit import JIT
from malecon.core.match import Match

SEEDS = [0, pytest.param(1, marks=pytest.mark.slow)] if JIT else [0]


def begin(start: str, seed: int) -> Match:
    """Return a match at its beginning; ``start`` is one of ``cases.STARTS``, such as ``havana, 2 seats``."""
    game, options = STARTS[start]
    return game.start(seed=seed, **options)


def random_match(start: str, seed: int) -> Iterator[tuple[Match, int, str]]:
    """Play a whole random match; yield it at each step with the seat and the move that come next."""
    rng = random.Random(seed)
    match = begin(start, seed)
    while not match.over:
        seat = rng.choice(match.to_move)
        move = rng.choice(match.legal(seat))
        yield match, seat, move
        match.play(seat, move)


def finished(start: str, seed: int) -> Match:
    """Return a random match that is over."""
    *_, (match, _, _) = random_match(start, seed)
    return match  # the last move has been played since it was yielded


def at(start: str, question: str, skip: int = 0) -> dict[str, Any]:
    """Return a position, as plain data, of a random match that asks ``question``, the first after ``skip`` others."""
    for seed in range(200):
        for match, _, _ in random_match(start, seed):
            position = match.position()
            if position["question"]["kind"] == question:
                if skip == 0:
                    return position
                skip -= 1
    raise AssertionError(question)


def change(position: dict[str, Any], path: str, value: object) -> None:
    """Change a field of plain data, such as ``players.0.pesos``, in place."""
    *parents, last = path.split(".")
    inner: Any = position
    for parent in parents:
        inner = inner[int(parent)] if isinstance(inner, list) else inner[parent]
    if isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
