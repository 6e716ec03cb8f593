"""The text agent: a computer player that asks a language model, and what it counts while it does.

A reply that names no legal move is refused, and the model is asked again with the reason. After so many refusals in a
row, or if there is no reply at all, the agent gives the decision up: an evaluation counts it as an illegal action and
draws a legal one by its key; anywhere else the agent draws it by the key that it is given.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from malecon.agents.agent import Advice, Agent, RandomPlayer
from malecon.core.errors import MaleconError, UsageError, check_known
from malecon.core.match import Match
from malecon.research.evaluation.players import Decision
from malecon.research.evaluation.results import Usage
from malecon.research.text_agent.answers import read_answer
from malecon.research.text_agent.prompts import Moves, Rules, make_prompt


class ModelFailure(MaleconError):
    """A language model gives no reply, now; ``str()`` is the reason."""


class Reply(NamedTuple):
    """The reply of a language model, and how many tokens were read and written for it, as far as its server says."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0


Model = Callable[[str], Reply]
"""A language model: replies to a prompt; raises ``ModelFailure`` if there is no reply."""


@dataclass(frozen=True)
class TextAgent(Agent):
    """A computer player that asks a language model.

    Attributes:
        model: the language model.
        name: of the player, in results.
        rules: ``"all"``: every prompt has all rules; ``"asked"``: the model asks for what it wants to read.
        moves: ``"words"``: the legal moves are listed with what they mean; ``"notation"``: listed; ``"one"``: one of
            them is shown.
        refusals: in a row, after which a decision is given up; at least 1.
        topics: how many things of the rules the model may ask for before a decision; further ones are refused.
    """

    model: Model
    name: str = "text"
    rules: Rules = "all"
    moves: Moves = "words"
    refusals: int = 3
    topics: int = 3

    def __post_init__(self) -> None:
        """Check the settings."""
        check_known("rules", [self.rules], ["all", "asked"])
        check_known("moves", [self.moves], ["words", "notation", "one"])
        if self.refusals < 1:
            raise UsageError(f"refusals: is {self.refusals}, but must be at least 1")

    def decide_with_usage(self, match: Match, seat: int, key: int | None = None) -> Decision:
        """Ask the model for a move of an awaited seat; return it, or that the decision is given up."""
        usage, asked, refusal, refused = Usage(decisions=1), list[str](), "", 0
        while refused < self.refusals:
            may_ask = self.rules == "asked" and len(asked) < self.topics
            prompt = make_prompt(
                match, seat, rules=self.rules, moves=self.moves, asked=asked, may_ask=may_ask, refusal=refusal
            )
            began = time.perf_counter()
            try:
                reply = self.model(prompt)
            except ModelFailure:
                return Decision(None, usage + Usage(failed=1, seconds=time.perf_counter() - began))
            usage += Usage(
                replies=1,
                input_tokens=reply.input_tokens,
                output_tokens=reply.output_tokens,
                seconds=time.perf_counter() - began,
            )
            answer = read_answer(reply.text, match, seat)
            if answer.move is not None:
                return Decision(answer.move, usage)
            if answer.topic is not None and may_ask:
                asked.append(answer.topic)
                continue
            refusal, refused = answer.refusal or "You cannot ask for more of the rules now.", refused + 1
            usage += Usage(refused=1)
        return Decision(None, usage)

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves, the model's first; in random order if it gives the decision up."""
        advice = RandomPlayer().advise(match, seat, key)
        chosen = self.decide_with_usage(match, seat, key).move
        return sorted(advice, key=lambda each: each.move != chosen)
