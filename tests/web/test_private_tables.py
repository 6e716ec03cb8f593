"""A private table answers whoever may not see it as if there were none, at every address, to every method."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from httpx import Response
from litestar.exceptions import WebSocketDisconnect
from litestar.routes import HTTPRoute, WebSocketRoute
from sqlalchemy import update

from malecon.storage.schema import TABLES
from malecon.storage.store import Store
from malecon.tables import StorageError, TableSettings
from malecon.tables.commands import CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from malecon.tables.table_header import new_id
from malecon.web.views.records import Records
from tables.sitting import CHOICE
from web.programs import Program
from web.visiting import Site, Visitor, name_of

FORM = {
    **{"seat": "1", "level": "easy", "mark": "0.0", "move": CHOICE, "id": "an-id", "text": "hello", "number": "0"},
    **{"name": "Zoe", "seat-1": "me", "seat-2": "random", "at": "0", "verb": "leave"},
}
VERBS = ("report", "unmute", "go-on", "undo", "confirm", "seat")
FORMS = [{}, FORM, FORM | {"seat": "x"}, *({**FORM, "seat": "2", "verb": verb} for verb in VERBS)]
NO_HEADERS, OF_A_SCRIPT = dict[str, str](), {"Malecon_Live": "yes"}
POSTS = [*((form, NO_HEADERS) for form in FORMS), *((form, OF_A_SCRIPT) for form in FORMS[:2])]
BODY: dict[str, Any] = {"seat": 0, "mark": "0.0", "id": "an-id", "move": CHOICE}
BODIES: list[dict[str, Any]] = [{}, BODY, {"seat": 0}, {"wished": True}, {"seat": 0, "level": "easy"}, {"name": "Zoe"}]
QUERIES = ["", "?seat=1&at=1&topic=mama&level=easy", "?seat=9&at=-1&viewer=x&since=0&known=x&wait=1"]
NEW_EACH_TIME = re.compile(r'data-now="\d+"')


@pytest.fixture(params=["goes on", "waits", "stopped", "damaged"])
def private(request: pytest.FixtureRequest, site: Site, ana: Visitor, ben: Visitor) -> str:
    """A table of Ana and Ben that nobody else may see."""
    sitters = [Occupant("Ana", ana.id), free_seat() if request.param == "waits" else Occupant("Ben", ben.id)]
    table_id = site.call(site.tables.create, CreateTable("havana", {}, sitters, TableSettings(ana.id, watched=False)))
    if request.param == "stopped":
        site.call(site.tables._repository.change, table_id, lambda table: replace(table, closed="stopped"))
    if request.param == "damaged":
        with site.tables._store.writing() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(rules=0))
        site.tables._repository._cache.clear()
    return table_id


def paths(site: Site, sort: type[HTTPRoute] | type[WebSocketRoute]) -> dict[str, set[str]]:
    """Return the addresses of the application that contain the id of a table, with the methods of each."""
    routes = [route for route in site.client.app.routes if isinstance(route, sort)]
    return {route.path: set(route.methods) for route in routes if "{table_id:str}" in route.path}


def answers(site: Site, who: Visitor | Program, table_id: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield everything that can be asked about a table, with the answer."""
    prefix = "/api/v1"
    is_program = isinstance(who, Program)
    for path, methods in paths(site, HTTPRoute).items():
        if path.startswith(prefix) != is_program:
            continue
        address = path.removeprefix(prefix).replace("{table_id:str}", table_id)
        for query in QUERIES if "GET" in methods else QUERIES[:1]:
            yield f"GET {path}{query}", plain(who.get(address + query), table_id)
        posts = [(body, NO_HEADERS) for body in BODIES] if is_program else POSTS
        for form, headers in posts if "POST" in methods else posts[:1]:
            yield f"POST {path} {form} {headers}", plain(who.post(address, form, **headers), table_id)


def plain(answer: Response, table_id: str) -> tuple[object, ...]:
    """Return an answer without the id of the table, and without what is new each time."""
    headers = {name: value for name, value in answer.headers.items() if name != "malecon-report"}
    return answer.status_code, NEW_EACH_TIME.sub("", answer.text).replace(table_id, "TABLE"), headers


Asked = dict[str, tuple[object, ...]]


@pytest.fixture(scope="module", params=["stranger", "somebody", "program"])
def eve_without_a_table(request: pytest.FixtureRequest, site: Site) -> tuple[Visitor | Program, Asked]:
    """Somebody who sits nowhere, with all answers about a table that is not there."""
    eve: Visitor | Program = Program(site, "Eve") if request.param == "program" else site.stranger()
    if request.param == "somebody":
        eve = site.somebody(name="Eve")
    return eve, dict(answers(site, eve, new_id()))


def test_a_private_table_is_like_none(
    site: Site, ana: Visitor, private: str, eve_without_a_table: tuple[Visitor | Program, Asked]
) -> None:
    who, expected = eve_without_a_table
    found = dict(answers(site, who, private))

    assert len(expected) > 80
    assert {request: answer for request, answer in found.items() if answer != expected[request]} == {}
    assert {answer[0] for answer in found.values()} <= {400, 404, 405} | ({422} if isinstance(who, Visitor) else set())
    assert ana.get(f"/table/{private}").status_code in (200, 409), "who sits there sees it, or why it cannot be played"


def test_a_private_table_is_like_none_to_sockets(site: Site, private: str) -> None:
    assert list(paths(site, WebSocketRoute)) == ["/table/{table_id:str}/live"]
    for who in (site.stranger(), site.somebody()):
        assert refused(who, private) == refused(who, new_id())


def refused(who: Visitor, table_id: str) -> tuple[int, str]:
    """Return with what a socket is refused."""
    with pytest.raises(WebSocketDisconnect) as error, who.socket(f"/table/{table_id}"):
        pass
    return error.value.code, error.value.detail


def test_no_sentence_names_a_place_on_our_machine(
    site: Site, ana: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails, everywhere: the database, the folder of records, a process."""
    table, program, folder = (
        name_of(site.open(ana, ben)),
        Program(site),
        str(site.client.app.state.services.settings.folder),
    )

    def fail(*arguments: object) -> None:
        raise StorageError(f"{folder}/malecon.db: cannot be used: disk I/O error")

    for kind, name in ((Store, "reading"), (Store, "writing"), (Records, "keep"), (Records, "read")):
        monkeypatch.setattr(kind, name, fail)
    monkeypatch.setattr(site.tables._store, "is_shared", True)  # so that a table at hand is asked for too
    found = dict(answers(site, ana, table)) | dict(answers(site, program, table))
    found |= {path: plain(ana.get(path), table) for path in ("/", "/me", "/settings", "/statistics", "/ranking/cuba")}
    found["POST /records"] = plain(ana.post("/records", {"record": "havana 1"}), table)

    assert {answer[0] for answer in found.values()} >= {503}
    assert [request for request, answer in found.items() if folder in str(answer)] == []
    assert folder not in str(refused(ana, table))
    assert folder not in str(refused(site.stranger(), table))
