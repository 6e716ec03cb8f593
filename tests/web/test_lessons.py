"""The guided first game: every lesson as somebody sees it who follows it, or chooses something else."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

import malecon
from malecon.core.i18n import languages, load
from malecon.presentation.buttons import CONFIRM
from malecon.presentation.lessons import Course
from malecon.web.http.sender import Visitor as Reader
from malecon.web.views.exercise import exercise_page
from malecon.web.views.lesson import ASKS, DONE, EXPLAINS, OTHER, WAITS, LessonCard, card_of, exercise_of
from web.visiting import Site

COURSES = {name: game.course for name, game in malecon.games.items() if game.course}
each_course = pytest.mark.parametrize("game", COURSES)
WINDOWS = [((1280, 800), "en"), ((360, 740), "fr")]
"""Sizes and languages; texts are longer in French."""


def cards(course: Course, number: int, language: str) -> Iterator[tuple[str, LessonCard]]:
    """Yield the card of a lesson after each choice, and after the whole goal: the move, the card."""
    reader = Reader(None, load(language))
    exercise = exercise_of(course, number, reader)
    lesson = course.positions[number - 1].lesson
    for actions in [
        [],
        *([move] for move in (exercise.match.legal(0) if lesson.goal else ())),
        [*main_line(course, number)],
    ]:
        card = card_of(course, number, exercise, exercise.play(actions), actions, reader.language)
        yield " ".join(actions), card


def main_line(course: Course, number: int) -> list[str]:
    """Return the actions of the goal of a lesson, its confirmation included; none if it has no goal."""
    goal = course.positions[number - 1].lesson.goal
    exercise = exercise_of(course, number, Reader(None, load("en")))
    actions = [*(goal or ((),))[0]]
    draft = exercise.play(actions).preview(0)[1]
    return [*actions, CONFIRM] if draft and draft[-1].held else actions


@each_course
@pytest.mark.parametrize("language", languages())
def test_every_choice_is_answered_and_the_goal_is_praised(game: str, language: str) -> None:
    course = COURSES[game]
    for number, (lesson, _match) in enumerate(course.positions, start=1):
        (_, first), *others, (_, last) = cards(course, number, language)
        assert first.kind == (ASKS if lesson.goal else EXPLAINS)
        assert last.kind == (DONE if lesson.goal else EXPLAINS)
        assert last.goes_on
        for move, card in others:
            assert card.kind in ((WAITS, DONE, ASKS) if lesson.accepts([move]) else (OTHER,)), move
            assert card.text
            assert bool(card.again) == (card.kind == OTHER)
        assert all("{" not in card.text + card.task for _, card in (("", first), *others, ("", last))), lesson.title


@each_course
def test_what_a_lesson_lights_is_on_its_page(game: str) -> None:
    course, reader = COURSES[game], Reader(None, load("en"))
    for number, (lesson, _) in enumerate(course.positions, start=1):
        exercise = exercise_of(course, number, reader)
        page = exercise_page(exercise, exercise.play([]), [], reader)
        after = exercise_page(exercise, exercise.play(main_line(course, number)), main_line(course, number), reader)
        assert [part for part in lesson.lit_done if part not in after.parts] == [], lesson.title
        assert lesson.lit
        assert [part for part in (*lesson.lit, *lesson.wide) if part not in page.parts] == [], lesson.title


def test_another_choice_is_taken_back_with_its_confirmation() -> None:
    reader, course = Reader(None, load("en")), COURSES["havana"]
    exercise, actions = exercise_of(course, 5, reader), ["cover debris with pesos thief", CONFIRM]
    card = card_of(course, 5, exercise, exercise.play(actions), actions, reader.language)
    assert (card.kind, card.again) == (OTHER, exercise.address)


@each_course
def test_lessons_go_on_where_they_were_left_and_end_in_a_real_game(site: Site, game: str) -> None:
    ana, course = site.somebody(name="Ana"), COURSES[game]
    start = f"/learn/{game}/play"
    assert f'data-page="{start}/1"' in ana.get(start).text
    assert ana.post(f"{start}/1/next").headers["location"] == f"{start}/2"
    assert f'data-page="{start}/2"' in ana.get(start).text
    assert f'href="{start}/1"' in ana.get(start).text
    begun = ana.post(start).headers["location"]
    table = site.call(lambda: site.tables.view(begun.removeprefix("/table/"), ana.id))
    assert list(table.match.moves[: course.end.number]) == list(course.end.moves)
    assert [occupant.level for occupant in table.occupants] == [None, *["easy"] * (course.end.seats - 1)]
    assert [occupant.name for occupant in table.occupants[1:]] == list(course.others)
    assert table.header.settings.origin is not None
    assert f'data-page="{start}/1"' in ana.get(start).text, "all of them are done"


FAULTS = """async () => {
    await document.fonts.ready;
    const found = [], card = document.getElementById("lesson-card");
    const { left, top, right, bottom } = card.getBoundingClientRect(), root = document.documentElement;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push("the card is cut");
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push("the page scrolls");
    const isDark = document.querySelector("main.asks, .unspoken") && !document.querySelector(".spoken");
    if (isDark) found.push("nothing is lit");
    for (const each of document.querySelectorAll("main:is(.done, .other) .answers, .answers.unspoken"))
        if (each.checkVisibility({ checkVisibilityCSS: true })) found.push("answers are there that nobody asks for");
    for (const lit of document.querySelectorAll(".spoken, main:not(.explains) :is(.draft, .picking) > button")) {
        const box = lit.getBoundingClientRect();
        const width = Math.min(right, box.right) - Math.max(left, box.left);
        const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
        const isSeen = box.width && lit.checkVisibility({ checkVisibilityCSS: true });
        if (isSeen && width > 1 && height > 1) found.push(`covers ${lit.id || lit.className}`);
    }
    return found;
}"""
"""What is wrong with the place of the card."""


def choose(page: Page, move: str) -> None:
    """Choose a move at a table as people do: by its button, or by ticking its parts."""
    alone = page.locator(f'button[value="{move}"], button[value="{move}; {CONFIRM}"]')
    button = (alone if alone.count() else page.locator(f'button[value^="{move}; "]')).first
    way = page.locator(f'.picking input[type=radio][value="{move}"]')
    if way.count():
        way.check(force=True)
        page.locator("form.picking button.primary").click()
        return
    if not button.count():
        verb, _, rest = move.partition(" ")
        form = page.locator(f'form.picking:has([type=hidden][value="{verb}"])')
        for number in form.locator("input[type=number]").all():
            number.fill(rest)
        for box in form.locator("input[type=checkbox]").all():
            if str(box.get_attribute("value")) in rest:
                box.check(force=True)
        form.locator("button.primary").click()
        return
    for way in page.locator("input[type=radio]").all():  # another part of the table, or another card to be covered
        if not button.is_visible():
            way.evaluate("way => way.click()")
    button.click()


def faults(page: Page, size: tuple[int, int]) -> Iterator[str]:
    """Yield what is wrong with the place of the card in a window."""
    card = page.locator("#lesson-card.placed").text_content()
    yield from (f"{size}, {card}: {fault}" for fault in page.evaluate(FAULTS))


@each_course
@pytest.mark.parametrize(("size", "language"), WINDOWS)
def test_a_learner_does_every_lesson_and_tries_another_choice(
    visit: Callable[..., Page], game: str, size: tuple[int, int], language: str
) -> None:
    course, wrong = COURSES[game], list[str]()
    page = visit(viewport=ViewportSize(width=size[0], height=size[1]), locale=language)
    page.goto(f"/learn/{game}/play")
    for number, (lesson, match) in enumerate(course.positions, start=1):
        page.locator(f'main[data-page$="/{number}"]').wait_for()
        wrong += faults(page, size)
        assert str(page.locator("#lesson-title").text_content()) in page.title()
        others = [move for move in (match.legal(0) if lesson.goal else ()) if not lesson.accepts([move])]
        if others:
            address = f"/learn/{game}/play/{number}?{urlencode({'do': others[-1]})}"
            page.goto(address)
            wrong += faults(page, size)
            page.locator(".ways a").click()
            page.locator("main.asks").wait_for()
        for done, move in enumerate(lesson.goal[0] if lesson.goal else ()):
            dim = page.locator(f'.unspoken :is(button[value="{move}"], button[value="{move}; {CONFIRM}"]):visible')
            wrong += [f"{size}, {lesson.title}: {move} is not lit"] * dim.count()
            wrong += faults(page, size)
            choose(page, move)
            page.locator("#act input[name=do]").nth(done).wait_for(state="attached")
        page.locator("main:is(.waits, .done, .explains)").wait_for()
        if page.locator("main.waits").count():
            wrong += faults(page, size)
            page.locator("#confirm").click()
            page.locator("main.done").wait_for()
        wrong += faults(page, size)
        if language == "en":
            wrong += [
                f"{lesson.title}: {each['id']}, {each['nodes'][0]['target']}"
                for each in Axe().run(page).response["violations"]
            ]
        page.locator(".lesson-card .ways button").click()
    page.wait_for_url("**/table/*")
    assert wrong == []


def test_what_a_lesson_speaks_of_comes_to_the_front_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit(viewport=ViewportSize(width=360, height=740))
    page.goto("/learn/cuba/play/2?do=play+worker%3B+move+to+row+1+column+1")
    page.locator("#confirm").click()
    page.get_by_role("button", name="Go on").click()
    page.locator('main[data-page$="/3"]').wait_for()
    assert page.locator(".tabs :checked").get_attribute("value") == "buildings"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 768), (390, 844), (360, 740)])
def test_the_card_covers_no_chip_of_a_chosen_card(visit: Callable[..., Page], size: tuple[int, int]) -> None:
    page = visit(viewport=ViewportSize(width=size[0], height=size[1]))
    page.goto("/learn/havana/play/5")
    page.locator("#lesson-card.placed").wait_for()
    page.locator("#lay-pesos-thief").evaluate("way => way.click()")
    card = page.locator("#lesson-card").bounding_box()
    chips = [chip.bounding_box() for chip in page.locator("button.chip:visible").all()]
    assert card
    assert len(chips) == 2
    assert all(
        chip and (chip["y"] >= card["y"] + card["height"] or chip["y"] + chip["height"] <= card["y"]) for chip in chips
    )


def test_an_answer_is_sent_again_when_the_connection_was_lost(visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto("/learn/havana/play/4")
    page.route("**/act", lambda route: route.abort(), times=1)
    choose(page, "buy upper left")
    page.locator("#act input[name=do]").wait_for(state="attached")
    assert page.locator("main.waits #confirm").is_visible()
    assert not page.locator("#lost").is_visible()


def test_a_lesson_reads_well_without_a_script(visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False, viewport=ViewportSize(width=1280, height=800))
    page.goto("/learn/havana/play/4")
    page.locator('button[value^="buy upper left"]').click()
    page.locator("#confirm").click()
    page.get_by_role("button", name="Go on").click()
    assert "One card stays" in str(page.locator("#lesson-title").text_content())
    assert page.locator(".unspoken").count() == 0


@each_course
@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_without_a_script_a_lesson_stands_above_the_table(
    visit: Callable[..., Page], game: str, size: tuple[int, int]
) -> None:
    page = visit(java_script_enabled=False, viewport=ViewportSize(width=size[0], height=size[1]))
    for number in range(1, len(COURSES[game].positions) + 1):
        page.goto(f"/learn/{game}/play/{number}")
        card, *parts = (
            [each.bounding_box() for each in page.locator(part).all() if each.is_visible()]
            for part in ("#lesson-card, #lesson-card .foot", "main > :not(#lesson-card), .board > *, #status > *")
        )
        end = max(box["y"] + box["height"] for box in card if box)
        assert min(box["x"] for box in card if box) >= 0
        assert max(box["x"] + box["width"] for box in card if box) <= size[0]
        assert end <= min(box["y"] for box in parts[0] if box), number
