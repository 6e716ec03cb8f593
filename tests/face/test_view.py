"""What a seat cannot know decides nothing that it is given: not its view, its moves, its numbers, nor its guesses.

The other worlds come from the events that everybody saw (``worlds``), and from twin games in which only secret choices
differ; never from ``guess``.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

import malecon
from cases import CASES, STARTS
from face.playing import SEEDS, begin, random_match
from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.contract import new_journal
from malecon.core.engine import Event
from malecon.core.errors import IllegalMove
from malecon.core.fields import Hidden
from malecon.core.jit import JIT, by_game
from malecon.core.match import Match
from modes import needs_plain_rules
from sampling import close_looks
from worlds import MEMORIES, Memory

SPECTATOR = -1
GUESS_KEY = 5
COMPARED = 400 if JIT else 40
"""So often twin games are compared, if they do not end before."""

each_start = pytest.mark.parametrize("start", STARTS)
each_seed = pytest.mark.parametrize("seed", SEEDS)
fault = by_game("fault")
"""The number of what is wrong with a position, 0 if nothing."""


def viewers(match: Match) -> tuple[int | None, ...]:
    return (None, *range(match.seats))


def features(state: Any, seat: int, size: int) -> bytes:
    out = np.full(size, np.nan, np.float32)
    contract.value_features(state, seat, out)
    assert np.isfinite(out).all()
    return out.tobytes()


def observation(match: Match, state: Any, seat: int) -> bytes:
    """Return an observation, in which every number was written."""
    schema = match.game.observation
    out = np.stack([schema.low - np.int8(1), schema.high])
    contract.observe(state, seat, out[0])
    contract.observe(state, seat, out[1])
    assert (out[0] == out[1]).all()
    return out[0].tobytes()


def legal(match: Match, state: Any, seat: int) -> list[int]:
    out = np.zeros(match.game.widest, np.int16)
    return out[: contract.legal(state, seat, out)].tolist()


def guessed(state: Any, viewer: int | None, key: int = GUESS_KEY) -> Any:
    guess = state.copy()
    contract.guess(guess, SPECTATOR if viewer is None else viewer, key)
    return guess


def refusal(match: Match, state: Any, seat: int, action: int) -> str:
    """Return why a seat may not do an action, or that it may."""
    if action in legal(match, state, seat):
        return ""
    error = match.game.refuse(state, seat, action)
    assert isinstance(error, IllegalMove)
    return str(error)


def any_answer(match: Match, rng: random.Random) -> int:
    """Return a random answer to the question that is asked, legal or not."""
    answers = [action for seat in match.to_move for action in legal(match, match.state, seat)]
    return rng.randint(min(answers, default=0), max(answers, default=0))


def given(match: Match, state: Any, viewer: int | None, action: int) -> dict[str, object]:
    """Return all that a viewer is given of a position, by name."""
    things: dict[str, object] = {
        "view": msgspec.json.encode(match.game.seen_by(state, viewer)),
        "awaited": int(contract.awaiting(state)),
        "guess": guessed(state, viewer).tobytes(),
        "observation": observation(match, state, SPECTATOR if viewer is None else viewer),
    }
    if viewer is not None:
        things["legal"] = legal(match, state, viewer)
        things["refusal"] = refusal(match, state, viewer, action)
        things["value features"] = features(state, viewer, len(match.game.value_features))
    return things


def remembered_game(start: str, seed: int) -> Iterator[tuple[Match, Memory]]:
    """Play a whole random match; yield it at each decision with what everybody can know of it."""
    rng = random.Random(seed)
    match = begin(start, seed)
    memory, heard = MEMORIES[match.game.name](match.seats), match.events
    while not match.over:
        for event in heard:
            memory.hear(event.seen_by(None))
        yield match, memory
        seat = rng.choice(match.to_move)
        moves = match.legal(seat)
        declines = rng.random() < 0.2  # the last move often does, and is one of many
        heard = match.play(seat, moves[-1] if declines else rng.choice(moves))


@each_start
@each_seed
def test_a_viewer_is_given_the_same_in_every_world_that_fits(start: str, seed: int) -> None:
    rng = random.Random(seed)
    for match, memory in looks(start, seed):
        for viewer in viewers(match):
            other, action = match.state.copy(), any_answer(match, rng)

            memory.change(other, viewer, rng)

            assert given(match, other, viewer, action) == given(match, match.state, viewer, action), viewer


@needs_plain_rules("compiled rules return Python's numbers")
@each_start
def test_numbers_of_a_view_are_those_of_python(start: str) -> None:
    for match, seat, _ in close_looks(random_match(start, 1)):
        try:
            msgspec.json.encode(match.game.seen_by(match.state, seat))
        except TypeError as error:
            pytest.fail(f"{error}: write int(...) around the field from which it comes (docs/house-rule.md, step 4)")


def looks(start: str, seed: int) -> Iterator[tuple[Match, Memory]]:
    """Yield some decisions of a game, and one of each kind."""
    yield from close_looks(remembered_game(start, seed), seed)


@each_start
@each_seed
def test_every_guess_is_a_world_that_fits_and_can_be_played(start: str, seed: int) -> None:
    for number, (match, memory) in enumerate(looks(start, seed)):
        for viewer in viewers(match):
            guess = guessed(match.state, viewer, number)

            assert fault(guess) == 0, CASES[match.game.name].FAULTS[fault(guess)]
            assert match.game.seen_by(guess, viewer) == match.game.seen_by(match.state, viewer)
            memory.check(guess, viewer)
            play_every_answer(match, guess)


@each_start
@each_seed
def test_a_guess_changes_only_what_is_declared_hidden_from_the_viewer(start: str, seed: int) -> None:
    for match in (match for match, _ in looks(start, seed)):
        for viewer in viewers(match):
            guess = guessed(match.state, viewer)
            for name in changed(match.state, guess):
                hidden = match.state.FIELDS[name].hidden
                assert hidden is not Hidden.FROM_NOBODY, name
                assert hidden is Hidden.FROM_ALL or not is_own(match, name, viewer, guess), name


@pytest.mark.parametrize("game", malecon.games)
def test_every_field_that_is_declared_hidden_has_to_be_guessed(game: str) -> None:
    fields = malecon.games[game].state.type.FIELDS
    hidden = {name for name, field in fields.items() if field.hidden is not Hidden.FROM_NOBODY}
    starts = [start for start in STARTS if start.startswith(game)]
    for match, *_ in (step for seed in range(5) for start in starts for step in random_match(start, seed)):
        hidden -= set(changed(match.state, guessed(match.state, None)))
        if not hidden:
            return

    raise AssertionError(hidden)


def changed(state: Any, other: Any) -> list[str]:
    """Return the names of the fields that differ."""
    return [name for name in state.FIELDS if state[name].tobytes() != other[name].tobytes()]


def is_own(match: Match, name: str, viewer: int | None, other: Any) -> bool:
    """Tell whether what differs in a field is a row of the viewer's, or a number at a question that goes to it."""
    if viewer is None:
        return False
    if not match.state.FIELDS[name].shape:
        return viewer in match.to_move
    return bool((match.state[name][viewer] != other[name][viewer]).any())


