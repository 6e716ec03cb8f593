"""Chapter 13, results of real games: what computer players score on the reconstructed ships and boards."""

from pathlib import Path
from statistics import mean

import pytest

import malecon
from malecon.agents import LEVELS
from malecon.core.jit import JIT
from malecon.core.match import Match

RECORDED = sorted((Path(__file__).parents[2] / "golden/cuba").glob("*-easy-players.game"))
EASY = LEVELS["easy"]


def played(seats: int, seed: int) -> Match:
    """Return a match of easy players."""
    match = malecon.games["cuba"].start(seats=seats, seed=seed)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, EASY.choose(match, seat, key=len(match.moves)))
    return match


def matches() -> list[Match]:
    """Return matches of easy players with 3 to 5 seats: new ones, or recorded ones where playing takes too long."""
    if JIT:
        return [played(seats, seed) for seats in (3, 4, 5) for seed in range(4)]
    return [malecon.replay(path.read_text("utf-8")) for path in RECORDED]


@pytest.mark.slow
@pytest.mark.rule("CUB-13")
def test_easy_players_score_about_as_much_as_people_in_real_games() -> None:
    results = [match.points for match in matches()]

    assert {len(points) for points in results} == {3, 4, 5}
    assert 53 <= mean(point for points in results for point in points) <= 77
    assert 71 <= mean(max(points) for points in results) <= 85
