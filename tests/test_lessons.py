"""Lessons: read from their file, reachable, with legal goals, and with an answer to every other choice."""

import json
from pathlib import Path

import pytest

import malecon
from malecon.core.data import DataError
from malecon.games.havana import Havana
from malecon.presentation.lessons import Answer, Lesson, course_of
from malecon.presentation.playable_game import PlayableGame

COURSES = [game for game in malecon.games.values() if game.course]
FIRST = """
seats = 3
others = ["Rosa", "Mateo"]
[[mission]]
name = "first"
title = "The first"
text = "To be first."
seed = 25
[[mission.lesson]]
title = "Two cards"
text = "Choose."
task = "lay two cards"
goal = [["choose debris mama"]]
done = "You did."
otherwise = "That works too."
"""
SECOND = """
[[mission.lesson]]
title = "Now play"
text = "You know enough."
before = ["2 choose siesta mama", "3 choose siesta pesos"]
"""


class Taught(Havana):
    """Havana with a file of lessons of one's own."""

    def __init__(self, folder: Path) -> None:
        """``folder``: of the game."""
        self._folder = folder

    @property
    def folder(self) -> Path:
        """The folder of the game."""
        return self._folder


def taught(folder: Path, lessons: str) -> Taught:
    """Return a game with lessons."""
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data/lessons.toml").write_text(lessons)
    return Taught(folder)


@pytest.mark.parametrize("game", COURSES, ids=lambda game: game.name)
def test_every_lesson_is_reached_by_the_main_line_of_those_before(game: PlayableGame) -> None:
    course = game.course
    assert course is not None
    for mission in course.missions:
        asking = [position for position in mission.positions if position.lesson.goal]
        for lesson, match in asking:
            choices = match.legal(0)
            assert lesson.main_line[0] in choices, lesson.title
            assert all(lesson.accepts([move]) or lesson.answer_to(move) for move in choices), lesson.title
        assert len(asking) >= len(mission.positions) // 2
        assert mission.positions[-1].lesson.goal == ()
    assert not course.last.end.over


def test_what_the_missions_of_cuba_say_at_their_end_is_so() -> None:
    course = malecon.games["cuba"].course
    assert course
    ends = {mission.name: mission.end.points for mission in course.missions}
    assert "*51 points*" in course.missions[0].positions[-1].lesson.text
    assert ends["harvest"][0] == 51
    assert "*49 to 47!*" in course.missions[1].positions[-1].lesson.text
    assert ends["parliament"][:2] == (49, 47)


def test_positions_follow_from_moves_of_the_others_and_the_main_line(tmp_path: Path) -> None:
    course = course_of(taught(tmp_path, FIRST + SECOND))
    assert course is not None
    (_, first), (_, second) = course.last.positions
    assert (first.number, second.number) == (0, 3)
    assert second.moves[0] == (0, "choose debris mama")


def test_missions_have_positions_of_their_own(tmp_path: Path) -> None:
    start = malecon.games["havana"].start(seats=3, seed=7).position()
    other = (
        FIRST[FIRST.index("[[mission]]") :]
        .replace('"first"', '"second"')
        .replace("seed = 25", f"position = '{json.dumps(start)}'")
    )
    course = course_of(taught(tmp_path, FIRST + other))
    assert course is not None
    assert [mission.name for mission in course.missions] == ["first", "second"]
    assert course.mission("second") is course.last
    assert course.mission("third") is None
    assert course.last.positions[0].match.position() == start


def test_a_game_without_lessons_has_no_course(tmp_path: Path) -> None:
    assert course_of(Taught(tmp_path)) is None


@pytest.mark.parametrize(
    ("changed", "into", "complaint"),
    [
        ('"choose debris mama"', '"choose debris lama"', "first, lesson 1: .*lama"),
        ('"choose debris mama"', '"end turn"', "first, lesson 1"),
        ('done = "You did."', "", "first, lesson 1: a goal comes with what is to be done"),
        ('otherwise = "That works too."', "", "first, lesson 1: no answer to: choose siesta refreshment"),
        (
            'done = "You did."',
            'done = "You did."\nthen = [{ choice = "end turn", text = "" }]',
            "first, lesson 1: then: .*end turn",
        ),
        ("2 choose siesta mama", "9 choose siesta mama", "first, lesson 2"),
        ("2 choose siesta mama", "choose siesta mama", "first, lesson 2"),
        ('title = "Now play"', "", "mission 1, lesson 2: .*title"),
    ],
)
def test_a_wrong_file_is_refused_with_the_number_of_the_lesson(
    tmp_path: Path, changed: str, into: str, complaint: str
) -> None:
    with pytest.raises(DataError, match=complaint):
        course_of(taught(tmp_path, (FIRST + SECOND).replace(changed, into, 1)))


def test_after_moves_of_the_goal_what_is_left_is_asked() -> None:
    then = Answer("take *; take *", "the end"), Answer("take *", "the rest")
    lesson = Lesson("", "", task="all", then=then, goal=(("take *", "take *", "end turn"),))
    moves = ["take brick", "take loam", "end turn"]
    assert [lesson.task_after(moves[:count]) for count in range(4)] == ["all", "the rest", "the end", "all"]


def test_chains_of_moves_are_accepted_in_any_of_their_forms() -> None:
    lesson = Lesson("", "", goal=(("take *", "end turn"), ("skip",)))
    assert lesson.accepts([])
    assert lesson.accepts(["take brick"])
    assert not lesson.is_done(["take brick"])
    assert lesson.is_done(["skip"])
    assert lesson.is_done(["take brick", "end turn", "more"])
    assert lesson.deviation(["take brick", "skip"]) == 1
    assert lesson.deviation(["skip", "more"]) is None
