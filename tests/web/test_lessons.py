"""The guided game: every lesson as somebody sees it who follows it, or chooses something else."""

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

import malecon
from malecon.core.i18n import languages, load
from malecon.presentation.buttons import CONFIRM
from malecon.web.http.sender import Visitor as Reader
from malecon.web.views.exercise import Exercise, exercise_page
from malecon.web.views.lesson import ASKS, DONE, EXPLAINS, OTHER, WAITS, LessonCard, card_of, exercise_of
from web.browsing import SETTLED
from web.visiting import Site

COURSES = {name: game.course for name, game in malecon.games.items() if game.course}
MISSIONS = {f"{game}/{mission.name}": mission for game, course in COURSES.items() for mission in course.missions}
each_course = pytest.mark.parametrize("game", COURSES)
each_mission = pytest.mark.parametrize("named", MISSIONS)
WINDOWS = [((1280, 800), "en"), ((390, 844), "en"), ((360, 740), "fr"), ((740, 360), "fr")]
"""Sizes and languages; texts are longer in French."""
SOMEWHERE = [(named, *WINDOWS[place]) for named, places in zip(MISSIONS, cycle([(0, 2), (1, 3)])) for place in places]
"""Each mission in two windows, and each window with every other mission."""


def play(named: str, number: int) -> str:
    """Return the address of a lesson."""
    game, mission = named.split("/")
    return f"/learn/{game}/play/{mission}/{number}"


def exercise_at(named: str, number: int, reader: Reader) -> Exercise:
    """Return the exercise of a lesson."""
    return exercise_of(COURSES[named.split("/")[0]], MISSIONS[named], number, reader)


def cards(named: str, number: int, language: str) -> Iterator[tuple[str, LessonCard]]:
    """Yield the card of a lesson after each choice, and after the whole goal: the move, the card."""
    reader = Reader(None, load(language))
    exercise = exercise_at(named, number, reader)
    lesson = MISSIONS[named].positions[number - 1].lesson
    for actions in [
        [],
        *([move] for move in (exercise.match.legal(0) if lesson.goal else ())),
        [*main_line(named, number)],
    ]:
        card = card_of(MISSIONS[named], number, exercise, exercise.play(actions), actions, reader.language)
        yield " ".join(actions), card


def main_line(named: str, number: int) -> list[str]:
    """Return the actions of the goal of a lesson, its confirmation included; none if it has no goal."""
    actions = [*MISSIONS[named].positions[number - 1].lesson.main_line]
    exercise = exercise_at(named, number, Reader(None, load("en")))
    draft = exercise.play(actions).preview(0)[1]
    return [*actions, CONFIRM] if draft and draft[-1].held else actions


@each_mission
@pytest.mark.parametrize("language", languages())
def test_every_choice_is_answered_and_the_goal_is_praised(named: str, language: str) -> None:
    for number, (lesson, _match) in enumerate(MISSIONS[named].positions, start=1):
        (_, first), *others, (_, last) = cards(named, number, language)
        assert first.kind == (ASKS if lesson.goal else EXPLAINS)
        assert last.kind == (DONE if lesson.goal else EXPLAINS)
        assert last.goes_on
        for move, card in others:
            assert card.kind in ((WAITS, DONE, ASKS) if lesson.accepts([move]) else (OTHER,)), move
            assert card.text
            assert bool(card.again) == (card.kind == OTHER)
        assert all("{" not in card.text + card.task for _, card in (("", first), *others, ("", last))), lesson.title


@each_mission
def test_what_a_lesson_lights_is_on_its_page(named: str) -> None:
    reader = Reader(None, load("en"))
    for number, (lesson, _) in enumerate(MISSIONS[named].positions, start=1):
        exercise = exercise_at(named, number, reader)
        page = exercise_page(exercise, exercise.play([]), [], reader)
        after = exercise_page(exercise, exercise.play(main_line(named, number)), main_line(named, number), reader)
        assert [part for part in lesson.lit_done if part not in after.parts] == [], lesson.title
        assert lesson.lit
        assert [part for part in (*lesson.lit, *lesson.wide) if part not in page.parts] == [], lesson.title


def test_another_choice_is_taken_back_with_its_confirmation() -> None:
    reader, named = Reader(None, load("en")), "havana/first"
    exercise, actions = exercise_at(named, 5, reader), ["cover debris with pesos thief", CONFIRM]
    card = card_of(MISSIONS[named], 5, exercise, exercise.play(actions), actions, reader.language)
    assert (card.kind, card.again) == (OTHER, exercise.address)


def test_another_choice_after_a_right_one_is_answered_and_taken_back_alone() -> None:
    reader, named = Reader(None, load("en")), "havana/first"
    exercise, actions = exercise_at(named, 4, reader), ["buy lower left", "end turn"]
    card = card_of(MISSIONS[named], 4, exercise, exercise.play(actions), actions, reader.language)
    assert (card.kind, card.again) == (OTHER, exercise.address_with(actions[:1]))
    assert "You keep your pieces" in card.text


