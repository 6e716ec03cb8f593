"""Who may do what through the API: nothing without a token, nothing at somebody else's seat, not too much at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx import Response
from sqlalchemy import update

from malecon.storage.people import People
from malecon.storage.schema import PEOPLE
from malecon.storage.sessions import API as API_KIND
from malecon.storage.sessions import BROWSER
from malecon.tables import StorageError
from malecon.web.http.quotas import LONGEST_BODY
from malecon.web.http.responses import HEADERS
from malecon.web.routes import api_document
from tables.sitting import CHOICE
from waiting import finish
from web.programs import API, Program
from web.test_protection import dump
from web.visiting import Site, visiting

PATHS = msgspec.json.decode(api_document())["paths"]
ROUTES = [(method.upper(), path.removeprefix(API)) for path, methods in PATHS.items() for method in methods]
BODIES: dict[str, dict[str, Any]] = {
    "/tables": {"game": "havana", "seats": [{"who": "me"}, {"who": "free"}]},
    "/invitations": {"invitation": "none"},
    "leave": {"seat": 0},
    "step": {"seat": 0, "mark": "0.0", "id": "1", "move": CHOICE},
    "play": {"seat": 0, "mark": "0.0", "id": "1", "move": CHOICE},
    "undo": {"seat": 0, "mark": "0.0", "id": "1"},
    "confirm": {"seat": 0, "mark": "0.0", "id": "1"},
    "pause": {"wished": True},
    "stand-in": {"seat": 0, "level": "random"},
    "come-back": {"seat": 0},
    "resign": {"seat": 0},
    "end": {"wished": True},
    "again": {"answer": "offer"},
}
"""A good body for each route, by its path or the last word of it."""
each_route = pytest.mark.parametrize(("method", "path"), ROUTES)


@pytest.fixture
def ana(site: Site) -> Program:
    return Program(site, "Ana")


@pytest.fixture
def eve(site: Site) -> Program:
    return Program(site, "Eve")


@pytest.fixture
def table_id(ana: Program) -> str:
    """A table of Ana's that nobody else may see."""
    return str(ana.begin("me", "me", watched=False)["id"])


def asked(program: Program, method: str, path: str, table_id: str = "none", **headers: str) -> Response:
    """Return the answer of a route to a request that has its form."""
    body = BODIES.get(path, BODIES.get(path.rpartition("/")[2], {})) if method == "POST" else None
    query = "?seat=0" if path.endswith("hint") else ""
    return program.ask(method, path.format(table_id=table_id) + query, body, headers)


def error_of(answer: Response) -> str:
    """Return the kind of what went wrong; there is a sentence for it."""
    error = answer.json()["error"]
    assert error["message"].endswith((".", "!"))
    return str(error["kind"])


@each_route
@pytest.mark.parametrize("token", ["", "wrong", "%00", "x" * 5000])
def test_nothing_without_a_good_token(eve: Program, method: str, path: str, token: str) -> None:
    eve.token = token
    answer = asked(eve, method, path)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert error_of(answer) == "token"


@each_route
def test_a_cookie_is_no_token_and_not_welcome_with_one(eve: Program, method: str, path: str) -> None:
    cookie = eve.visitor.cookie["Cookie"]
    alone = asked(eve, method, path, Cookie=cookie, Authorization="")
    both = asked(eve, method, path, Cookie=cookie)

    assert (alone.status_code, both.status_code) == (401, 401)


def test_a_token_is_no_cookie_and_the_cookie_no_token(site: Site, eve: Program) -> None:
    assert finish(site.people.find(eve.token, BROWSER)) is None
    assert finish(site.people.find(eve.token, API_KIND)) == eve.visitor.person
    eve.token = eve.visitor.cookie["Cookie"].partition("=")[2]
    assert eve.get("/me").status_code == 401


@each_route
def test_nothing_at_a_table_that_is_not_for_ones_eyes(
    site: Site, eve: Program, table_id: str, method: str, path: str
) -> None:
    if "{table_id}" not in path:
        return
    before = site.look(f"/table/{table_id}")
    answer = asked(eve, method, path, table_id)

    assert (answer.status_code, error_of(answer)) in ((404, "missing"), (403, "not_yours"))
    assert site.look(f"/table/{table_id}") is before
    assert asked(eve, method, path, "none").status_code == 404


