"""Nobody is shut out: axe-core finds nothing wrong on any kind of page, light or dark."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

import malecon
from cases import STARTS
from malecon.core.i18n import Language
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import Person
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.pages.table import table_page
from tables.finishing import RATED, ended, last_move_missing
from tables.sitting import drafted_game
from web.human import Human, sit_down
from web.visiting import Site

RECORD = Path(__file__).parent.parent / "golden/cuba/3-seats-shared-victory.game"
EARLY = 20
"""Steps of a game, after which it is looked at."""
QUESTIONS = 3
"""Questions of each game that are looked at."""
PHONE: ViewportSize = {"width": 360, "height": 740}


def wrong_on(page: Page, part: str = "html") -> list[str]:
    """Return what axe-core finds in a part of a page, light and dark; only colours differ in the dark."""
    light = violations_on(page, part, {})
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("matchMedia('(prefers-color-scheme: dark)').matches")
    dark = violations_on(page, part, {"runOnly": ["color-contrast"]})
    page.emulate_media(color_scheme="light")
    return [*light, *(f"in the dark: {each}" for each in dark)]


def violations_on(page: Page, part: str, rules: dict[str, list[str]]) -> list[str]:
    violations = Axe().run(page, part, {"resultTypes": ["violations"]} | rules).response["violations"]
    return [
        f"{page.url} {each['id']}: {node['html'][:300]} {[check['message'] for check in node['any']]}"
        for each in violations
        for node in each["nodes"]
    ]


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    return visit(color_scheme="light", bypass_csp=True)


def test_pages_around_the_games(page: Page) -> None:
    addresses = [
        "/",
        "/settings",
        "/kept",
        "/notices",
        "/tokens",
        "/nowhere",
        "/statistics",
        *(f"/{kind}/{game}" for kind in ("new", "learn", "rules", "ranking") for game in malecon.games),
        "/rules/cuba?q=mayor no ship fits",
    ]

    assert not [trouble for address in addresses for trouble in wrong_at(page, address)]


OVER_WORDS = """() => {
    const rects = selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(".lead"));
    const box = document.querySelector(".houses").getBoundingClientRect();
    const shown = rects(".dusk, .houses svg").filter(each => each.bottom <= box.bottom + 1);
    return [...words.getClientRects()].some(one => shown.some(other =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
}"""
"""Whether the sun or a house stands behind the words of the start page."""


def test_sun_and_houses_stand_beside_the_words_of_the_start_page(visit: Callable[..., Page]) -> None:
    page = visit(locale="fr")
    for width in (844, 1024, 1060, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 768})
        assert not page.evaluate(OVER_WORDS), width


def test_a_table_with_clocks(page: Page) -> None:
    clock = {"clock": "stock", "clock-minutes": "1"}
    page.goto(page.request.post("/new/havana", form={"seat-1": "me", "seat-2": "person", **clock}).url)
    page.evaluate("document.querySelector('.dial').classList.add('low')")
    page.evaluate("const { dataset } = document.getElementById('due'); for (const key in dataset) dataset[key] = 0")
    page.locator(".late").first.wait_for()

    assert not wrong_on(page)


def test_pages_about_oneself(page: Page) -> None:
    page.request.post("/settings", form={"name": "Ana"})
    trouble = [each for address in ("/me", "/me/account", "/me/delete", "/sign-in") for each in wrong_at(page, address)]
    page.goto("/me")
    page.get_by_role("button", name="Use me on another device").click()
    trouble += wrong_on(page)
    trouble += wrong_at(page, page.locator(".link a").inner_text())
    page.request.post("/me/account", form={"name": f"ana {id(page)}", "password": "sea and wall 3"})

    assert not [*trouble, *wrong_at(page, "/me"), *wrong_at(page, "/me/account")]


def wrong_at(page: Page, address: str) -> list[str]:
    page.goto(address)
    return wrong_on(page)


@pytest.mark.parametrize("game", malecon.games)
def test_tables(page: Page, game: str) -> None:
    sit_down(page, game)
    human = Human(page, 8)

    assert not [*wrong_at_questions(human), *wrong_in_what_opens(human)]
    page.set_viewport_size(PHONE)
    assert not violations_on(page, "html", {})


def test_two_cards_that_are_chosen_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    sit_down(page, "havana")
    cards = page.locator("#hand .picking input[type=checkbox]")
    cards.nth(0).check(force=True)
    cards.nth(2).check(force=True)
    page.get_by_role("button", name="Lay both").wait_for()

    assert not wrong_on(page)


@pytest.mark.parametrize("game", malecon.games)
def test_the_analysis_board_and_its_form(page: Page, game: str) -> None:
    page.goto("/analyse")
    trouble = wrong_on(page)
    page.locator(f"form[action='/analyse/{game}'] button").first.click()
    page.locator(".found .moves").wait_for()
    before = page.locator(".log").get_attribute("data-moves")
    trouble += wrong_on(page)
    Human(page, 8).do_something()
    page.wait_for_function("before => document.querySelector('.log').dataset.moves !== before", arg=before)
    page.set_viewport_size(PHONE)
    page.locator(".drawer[popovertarget=log]").click()
    trouble += violations_on(page, "html", {})
    page.get_by_role("link", name="Change the position").last.click()

    assert not [*trouble, *wrong_on(page)]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def wrong_in_what_opens(human: Human) -> Iterator[str]:
    """Open an explanation, the menu, the guide, the keys and a hint, and look at each."""
    page = human.page
    page.locator("a.about").first.press("Enter")  # a mouse may open a short note first
    page.locator("dialog.about").wait_for()
    yield from wrong_on(page, "dialog.about")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    yield from wrong_on(page, "#menu")
    page.locator("#menu").get_by_role("link", name="Rules").click()
    page.locator("dialog.guide-drawer .sections").wait_for()
    yield from wrong_on(page, "dialog.guide-drawer")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("#keys").wait_for()
    yield from wrong_on(page, "#keys")
    page.keyboard.press("Escape")
    while not page.locator("a.hint").count():
        human.act()
        human.wait_for_turn()
    page.locator("a.hint").click()
    page.locator(".hints").wait_for()
    yield from wrong_on(page, ".hints")


@pytest.mark.parametrize("start", [start for start in STARTS if start.endswith(", 2 seats")])
def test_drawers_of_a_phone_and_who_watches(page: Page, start: str) -> None:
    table, _ = next(islice(drafted_game(start, 1), EARLY, None))
    page.set_viewport_size(PHONE)
    page.route("**/client.js*", lambda route: route.abort())  # drawers need no script
    show_as_read(page, table, Person("person-0"))
    trouble = list[str]()
    for drawer in ("log", "talk"):
        page.locator(f".drawer[popovertarget={drawer}]").click()
        trouble += wrong_on(page, f"#{drawer}")
        page.keyboard.press("Escape")
    show_as_read(page, table, None)

    assert not [*trouble, *wrong_on(page)]


def show_as_read(page: Page, table: Table, person: Person | None) -> None:
    """Show the page of a table that no server knows."""
    body = str(table_page(table, Visitor(person, Language()), 0 if person else None).content)
    page.unroute("**/shown")
    page.route("**/shown", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto("/shown")


def wrong_at_questions(human: Human) -> Iterator[str]:
    """Play until some different questions were asked, and look at each."""
    while len(human.asked) < QUESTIONS:
        known = len(human.asked)
        human.wait_for_turn()
        human.asked.add(human.page.locator("h1").inner_text())
        if len(human.asked) > known:
            yield from wrong_on(human.page)
        human.act()
    human.wait_for_turn()


def test_curtain(page: Page) -> None:
    page.goto(page.request.post("/new/havana", form={"seat-1": "me", "seat-2": "person"}).url)

    assert page.locator(".curtain").count()
    assert not wrong_on(page)


@pytest.mark.parametrize("start", [start for start in STARTS if start.endswith(", 2 seats")])
def test_result_and_replay(page: Page, start: str) -> None:
    *_, (table, _) = drafted_game(start, 1)
    show_as_read(page, table, None)

    assert not wrong_on(page)
    expect(page.locator(".result")).to_be_attached()  # now and then it loads again, for no server knows the table

    page.goto("/")
    file = FilePayload(name="a.game", mimeType="text/plain", buffer=table.match.record().encode())
    page.set_input_files("input[name=record]", file)
    page.get_by_role("button", name="Replay").click()
    page.wait_for_url("**/replay*")
    assert not wrong_at(page, f"{page.url}?at=30")


def test_playing_on(page: Page) -> None:
    page.set_input_files("input[name=record]", RECORD)
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("link", name="Next move").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Play on from here").click()

    assert page.locator("h1").inner_text() == "Play on from move 1"
    assert not wrong_on(page)


@pytest.mark.parametrize("path", ["/statistics", "/ranking/havana"])
def test_ranking_and_statistics_of_games(page: Page, site: Site, path: str) -> None:
    ana = site.member(name="Ana")
    store = site.client.app.state.services.store
    for rival in ("easy", "standard"):
        table = last_move_missing([ana.id, rival], RATED)
        store.create(table, CHANGE_WRITERS)
        store.save(table, ended(table), CHANGE_WRITERS)
    body = ana.get(path).text
    page.route(f"**{path}", lambda route: route.fulfill(body=body, content_type="text/html"))

    assert not wrong_at(page, path)
    assert page.locator("table.list tbody tr").count()