@each_course
def test_the_last_mission_ends_in_a_real_game(site: Site, game: str) -> None:
    ana, course = site.somebody(name="Ana"), COURSES[game]
    begun = ana.post(f"/learn/{game}/play/{course.last.name}/end").headers["location"]
    table = site.call(lambda: site.tables.view(begun.removeprefix("/table/"), ana.id))
    assert list(table.match.moves[: course.last.end.number]) == list(course.last.end.moves)
    assert [occupant.level for occupant in table.occupants] == [None, *["kind"] * (course.last.end.seats - 1)]
    assert [occupant.name for occupant in table.occupants[1:]] == list(course.others)
    assert table.header.settings.origin is not None


def test_missions_are_done_in_any_order(site: Site) -> None:
    ana, start = site.somebody(name="Ana"), "/learn/cuba/play"
    names = [mission.name for mission in COURSES["cuba"].missions]

    def first() -> list[str]:
        return re.findall(rf'<a class="primary" href="{start}/(\w+)/1"', ana.get(start).text)

    assert first() == names[:1]
    assert "New here?" in site.stranger().get("/").text
    assert ana.get(start).text.count('class="done"') == 0
    assert ana.post(f"{start}/{names[1]}/end").headers["location"] == f"{start}/{names[2]}/1"
    assert ana.get(start).text.count('class="done"') == 1
    assert first() == names[:1]
    assert "New here?" not in ana.get("/").text
    ana.post(f"{start}/{names[0]}/end")
    assert first() == names[2:]
    ana.post(f"{start}/{names[2]}/end")
    assert first() == []
    assert ana.get(start).text.count('class="done"') == 3


def test_a_game_with_one_mission_begins_it_at_once(site: Site) -> None:
    assert site.somebody(name="Ana").get("/learn/havana/play").headers["location"] == "/learn/havana/play/first/1"


