"""So much and no more: for a person, for an address, at a table; and who is blocked may only look."""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import update

from malecon.core.site_address import Host
from malecon.services.metrics import REGISTRY
from malecon.storage.people import People, Person
from malecon.storage.schema import PEOPLE
from malecon.tables import StorageError
from malecon.web.http import host_names
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.browsing import until
from web.visiting import HOST, Site, Visitor, visiting

Opening = Callable[..., AbstractContextManager[Site]]


@pytest.fixture
def limited(tmp_path: Path) -> Opening:
    """Have an application with limits; with further settings."""
    return partial(visiting, tmp_path, limits=True)


@pytest.fixture(scope="module")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    kinds = "pages", "actions", "begins", "joins", "messages", "hints", "sockets", "watchers"
    few = dict.fromkeys((*kinds, "static_files", "not_found", "probes", "sign_ins"), 2)
    with visiting(tmp_path_factory.mktemp("small"), limits=True, crowd=2, **few) as site:
        yield site


@pytest.fixture
def small(small_site: Site) -> Site:
    """Two of each for a person, four for an address; nobody has asked for anything yet."""
    for bucket in small_site.client.app.state.services.rate_limiter.buckets.values():
        bucket._buckets.clear()
    return small_site


def test_a_person_may_look_so_often(small: Site) -> None:
    ana, ben = small.somebody(), small.somebody()

    answers = [ana.get("/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    assert "That was too often. Try again in 1 min." in answers[-1].text
    assert ben.get("/").status_code == 200


def test_an_address_may_look_a_few_times_as_often(small: Site) -> None:
    answers = [small.stranger().get("/").status_code for _ in range(5)]

    assert answers == [200] * 4 + [429]
    assert small.somebody().get("/").status_code == 429


def test_a_forged_cookie_is_no_new_person(small: Site) -> None:
    answers = [Visitor(small, None, f"forged-{number}").get("/").status_code for number in range(5)]

    assert answers == [200] * 4 + [429]


@pytest.mark.parametrize(
    ("method", "path", "kind", "usual"),
    [
        ("GET", "/static/client.js", "static_files", 200),
        ("GET", "/static/nothing.js", "static_files", 404),
        ("GET", "/nothing/here", "not_found", 404),
        ("BREW", "/nothing/here", "not_found", 404),
        ("DELETE", "/", "not_found", 405),
        ("GET", "/api/v1/nothing", "not_found", 404),
        ("GET", "/healthz", "probes", 200),
        ("GET", "/metrics", "probes", 404),
        ("POST", "/sign-in", "sign_ins", 403),
    ],
)
def test_an_address_meets_a_limit_at_every_door(small: Site, method: str, path: str, kind: str, usual: int) -> None:
    refused = measured(kind)
    answers = [small.stranger()._ask(method, path, {}) for _ in range(6)]
    assert small.stranger().get("/").status_code == 200

    assert [answer.status_code for answer in answers] == [usual] * 4 + [429] * 2
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    assert measured(kind) == refused + 2


def measured(kind: str) -> float:
    """Return how often something was refused."""
    return REGISTRY.get_sample_value("malecon_refusals_total", {"limit": kind}) or 0.0


def test_handshakes_are_limited_for_an_address(limited: Opening) -> None:
    with limited(crowd=2, handshakes=2) as site:
        ana = site.somebody()
        table = site.open(ana, ana)
        for _ in range(4):
            with site.stranger().socket(table) as page:
                assert page.receive_text(timeout=PATIENCE_S)
        with pytest.raises(WebSocketDisconnect, match="too many") as refused, site.stranger().socket(table):
            pass
        with pytest.raises(WebSocketDisconnect, match="too many"), site.stranger().socket("/table/none"):
            pass

    assert refused.value.code == 1013


def test_handshakes_are_limited_for_a_person(limited: Opening) -> None:
    with limited(crowd=9, handshakes=2) as site:
        ana = site.somebody()
        table = site.open(ana, ana)
        for _ in range(2):
            with ana.socket(table) as page:
                assert page.receive_text(timeout=PATIENCE_S)
        with pytest.raises(WebSocketDisconnect, match="too many"), ana.socket(table):
            pass
        with site.stranger().socket(table) as page:
            assert page.receive_text(timeout=PATIENCE_S)


def test_a_refusal_looks_nothing_up_and_is_in_the_language_of_who_asks(
    limited: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    find = People.find

    async def noted(people: People, token: str, *kind: str) -> Person | None:
        looked_up.append(token)
        return await find(people, token, *kind)

    monkeypatch.setattr(People, "find", noted)
    with limited(crowd=4, pages=2) as site:
        ana = site.somebody(language="fr")
        known = [ana.get("/", Accept_Language="en") for _ in range(5)]
        assert len(looked_up) == 3
        for _ in range(5):
            site.stranger().get("/")
        looked_up.clear()
        french = site.stranger().get("/", Accept_Language="fr")
        program = site.stranger().get("/api/v1/openapi.json", Accept_Language="fr")
        forged = Visitor(site, None, "forged").get("/")

    assert [answer.status_code for answer in known] == [200] * 2 + [429] * 3
    assert ["Réessayez" in answer.text for answer in known] == [False] * 2 + [True] * 3
    assert french.status_code == program.status_code == forged.status_code == 429
    assert "Réessayez" in french.text
    assert program.json()["error"]["kind"] == "too_often"
    assert program.json()["error"]["retry_after"] == int(program.headers["retry-after"])
    assert looked_up == []
    assert forged.headers["x-content-type-options"] == "nosniff"


def test_what_fails_for_the_database_is_not_asked_of_it_again(
    limited: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def fail(people: People, token: str, *kind: str) -> Person | None:
        asked.append(token)
        raise StorageError("it is gone")

    with limited() as site:
        ana = site.somebody()
        monkeypatch.setattr(People, "find", fail)
        page, program = ana.get("/"), site.stranger().get("/api/v1/me", Authorization="Bearer token")

    assert len(asked) == 2
    for answer in (page, program):
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0


def test_each_sort_of_thing_is_counted_by_itself(small: Site) -> None:
    ana = small.somebody()
    table = small.open(ana, ana)
    for _ in range(2):
        ana.get("/")

    assert [ana.get(f"{table}/hint?seat=1").status_code for _ in range(3)] == [200, 200, 429]
    assert [ana.post(f"{table}/act", {"seat": "1"}).status_code for _ in range(3)] == [409, 409, 429]
    assert [ana.post("/new/havana").status_code for _ in range(3)] == [422, 422, 429]
    assert [ana.post(f"{table}/again").status_code for _ in range(2)] == [429, 429]


def test_nobody_sits_at_more_tables_than_so_many(limited: Opening) -> None:
    with limited(tables=2) as site:
        ana = site.somebody()
        done, going = site.open(ana, ana), site.open(ana, ana)
        refused = ana.post("/new/havana", {"seat-1": "me", "seat-2": "person"})
        site.finish(done)

        assert refused.status_code == 409
        assert "You sit at 2 tables. Finish one of them first." in refused.text
        assert ana.post(f"{done}/again").status_code == 303
        assert ana.post(f"{going}/again").status_code == 409


def test_a_person_has_so_many_pages_open(small: Site) -> None:
    ana = small.somebody()
    tables = [small.open(ana, ana) for _ in range(3)]

    with ana.socket(tables[0]) as first:
        assert first.receive_text(timeout=PATIENCE_S)
        with ana.socket(tables[1]), pytest.raises(WebSocketDisconnect, match="too many"), ana.socket(tables[2]):
            pass
    until(lambda: not small.client.app.state.services.open_pages._open)  # the server knows that they are closed
    with ana.socket(tables[2]) as later:
        assert later.receive_text(timeout=PATIENCE_S)


def test_a_table_has_so_many_watchers_and_always_room_for_its_players(small: Site) -> None:
    ana = small.somebody()
    table = small.open(ana, ana)

    with ExitStack() as pages:
        for _ in range(2):
            pages.enter_context(small.stranger().socket(table))
        with pytest.raises(WebSocketDisconnect, match="too many"), small.stranger().socket(table):
            pass
        with ana.socket(table) as own:
            assert own.receive_text(timeout=PATIENCE_S)


def test_without_limits_nothing_is_refused(limited: Opening) -> None:
    with limited(limits=False, pages=1, actions=1) as site:
        assert {site.stranger().get("/").status_code for _ in range(5)} == {200}


def test_who_is_blocked_may_only_look(limited: Opening) -> None:
    with limited() as site:
        ana = site.somebody()
        table = site.open(ana, ana)
        with site.tables._store.writing() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == ana.id).values(blocked=1))

        refused = ana.act(table, move=CHOICE)
        assert refused.status_code == 403
        assert "You may only look on" in refused.text
        assert ana.post("/new/havana").status_code == 403
        assert ana.get(table).status_code == 200
        assert site.somebody().post("/new/havana").status_code == 422


OURS = (
    "localhost:8000", "localhost.", "LOCALHOST.:8000", "[0:0:0:0:0:0:0:1]:8000", "127.0.0.1.", "pi.local.",
    "192.168.1.5:8000", "[fe80::1]:8000", "pi", "Pi.local:8000", "pi.fritz.box",
)  # fmt: skip
FOREIGN = ("evil.example", "192.168.1.5.evil.example", "pi.evil.example", "other.local")
NO_HOSTS = ("127.1", "2130706433", "0x7f000001", "[fe80::1%25eth0]", "localhost..")


@pytest.mark.parametrize(
    ("told", "statuses"),
    [
        ({}, dict.fromkeys(OURS, 200) | dict.fromkeys(FOREIGN, 421) | dict.fromkeys(NO_HOSTS, 400)),
        ({"host": "all"}, {"all": 421}),
        ({"host": "games.example"}, {"games.example:8000": 200}),
        ({"address": "https://malecon.example"}, {"malecon.example": 200, "evil.example": 421}),
        ({"address": "https://Malecón.example"}, {"xn--malecn-fxa.example.:443": 200}),
        ({"address": "https://[2001:db8:0::5]/"}, {"[2001:db8::5]": 200}),
        ({"hosts": "[2001:db8:0::5]"}, {"[2001:DB8::5]:8000": 200}),
        ({"hosts": "*.example"}, {"club.example:8000": 200, "example": 421}),
        ({"hosts": "club.example"}, {"malecon.example": 421, "127.0.0.1:8000": 200, "192.168.1.5:8000": 421}),
    ],
)
def test_it_answers_only_under_its_names(
    limited: Opening, monkeypatch: pytest.MonkeyPatch, told: dict[str, Any], statuses: dict[str, int]
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi")
    with limited(**{"hosts": "", "limits": False} | told) as site:
        for host, status in statuses.items():
            ana = site.somebody()
            link = ana.post("/me/link", Host=host, Origin=f"http://{host}")
            assert ana.get("/", Host=host).status_code == link.status_code == status, host
            assert ana.get("/api/v1/me", Host=host).status_code == (401 if status == 200 else status), host
            assert status != 421 or "MALECON_HOSTS" in link.text, host
            assert status == 200 or f"//{host}" not in link.text, host
            asked = ana.get("/healthz", Host=host).status_code
            assert asked == (400 if status == 400 else 200), f"{host}: a machine of the same network asks"


LINKS = {
    "192.168.1.20:8000": "http://192.168.1.20:8000", "[2001:DB8::0:5]:80": "http://[2001:db8::5]",
    "pi.local.:8000": "http://pi.local:8000", "localhost.": "http://localhost", "[::1]:8000": "http://[::1]:8000",
    "203.0.113.5:8000": "", "192.168.1.21": "", "169.254.169.254": "", "[2001:db8::6]": "",
    "[::ffff:203.0.113.5]": "", "0.0.0.0:8000": "",
}  # fmt: skip
"""By the host of a request, the origin that a link names; empty: that of the connection."""


def test_a_link_names_a_host_that_is_ours(limited: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is answered to any IP address, as behind a router; a link names one only if this machine has it."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi")
    monkeypatch.setattr(host_names, "own_addresses", lambda: (Host("192.168.1.20"), Host("2001:db8::5")))
    with limited(hosts="", limits=False) as site:
        for host, origin in LINKS.items():
            page = site.somebody().post("/me/link", Host=host, Origin=f"http://{host}").text
            arrived = f"http://{HOST}"  # where the test client says that the request has come to
            assert f'href="{origin or arrived}/come/' in page, host
            assert bool(origin) or host not in page


def test_browsers_are_told_to_come_by_https_only_where_that_is_so(limited: Opening) -> None:
    for secure in (True, False):
        with limited(secure=secure, pages=1, crowd=1) as site:
            answers = [site.stranger().get(path) for path in ("/", "/", f"/static/{'x' * 300}")]
            assert [answer.status_code for answer in answers] == [200, 429, 400]
            assert {"strict-transport-security" in answer.headers for answer in answers} == {secure}
