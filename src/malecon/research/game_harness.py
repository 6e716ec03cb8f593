"""The games for harnesses that let language models play games of OpenSpiel, such as Kaggle's Game Arena.

A harness there is three functions of an *observation*, a mapping with ``playerId`` and ``serializedGameAndState``
(and ``legalActions``, ``legalActionStrings``, if the environment says them). The state that is serialised has what is
hidden; the prompt is made of what the player may know of it. ``malecon.research.text_agent`` says what it has, and how
an answer is read. Source: the protocol ``GameHarness`` of https://github.com/Kaggle/kaggle-environments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from malecon.core.match import Match
from malecon.research.openspiel import SpielState
from malecon.research.support import extra
from malecon.research.text_agent import make_prompt as prompt_of
from malecon.research.text_agent import read_answer

with extra("research"):
    import pyspiel

Observation = Mapping[str, Any]


@dataclass(frozen=True)
class ParseResult:
    """A reply, read; the names are those of the harness.

    Attributes:
        legal_action: the legal move that it names, or ``None``.
        raw_action: the move that was meant, legal or not, or ``None``.
        submission: of games without a list of moves; always ``None``.
        thoughts: what is kept of the reply; ``None``: all of it.
    """

    legal_action: str | None = None
    raw_action: str | None = None
    submission: Any = None
    thoughts: str | None = None


def get_legal_moves(observation: Observation) -> dict[int, str]:
    """Return the legal moves of the player, by action; none if the player is not to move, or there is no game yet."""
    if not observation.get("serializedGameAndState"):
        return {}
    if observation.get("legalActions") and observation.get("legalActionStrings"):
        return dict(zip(observation["legalActions"], observation["legalActionStrings"], strict=True))
    state, player = _state_in(observation), observation["playerId"]
    return {action: state.action_to_string(player, action) for action in state.legal_actions(player)}


def make_prompt(
    observation: Observation,
    move_history: Sequence[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """Return the prompt for the player, who must be to move.

    Args:
        observation: of the player.
        move_history: its moves so far; they show in the position.
        previous_response: its last reply, if that was refused: the prompt says why.
        previous_action: the move that was read in it; not needed.
    """
    match, player = _match_in(observation), observation["playerId"]
    refusal = "" if previous_response is None else read_answer(previous_response, match, player).refusal
    return prompt_of(match, player, refusal=refusal)


def parse_response(
    response: str, legal_action_strings: Sequence[str] | None, *, observation: Observation
) -> ParseResult:
    """Return the move that a reply names."""
    answer = read_answer(response, _match_in(observation), observation["playerId"])
    return ParseResult(legal_action=answer.move, raw_action=answer.said)


def _state_in(observation: Observation) -> SpielState:
    """Return the state in an observation."""
    _, state = pyspiel.deserialize_game_and_state(observation["serializedGameAndState"])
    found: SpielState = state
    return found


def _match_in(observation: Observation) -> Match:
    """Return a match that begins with the position in an observation."""
    node = _state_in(observation).node
    return Match(node.game, node.state)
