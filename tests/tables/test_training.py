"""Missions done, puzzles answered, the rating and the streak of days."""

import pytest
from sqlalchemy import delete, func, select

from malecon.services import training
from malecon.services.training import (
    LEAST_DEVIATION,
    MOST_CHANGE,
    after_answer,
    finish_mission,
    note_answer,
    with_day,
)
from malecon.storage.export import Export
from malecon.storage.people import People
from malecon.storage.schema import PEOPLE, PUZZLE_ANSWERS, TRAINING
from malecon.storage.store import Store
from malecon.storage.training import Progress, Training
from malecon.tables import DAY
from waiting import finish

DAY_ONE = 20_000


@pytest.fixture
def ana(people: People) -> str:
    return finish(people.create())[0].id


@pytest.fixture
def service(store: Store) -> Training:
    return Training(store)


def test_missions_are_noted_once(service: Training, ana: str) -> None:
    for mission in ("market", "harvest", "market"):
        finish(finish_mission(service, ana, "havana", mission))

    assert finish(service.progress(ana, "havana")) == Progress(missions=("market", "harvest"))
    assert finish(service.progress(ana, "cuba")) == Progress()


def test_the_first_answer_to_a_puzzle_counts(service: Training, ana: str) -> None:
    first = finish(note_answer(service, ana, "havana", "p1", 1300, solved=False))
    again = finish(note_answer(service, ana, "havana", "p1", 1300, solved=True))

    assert first == again
    assert first.rating < Progress().rating
    assert first.tried == {"p1": False}
    assert first.gain("p1") == first.rating - Progress().rating
    assert first.gain("p2") is None
    assert finish(service.answers_to("havana", "p1")) == (0, 1)
    assert finish(service.answers_to("havana", "p2")) == (0, 0)


def test_a_rating_follows_what_its_person_can_do() -> None:
    """Who finds just what is easier than 1500 comes near it, and becomes surer with each answer."""
    progress = Progress()
    deviations = [progress.deviation]
    for number in range(60):
        difficulty = 1200 + number % 7 * 100
        progress = after_answer(progress, difficulty, solved=difficulty <= 1500)
        deviations.append(progress.deviation)

    assert abs(progress.rating - 1550) < 60
    assert deviations == sorted(deviations, reverse=True)
    assert progress.deviation >= LEAST_DEVIATION


def test_a_first_failure_costs_little() -> None:
    for difficulty in (800, 1200, 2200):
        for solved in (True, False):
            assert abs(after_answer(Progress(), difficulty, solved=solved).rating - Progress().rating) <= MOST_CHANGE


def test_a_streak_is_days_in_a_row(service: Training, ana: str, monkeypatch: pytest.MonkeyPatch) -> None:
    streaks = []
    for number, day in enumerate([0, 0, 1, 2, 5]):
        monkeypatch.setattr(training, "now", lambda day=day: (DAY_ONE + day) * DAY)
        progress = finish(note_answer(service, ana, "havana", f"p{number}", 1300, solved=False))
        streaks.append(progress.streak_on(DAY_ONE + day))

    assert streaks == [1, 1, 2, 3, 1]
    assert [progress.streak_on(DAY_ONE + day) for day in (6, 7)] == [1, 0]
    assert with_day(progress, DAY_ONE) == progress  # a clock that goes back takes nothing


def test_the_training_of_a_person_is_exported_and_goes_with_them(store: Store, service: Training, ana: str) -> None:
    finish(finish_mission(service, ana, "cuba", "harvest"))
    finish(note_answer(service, ana, "cuba", "p1", 1300, solved=True))
    data = finish(Export(store).data_of(ana))

    assert [(each["game"], each["missions"], each["streak"]) for each in data["training"]] == [("cuba", "harvest", 1)]
    assert [(each["puzzle"], each["solved"]) for each in data["puzzles"]] == [("p1", True)]

    with store.writing() as connection:
        connection.execute(delete(PEOPLE).where(PEOPLE.c.id == ana))
    finish(note_answer(service, ana, "cuba", "p2", 1300, solved=True))  # from a page that was open
    with store.reading() as connection:
        left = [
            connection.execute(select(func.count()).select_from(each)).scalar() for each in (TRAINING, PUZZLE_ANSWERS)
        ]
    assert left == [0, 0]