@each_route
def test_nothing_at_a_seat_of_somebody_else(site: Site, ana: Program, eve: Program, method: str, path: str) -> None:
    table = ana.begin("me", "me")["id"]
    before = site.look(f"/table/{table}")
    if "{table_id}" not in path or path in ("/tables/{table_id}", "/tables/{table_id}/record"):
        return
    answer = asked(eve, method, path, table)

    assert answer.status_code == (404 if path.endswith("join") else 409 if path.endswith("leave") else 403)
    assert site.look(f"/table/{table}") is before


def test_a_spectator_sees_what_spectators_see(ana: Program, eve: Program) -> None:
    table = ana.begin("me", "me")["id"]

    assert all(eve.look(table, f"seat={seat}")["viewer"] is None for seat in range(4))
    assert eve.look(table)["legal"] == []
    assert all(player["hand"] is None for player in eve.look(table, "seat=0")["position"]["players"])
    assert eve.get(f"/tables/{table}/record").status_code == 409


def test_other_sites_gain_nothing(site: Site, ana: Program, table_id: str) -> None:
    """A browser sends the cookie along, and never a token."""
    cookie = ana.visitor.cookie["Cookie"]
    answer = ana.post(
        f"/tables/{table_id}/play", BODIES["play"], Cookie=cookie, Authorization="", Sec_Fetch_Site="cross-site"
    )

    assert answer.status_code == 401
    assert "access-control-allow-origin" not in answer.headers


def test_looking_changes_nothing(site: Site, ana: Program, table_id: str) -> None:
    ana.get("/me")
    rows = dump(site)
    for path in ("/me", "/games", "/tables", "/lobby", f"/tables/{table_id}?seat=0", f"/tables/{table_id}/hint?seat=0"):
        assert ana.get(path).status_code == 200

    assert dump(site) == rows


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/tables", {}, "game"),
        ("/tables", {"game": "havana", "seats": []} | {"cheat": True}, "cheat"),
        ("/tables", {"game": 3, "seats": []}, "game"),
        ("/tables", {"game": "havana", "seats": [{"who": "you"}]}, "seats[0].who"),
        ("/tables", {"game": "havana", "seats": [{"who": "me", "x": 1}]}, "seats[0].x"),
        ("/tables", {"game": "havana", "seats": [], "clock": {"each": -1}}, "clock.each"),
        ("/tables/none/play", BODIES["play"] | {"seat": "0"}, "seat"),
        ("/tables/none/play", BODIES["play"] | {"seat": 1.5}, "seat"),
        ("/tables/none/play", BODIES["play"] | {"seat": True}, "seat"),
        ("/tables/none/play", BODIES["play"] | {"id": "<b>"}, "id"),
        ("/tables/none/play", BODIES["play"] | {"move": "x" * 201}, "move"),
        ("/tables/none/undo", BODIES["play"], "move"),
        ("/tables/none/join", [], "body"),
    ],
)
def test_a_body_of_another_form_is_refused_and_the_field_named(
    ana: Program, path: str, body: object, field: str
) -> None:
    answer = ana.post(path, body)

    assert answer.status_code == 400
    assert error_of(answer) == "request"
    assert answer.json()["error"]["field"] == field
    assert f"“{field}”" in answer.json()["error"]["message"]


@pytest.mark.parametrize("content", [b"", b"\xff", b"{", b"null", b"{}{}", b"[" * 5000])
def test_what_is_no_json_is_refused(ana: Program, content: bytes) -> None:
    headers = {"Authorization": f"Bearer {ana.token}"}
    answer = ana.site.client.post(f"{API}/tables", content=content, headers=headers)

    assert (answer.status_code, error_of(answer)) == (400, "request")