def play_every_answer(match: Match, guess: Any) -> None:
    """Carry out each legal action of each seat in a world of its own: everything must still be there."""
    journal = new_journal(is_open=False)
    for seat in members(contract.awaiting(guess)):
        for action in legal(match, guess, seat):
            after = guess.copy()
            contract.apply(after, seat, action, journal)
            assert fault(after) == 0, match.game.notation.format(action)


@each_start
def test_the_rules_ask_the_same_question_in_a_guess_and_in_any_world(start: str) -> None:
    """What may be answered is part of no position: ``from_position`` lets the rules find it again."""
    rng = random.Random(3)
    for number, (match, memory) in enumerate(close_looks(remembered_game(start, 3), 3)):
        for viewer in viewers(match):
            other = match.state.copy()
            memory.change(other, viewer, rng)
            for world in (other, guessed(match.state, viewer, number)):
                again = malecon.games[match.game.name].from_position(match.game.write_position(world)).state
                assert again.tobytes() == world.tobytes()


@each_start
@each_seed
def test_games_that_differ_in_secret_choices_only_look_the_same_to_everybody_else(start: str, seed: int) -> None:
    """Twin games go on until the difference is shown, over rounds if it is a card that Refreshment took."""
    rng, steps = random.Random(seed), 0
    for twins in twins_of(begin(start, seed), rng):
        match = twins.match
        for viewer in viewers(match):
            if twins.secretive and viewer not in twins.secretive:
                steps += 1
                action = any_answer(match, rng)
                assert given(match, twins.other.state, viewer, action) == given(match, match.state, viewer, action)
                assert twins.other.to_move == match.to_move
        if steps >= COMPARED:
            break
    assert steps > 0


class Twins:
    """Two matches that were one until somebody chose in secret; ``secretive``: the seats that chose differently."""

    def __init__(self, match: Match) -> None:
        self.match, self.other, self.secretive = match, match.copy(), set[int]()

    def play(self, seat: int, move: str, rng: random.Random) -> bool:
        """Play on in both, differently where nobody can see it; ``False``: that is not possible, or shows it."""
        public_part = CASES[self.match.game.name].public_part
        moves = [twin for twin in self.other.legal(seat) if public_part(twin) == public_part(move)]
        if not moves:
            return False
        others = [twin for twin in moves if twin != move]
        differs = others and (seat not in self.secretive or move not in moves)
        twin = rng.choice(others) if differs else move
        one, other = self.match.copy(), self.other.copy()
        events, twin_events = one.play(seat, move), other.play(seat, twin)
        if seen(events) != seen(twin_events):
            shown = next(event for event, twin in zip(seen(events), seen(twin_events), strict=False) if event != twin)
            assert shown.reveals or shown.seat in self.secretive, "only what is shown, or forced, may differ"
            return False
        self.match, self.other = one, other
        self.secretive |= {seat} if twin != move else set()
        return True


def twins_of(match: Match, rng: random.Random) -> Iterator[Twins]:
    """Play a match at random, and yield twins after each move that both could make; they begin anew after another."""
    twins = Twins(match)
    while not match.over:
        seat = rng.choice(match.to_move)
        move = rng.choice(match.legal(seat))
        if twins.play(seat, move, rng):
            match = twins.match
            yield twins
        else:
            match.play(seat, move)
            twins = Twins(match)


def seen(events: tuple[Event, ...]) -> list[Event]:
    """Return events as a spectator may know them."""
    return [event.seen_by(None) for event in events]
