"""What generic code may rely on, whatever the game (``malecon.core.contract``); whole random games at every table."""

from typing import Any

import numpy as np
import pytest

import malecon
from conformance.tables import TABLES, begun, game_at, legal, random_game, tables_with
from malecon.core import contract
from malecon.core.actions import Actions
from malecon.core.codecs import members
from malecon.core.contract import CAPACITY, new_journal
from malecon.core.errors import UsageError
from malecon.core.jit import JIT, answer_of
from malecon.core.random import draw, new_source
from modes import once
from sampling import EVERY, close_looks

GAMES = 500 if JIT else 1
"""Whole random games at each table."""
SPECTATOR = -1

each_table = pytest.mark.parametrize("start", TABLES)
each_key = pytest.mark.parametrize("key", [0, *(pytest.param(key, marks=pytest.mark.slow) for key in (1, 2) if JIT)])


def seats_of(state: Any) -> range:
    return range(int(state.seats))


def shares(state: Any) -> list[float]:
    out = np.zeros(len(seats_of(state)))
    contract.outcome(state, out)
    return out.tolist()


@each_table
@each_key
def test_legal_is_ascending_without_duplicates_and_never_a_single_action(start: str, key: int) -> None:
    for state, _, _ in random_game(start, key):
        awaited = members(contract.awaiting(state))

        assert awaited
        for seat in seats_of(state):
            actions = legal(game_at(start), state, seat)
            assert actions == sorted(set(actions))
            assert len(actions) >= 2 if seat in awaited else actions == []
            assert all(0 <= action < len(game_at(start).notation) for action in actions)


@each_table
@each_key
def test_sample_gives_legal_actions_only_and_each_of_them(start: str, key: int) -> None:
    source = new_source(key)
    for step, (state, seat, _) in enumerate(random_game(start, key)):
        actions = legal(game_at(start), state, seat)
        draws = 40 * len(actions) if step % 25 == 0 else 1

        drawn = {int(contract.sample(state, seat, source)) for _ in range(draws)}

        assert drawn <= set(actions)
        assert draws == 1 or drawn == set(actions)


@pytest.mark.parametrize("start", tables_with("policy"))
@each_key
def test_the_policy_gives_legal_actions_only_where_it_gives_any(start: str, key: int) -> None:
    source, given = new_source(key), set[int]()
    for state, seat, _ in random_game(start, key):
        action = int(contract.policy(state, seat, source))

        assert action in (contract.NO_ACTION, *legal(game_at(start), state, seat))
        given.add(action)

    assert contract.NO_ACTION in given
    assert len(given) > 1


@each_table
@each_key
def test_a_copy_goes_on_like_the_original_and_a_replay_gives_the_same_bytes(start: str, key: int) -> None:
    journal = new_journal(is_open=False)
    replayed = begun(start, key)
    for state, seat, action in random_game(start, key):
        copy = state.copy()

        contract.apply(replayed, seat, action, journal)
        contract.apply(copy, seat, action, journal)

        assert copy.tobytes() == replayed.tobytes()


@each_table
@each_key
def test_the_journal_has_room_and_changes_nothing(start: str, key: int) -> None:
    chronicle = game_at(start).chronicle
    closed = new_journal(is_open=False)
    for state, seat, action in random_game(start, key):
        heard, unheard, journal = state.copy(), state.copy(), new_journal()

        contract.apply(heard, seat, action, journal)
        contract.apply(unheard, seat, action, closed)

        assert heard.tobytes() == unheard.tobytes()
        assert journal.count < CAPACITY
        assert len(chronicle.read(journal)) == journal.count
        assert closed.count == 0


@each_table
@each_key
def test_the_end_is_reached_and_the_victory_is_shared_only_then(start: str, key: int) -> None:
    journal = new_journal(is_open=False)
    last = begun(start, key)
    for state, seat, action in random_game(start, key):
        assert not contract.over(state)
        assert shares(state) == [0.0] * len(seats_of(state))
        contract.apply(last, seat, action, journal)

    assert contract.over(last)
    assert contract.awaiting(last) == 0
    assert sum(shares(last)) == pytest.approx(1)
    assert all(legal(game_at(start), last, seat) == [] for seat in seats_of(last))


@each_table
def test_no_game_has_more_decisions_than_the_bound(start: str) -> None:
    source, journal = new_source(11), new_journal(is_open=False)
    longest = max(int(contract.play_out(begun(start, key), source, journal)) for key in range(GAMES))

    assert 2 < longest <= game_at(start).longest