@pytest.mark.parametrize(
    ("path", "field"), [("?wait=26", "wait"), ("?seat=x", "seat"), ("?since=-2", "since"), ("/hint", "seat")]
)
def test_a_wrong_parameter_is_named(ana: Program, path: str, field: str) -> None:
    answer = ana.get(f"/tables/none{path}")

    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({"game": "chess", "seats": []}, "no such game"),
        ({"game": "havana", "seats": [{"who": "me"}]}, "1 players cannot play"),
        ({"game": "havana", "seats": [{"who": "me"}, {"who": "computer"}]}, "level"),
        ({"game": "havana", "seats": [{"who": "me"}, {"who": "computer", "level": "free"}]}, "level"),
        (BODIES["/tables"] | {"options": {"wind": "calm"}}, "option"),
        (BODIES["/tables"] | {"options": {"tiles": "/etc/passwd"}}, "tiles"),
        (BODIES["/tables"] | {"clock": {}}, "clock"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(ana: Program, body: object, part: str) -> None:
    answer = ana.post("/tables", body)

    assert answer.status_code in (404, 422)
    assert part in answer.json()["error"]["message"]


def test_every_answer_is_json_protected_and_not_kept(
    site: Site, ana: Program, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [ana.get("/me"), ana.get("/nowhere"), ana.ask("DELETE", "/me"), ana.get(f"/tables/{table_id}?wait=x")]
    answers += [ana.post("/tables", {"game": "x" * LONGEST_BODY}), ana.post(f"/tables/{table_id}/leave", {"seat": 0})]
    monkeypatch.setattr(People, "find", lambda *asked: 1 / 0)
    answers += [ana.get("/me")]

    assert [answer.status_code for answer in answers] == [200, 404, 405, 400, 413, 409, 500]
    for answer in answers:
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert HEADERS.items() <= {name.title(): value for name, value in answer.headers.items()}.items()
        assert answer.status_code == 200 or error_of(answer)


def test_what_cannot_be_read_is_said_without_details(ana: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise StorageError("the file is gone")

    monkeypatch.setattr(ana.site.tables.queries, "tables_of", fail)
    answer = ana.get("/tables")

    assert (answer.status_code, error_of(answer)) == (503, "storage")
    assert "gone" not in answer.text


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Site]:
    """An application that lets a person's programs do little."""
    few = dict.fromkeys(("begins", "joins", "hints", "tables", "sockets"), 2)
    with visiting(tmp_path, limits=True, programs=8, crowd=2, **few) as site:
        yield site


def test_who_asks_too_often_is_told_when_to_ask_again(small: Site) -> None:
    ana, ben = Program(small), Program(small)
    answers = [ana.get("/me") for _ in range(9)]

    assert [answer.status_code for answer in answers] == [200] * 8 + [429]
    assert 1 <= int(answers[-1].headers["retry-after"]) == answers[-1].json()["error"]["retry_after"] <= 60
    assert error_of(answers[-1]) == "too_often"
    assert ben.get("/me").status_code == 200


def test_an_address_without_a_token_is_limited_too(small: Site) -> None:
    eve = Program(small)
    eve.token = "wrong"

    assert [eve.get("/me").status_code for _ in range(17)] == [401] * 16 + [429]


def test_tables_hints_and_seats_count_as_on_the_pages(small: Site) -> None:
    ana = Program(small, "Ana")
    tables = [ana.begin("me", "random")["id"] for _ in range(2)]

    assert ana.post("/tables", BODIES["/tables"]).status_code == 429
    hints = [ana.get(f"/tables/{tables[0]}/hint?seat=0") for _ in range(3)]
    assert [answer.status_code for answer in hints] == [200, 200, 429]
    joins = [ana.post("/invitations", BODIES["/invitations"]) for _ in range(3)]
    assert [error_of(answer) for answer in joins] == ["table", "table", "too_often"]


def test_not_too_many_requests_of_a_person_wait(small: Site) -> None:
    ana = Program(small)
    table = ana.begin("me", "me")
    path = f"/tables/{table['id']}?known={table['state']}&wait=2"
    with ThreadPoolExecutor(3) as threads:
        answers = list(threads.map(lambda _: ana.get(path), range(3)))

    assert sorted(answer.status_code for answer in answers) == [200, 200, 429]
    assert ana.get(path.replace("wait=2", "wait=1")).status_code == 200


def test_who_is_blocked_may_only_look(site: Site, ana: Program) -> None:
    table = ana.begin("me", "free", listed=True)
    with site.people._store.writing() as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == ana.visitor.id).values(blocked=1))
    answers = [asked(ana, method, path, table["id"]) for method, path in ROUTES]

    assert {answer.status_code for (method, _), answer in zip(ROUTES, answers, strict=True) if method == "POST"} == {
        403
    }
    assert ana.look(table["id"])["number"] == 0
    assert ana.get("/me").status_code == 200


def test_a_request_to_another_name_is_refused(tmp_path: Path) -> None:
    with visiting(tmp_path, hosts="malecon.example") as site:
        answer = Program(site).get("/me")

    assert answer.status_code == 421
    assert "error" in answer.json()
