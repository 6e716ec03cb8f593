"""The three functions by which harnesses of language models play a game of OpenSpiel."""

import random
from typing import Any

import pyspiel
import pytest

import malecon.research.openspiel  # noqa: F401  it registers the games
from malecon.research.game_harness import ParseResult, get_legal_moves, make_prompt, parse_response
from modes import once

pytestmark = once

GAMES = ("malecon_havana(seats=2,chance=sampled)", "malecon_cuba(seats=3,sealed=true)")


def observation(state: Any, player: int, *, says_moves: bool = False) -> dict[str, Any]:
    """Return what Kaggle's environment for OpenSpiel gives a player."""
    legal = state.legal_actions(player)
    moves = {"legalActions": legal, "legalActionStrings": [state.action_to_string(player, each) for each in legal]}
    return {
        "observationString": state.observation_string(player),
        "currentPlayer": state.current_player(),
        "playerId": player,
        "isTerminal": state.is_terminal(),
        "serializedGameAndState": pyspiel.serialize_game_and_state(state.get_game(), state),
    } | (moves if says_moves else {})


def dealt(game: str) -> Any:
    """Return a state at the first decision."""
    state = pyspiel.load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_harness_plays_on_from_what_it_observes(game: str) -> None:
    state, rng = dealt(game), random.Random(1)
    for _ in range(12):
        player = state.current_player()
        seen = observation(state, player)
        legal = get_legal_moves(seen)
        assert legal == {action: state.action_to_string(player, action) for action in state.legal_actions()}
        assert get_legal_moves(observation(state, player, says_moves=True)) == legal
        prompt = make_prompt(seen, [])
        assert f"You are Player {player + 1}." in prompt
        action, move = rng.choice([*legal.items()])
        assert f"\n- {move}: " in prompt
        result = parse_response(f"I take this one. Move: {move}", [*legal.values()], observation=seen)
        assert result == ParseResult(legal_action=move, raw_action=move)
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_prompt_of_the_harness_is_the_same_in_a_state_that_the_player_cannot_tell_from_it(game: str) -> None:
    state = dealt(game)
    player = state.current_player()
    prompts = {make_prompt(observation(state.resample(player, key), player), []) for key in range(4)}

    assert prompts == {make_prompt(observation(state, player), [])}


def test_a_player_who_has_observed_nothing_yet_has_no_moves() -> None:
    assert get_legal_moves({"step": 0, "remainingOverageTime": 60}) == {}


def test_a_refused_reply_is_answered_with_the_reason() -> None:
    seen = observation(dealt(GAMES[0]), 0)
    illegal = '{"move": "end turn"}'

    result = parse_response(illegal, None, observation=seen)
    again = make_prompt(seen, [], previous_response=illegal, previous_action=result.raw_action)

    assert result == ParseResult(raw_action="end turn")
    assert "# Your last answer was refused\n“end turn” is not legal now." in again
    assert again.startswith(make_prompt(seen, []))
    assert parse_response("", None, observation=seen) == ParseResult()
