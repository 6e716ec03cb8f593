"""Lessons: the guided game of a game, read from its ``data/lessons.toml`` and checked.

It is one mission or several. The lessons of a mission are one game with a known key. Each begins at a position of it,
speaks of some parts of the table, and mostly asks the learner for a move or a chain of moves. The first of the accepted
chains is the main line, by which the game goes on to the next lesson.
"""

import json
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from malecon.core.data import DataError, read_toml
from malecon.core.errors import MaleconError
from malecon.core.game import Game
from malecon.core.match import Match
from malecon.presentation.buttons import AND

LESSONS = "lessons.toml"
"""File in the ``data`` folder of a game."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said after a choice.

    Attributes:
        choice: pattern of notations; after moves of the goal that of the last of them, divided by ``"; "``.
        text: to another choice what is good in it, and what it costs; to one of the goal what is left to be done.
    """

    choice: str
    text: str

    def ends(self, moves: Sequence[str]) -> bool:
        """Tell whether the pattern fits the last of moves.

        >>> Answer("load *; load *", "").ends(["play mayor", "load rum on dock 2", "load sugar on dock 2"])
        True
        """
        count = self.choice.count(AND) + 1
        return len(moves) >= count and fnmatchcase(AND.join(moves[-count:]), self.choice)


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """Why the main line of a lesson is right, as an explanation of the position must say.

    Attributes:
        instead: moves that part from the main line with the last of them.
        because: the thing without which they would be as good, as the ledger of the game calls it.
    """

    instead: Annotated[tuple[str, ...], Meta(min_length=1)]
    because: str


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson.

    Attributes:
        title, text: of its card.
        lit: ids of the parts of the page that it speaks of; the first of them is what the card stands beside.
        wide: ids of further parts, for which a phone has no room.
        lit_done: ids of the parts that are lit when it is done; without them the same as before.
        before: moves up to its position, since the main line of the lesson before: seat from 1, notation.
        task: what the learner is to do; empty if the lesson only explains.
        then: after moves of the goal, what is left to be done, in place of the task; the first that fits counts.
        goal: the accepted chains of moves, as patterns; the first, without signs of a pattern, is the main line.
        done: what is said when it is done.
        answer: to other choices; the first that fits counts.
        otherwise: the answer to all others.
        why: why the main line is right.
    """

    title: str
    text: str
    lit: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()
    lit_done: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    task: str = ""
    then: tuple[Answer, ...] = ()
    goal: tuple[tuple[str, ...], ...] = ()
    done: str = ""
    answer: tuple[Answer, ...] = ()
    otherwise: str = ""
    why: tuple[Why, ...] = ()

    @property
    def main_line(self) -> tuple[str, ...]:
        """The first of the accepted chains; empty if the lesson only explains."""
        return self.goal[0] if self.goal else ()

    def accepts(self, moves: Sequence[str]) -> bool:
        """Tell whether moves begin an accepted chain."""
        return any(_begins(chain, moves) for chain in self.goal)

    def is_done(self, moves: Sequence[str]) -> bool:
        """Tell whether moves complete an accepted chain."""
        return any(_begins(chain, moves[: len(chain)]) for chain in self.goal if len(moves) >= len(chain))

    def deviation(self, moves: Sequence[str]) -> int | None:
        """Return the index of the first of the moves that no accepted chain has; ``None`` if there is none."""
        if self.is_done(moves):
            return None
        return next((at for at in range(len(moves)) if not self.accepts(moves[: at + 1])), None)

    def task_after(self, moves: Sequence[str]) -> str:
        """Return what is to be done after moves of the goal."""
        return next((each.text for each in self.then if each.ends(moves)), self.task)

    def answer_to(self, move: str) -> str:
        """Return what is said to another choice."""
        return next((each.text for each in self.answer if fnmatchcase(move, each.choice)), self.otherwise)


def _begins(chain: Sequence[str], moves: Sequence[str]) -> bool:
    """Tell whether moves are the beginning of a chain of patterns.

    >>> _begins(("take *", "end turn"), ["take brick"]), _begins(("take *",), ["take brick", "end turn"])
    (True, False)
    """
    return len(moves) <= len(chain) and all(map(fnmatchcase, moves, chain))


class Tip(Struct, frozen=True, forbid_unknown_fields=True):
    """A tip: what is said in a whole game when something is met.

    Attributes:
        title, text: of its card.
        met: pattern of a line of the position (``tips.lines_at``): a choice, an event or a circumstance.
        lit: ids of the parts of the page that it speaks of; the first of them is what the card stands beside.
        wide: ids of further parts, for which a phone has no room.
    """

    title: str
    text: str
    met: Annotated[str, Meta(pattern="^(choice|event|circumstance) .")]
    lit: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()


class MissionData(Struct, frozen=True, forbid_unknown_fields=True):
    """A mission in the file.

    Attributes:
        name: the end of its address.
        title, text: of the mission; what is to be reached in it.
        lesson: its lessons.
        seed, position: the key of all chance, or the position, as JSON, with which its game begins.
    """

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    title: str
    text: str
    lesson: Annotated[tuple[Lesson, ...], Meta(min_length=1)]
    seed: int = 0
    position: str = ""


class CourseData(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of lessons: number of players, the names of the others, the missions, and tips for a whole game."""

    seats: int
    others: tuple[str, ...]
    mission: Annotated[tuple[MissionData, ...], Meta(min_length=1)]
    tip: tuple[Tip, ...] = ()


