"""A clock that runs out over a restart, in two browsers: nobody loses by the restart, and who is late can come back."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from malecon.storage.database import FILE
from malecon.tables import MINUTE, SECOND
from web.browsing import serving

Browse = Callable[..., Page]
A_WHILE_S = 60
"""Little beside the hour that is lost: what a busy machine needs, the grace, and a beat of the pulse."""
LIVE = {"clock": "stock", "clock-minutes": "10", "clock-seconds": "0"}


def change(folder: Path, command: str) -> None:
    """Change what is stored while no server runs."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    try:
        connection.execute(command)
    finally:
        connection.close()


def seconds_on(page: Page, seat: int) -> int:
    """Return the time on a clock."""
    minutes, seconds = page.locator(f"#dial-{seat} b").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def at_table(ana: Page, ben: Page) -> None:
    """Begin a table of two with clocks, and go there."""
    form: dict[str, str | float | bool] = {
        "seat-1": "me",
        "name-1": "Ana",
        "seat-2": "free",
        "has-terms": "yes",
        **LIVE,
    }
    ana.goto(ana.request.post("/new/havana", form=form).url)
    ben.goto(str(ana.locator(".invitation a").get_attribute("href")))
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ana, ben):
        page.get_by_role("button", name="I am ready").click()
    expect(ana.locator(".dial.running")).to_have_count(2)


def choose(page: Page) -> None:
    """Choose two cards."""
    for box in page.locator(".fan input").all()[:2]:
        box.check()
    page.locator("form.picking button.primary").click()
    page.locator("form.picking").wait_for(state="detached")


def test_a_clock_runs_out_over_a_restart_the_seat_is_handed_over_and_taken_back(browser_at: Browse, data: Path) -> None:
    with serving(data) as first:
        ana, ben = browser_at(first.address), browser_at(first.address)
        at_table(ana, ben)
        choose(ana)
        expect(ana.locator(".dial.running")).to_have_count(1)
        before = seconds_on(ana, 2)
        expect(ana.locator("#dial-2 b")).not_to_have_text(ana.locator("#dial-2 b").inner_text())  # it ticks
        first.kill()

    hour = 60 * MINUTE  # the server was down so long, much longer than Ben has time
    change(data, f"update seats set running = running - {hour} where running is not null")
    change(data, f"update pulses set at = at - {hour}")
    with serving(data, first.port) as second:
        expect(ana.locator("#lost")).to_be_hidden()
        ana.wait_for_timeout(1000)
        assert abs(seconds_on(ana, 2) - before) < A_WHILE_S
        expect(ana.locator("#late-2")).to_be_hidden()
        second.kill()

    change(data, f"update seats set running = running - {11 * MINUTE + 20 * SECOND} where running is not null")
    with serving(data, first.port):
        expect(ana.locator("#late-2")).to_contain_text("Ben’s time is up.")
        expect(ben.locator("#late-2")).to_contain_text("Your time is up.")
        ana.get_by_role("button", name="Hand the seat to a computer player").click()
        expect(ana.locator("#presence-2")).to_have_text("a computer player stands in")
        expect(ana.locator("main")).to_have_attribute("data-number", re.compile("^[2-9]"))

        ben.get_by_role("button", name="Take my seat back").click()
        expect(ana.locator("#presence-2")).to_have_text("here")
        expect(ben.get_by_role("button", name="Take my seat back")).to_have_count(0)
        assert 150 - A_WHILE_S < seconds_on(ben, 2) <= 150
