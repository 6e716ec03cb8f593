"""The guide in a browser: a drawer of the table, and sentences that a link unfolds."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.human import sit_down


def test_the_guide_opens_at_the_table_and_its_search_leads_there(visit: Callable[..., Page]) -> None:
    page = visit()
    sit_down(page, "cuba")
    table = page.url
    page.keyboard.press("r")
    drawer = page.get_by_role("dialog", name="Rules of Cuba")
    drawer.get_by_role("searchbox").fill("mayor no ship fits")
    page.keyboard.press("Enter")
    expect(drawer.locator(".answer .portrait")).to_be_visible()
    drawer.get_by_role("link", name="In the guide").click()

    expect(drawer.locator("#guide-mayor-2")).to_be_in_viewport()
    expect(drawer.locator("#guide-mayor-2 + .example .berth").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).not_to_be_visible()
    assert page.url == table


def test_a_link_to_a_sentence_unfolds_it(visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto("/rules/havana#HAV-5.4")

    expect(page.locator("#HAV-5\\.4")).to_be_in_viewport()
    page.goto("/rules/havana#HAV-6.5")
    expect(page.locator("#HAV-6\\.5")).to_be_in_viewport()
