"""Information states: a viewer remembers everything, and can tell apart what differs in them and nothing else."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cases import STARTS, secret_twin
from face.playing import begin
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.information import BEGAN, DID, SAW, UNKNOWN
from malecon.core.match import Match

EVERY = 10
"""Of so many moves one is looked at closely."""
TWINS, FOLLOWED = 6, 12
"""Secret choices that are made otherwise in a game, and the moves that follow each."""

each_start = pytest.mark.parametrize("start", STARTS)


def viewers(match: Match) -> tuple[int | None, ...]:
    return (None, *range(match.seats))


def observation(match: Match, viewer: int | None) -> list[int]:
    out = np.zeros(match.game.observation.size, np.int8)
    contract.observe(match.state, -1 if viewer is None else viewer, out)
    return out.tolist()


def random_moves(match: Match, rng: random.Random) -> Iterator[int]:
    """Play a match; yield the number of moves after each."""
    while not match.over:
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal(seat)))
        yield match.number


@each_start
def test_a_later_one_begins_with_each_earlier_one(start: str) -> None:
    match = begin(start, 1)
    before = {viewer: match.information_state(viewer) for viewer in viewers(match)}
    for number in random_moves(match, random.Random(1)):
        if number % EVERY == 0 or match.over:
            for viewer, rows in before.items():
                before[viewer] = match.information_state(viewer)
                assert before[viewer][: len(rows)].tolist() == rows.tolist()
                assert before[viewer].dtype == np.int16

    for viewer, rows in before.items():
        assert match.after(match.number).information_state(viewer).tolist() == rows.tolist()
        assert match.copy().information_state(viewer).tolist() == rows.tolist()


def remembered(rows: Any, size: int) -> list[int]:
    """Return the observation that rows give back."""
    seen = [0] * size
    for _, *pairs in rows[rows[:, 0] == SAW].tolist():
        for place, number in zip(pairs[::2], pairs[1::2], strict=True):
            if place >= 0:
                seen[place] = number
    return seen


@each_start
def test_it_gives_observation_own_actions_and_events_back(start: str) -> None:
    match = begin(start, 2)
    for _ in random_moves(match, random.Random(2)):
        pass

    for viewer in viewers(match):
        rows = match.information_state(viewer)
        events = rows[rows[:, 0] >= 0]
        as_told = match.game.chronicle.read_rows(events[(events != UNKNOWN).all(1)].tolist())
        own = [match.game.notation.parse(move) for seat, move in match.moves if seat == viewer]

        assert rows[0].tolist() == [BEGAN, -1 if viewer is None else viewer, match.seats, 0, 0]
        assert remembered(rows, match.game.observation.size) == observation(match, viewer)
        assert rows[rows[:, 0] == DID][:, 1].tolist() == own
        assert len(events) == match.events_since(0)
        assert as_told == tuple(
            event for event in match.events_seen_by(viewer)[-len(events) :] if None not in secrets(event)
        )


def secrets(event: Any) -> list[object]:
    return [getattr(event, name) for name in event.secret]


@each_start
def test_what_others_chose_in_secret_is_no_part_of_it_and_what_oneself_chose_is(start: str) -> None:
    """Twins go on alike until the difference is shown: they are told apart when anything that is seen differs."""
    rng, tried, shown = random.Random(3), 0, 0
    match = begin(start, 3)
    while not match.over and tried < TWINS:
        seat = rng.choice(match.to_move)
        move = rng.choice(match.legal(seat))
        other = secret_twin(match, seat, move)
        if other is not None and (tried == 0 or rng.random() < 0.3):
            tried += 1
            shown += follow_twins(match, seat, move, other, rng)
        match.play(seat, move)

    assert tried > 0
    assert shown > 0


def follow_twins(match: Match, seat: int, move: str, other: str, rng: random.Random) -> bool:
    """Play two courses that differ in a secret choice; return whether somebody else can tell them apart at last."""
    one, twin = match.copy(), match.copy()
    histories = (
        {viewer: [history(one, viewer)] for viewer in viewers(one)},
        {viewer: [history(twin, viewer)] for viewer in viewers(twin)},
    )
    one.play(seat, move)
    twin.play(seat, other)
    for _ in range(FOLLOWED):
        for viewer in viewers(one):
            for course, seen in zip((one, twin), histories, strict=True):
                seen[viewer].append(history(course, viewer))
            same = one.information_state(viewer).tolist() == twin.information_state(viewer).tolist()
            assert same == (histories[0][viewer] == histories[1][viewer]), viewer
            assert not same or viewer != seat
        common = [(asked, move) for asked in one.to_move for move in one.legal(asked)]
        common = [(asked, move) for asked, move in common if asked in twin.to_move and move in twin.legal(asked)]
        if not common:
            break
        asked, move = rng.choice(common)
        one.play(asked, move)
        twin.play(asked, move)
    return any(histories[0][viewer] != histories[1][viewer] for viewer in viewers(one) if viewer != seat)


def history(match: Match, viewer: int | None) -> object:
    """Return what is seen now, and all events and own moves so far."""
    own = [move for seat, move in match.moves if seat == viewer]
    return observation(match, viewer), match.events_seen_by(viewer), own


def test_a_seat_that_is_not_there_remembers_nothing() -> None:
    match = begin(next(iter(STARTS)), 1)

    with pytest.raises(UsageError, match=r"^seat: is 7, but must be 0 to 1$"):
        match.information_state(7)
