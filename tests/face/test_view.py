"""What a viewer may not know changes nothing that the viewer sees."""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from cases import CASES, STARTS
from face.playing import SEEDS, random_match
from malecon.core.match import Match
from sampling import close_looks

each_start = pytest.mark.parametrize("start", STARTS)
each_seed = pytest.mark.parametrize("seed", SEEDS)


def viewers(match: Match) -> Iterator[int | None]:
    yield None
    yield from range(match.seats)


def sight(match: Match, state: Any, viewer: int | None) -> bytes:
    return msgspec.json.encode(match.game.seen_by(state, viewer))


@each_start
@each_seed
def test_what_a_viewer_may_not_know_changes_no_byte_of_the_view(start: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for match, _, _ in close_looks(random_match(start, seed), seed):
        for viewer in viewers(match):
            other = match.state.copy()

            CASES[match.game.name].shake(other, viewer, rng)

            assert sight(match, other, viewer) == sight(match, match.state, viewer)


@each_start
@each_seed
def test_secret_moves_look_the_same_to_everybody_else(start: str, seed: int) -> None:
    compared = 0
    for match, seat, move in random_match(start, seed):
        other_move = CASES[match.game.name].secret_twin(match, seat, move)
        if other_move is None:
            continue
        one, other = match.copy(), match.copy()
        events = one.play(seat, move)
        other.play(seat, other_move)
        if any(event.reveals for event in events):
            continue
        compared += 1
        for viewer in viewers(match):
            if viewer != seat:
                assert msgspec.json.encode(one.events_seen_by(viewer)) == msgspec.json.encode(
                    other.events_seen_by(viewer)
                )
                assert sight(match, one.state, viewer) == sight(match, other.state, viewer)
                assert one.to_move == other.to_move
    assert compared > 0
