"""Browser and server for the tests of the pages; one of each for every process of the suite."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from web.browsing import FLAGS, Server, browser_path, serving
from web.visiting import Site, visiting


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = browser_path()
    if path is None:
        pytest.skip("no browser here: install the package chromium, or name one in MALECON_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open the start page as somebody new; the arguments are those of Playwright's ``new_context``."""
    contexts: list[BrowserContext] = []

    def visit(path: str = "/", **wishes: Any) -> Page:
        context = browser.new_context(base_url=server.address, **{"locale": "en", "reduced_motion": "reduce", **wishes})
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with visiting(tmp_path_factory.mktemp("site")) as site:
        yield site
