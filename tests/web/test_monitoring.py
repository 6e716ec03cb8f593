"""What who watches over a server learns: health, measures, and a log without secrets."""

import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from malecon.services.metrics import REGISTRY
from malecon.storage.people import People
from malecon.tables import StorageError
from malecon.web.http.log import formatter
from malecon.web.middleware.request_log import REPORT
from malecon.web.pages import machines
from patience import PATIENCE_S
from tables.sitting import CHOICE
from tables.test_store_health import failing
from web.visiting import Site, Visitor, name_of, visiting

LOOPBACK = "127.0.0.1"


def measured(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody(name="Anastasia")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is written to the log, as JSON."""
    written = io.StringIO()
    handler, root = logging.StreamHandler(written), logging.getLogger()
    handler.setFormatter(formatter("json"))
    handler.addFilter(lambda record: not record.name.startswith("http"))  # what the tests ask with
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def lines(log: io.StringIO, event: str) -> list[dict[str, Any]]:
    """Return the lines of the log about something."""
    return [line for line in map(json.loads, log.getvalue().splitlines()) if line["event"] == event]


def test_machines_that_search_are_told_to_leave_tables_alone(site: Site) -> None:
    answer = site.stranger().get("/robots.txt")

    assert answer.text.splitlines()[:2] == ["User-agent: *", "Disallow: /table/"]


@pytest.mark.parametrize(
    ("network", "address", "status"),
    [
        (None, LOOPBACK, 404),
        ("10.0.0.0/8", LOOPBACK, 404),
        ("127.0.0.0/8", LOOPBACK, 200),
        ("127.0.0.0/8", "testclient", 404),
    ],
)
def test_only_networks_that_are_named_read_the_measures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str | None, address: str, status: int
) -> None:
    monkeypatch.setattr(machines, "client_address", lambda request: address)
    with visiting(tmp_path, metrics=(ip_network(network),) if network else ()) as site:
        assert site.stranger().get("/metrics").status_code == status


def test_the_measures_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "client_address", lambda request: LOOPBACK)
    with visiting(tmp_path, metrics=(ip_network("127.0.0.0/8"),)) as site:
        text = site.stranger().get("/metrics").text

    names = {family.name for family in text_string_to_metric_families(text)}
    assert {"malecon_request_seconds", "malecon_sockets", "malecon_frames", "malecon_moves"} <= names
    assert {"malecon_saving_seconds", "malecon_thinking_seconds", "malecon_tables_at_hand"} <= names


def test_requests_are_counted_by_route_and_never_by_address(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    seen = {"method": "GET", "route": "/table/{table_id}", "status": "200"}
    looked = measured("malecon_request_seconds_count", **seen)
    lost = measured("malecon_request_seconds_count", method="GET", route="none", status="404")
    ana.get(table)
    ana.get("/nothing/here")
    ana._ask("BREW", "/", {})

    assert measured("malecon_request_seconds_count", **seen) == looked + 1
    assert measured("malecon_request_seconds_count", method="GET", route="none", status="404") == lost + 1
    samples = [sample for family in REGISTRY.collect() for sample in family.samples]
    assert "BREW" not in [sample.labels.get("method") for sample in samples]


def test_moves_frames_and_open_pages_are_counted(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    moves, frames = measured("malecon_moves_total", game="havana", who="person"), measured("malecon_frames_total")
    saved = measured("malecon_saving_seconds_count")
    with ana.socket(table) as page:
        page.receive_text(timeout=PATIENCE_S)
        assert measured("malecon_sockets") == 1
        ana.act(table, move=CHOICE)
        ana.act(table, verb="confirm")

    assert measured("malecon_moves_total", game="havana", who="person") == moves + 1
    assert measured("malecon_frames_total") > frames
    assert measured("malecon_saving_seconds_count") == saved + 2
    assert measured("malecon_tables_at_hand") >= 1


def test_a_request_is_one_line_with_its_number(ana: Visitor, log: io.StringIO) -> None:
    answer = ana.get("/settings")

    [line] = lines(log, "request")
    assert line["report"] == answer.headers[REPORT]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/settings", 200)


def test_a_failure_has_a_number_that_the_log_knows(
    ana: Visitor, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(People, "find", lambda self, token: 1 / 0)
    answer = ana.get("/settings")

    [line] = lines(log, "failure")
    assert answer.status_code == 500
    assert line["report"] == answer.headers[REPORT]
    assert f"number {line['report']}" in answer.text
    assert "ZeroDivisionError" in line["exception"]


def test_a_failure_of_a_socket_is_in_the_log(
    site: Site, ana: Visitor, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = site.open(ana, ana)
    monkeypatch.setattr("malecon.web.open_page.viewer_of", lambda *arguments: 1 / 0)
    with ana.socket(table) as page, pytest.raises(WebSocketDisconnect):
        page.receive_text(timeout=PATIENCE_S)

    assert len(lines(log, "failure")) == 1


def test_what_is_wrong_with_a_request_is_no_matter_for_the_log(site: Site, ana: Visitor, log: io.StringIO) -> None:
    table = site.open(ana, ana)
    ana.get("/none")
    ana.act(table, move="nonsense")
    ana.act(table, seat="9", move=CHOICE)

    assert not [line for line in map(json.loads, log.getvalue().splitlines()) if line["level"] != "info"]


def test_secrets_never_reach_the_log(site: Site, log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = site.somebody(name="Anastasia")
    table_id = site.open(ana, ana)
    ana.act(table_id, move=CHOICE)
    ana.act(table_id, verb="confirm")
    ana.get(f"{table_id}/hint?seat=2")
    ana.post("/settings", {"name": "Anastasia"})
    ana.get("/nothing?token=hush")
    with ana.socket(table_id) as page:
        page.receive_text(timeout=PATIENCE_S)
    monkeypatch.setattr(site.tables._store, "save", lambda *arguments: 1 / 0)
    ana.act(table_id, seat="2", move=CHOICE)

    assert lines(log, "request")
    assert lines(log, "failure")
    table = site.look(table_id)
    secrets = [
        ana.cookie["Cookie"].partition("=")[2],
        ana.id,
        "Anastasia",
        "hush",
        CHOICE,
        "siesta",
        table.header.salt,
    ]
    assert [secret for secret in [*secrets, name_of(table_id)] if secret in log.getvalue()] == []


def test_what_a_database_complains_about_names_no_values(site: Site) -> None:
    with pytest.raises(OperationalError) as refused, site.tables._store.engine.begin() as connection:
        connection.exec_driver_sql("SELECT :secret FROM nowhere", {"secret": "hush"})

    assert isinstance(refused.value.orig, sqlite3.OperationalError)
    assert "hush" not in str(refused.value)


def test_the_dashboard_asks_for_measures_that_there_are() -> None:
    board = (Path(__file__).parent.parent.parent / "hosting/dashboard.json").read_text("utf-8")
    there = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    there |= {f"{family.name}{end}" for family in REGISTRY.collect() for end in ("_bucket", "_count", "_total")}

    asked = set(re.findall(r"malecon_[a-z_]+", board))
    assert len(json.loads(board)["panels"]) >= 8
    assert asked <= there


def test_healthz_says_what_fails(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    services = site.client.app.state.services

    def health() -> tuple[int, str]:
        answer = site.stranger().get("/healthz")
        return answer.status_code, answer.text

    assert health() == (200, "ok")
    with failing(services.store, "UPDATE tables"):
        with pytest.raises(StorageError):
            site.call(site.tables._repository.change, name_of(table), lambda each: replace(each, paused=5))
        assert services.heartbeat.is_healthy
        assert health() == (503, "cannot write")
    site.call(site.tables._repository.change, name_of(table), lambda each: replace(each, paused=5))
    assert health() == (200, "ok")

    with failing(services.store, "SELECT moves"):
        site.tables._repository._cache.clear()
        assert ana.get(table).status_code == 503
        assert health() == (503, "cannot read")
    assert ana.get(table).status_code == 200
    assert health() == (200, "ok")
