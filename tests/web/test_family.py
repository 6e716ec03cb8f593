"""A family behind one address, with several tabs and much reloading, does not come near any limit."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from httpx import get
from playwright.sync_api import Page, expect
from prometheus_client.parser import text_string_to_metric_families

from malecon.web.http.settings import Settings
from web.browsing import serving

PEOPLE, TABS, RELOADS = 2, 2, 2
LOADS_IN_A_MINUTE = 5 * 4 * 6
"""What is asked for: five people with four tabs each, every tab loaded every ten seconds."""
ROOM = 2
"""So many times as much the limits allow at least."""


def counted(address: str) -> tuple[Counter[str], float]:
    """Return the requests of a server by the limits for which they count, and how many were refused."""
    requests, refused = Counter[str](), 0.0
    for family in text_string_to_metric_families(get(f"{address}/metrics").text):
        for sample in family.samples:
            if sample.name == "malecon_request_seconds_count":
                requests[kind_of(**sample.labels)] += int(sample.value)
            if sample.name == "malecon_refusals_total":
                refused += sample.value
    return requests, refused


def kind_of(method: str, route: str, status: str) -> str:
    """Return for which limit a request counts."""
    if "static" in route:
        return "static_files"
    return "not_found" if route == "none" else "pages" if method == "GET" else "actions"


def test_a_family_with_many_tabs_meets_no_limit(browser_at: Callable[..., Page], tmp_path: Path) -> None:
    with serving(tmp_path, limits="yes", metrics="127.0.0.0/8") as server:
        for _ in range(PEOPLE):
            page = browser_at(server.address)
            table = page.request.post("/new/havana", form={"seat-1": "me", "seat-2": "person"}).url
            for tab in [page, *(page.context.new_page() for _ in range(TABS - 1))]:
                tab.goto(table)
                for _ in range(RELOADS):
                    tab.reload()
                    expect(tab.locator("main.table")).to_be_visible()
        requests, refused = counted(server.address)

    loads, settings = PEOPLE * TABS * (1 + RELOADS), Settings()
    assert refused == 0
    assert requests["static_files"] >= 10
    for kind, number in requests.items():
        in_a_minute = number / loads * LOADS_IN_A_MINUTE
        assert ROOM * in_a_minute < getattr(settings, kind) * settings.crowd, kind
    assert settings.handshakes * settings.crowd > ROOM * LOADS_IN_A_MINUTE
