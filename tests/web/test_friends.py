"""Whole games between people at different devices, in browsers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from malecon.web.http.machine import own_addresses
from web.browsing import client_of, serving
from web.human import TO_DO, Human, short

MOST = 3000
PEOPLE: dict[str, str | float | bool] = {"seat-1": "me", "name-1": "Ana", "seat-2": "free", "seat-3": "random"}
Visit = Callable[..., Page]


def written(page: Page) -> str:
    """Return what somebody reads on the page of a table that goes on by itself, or is over, but for who is there."""
    page.evaluate("for (const each of document.querySelectorAll('.presence')) each.remove()")
    return str(page.locator("main.table").inner_text())


@pytest.mark.parametrize(("game", "most"), [("havana", MOST), ("cuba", 15)])
def test_two_browsers_play_to_the_end_while_a_third_one_watches(visit: Visit, game: str, most: int) -> None:
    ana, ben, eve = visit(), visit(viewport={"width": 360, "height": 740}), visit()
    ana.goto(ana.request.post(f"/new/{game}", multipart={**PEOPLE, **short(game)}).url)
    address = ana.url
    eve.goto(address)
    ben.goto(ana.locator(".invitation a").get_attribute("href") or "")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    humans = [Human(ana, 1), Human(ben, 2)]
    for number in range(most):
        human = next((human for human in humans if human.page.locator(TO_DO).count()), humans[number % 2])
        if human.is_over:
            break
        if human.page.locator(TO_DO).count():
            human.act()

    assert not eve.locator(TO_DO).count()
    assert humans[0].is_over or most < 3000
    if humans[0].is_over:
        eve.locator(".result").wait_for()
        for page in (ana, ben, eve):
            page.evaluate("document.querySelectorAll('[data-changed]').forEach(count => delete count.dataset.changed)")
            shown = written(page)
            page.reload()
            assert written(page) == shown


@pytest.mark.parametrize("host", ["all", "127.0.0.1"])
def test_the_link_that_a_host_copies_leads_to_where_others_reach_the_server(
    browser_at: Callable[..., Page], data: Path, host: str
) -> None:
    with serving(data, host=host) as server:
        ana = browser_at(server.address, permissions=["clipboard-read", "clipboard-write"])
        ana.goto(ana.request.post("/new/havana", form={**PEOPLE, "seat-3": ""}).url)
        ana.get_by_role("button", name="Copy the link").click()
        ana.get_by_role("button", name="Copied").wait_for()
        own = own_addresses() if host == "all" else ()

        site = f"http://{own[0]}:{server.port}" if own else server.address
        invitation = ana.locator(".invitation a").get_attribute("href")
        assert ana.evaluate("navigator.clipboard.readText()") == f"{site}{invitation}"
        warning = ana.get_by_text("Links from here open on this computer only.")
        assert warning.is_visible() == (not own)
        with client_of(server.address) as ben:
            ben.post(str(invitation), data={"name": "Ben"})
        ana.locator("main.play").wait_for()
        assert warning.is_hidden()


def test_a_waiting_room_asks_before_it_is_cancelled_and_its_talk_has_nothing_to_close(visit: Visit) -> None:
    ana, ben = visit(), visit()
    ana.goto(ana.request.post("/new/havana", form={**PEOPLE, "seat-3": "free"}).url)
    ben.goto(ana.locator(".invitation a").first.get_attribute("href") or "")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ana.get_by_role("heading", name="Talk")).to_be_visible()
    expect(ana.locator(".talk > .close")).to_be_hidden()

    ana.get_by_text("Cancel this table").click()
    expect(ben.locator(".gathering")).to_contain_text("somebody is awaited")
    ana.get_by_role("button", name="Yes, cancel it").click()
    expect(ben.locator("#status")).to_contain_text("cancelled before its game began")
    expect(ben.locator(".gathering")).not_to_contain_text("somebody is awaited")


def test_a_remark_is_told_where_the_talk_is_not_to_be_seen_until_it_is_read(visit: Visit) -> None:
    ana, ben = visit(viewport={"width": 360, "height": 640}), visit()
    ana.goto(ana.request.post("/new/havana", form={**PEOPLE, "seat-3": ""}).url)
    ben.goto(ana.locator(".invitation a").get_attribute("href") or "")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    told = ana.locator("#heard")
    ana.locator(".talk").wait_for(state="attached")
    assert told.is_hidden()

    ben.get_by_role("button", name="Talk").click()
    expect(ben.get_by_label("What you want to say")).to_be_focused()
    ben.keyboard.type("good luck!")  # which are keys of the table, too
    ben.keyboard.press("Enter")
    expect(told).to_have_text("Ben: good luck!")
    expect(ana.locator("html")).to_have_attribute("data-unread", "")
    assert ben.locator("#heard").is_hidden()
    assert ben.locator("html").get_attribute("data-unread") is None
    ana.reload()
    expect(ana.locator("html")).to_have_attribute("data-unread", "")
    assert told.is_hidden()
    ben.keyboard.type("and fun!")
    ben.keyboard.press("Enter")
    told.click()

    expect(told).to_be_hidden()
    expect(ana.locator("#said-0")).to_be_in_viewport()
    expect(ana.locator("html")).not_to_have_attribute("data-unread", "")
    ana.reload()
    ana.locator(".talk").wait_for(state="attached")
    expect(ana.locator("html")).not_to_have_attribute("data-unread", "")
    for number in range(1, 6):
        ben.request.post(f"{ben.url.partition('?')[0]}/say", form={"text": f"{number} more " * 40})
        ana.locator(f"#said-{number}").wait_for(state="attached")
    expect(ana.locator("#said-5 form")).to_be_in_viewport()
    assert ana.locator("#said-1").evaluate("each => each.getBoundingClientRect().bottom < 0"), (
        "the first is out of sight"
    )
    box = ana.locator(".said-here").bounding_box()
    assert box is not None
    assert box["height"] > 400, "a drawer is as high as the window"


def test_what_a_spectator_says_first_leaves_the_talk_open(visit: Visit) -> None:
    ana, eve = visit(), visit()
    ana.goto(ana.request.post("/new/havana", form={**PEOPLE, "seat-3": "", "has-terms": "yes", "watched": "yes"}).url)
    address = ana.url
    with client_of(ana.url.partition("/table")[0]) as ben:
        ben.post(str(ana.locator(".invitation a").get_attribute("href")), data={"name": "Ben"})
    eve.goto(address)
    eve.get_by_role("button", name="Talk").click()
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_label("What you want to say").fill("hello")
    eve.get_by_role("button", name="Say").click()

    expect(eve.locator(".talk:popover-open")).to_contain_text("hello")
    assert eve.url == address


def test_the_start_page_tells_of_tables_that_have_begun_meanwhile(visit: Visit) -> None:
    page = visit()
    assert page.locator("#under-way li").count() == 0
    page.request.post("/new/havana", form={**PEOPLE, "seat-2": "random"})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#under-way li")).to_have_count(1)


def test_what_is_typed_stays_while_others_talk_and_move(visit: Visit) -> None:
    ana, ben = visit(), visit()
    ana.goto(ana.request.post("/new/havana", form={**PEOPLE, "seat-3": ""}).url)
    ben.goto(ana.locator(".invitation a").get_attribute("href") or "")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ana, ben):
        page.get_by_role("button", name="Talk").click()
    ana.get_by_label("What you want to say").fill("half a sen")
    ben.get_by_label("What you want to say").fill("hello")
    ben.keyboard.press("Enter")
    ana.locator("#said-0").wait_for()
    Human(ben, 1).act()

    assert ana.get_by_label("What you want to say").input_value() == "half a sen"
    assert ben.get_by_label("What you want to say").input_value() == ""
    assert ana.locator("#said-0").inner_text().startswith("Ben")
