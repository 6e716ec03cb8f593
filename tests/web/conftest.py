"""Browser and server for the tests of the pages; one of each for every process of the suite."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from patience import PATIENCE_MS
from web.browsing import BROWSER, Server, browser_path, serving
from web.event_loop import watched_event_loop
from web.visiting import Site, Visitor, visiting


@pytest.fixture(autouse=True)
def refused() -> Iterator[list[str]]:
    """Fail a test in which storage was used on the event loop of the application."""
    with watched_event_loop() as refused:
        yield refused
    assert not refused, refused[0]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def browser() -> Browser:
    path = browser_path()
    if path is None:
        pytest.skip("no browser here: install the package chromium, or name one in MALECON_CHROMIUM")
    return BROWSER.launched(path)


AT_ONCE = "if (!localStorage.getItem('malecon-pace')) localStorage.setItem('malecon-pace', 'still')"
"""Shows the moves of others without a pause, as people can choose it."""


@pytest.fixture
def browser_at(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open the start page of a server as somebody new; further arguments are those of ``OpenBrowser.context``."""
    with ExitStack() as contexts:

        def open_start(address: str, **wishes: Any) -> Page:
            usual: dict[str, Any] = {"base_url": address, "locale": "en", "reduced_motion": "reduce"}
            usual["extra_http_headers"] = {"Origin": address}  # of what a test asks without a page
            context = contexts.enter_context(BROWSER.context(AT_ONCE, **usual | wishes))
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            storage = {"origin": address, "storageTypes": "all"}
            context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
            page.goto("/")
            return page

        yield open_start


@pytest.fixture
def visit(browser_at: Callable[..., Page], server: Server) -> Callable[..., Page]:
    """Open the start page as ``browser_at`` does, of the server that all tests share."""
    return partial(browser_at, server.address)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with visiting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


@pytest.fixture
def ben(site: Site) -> Visitor:
    return site.somebody(name="Ben")
