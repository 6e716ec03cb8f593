"""A lesson as a page shows it: an exercise over which a card lies that explains, asks, and answers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from malecon import games
from malecon.agents.agent import line_events
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.lessons import LEARNER, Course, Lesson, Mission
from malecon.presentation.perspective import Perspective
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.rendering import emphasized
from malecon.web.views.exercise import Exercise

EXPLAINS, ASKS, WAITS, DONE, OTHER = "explains", "asks", "waits", "done", "other"
"""What a card does: explains only, asks for something, waits for the confirmation of it, or answers."""
TITLES = {DONE: N_("Well done"), OTHER: N_("Another way")}
"""By what a card does, the title of its answer."""
CONFIRM_IT = N_("press *Confirm*. Until then you can undo it.")
TWO_WAYS = N_("take it back, or go on as if you had followed this lesson.")
BRINGS = "{brings}"
"""What is said of a choice that waits for its confirmation, if there is something to be said."""
LEVEL = "kind"
"""The level of the others in the game that follows the lessons."""


class LessonCard(NamedTuple):
    """The card of a lesson.

    Attributes:
        number, total: of the lesson, from 1, and of all lessons.
        kind: what it does.
        title, text, task: what it says, and what is to be done; the task is empty if there is none.
        lit, wide: ids of the parts of the page that it speaks of, separated by blanks; ``wide``: not on a phone.
        teacher: who speaks.
        back, onward: address of the lesson before and of the next one; empty for the first, the last.
        again: address of the lesson without the choice that is answered; empty where nothing is to be taken back.
        goes_on: whether the next lesson can be begun.
    """

    number: int
    total: int
    kind: str
    title: str
    text: Markup
    task: Markup
    lit: str
    wide: str
    teacher: Markup
    back: str
    onward: str
    again: str
    goes_on: bool


def address_of(game: str, mission: Mission, number: int) -> str:
    """Return the address of a lesson, by its number from 1."""
    return f"/learn/{game}/play/{mission.name}/{number}"


def exercise_of(course: Course, mission: Mission, number: int, visitor: Visitor) -> Exercise:
    """Return the exercise of a lesson, by its number from 1."""
    match = mission.positions[number - 1].match.copy()
    own = visitor.person.name if visitor.person and visitor.person.name else visitor.language.say(N_("Learner"))
    names = {LEARNER: own} | dict(enumerate(course.others, start=1))
    return Exercise(match, LEARNER, names, address_of(match.game.name, mission, number), LEVEL)


def card_of(
    mission: Mission, number: int, exercise: Exercise, table: Table, actions: Sequence[str], language: Language
) -> LessonCard:
    """Return the card of a lesson after actions, which have led to a table."""
    lesson, moves = mission.positions[number - 1].lesson, exercise.moves_at(table)
    kind, total, game = _kind_at(lesson, exercise, table), len(mission.positions), exercise.match.game.name
    title = TITLES.get(kind, lesson.title)
    text, task = _words_of(lesson, kind, moves)
    facts = _facts(exercise, lesson.deviation(moves) if kind == OTHER else None, moves, language)
    text = BRINGS if kind == WAITS and facts["brings"] else text
    lit, wide = (lesson.lit_done, ()) if kind == DONE and lesson.lit_done else (lesson.lit, lesson.wide)
    return LessonCard(
        number=number,
        total=total,
        kind=kind,
        title=language.say(title),
        text=emphasized(language.say(text, **facts)),
        task=emphasized(language.say(task, **facts)) if task else Markup(),
        lit=" ".join(lit),
        wide=" ".join(wide),
        teacher=games[game].page.teacher(),
        back=address_of(game, mission, number - 1) if number > 1 else "",
        onward=address_of(game, mission, number + 1) if number < total else "",
        again=_address_before(lesson, exercise, actions) if kind == OTHER else "",
        goes_on=kind in (EXPLAINS, DONE, OTHER),
    )


def _address_before(lesson: Lesson, exercise: Exercise, actions: Sequence[str]) -> str:
    """Return the address of a lesson after those of the actions that come before the choice that is answered."""
    kept = actions[:-1]
    while kept and _kind_at(lesson, exercise, exercise.play(kept)) == OTHER:
        kept = kept[:-1]
    return exercise.address_with(kept)


def _kind_at(lesson: Lesson, exercise: Exercise, table: Table) -> str:
    """Return what the card of a lesson does at a table."""
    return _kind_of(lesson, exercise.moves_at(table), is_held=_is_held(table))


def _is_held(table: Table) -> bool:
    """Tell whether a step of the learner waits for its confirmation."""
    draft = table.preview(LEARNER)[1]
    return bool(draft) and draft[-1].held


def _kind_of(lesson: Lesson, moves: Sequence[str], *, is_held: bool) -> str:
    """Return what the card of a lesson does after moves."""
    if not lesson.goal:
        return EXPLAINS
    if lesson.deviation(moves) is not None:
        return OTHER
    if lesson.is_done(moves):
        return WAITS if is_held else DONE
    return ASKS


def _words_of(lesson: Lesson, kind: str, moves: Sequence[str]) -> tuple[str, str]:
    """Return what a card says, and what it asks for."""
    at = lesson.deviation(moves)
    if kind == OTHER and at is not None:
        return lesson.answer_to(moves[at]), TWO_WAYS
    if kind == DONE:
        return lesson.done, ""
    return lesson.text, CONFIRM_IT if kind == WAITS else lesson.task_after(moves)


def _facts(exercise: Exercise, at: int | None, moves: Sequence[str], language: Language) -> Mapping[str, object]:
    """Return what the texts may name: facts of the game, and what was done.

    ``at``: index of the move that is answered; ``None`` for all of them.
    """
    match, game = exercise.match.copy(), games[exercise.match.game.name]
    for move in moves[: at or 0]:
        match.play(exercise.seat, move)
    told = moves[at : at + 1] if at is not None else moves
    perspective = Perspective.of(match, exercise.seat, language, exercise.names)
    facts = game.text.lesson_facts(perspective, told[0] if told else "")
    return {**facts, "brings": _told(match, exercise, told, language)}


def _told(match: Match, exercise: Exercise, moves: Sequence[str], language: Language) -> str:
    """Say what moves bring, as far as it is not new."""
    narrator = games[match.game.name].text.narrator
    events = line_events(match, exercise.seat, moves)
    return " ".join(narrator.tell_all(events, language, exercise.names, exercise.seat))
