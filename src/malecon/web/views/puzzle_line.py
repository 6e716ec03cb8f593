"""A puzzle as an exercise: a line of decisions, in which the table goes on to the next one after a right answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from malecon import games
from malecon.agents.puzzles import Puzzle
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language, capital
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective
from malecon.tables.seat import SeatState
from malecon.tables.table import Table
from malecon.web.views.exercise import Exercise


class Answer(NamedTuple):
    """What was answered at a decision, and whether that is right."""

    move: str
    is_right: bool


class Walk(NamedTuple):
    """How far somebody has come in a line: the table, and the answers so far, of which the last alone may be wrong."""

    table: Table
    answers: tuple[Answer, ...] = ()

    @property
    def is_missed(self) -> bool:
        """Whether the last answer is wrong."""
        return bool(self.answers) and not self.answers[-1].is_right


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleLine(Exercise):
    """A puzzle at which a seat is to choose.

    Attributes:
        puzzle: the puzzle.
        matches: at each decision, and after the line; never changed.
        theme: in words.
        language: of the visitor.
    """

    puzzle: Puzzle
    matches: tuple[Match, ...]
    theme: str
    language: Language

    def play(self, actions: Sequence[str]) -> Table:
        """Return the table after actions: at the next decision, or after the last answer."""
        return self.walk(actions).table

    def walk(self, actions: Sequence[str]) -> Walk:
        """Return how far actions lead; the errors are those of ``play``."""
        self.check_count(actions)
        walk = Walk(self._table_at(0))
        for number, action in enumerate(actions):
            walk = self._after_action(walk, action, str(number))
        return walk

    def is_over(self, walk: Walk) -> bool:
        """Tell whether nothing is left to answer."""
        return walk.is_missed or len(walk.answers) == len(self.puzzle.decisions)

    def note_after(self, actions: Sequence[str]) -> str:
        """Return which decision is asked for, and what the last answer was."""
        say, walk, decisions = self.language.say, self.walk(actions), self.puzzle.decisions
        number = len(walk.answers)
        asked = say(N_("Decision {number} of {count}."), number=number + 1, count=len(decisions))
        if not number:
            return f"{asked} " + say(N_("Theme: {theme}."), theme=self.theme)
        best, said = next(iter(decisions[number - 1].right)), say(N_("Right."))
        if walk.answers[-1].move != best:
            said = say(N_("Just as good. The puzzle goes on with: {move}."), move=self.in_words(number - 1, best))
        return f"{said} {asked}"

    def in_words(self, decision: int, move: str) -> str:
        """Return a move of a decision in words, without a full stop."""
        match = self.matches[decision]
        perspective = Perspective.of(match, self.seat, self.language, self.names)
        return capital(games[match.game.name].text.in_words(perspective, move)).rstrip(".")

    def _table_at(self, stage: int) -> Table:
        """Return the table at a decision, or after the line, when nobody can move any more."""
        table, match = self.table(), self.matches[stage]
        states = tuple(SeatState(match.number) for _ in table.seat_states)
        is_after = stage == len(self.puzzle.decisions)
        return replace(table, match=match, seat_states=states, paused=0 if is_after else table.paused)

    def _after_action(self, walk: Walk, action: str, name: str) -> Walk:
        """Return how far one more action leads."""
        if self.is_over(walk):
            raise UsageError(N_("This puzzle is over. Play it again, or go on to the next one."))
        stage = len(walk.answers)
        table = self.after_action(walk.table, action, name)
        if table.match.number == self.matches[stage].number:
            return walk._replace(table=table)
        answers = (*walk.answers, *self._answers(stage, [move.notation for move in table.log]))
        if not answers[-1].is_right:
            return Walk(replace(table, paused=0), answers)
        return Walk(self._table_at(len(answers)), answers)

    def _answers(self, stage: int, moves: Iterable[str]) -> list[Answer]:
        """Return the answers that successive moves of one action are, from a decision on.

        Those after a move that is not the line's are not looked at: the line goes on without them.
        """
        puzzle, answers = self.puzzle, list[Answer]()
        place, by_place = puzzle.decisions[stage].place, {each.place: each for each in puzzle.decisions}
        for move, line in zip(moves, puzzle.line[place:], strict=False):
            if place in by_place:
                answers.append(Answer(move, move in by_place[place].right))
            if line != f"{self.seat + 1} {move}":
                break
            place += 1
        return answers