@pytest.mark.parametrize("game", malecon.games)
def test_every_action_is_the_answer_to_one_question(game: str) -> None:
    actions, notation = malecon.games[game].actions, malecon.games[game].notation
    pairs = list(zip(actions.question.tolist(), actions.answer.tolist(), strict=True))

    assert [actions.action(*pair) for pair in pairs] == list(range(actions.count))
    assert pairs == [(place, answer) for place, size in enumerate(actions.sizes) for answer in range(size)]
    assert list(actions.names) == [notation.format(action) for action in range(len(notation))]
    assert len(actions.questions) == len(actions.sizes)


@each_table
def test_legal_actions_answer_the_question_that_is_asked(start: str) -> None:
    game = game_at(start)
    for state, seat, _ in close_looks(random_game(start, 1)):
        asked = {game.actions.questions[game.actions.question[action]] for action in legal(game, state, seat)}

        assert asked == {game.seen_by(state, seat).question.kind}


@pytest.mark.parametrize("game", malecon.games)
def test_what_is_observed_has_names(game: str) -> None:
    has_function = answer_of("observe", malecon.games[game].state) is not None

    assert has_function == (malecon.games[game].engine.observation is not None)


def test_what_is_no_answer_is_refused() -> None:
    actions = Actions({"move": ["left", "right"], "take": ["brick", "glass", "nothing"]})

    with pytest.raises(UsageError, match=r"^question: is 2, but must be 0 to 1$"):
        actions.action(2, 0)
    with pytest.raises(UsageError, match=r"^answer to 'move': is 2, but must be 0 to 1$"):
        actions.action(0, 2)


@pytest.mark.parametrize("start", tables_with("stage"))
@each_key
def test_stage_never_goes_back(start: str, key: int) -> None:
    stages = [int(contract.stage(state)) for state, _, _ in random_game(start, key)]

    assert stages == sorted(stages)
    assert len(set(stages)) > 3


def guessed(state: Any, seat: int, key: int) -> Any:
    copy = state.copy()
    contract.guess(copy, seat, key)
    return copy


@once
@pytest.mark.parametrize("start", tables_with("guess"))
@each_key
def test_a_game_goes_on_to_its_end_from_any_guess(start: str, key: int) -> None:
    journal, source = new_journal(is_open=False), new_source(key)
    for step, (state, seat, _) in enumerate(close_looks(random_game(start, key), key, 4 * EVERY)):
        guess = guessed(state, seat, step)
        decisions = 0
        while contract.awaiting(guess):
            mover = members(contract.awaiting(guess))[0]
            contract.apply(guess, mover, contract.sample(guess, mover, source), journal)
            decisions += 1
        assert contract.over(guess)
        assert decisions > 0


@each_table
def test_notations_and_numbers_are_inverse_at_every_step(start: str) -> None:
    notation = game_at(start).notation
    for state, seat, _ in random_game(start, 3):
        for action in legal(game_at(start), state, seat):
            assert notation.parse(notation.format(action)) == action


def reopened(state: Any, seat: int) -> tuple[Any, Any]:
    """Return a copy of a position in which others choose again what they chose in secret, and the limits of that."""
    copy, limits = state.copy(), np.zeros((len(seats_of(state)), 2), np.int16)
    contract.reopen(copy, seat, limits)
    return copy, limits


def others_asked(state: Any, seat: int, known: Any) -> list[int]:
    """Return the other seats that are awaited, but were not so in a position that is known."""
    return [
        each for each in members(contract.awaiting(state)) if each not in (seat, *members(contract.awaiting(known)))
    ]


@pytest.mark.parametrize("start", tables_with("reopen"))
@each_key
def test_the_same_secret_choices_lead_from_what_is_reopened_to_the_same_position(start: str, key: int) -> None:
    chosen, journal, count = dict[int, int](), new_journal(is_open=False), 0
    for state, seat, action in random_game(start, key):
        again, limits = reopened(state, seat)
        while others := others_asked(again, seat, state):
            other, (low, high) = others[0], limits[others[0]]
            assert not high or low <= chosen[other] < high
            contract.apply(again, other, chosen[other], journal)
            count += 1
        assert again.tobytes() == state.tobytes()
        chosen[seat] = action
    assert count


@pytest.mark.parametrize("start", tables_with("reopen"))
@each_key
def test_whatever_others_choose_again_within_the_limits_a_seat_sees_the_same(start: str, key: int) -> None:
    source, journal, game = new_source(key), new_journal(is_open=False), game_at(start)
    for state, seat, _ in random_game(start, key):
        again, limits = reopened(state, seat)
        while others := others_asked(again, seat, state):
            other, (low, high) = others[0], limits[others[0]]
            fitting = [each for each in legal(game, again, other) if not high or low <= each < high]
            contract.apply(again, other, fitting[draw(source, len(fitting))], journal)
        assert game.seen_by(again, seat) == game.seen_by(state, seat)