def test_a_game_without_a_guided_game_has_no_page_of_missions(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(malecon.games["havana"], "course", None)
    assert site.somebody(name="Ana").get("/learn/havana/play").status_code == 404


FAULTS = (
    f"async () => {{ {SETTLED}"
    + """
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
)
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


def go_on(page: Page) -> None:
    """Go on after a lesson."""
    page.locator(".lesson-card .ways :is(a, button)").last.click()


@pytest.mark.parametrize(("named", "size", "language"), SOMEWHERE)
def test_a_learner_does_every_lesson_and_tries_another_choice(
    visit: Callable[..., Page], named: str, size: tuple[int, int], language: str
) -> None:
    wrong = list[str]()
    page = visit(viewport=ViewportSize(width=size[0], height=size[1]), locale=language)
    page.goto(play(named, 1))
    for number, (lesson, match) in enumerate(MISSIONS[named].positions, start=1):
        page.locator(f'main[data-page$="/{number}"]').wait_for()
        wrong += faults(page, size)
        assert str(page.locator("#lesson-title").text_content()) in page.title()
        others = [move for move in (match.legal(0) if lesson.goal else ()) if not lesson.accepts([move])]
        if others:
            page.goto(f"{play(named, number)}?{urlencode({'do': others[-1]})}")
            wrong += faults(page, size)
            page.locator(".ways a").first.click()
            page.locator("main.asks").wait_for()
        for done, move in enumerate(lesson.main_line):
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
            page.mouse.move(0, 0)  # a note about what lies under it is no part of the lesson
            wrong += [
                f"{lesson.title}: {each['id']}, {each['nodes'][0]['target']}"
                for each in Axe().run(page).response["violations"]
            ]
        go_on(page)
    missions = COURSES[named.split("/")[0]].missions
    following = missions[missions.index(MISSIONS[named]) + 1 :]
    page.wait_for_url(f"**/play/{following[0].name}/1" if following else "**/table/*")
    assert wrong == []


@each_mission
def test_the_card_makes_way_for_the_notes_about_what_it_speaks_of(visit: Callable[..., Page], named: str) -> None:
    page, noted = visit(viewport=ViewportSize(width=1280, height=800)), 0
    for number in range(1, len(MISSIONS[named].positions) + 1):
        page.goto(play(named, number))
        page.locator("#lesson-card.placed").wait_for()
        for thing in page.locator(":is(.spoken, .spoken *):has(> .tip):visible").all():
            thing.hover()
            tip = thing.locator("> .tip")
            if not tip.is_visible():
                continue
            noted += 1
            boxes = [each.bounding_box() for each in (tip, page.locator("#lesson-card"))]
            assert not overlap(*boxes), (number, tip.text_content())
    assert noted or "parliament" in named


def overlap(one: FloatRect | None, other: FloatRect | None) -> bool:
    """Tell whether two boxes have an area in common."""
    assert one
    assert other
    return (
        min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"]) > 1
        and min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"]) > 1
    )


def test_what_a_lesson_speaks_of_comes_to_the_front_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit(viewport=ViewportSize(width=360, height=740))
    page.goto("/learn/cuba/play/harvest/2?do=play+worker&do=move+to+row+3+column+1&do=harvest+sugar&do=harvest+sugar")
    page.locator("#confirm").click()
    page.get_by_role("link", name="Go on").click()
    page.locator('main[data-page$="/3"]').wait_for()
    assert page.locator(".tabs :checked").get_attribute("value") == "buildings"


def test_keys_lead_from_lesson_to_lesson_and_past_what_steps_back(visit: Callable[..., Page]) -> None:
    page = visit(viewport=ViewportSize(width=1280, height=800))
    page.goto("/learn/cuba/play/harvest/1")
    page.locator("#lesson-card.placed").wait_for()
    page.get_by_role("link", name="Go on").press("Enter")
    page.locator('main[data-page$="/2"]').wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.players')") is None
    page.goto("/learn/cuba/play/harvest/2?do=play+worker&do=move+to+row+3+column+1&do=harvest+sugar&do=harvest+sugar")
    page.locator("#confirm").press("Enter")
    page.locator("main.done").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Go on"
    page.keyboard.press("?")
    assert page.locator("#keys .parts dt").count() > 1


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 768), (390, 844), (360, 740)])
def test_the_card_covers_no_chip_of_a_chosen_card(visit: Callable[..., Page], size: tuple[int, int]) -> None:
    page = visit(viewport=ViewportSize(width=size[0], height=size[1]))
    page.goto("/learn/havana/play/first/5")
    page.locator("#lesson-card.placed").wait_for()
    page.locator("#lay-tax-collector").evaluate("way => way.click()")
    card = page.locator("#lesson-card").bounding_box()
    chips = [chip.bounding_box() for chip in page.locator("button.chip:visible").all()]
    assert card
    assert len(chips) == 2
    assert all(
        chip and (chip["y"] >= card["y"] + card["height"] or chip["y"] + chip["height"] <= card["y"]) for chip in chips
    )


def test_what_is_chosen_changes_the_numbers_and_nothing_stays_when_it_is_taken_back(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference", viewport=ViewportSize(width=1280, height=800))
    page.goto("/learn/havana/play/first/3")
    debris = page.locator("[data-tally=debris-0] b")
    for _ in range(2):
        page.locator("#lesson-card.placed").wait_for()
        page.locator("button[value='perform debris']").click()
        expect(debris).to_have_text("3")
        expect(page.locator("html.telling")).to_have_count(0)
        assert page.locator("[data-tally=debris-0]").get_attribute("data-changed") == "+3"
        page.locator("#undo").click()
        expect(debris).to_have_text("0")
        expect(page.locator("main [data-changed]")).to_have_count(0)


def test_an_answer_is_sent_again_when_the_connection_was_lost(visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto("/learn/havana/play/first/5")
    page.route("**/act", lambda route: route.abort(), times=1)
    choose(page, "cover debris with tax collector")
    page.locator("#act input[name=do]").wait_for(state="attached")
    assert page.locator("main.waits #confirm").is_visible()
    assert not page.locator("#lost").is_visible()


def test_a_lesson_reads_well_without_a_script(visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False, viewport=ViewportSize(width=1280, height=800))
    page.goto("/learn/havana/play/first/4")
    for house in "#tile-9", "#tile-1":
        page.locator(f'{house} button[value^="buy lower left"]').click()
    page.locator("#confirm").click()
    page.get_by_role("link", name="Go on").click()
    assert "One card stays" in str(page.locator("#lesson-title").text_content())
    assert page.locator(".unspoken").count() == 0


@pytest.mark.parametrize(("named", "size"), [*zip(MISSIONS, cycle([(1280, 800), (360, 740)]))])
def test_without_a_script_a_lesson_stands_above_the_table(
    visit: Callable[..., Page], named: str, size: tuple[int, int]
) -> None:
    page = visit(java_script_enabled=False, viewport=ViewportSize(width=size[0], height=size[1]))
    for number in range(1, len(MISSIONS[named].positions) + 1):
        page.goto(play(named, number))
        card, *parts = (
            [each.bounding_box() for each in page.locator(part).all() if each.is_visible()]
            for part in ("#lesson-card, #lesson-card .foot", "main > :not(#lesson-card), .board > *, #status > *")
        )
        end = max(box["y"] + box["height"] for box in card if box)
        assert min(box["x"] for box in card if box) >= 0
        assert max(box["x"] + box["width"] for box in card if box) <= size[0]
        assert end <= min(box["y"] for box in parts[0] if box), number
