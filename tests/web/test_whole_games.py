"""Whole games in a browser, as different people play them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import malecon
from web.human import Human, sit_down

each_game = pytest.mark.parametrize("game", malecon.games)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
Visit = Callable[..., Page]


def no_wider_than_the_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@each_game
def test_against_computer_players(visit: Visit, game: str) -> None:
    page = visit()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on("console", lambda message: broken.append(message.text) if message.type == "error" else None)
    sit_down(page, game)
    human = Human(page, 1)
    human.play()

    assert human.is_over
    assert len(human.asked) > 5
    assert not broken
    assert no_wider_than_the_window(page)
    page.get_by_role("link", name="Replay").click()
    page.get_by_label("Next move").click()
    assert "move 1 of" in page.locator("h1").inner_text()


@each_game
def test_in_french_in_the_dark_on_a_phone_with_reloads(visit: Visit, game: str) -> None:
    page = visit(locale="fr-FR", color_scheme="dark", **PHONE)
    sit_down(page, game)
    human = Human(page, 2)
    while human.act():
        assert no_wider_than_the_window(page)
        if human.chance.random() < 0.1:
            page.reload()

    assert page.locator("html").get_attribute("lang") == "fr"


@each_game
def test_round_one_screen_hands_are_covered_between_turns(visit: Visit, game: str) -> None:
    page = visit()
    answer = page.request.post(
        f"/new/{game}", form={"seat-1": "me", "name-1": "Ana", "seat-2": "person", "name-2": "Ben"}
    )
    page.goto(answer.url)
    human, curtains = Human(page, 5), 0
    while human.act():
        if page.locator(".curtain a").count():
            curtains += 1
            assert page.locator("form.picking, button[name=move]").count() == 0
            assert "seat=" not in page.url

    assert curtains > 10


@each_game
def test_without_javascript(visit: Visit, game: str) -> None:
    page = visit(java_script_enabled=False)
    sit_down(page, game)
    human = Human(page, 3)
    for _ in range(60):
        while not (human.can_act or human.is_over):
            page.reload()
        if not human.act():
            break

    assert human.is_over or len(human.asked) > 5


@each_game
def test_by_keyboard(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    human = Human(page, 4, keyboard=True)
    human.play(40)

    assert len(human.asked) > 5
