"""Tips: who is given them, what their card says, and that it lies where it covers nothing that is needed."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize

import malecon
from malecon.core.i18n import languages, load
from malecon.tables.draft import Step
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web.http.sender import Visitor as Reader
from malecon.web.views.table_page import draw_page
from modes import once
from web.browsing import SETTLED
from web.coached import (
    AGAINST_TWO,
    GAMES,
    LEARNER,
    SEEDS,
    begin_alone,
    card_at,
    first_game,
    shown_first,
    sit_alone,
    tips_of,
)
from web.prepared import show_prepared
from web.visiting import Site, Visitor, name_of, nearly_over

Visit = Callable[..., Page]
each_game = pytest.mark.parametrize("game", GAMES)
CARD = 'id="lesson-card"'
FIRST = "Two of thirteen cards"
WITH_A_FRIEND = {"seat-1": "me", "seat-2": "free", "seat-3": "random"}


def begun(visitor: Visitor, game: str = "havana", form: dict[str, str] = AGAINST_TWO) -> str:
    """Begin a table and return its address."""
    return str(visitor.post(f"/new/{game}", form).headers["location"])


def finish(site: Site, table_id: str) -> None:
    """Play a table to its end."""

    def over(table: Table) -> Table:
        last = nearly_over(table)
        seat = last.match.to_move[0]
        return last.with_moves(seat, [Step(last.match.legal(seat)[0], new_id())])

    site.call(site.tables._repository.change, name_of(table_id), over)


def test_somebody_alone_is_given_tips_without_an_account(site: Site) -> None:
    somebody = site.somebody()
    page = somebody.get(begun(somebody)).text
    assert FIRST in page
    assert "lesson.js" in page


def test_nobody_else_sees_them(site: Site, ana: Visitor, ben: Visitor) -> None:
    assert CARD not in ben.get(begun(ana)).text


@pytest.mark.parametrize(
    "form",
    [
        WITH_A_FRIEND,
        AGAINST_TWO | {"seat-3": "person"},
        AGAINST_TWO | {"clock": "each", "clock-hours": "24"},
        {"seat-1": "random", "seat-2": "random"},
    ],
    ids=["with a friend", "on one device", "with a clock", "computer players only"],
)
def test_no_tips_are_given_where(ana: Visitor, form: dict[str, str]) -> None:
    page = ana.get(begun(ana, form=form)).text
    assert CARD not in page
    assert "lesson.js" not in page


def test_no_tips_are_given_where_an_owner_plays_with_data_of_their_own(site: Site, ana: Visitor) -> None:
    tiles = ana.get("/rules/havana/data/tiles").text.replace("points = 1\n", "points = 2\n", 1)
    table_id = ana.post("/new/havana", AGAINST_TWO, files={"tiles": ("mine.toml", tiles.encode())}).headers["location"]
    assert CARD not in ana.get(table_id).text


def test_no_tips_are_given_in_a_second_game(site: Site, ana: Visitor) -> None:
    first = begun(ana)
    finish(site, first)
    assert CARD not in ana.get(begun(ana)).text
    assert CARD not in ana.get(ana.post(f"{first}/again", {"verb": "offer"}).headers["location"]).text
    assert CARD in ana.get(begun(ana, "cuba")).text


def test_who_wants_no_more_tips_gets_none_until_they_ask_for_them(site: Site, ana: Visitor) -> None:
    table_id = begun(ana)
    assert ana.post(f"{table_id}/no-tips").headers["location"] == table_id
    assert CARD not in ana.get(table_id).text
    assert CARD not in ana.get(begun(ana, "cuba")).text
    assert 'name="tips">' in ana.get("/settings").text
    ana.post("/settings", {"name": "Ana", "tips": "on"})
    assert FIRST in ana.get(table_id).text


@each_game
def test_the_game_that_follows_the_guided_one_has_tips(site: Site, game: str) -> None:
    ana, course = site.somebody(name="Ana"), malecon.games[game].course
    assert course
    table_id = ana.post(f"/learn/{game}/play/{course.last.name}/end").headers["location"]
    assert CARD in ana.get(table_id).text


def test_a_card_waits_while_nothing_is_asked_and_names_the_facts_of_the_game() -> None:
    table = first_game("havana", 1)
    chosen = table.with_step(0, table.match.legal(0)[0], "a")
    shown, waiting = card_at(table), card_at(chosen)
    assert shown
    assert waiting
    assert (shown.title, waiting.title) == (FIRST, "")
    assert card_at(table, None) is None
    assert card_at(table, 0, replace(LEARNER, tips=False)) is None


def test_a_question_that_came_with_the_one_before_was_seen_by_nobody() -> None:
    course, titles = malecon.games["cuba"].course, list[str]()
    assert course
    for id_of_second in ("b", "a.1"):
        table = first_game("cuba", 4)
        moves = course.last.positions[3].match.moves
        first = moves.index((0, "play architect"))
        for number, (seat, move) in enumerate(moves):
            table = table.with_moves(seat, [Step(move, id_of_second if number == first else f"move-{number}")])
        card = card_at(table)
        assert card
        titles.append(card.title)
    assert titles == ["", "Four of five characters"]


@once
@each_game
@pytest.mark.parametrize("language", languages())
def test_a_card_speaks_of_parts_of_its_page(game: str, language: str) -> None:
    reader, tips = Reader(LEARNER, load(language)), {tip.title: tip for tip in tips_of(game)}
    for title, table in shown_first(game, SEEDS).items():
        card = card_at(table, language=language)
        assert card
        assert card.title == reader.language.say(title)
        assert "{" not in card.text
        page = draw_page(table, 0, reader)
        assert [part for part in f"{card.lit} {card.wide}".split() if part not in page.parts] == [], title
        assert len(tips[title].lit + tips[title].wide) == len(f"{card.lit} {card.wide}".split())


FAULTS = (
    f"async () => {{ {SETTLED}"
    + """
    const found = [], card = document.getElementById("lesson-card");
    const box = card.getBoundingClientRect(), root = document.documentElement;
    const isCut = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (isCut) found.push("the card is cut");
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push("the page scrolls");
    const isFree = innerWidth > 900 && !document.querySelector("#street.spoken"); // there is room for all
    const told = isFree ? ".heaps, .number, .open, .piles, .scale" : ".reaches";
    for (const each of document.querySelectorAll(`.spoken, .status h1, #confirm, .draft .quiet, ${told}`)) {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        const width = Math.min(right, box.right) - Math.max(left, box.left);
        const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
        if (width > 1 && height > 1) found.push(`the card covers ${each.id || each.className || each.localName}`);
    }
    return found;
}"""
)


@once
@each_game
@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_the_card_covers_nothing_that_it_speaks_of(visit: Visit, game: str, size: tuple[int, int]) -> None:
    page = visit(viewport=ViewportSize(width=size[0], height=size[1]))
    sit_alone(page, game)
    wrong = list[str]()
    for title, table in shown_first(game, SEEDS).items():
        show_prepared(page, table, 0, "en")
        page.locator("#lesson-card.placed:visible").get_by_role("heading", name=title, exact=True).wait_for()
        wrong += [f"{title}: {fault}" for fault in page.evaluate(FAULTS)]
    assert wrong == []


def test_at_a_phone_a_tip_waits_while_a_hint_is_read(visit: Visit) -> None:
    page = visit(viewport=ViewportSize(width=390, height=844))
    begin_alone(page, "havana")
    card = page.locator("#lesson-card.placed")
    card.wait_for()
    page.locator("a.hint").click()
    page.locator(".hints").wait_for()
    assert card.is_hidden()

    page.locator(".hints .close").click()
    card.wait_for()


@pytest.mark.parametrize("key", ["", "Escape"])
def test_a_tip_that_was_understood_is_put_away(visit: Visit, key: str) -> None:
    page = visit()
    begin_alone(page, "havana")
    card = page.locator("#lesson-card")
    button = card.get_by_role("button", name="Understood")
    button.wait_for()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.id")
    page.keyboard.press(key) if key else button.click()
    card.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == (focused if key else "")
    page.reload()
    page.wait_for_function("document.querySelector('main').dataset.state")
    assert not card.is_visible()


def test_no_tip_is_seen_while_something_is_told(visit: Visit) -> None:
    page = visit()
    begin_alone(page, "havana")
    card = page.locator("#lesson-card")
    page.wait_for_function(  # what the others do may be told meanwhile, and that ends
        """() => {
            document.documentElement.classList.add("telling");
            return !document.querySelector("#lesson-card").checkVisibility({visibilityProperty: true});
        }"""
    )
    page.evaluate("document.documentElement.classList.remove('telling')")
    card.wait_for(state="visible")
    assert page.locator("#hand.spoken, #hand .spoken, .fan.spoken").count()


def test_no_more_tips_holds_after_a_reload_and_in_another_game(visit: Visit) -> None:
    page = visit()
    begin_alone(page, "havana")
    page.get_by_role("button", name="No more tips").click()
    page.locator("#lesson-card").wait_for(state="detached")
    page.reload()
    page.locator("h1").wait_for()
    assert page.locator("#lesson-card").count() == 0
    begin_alone(page, "cuba")
    assert page.locator("#lesson-card").count() == 0


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_a_tip_stands_above_the_table_without_a_script(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(java_script_enabled=False, viewport=ViewportSize(width=size[0], height=size[1]))
    begin_alone(page, "havana")
    card, street = (page.locator(part).bounding_box() for part in ("#lesson-card", "#street"))
    assert card
    assert street
    assert card["y"] + card["height"] <= street["y"]
    page.get_by_role("button", name="No more tips").click()
    assert page.locator("#lesson-card").count() == 0
