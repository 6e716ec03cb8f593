"""The log stays as it was set, whatever a stranger asks for."""

import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.routes import HTTPRoute, WebSocketRoute

from malecon.web.http.log import open_log
from malecon.web.http.settings import Settings
from malecon.web.middleware.request_log import REPORT
from malecon.web.routes import api_document
from web.visiting import Site, visiting

PARAMETER = re.compile(r"\{[^}]*\}")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What this process writes to its log, which is set as a server with JSON sets it."""
    root, text = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    monkeypatch.setattr(sys, "stderr", text)
    for handler in before:
        root.removeHandler(handler)  # else they would be closed
    open_log(Settings(log_format="json", log_level="info"))
    yield text
    root.handlers[:] = before
    root.setLevel(level)


def state_of_log() -> list[object]:
    """Return how all loggers are set."""
    loggers = [logging.getLogger(), *map(logging.getLogger, sorted(logging.root.manager.loggerDict))]
    of_ours = [each for each in loggers if each is logging.root or each.name.startswith(("malecon", "litestar"))]
    return [(each.name, each.level, each.handlers[:], each.disabled, each.propagate) for each in of_ours]


def call(site: Site, app: Litestar) -> int:
    """Call every route of an application once with every method, as a stranger; return how many there are."""
    stranger, count = site.stranger(), 0
    for route in app.routes:
        path = PARAMETER.sub("1", route.path)
        if isinstance(route, WebSocketRoute):
            with pytest.raises(WebSocketDisconnect), stranger.socket(path.removesuffix("/live")):
                pass
        methods = route.methods if isinstance(route, HTTPRoute) else {"GET"}
        for method in methods:
            stranger._ask(method, path, {})
        count += len(methods)
    return count


def test_no_request_changes_the_log(tmp_path: Path, written: io.StringIO) -> None:
    api_document.cache_clear()  # what another test has asked for would not be made again
    with visiting(tmp_path) as site:
        site.stranger().get("/")
        before = state_of_log()
        assert call(site, site.client.app) > 50
        after = state_of_log()
        answer = site.stranger().get("/settings")

    assert [each for each in before if each not in after] == []
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    [own] = [line for line in lines if line.get("report") == answer.headers[REPORT]]
    assert (own["event"], own["level"], own["route"]) == ("request", "info", "/settings")