class Position(NamedTuple):
    """A lesson and the match at its position, which is never to be changed."""

    lesson: Lesson
    match: Match


class Mission(NamedTuple):
    """A mission: its name, title and aim, the lessons with their positions, and the match after the last of them."""

    name: str
    title: str
    text: str
    positions: tuple[Position, ...]
    end: Match


class Course(NamedTuple):
    """The guided game of a game: its missions, in which the learner sits on the first seat, and what is said later.

    Attributes:
        missions: the missions.
        others: the names of the others.
        tips: for the first whole game.
    """

    missions: tuple[Mission, ...]
    others: tuple[str, ...]
    tips: tuple[Tip, ...] = ()

    @property
    def last(self) -> Mission:
        """The last mission, whose game is played on."""
        return self.missions[-1]

    def mission(self, name: str) -> Mission | None:
        """Return a mission by its name."""
        return next((mission for mission in self.missions if mission.name == name), None)

    def texts(self) -> Iterator[str]:
        """Yield all texts, for translation."""
        for mission in self.missions:
            yield from (mission.title, mission.text)
            for lesson, _ in mission.positions:
                answers = [answer.text for answer in (*lesson.then, *lesson.answer)]
                texts = (lesson.title, lesson.text, lesson.task, lesson.done, lesson.otherwise, *answers)
                yield from filter(None, texts)
        for tip in self.tips:
            yield from (tip.title, tip.text)


LEARNER = 0
"""The seat of the learner."""


def course_of(game: Game) -> Course | None:
    """Return the guided game of a game; ``None`` if it has none.

    Raises:
        DataError: a lesson cannot be reached, its goal is not legal, or a choice has no answer; names the lesson.
    """
    path = game.folder / "data" / LESSONS
    if not path.is_file():
        return None
    data = read_toml(path, CourseData)
    return Course(tuple(_mission_of(game, each, data.seats) for each in data.mission), data.others, data.tip)


def _mission_of(game: Game, data: MissionData, seats: int) -> Mission:
    """Return a mission with its positions."""
    match, positions = game.start(seats=seats, seed=data.seed), []
    if data.position:
        match = game.from_position(json.loads(data.position))
    for number, lesson in enumerate(data.lesson, start=1):
        try:
            _play(match, [_move_from(line) for line in lesson.before])
            positions.append(Position(lesson, match.copy()))
            _check(lesson, match)
            _play(match, [(LEARNER, move) for move in lesson.main_line])
        except (MaleconError, ValueError) as error:
            raise DataError(f"{LESSONS}: {data.name}, lesson {number}: {error}") from None
    return Mission(data.name, data.title, data.text, tuple(positions), match)


def _check(lesson: Lesson, match: Match) -> None:
    """Refuse a lesson whose words do not fit its goal, or that leaves a choice without an answer.

    Raises:
        ValueError: says why.
    """
    if not bool(lesson.goal) == bool(lesson.task) == bool(lesson.done):
        raise ValueError("a goal comes with what is to be done, and with what is said when it is done")
    choices = match.legal(LEARNER) if lesson.goal else ()
    steps = [chain[: count + 1] for chain in lesson.goal for count in range(len(chain))]
    unused = [each.choice for each in lesson.then if not any(map(each.ends, steps))]
    if unused:
        raise ValueError(f"then: must fit moves of the goal, but none are like: {unused[0]}")
    silent = [move for move in choices if not lesson.accepts([move]) and not lesson.answer_to(move)]
    if silent:
        raise ValueError(f"no answer to: {silent[0]}")


def _move_from(line: str) -> tuple[int, str]:
    """Return a move from its line in a record.

    >>> _move_from("2 end turn")
    (1, 'end turn')
    """
    seat, _, notation = line.partition(" ")
    return int(seat) - 1, notation


def _play(match: Match, moves: Sequence[tuple[int, str]]) -> None:
    """Carry out moves, in place."""
    for seat, move in moves:
        match.play(seat, move)
