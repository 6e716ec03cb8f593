"""The lines of puzzles: the best moves of a seat, and the answers of the others, with the decisions that count."""

from collections.abc import Iterator
from itertools import takewhile
from math import prod
from typing import NamedTuple

from malecon import games
from malecon.agents.matches import mixed_key
from malecon.agents.puzzles import Plan, PuzzleDecision
from malecon.core.match import Match
from malecon.core.reason import Reason
from puzzle_making.judging import LADDER, Judge, Verdict

FEWEST, MOST = 2, 5
"""Decisions of a line."""
RETURNS = 1
"""So often others may decide between two of one's own decisions."""
LONGEST = 60
"""Moves of all players."""
GUESSED, TRIVIAL = 0.25, 0.8
"""The chance that somebody guesses all right moves, and that *easy* makes them, must not be greater."""
EASIEST, HARDEST = 800, 2200
"""Ratings of a puzzle that everything solves, and of one that nothing on the ladder does."""


class Step(NamedTuple):
    """A decision of a line that counts: the index of its move, the searches there, and what they say."""

    place: int
    judge: Judge
    verdict: Verdict

    @property
    def kind(self) -> str:
        """The kind of its question."""
        return str(self.judge.match.seen_by(self.judge.seat).question.kind)


class Line(NamedTuple):
    """A line: whose it is, all its moves with their seats, the decisions that count, and the match after it."""

    seat: int
    moves: list[tuple[int, str]]
    steps: list[Step]
    after: Match

    def cut(self, cause: Reason, at: int) -> "Line":
        """Return the line up to where a cause is reached, which makes the best move of the decision ``at`` the best.

        If it never is, up to the last decision of the first turn. It has two decisions, and that one, in any case, and
        so many that it ``asks`` for something.
        """
        reached = next(self._reaching(cause), None)
        last = self._end_of_turn() if reached is None else reached
        least = max(FEWEST, at + 1, sum(step.place <= last for step in self.steps))
        lines = (self._replace(steps=self.steps[:count]) for count in range(least, len(self.steps)))
        steps = next((line.steps for line in lines if line.asks), self.steps)
        end = max(steps[-1].place, last if reached is not None else 0) + 1
        return self._replace(moves=self.moves[:end], steps=steps)

    def _end_of_turn(self) -> int:
        """Return the index of the move after which somebody else decides for the first time."""
        return next((place for place, (seat, _) in enumerate(self.moves) if seat != self.seat), len(self.moves)) - 1

    def _reaching(self, cause: Reason) -> Iterator[int]:
        """Yield the indices of moves that bring what a cause says."""
        ledger, announced = self.after.game.ledger, None
        wanted = {
            (fact.entry.seat, fact.entry.verb)
            for fact in cause.facts
            if fact.weight > 0 and abs(fact.amounts[0]) > abs(fact.amounts[1])
        }
        begun = self.after.number - len(self.moves)
        for place in range(len(self.moves)):
            for event in self.after.events_of(begun + place):
                announced = event if event.announces else announced
                found = ledger.entries(event, announced, self.after.state) if ledger else ()
                if any(each.thing == cause.thing and (each.seat, each.verb) in wanted for each in found):
                    yield place

    @property
    def asks(self) -> bool:
        """Whether the line asks for more than cards, and is not easily guessed."""
        cards, guessed = games[self.after.game.name].text.themes.cards, 1.0
        for step in self.steps:
            right = step.verdict.right
            guessed *= len(right) / (len(right) + len(step.verdict.wrong))
        return any(step.kind not in cards for step in self.steps) and guessed <= GUESSED

    @property
    def is_ambiguous(self) -> bool:
        """Whether a wrong move of a decision can be made first, and the rest after it, with the same result."""
        return any(self._leads_there(step, move) for step in self.steps for move in step.verdict.wrong)

    def _leads_there(self, step: Step, first: str) -> bool:
        """Tell whether the seat gets by another move first to where its moves in a row get."""
        row = [move for _, move in takewhile(lambda each: each[0] == self.seat, self.moves[step.place :])]
        if first not in row[1:]:
            return False
        rest = [*row]
        rest.remove(first)
        usual, other = step.judge.match.copy(), step.judge.match.copy()
        for move in row:
            usual.play(self.seat, move)
        for move in (first, *rest):
            if self.seat not in other.to_move or move not in other.legal(self.seat):
                return False
            other.play(self.seat, move)
        return other.state.tobytes() == usual.state.tobytes()

    @property
    def is_trivial(self) -> bool:
        """Whether *easy* solves it nearly always."""
        return prod(self._chance(step, 0) for step in self.steps) > TRIVIAL

    @staticmethod
    def _chance(step: Step, rung: int) -> float:
        """Return how often a player of the ladder makes a right move at a decision."""
        return sum(step.judge.chances[move][rung] for move in step.verdict.right)

    @property
    def rating(self) -> int:
        """The difficulty: how seldom *easy* and short searches find all right moves."""
        rungs = 1 + len(LADDER)
        solved = sum(prod(self._chance(step, rung) for step in self.steps) for rung in range(rungs)) / rungs
        return round(HARDEST - (HARDEST - EASIEST) * solved)

    @property
    def decisions(self) -> tuple[PuzzleDecision, ...]:
        """The decisions, as they are stored."""
        return tuple(PuzzleDecision(step.place, step.verdict.right, step.verdict.wrong) for step in self.steps)


def follow(plan: Plan, match: Match, seat: int, key: int) -> Line | None:
    """Play on from a decision of a match, as well as can be; ``None`` if nothing is to be found there at once.

    The seat makes the best moves, the others what a player makes; the match is left as it is.
    """
    now, moves, steps, returns = match.copy(), list[tuple[int, str]](), list[Step](), 0
    while not now.over and len(moves) < LONGEST and len(steps) < MOST:
        mover = seat if seat in now.to_move else now.to_move[0]
        judge = Judge(now.copy(), mover, mixed_key(key, len(moves)))
        legal = now.legal(mover)
        if mover == seat and moves and moves[-1][0] != seat:
            returns += 1
        if returns > RETURNS:
            break
        if len(legal) == 1:
            move = legal[0]
        elif mover == seat:
            verdict = judge.verdict(plan)
            move = verdict.best
            if verdict.counts:
                steps.append(Step(len(moves), judge, verdict))
            elif not steps:
                return None
        else:
            move = judge.consider(plan.playing, 0)[0].move
        now.play(mover, move)
        moves.append((mover, move))
    return Line(seat, moves, steps, now) if len(steps) >= FEWEST else None
