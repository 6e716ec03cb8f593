"""A decision of a reviewed game that is tried again: what was lost, and what another move would have brought."""

from typing import NamedTuple

from markupsafe import Markup

from malecon.agents.review import MISTAKE, ReviewedDecision
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.web.views.review import ReviewedGame, label_of
from malecon.web.views.review_charts import share_bar
from malecon.web.views.review_reasons import causes_of, with_bold

LOST = N_("You chose: {played}. It cost {loss} %."), N_("{name} chose: {played}. It cost {loss} %.")
"""What a move has lost, of the visitor and of another."""
JUDGING = N_("The computer looks at your move …")
AS_GOOD = 0.01
"""A move that loses less is as good as the best."""


class Answer(NamedTuple):
    """What a move would have brought that is tried again.

    Attributes:
        is_good: whether it loses too little to be a mistake; only then the best moves are shown.
        judgement: in words.
        moves: in words with their chances, the best first, the one that was tried among them; and whether it is that.
        is_awaited: whether the judgement comes later.
        why: the causes for which the best move is better than the played one, if the best was tried.
    """

    is_good: bool
    judgement: str
    moves: tuple[tuple[str, float, bool], ...]
    is_awaited: bool = False
    why: str = ""


class ExerciseNumber(NamedTuple):
    """The number of a decision among the exercises of its review, how many there are, and the address of the next one.

    The number is 0 for another decision; the address is empty for the last one.
    """

    number: int
    total: int
    next: str


def number_of(reviewed: ReviewedGame, decision: ReviewedDecision, page: str) -> ExerciseNumber:
    """Return the number of a decision among the exercises; those of the visitor are apart from others.

    ``page``: address of the review.
    """
    found = [each.number for each in reviewed.exercises(decision.seat + 1 if decision.seat in reviewed.own else 0)]
    number = found.index(decision.number) + 1 if decision.number in found else 0
    return ExerciseNumber(number, len(found), f"{page}/{found[number]}" if number < len(found) else "")


def answer_of(
    reviewed: ReviewedGame, before: Match, decision: ReviewedDecision, move: str, share: float | None
) -> Answer:
    """Return what a move would have brought whose chance is ``share``; ``None`` if that is not known yet."""
    if share is None:
        return Answer(False, reviewed.language.say(JUDGING), (), is_awaited=True)
    say, seat, best = reviewed.language.say, decision.seat, decision.best[0]
    loss = max(0.0, best.share - share)
    shares = {each.move: each.share for each in decision.best} | {move: share}
    moves = [(label_of(before, seat, each, reviewed), shares[each], each == move) for each in shares]
    moves.sort(key=lambda each: -each[1])
    facts = {"loss": round(100 * loss)}
    if loss < AS_GOOD:
        why = causes_of(reviewed, decision) if move == decision.best[0].move else ""
        return Answer(True, say(N_("Well chosen: there is nothing better.")), tuple(moves), why=why)
    if loss < MISTAKE:
        return Answer(True, say(N_("Good: only {loss} % less than the best."), **facts), tuple(moves))
    tried = tuple(each for each in moves if each[2])
    return Answer(False, say(N_("There is something better: this costs {loss} %."), **facts), tried)


def loss_of(reviewed: ReviewedGame, before: Match, decision: ReviewedDecision) -> Markup:
    """Return in a sentence what was chosen and what that has lost, without the best move."""
    played = label_of(before, decision.seat, decision.played, reviewed)
    said = LOST[decision.seat not in reviewed.own]
    facts = {"name": reviewed.names[decision.seat], "played": played, "loss": round(100 * decision.loss)}
    return with_bold(reviewed.language.say(said, **facts), [played])


class Trial(NamedTuple):
    """A decision that is tried again.

    Attributes:
        name: of the decider.
        judgement: what was played and what that has lost.
        answer: what the move brings that was chosen now; ``None`` before.
        bars: of the moves of the answer.
    """

    name: str
    judgement: Markup
    answer: Answer | None
    bars: tuple[Markup, ...]

    @property
    def chosen(self) -> str:
        """The move that was tried, in words, if its judgement is there."""
        return next((move for move, _, is_tried in self.answer.moves if is_tried), "") if self.answer else ""


def trial_of(reviewed: ReviewedGame, before: Match, decision: ReviewedDecision, answer: Answer | None) -> Trial:
    """Return a decision that is tried again; ``before``: the game before it."""
    moves = answer.moves if answer else ()
    kinds = ("best" if answer and answer.is_good and is_tried else "other" for _, _, is_tried in moves)
    bars = tuple(share_bar(share, kind) for (_, share, _), kind in zip(moves, kinds, strict=True))
    return Trial(reviewed.names[decision.seat], loss_of(reviewed, before, decision), answer, bars)
