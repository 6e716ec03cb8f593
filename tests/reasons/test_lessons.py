"""What a lesson teaches is what an explanation of its position says."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import malecon
from malecon.agents.agent import known_to
from malecon.agents.explanation import explain
from malecon.agents.levels import config_of
from malecon.agents.search import Question
from malecon.core.match import Match
from malecon.presentation.lessons import LEARNER, Lesson, Why
from modes import needs_compiler

KEYS = 1, 2


class Taught(NamedTuple):
    """What is taught: the lesson, the match before the moves part, and the reason."""

    lesson: Lesson
    match: Match[Any]
    why: Why


def taught() -> Iterator[tuple[str, Taught]]:
    """Yield what is taught, by name."""
    for game in malecon.games.values():
        for mission in game.course.missions if game.course else ():
            for number, (lesson, match) in enumerate(mission.positions, start=1):
                for why in lesson.why:
                    *same, other = why.instead
                    at = match.copy()
                    for move in same:
                        at.play(LEARNER, move)
                    yield (
                        f"{mission.name} {number}: {lesson.main_line[len(same)]}, not {other}",
                        Taught(lesson, at, why),
                    )


TAUGHT = dict(taught())


@pytest.mark.parametrize("game", [name for name, game in malecon.games.items() if game.course])
def test_every_mission_gives_reasons(game: str) -> None:
    course = malecon.games[game].course
    assert course is not None
    assert all(any(lesson.why for lesson, _ in mission.positions) for mission in course.missions)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_moves_part_where_a_lesson_says(name: str) -> None:
    lesson, match, why = TAUGHT[name]
    *same, other = why.instead
    assert lesson.main_line[: len(same)] == tuple(same)
    assert {lesson.main_line[len(same)], other} <= {*match.legal(LEARNER)}
    assert lesson.main_line[len(same)] != other


@pytest.mark.slow
@needs_compiler("it takes many searches")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", TAUGHT)
def test_an_explanation_names_what_is_taught(name: str, key: int) -> None:
    lesson, match, why = TAUGHT[name]
    game, step = match.game, len(why.instead) - 1
    better, other = map(game.notation.parse, (lesson.main_line[step], why.instead[step]))
    question = Question(game, known_to(match, LEARNER, key), LEARNER, better)

    found = explain(question, other, config_of(game), key)

    assert any(why.because in reason.things for reason in found.reasons), found
