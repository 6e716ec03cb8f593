"""A rated game between two browsers: both get ready, one goes and comes back, one resigns, and both play again."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, expect

from malecon.core.clock import now
from malecon.storage.database import FILE
from malecon.tables import DAY
from web.browsing import serving

Browse = Callable[..., Page]
TERMS: dict[str, str | float | bool] = {
    "seat-1": "me", "seat-2": "free", "has-terms": "yes", "watched": "on", "rated": "on",
    "clock": "stock", "clock-minutes": "10", "clock-seconds": "5",
}  # fmt: skip


def named(page: Page, name: str) -> None:
    """Give a visitor a name."""
    page.request.post("/settings", form={"name": name, "language": "en", "theme": ""})


def make_members(folder: Path) -> None:
    """Give everybody an account, and a first visit two days ago; no server runs."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(f"UPDATE people SET account = id, password = 'x', created = {now() - 2 * DAY}")


def choose(page: Page) -> None:
    """Choose two cards."""
    for box in page.locator(".fan input").all()[:2]:
        box.check()
    page.locator("form.picking button.primary").click()
    page.locator("form.picking").wait_for(state="detached")


def unfold(page: Page, name: str) -> None:
    """Unfold what can be done besides playing, and press one thing of it."""
    page.locator("[popovertarget=menu]").click()
    page.get_by_text("Pause, leave or end the game").click()
    page.get_by_text(name, exact=True).click()


def test_a_rated_game_with_lost_connection_resignation_and_rematch(browser_at: Browse, data: Path) -> None:
    with serving(data) as first:
        ana, ben = browser_at(first.address), browser_at(first.address)
        named(ana, "Ana")
        named(ben, "Ben")
        first.stop()
    make_members(data)
    with serving(data, first.port) as second:
        ana.goto(ana.request.post("/new/havana", form=TERMS).url)
        table = ana.url
        ben.goto(str(ana.locator(".invitation a").get_attribute("href")))
        ben.get_by_role("button", name="Sit down").click()
        expect(ana.locator("#presence-2")).to_have_text("here")

        # no clock runs before both are ready
        expect(ana.locator(".dial.running")).to_have_count(0)
        ana.get_by_role("button", name="I am ready").click()
        expect(ana.locator("#news")).to_contain_text("The clocks stand until Ben is ready.")
        expect(ben.locator(".dial.running")).to_have_count(0)
        choose(ben)
        expect(ana.locator(".dial.running")).to_have_count(1)

        # Ben's network goes, which he is told at once, and comes back
        ben.context.set_offline(True)
        expect(ben.locator("#lost")).to_be_visible()
        ben.context.set_offline(False)
        expect(ben.locator("#lost")).to_be_hidden()

        # Ben goes away and comes back; then the server is lost to both
        ben.goto("about:blank")
        expect(ana.locator("#presence-2")).to_have_text("away")
        ben.goto(table)
        expect(ana.locator("#presence-2")).to_have_text("here")

        # what Ben has unfolded stays so when the menu is drawn anew
        unfold(ben, "Resign")
        unfold(ana, "Ask for a pause")
        expect(ben.get_by_role("button", name="Ask for a pause")).to_have_count(0)
        expect(ben.get_by_role("button", name="Yes, resign")).to_be_visible()
        second.kill()

    with serving(data, first.port):
        expect(ben.locator("#lost")).to_be_hidden()
        expect(ana.locator("#lost")).to_be_hidden()
        ben.get_by_role("button", name="Yes, resign").click()
        expect(ana.locator(".victory")).to_contain_text("You win!")
        expect(ben.locator(".victory")).to_contain_text("You have resigned.")
        expect(ben.locator(".ranking .first h3")).to_have_text(re.compile(r"^Ana Rating 1000 → 1\d\d\d$"))

        # the rematch is offered, declined, offered by who declined, and accepted
        ana.get_by_role("button", name="Play again").click()
        expect(ben.locator("#again")).to_contain_text("Ana wants to play again.")
        ben.get_by_role("button", name="Not now").click()
        expect(ana.locator("#again")).to_contain_text("Ben does not want to play again now, but can offer it later.")
        ben.reload()
        ben.get_by_role("button", name="Play again after all").click()
        ana.get_by_role("button", name="Accept").click()
        for page in (ana, ben):
            expect(page.get_by_role("button", name="I am ready")).to_be_visible()
            assert page.url != table
            expect(page.locator(".dial.running")).to_have_count(0)
        assert ana.url.partition("?")[0] == ben.url.partition("?")[0]
        with closing(sqlite3.connect(data / FILE)) as connection:
            places = connection.execute("SELECT place, rated FROM results ORDER BY seat").fetchall()
        assert places == [(1, 1), (2, 1)]
