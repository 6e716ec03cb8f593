"""Hostile requests: each is refused within 20 MB and a bounded time, leaves nothing, and none fails.

That it takes 50 ms of processor time, ``python -m web.fuzz`` measures, on a machine that does nothing else.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import malecon
from malecon.core import errors, rules_search, text_bounds
from malecon.core.text_bounds import toml_tokens
from malecon.web.http import forms, protocols, request_bounds
from malecon.web.http.forms import MOST_FIELDS
from malecon.web.http.quotas import LONGEST_BODY
from malecon.web.http.request_framing import MOST_RAW_BYTES
from malecon.web.pages.start import MOST_LISTED
from patience import PATIENCE_S
from postgres import new_database
from waiting import finish
from web.browsing import socket_of
from web.fuzz import Fuzz, fuzzing, methods_of
from web.programs import API, Program
from web.test_sockets import begun, served
from web.visiting import Site, Visitor, visiting

__all__ = ["served"]

PART = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
SEED = 20
MOST_SECONDS = 1.0
"""Of a refused request beside other tests; what costs more than in proportion to its length takes longer."""
ATTACKS = 100
DOCUMENT = Path(__file__).parent.parent.parent / "docs/security.md"
BOUNDS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": number
    for module in (errors, text_bounds, request_bounds, forms, protocols)
    for name, number in vars(module).items()
    if isinstance(number, int) and re.match("LONGEST|MOST_(?!LINGERING)|DEEPEST", name)
} | {"quotas.LONGEST_BODY": LONGEST_BODY, "request_framing.MOST_RAW_BYTES": MOST_RAW_BYTES}
BOUNDS |= {
    f"rules_search.{name}": getattr(rules_search, name) for name in ("LONGEST_QUERY", "MOST_SEARCHED", "MOST_FORMS")
}
BOUNDS |= {"start.MOST_LISTED": MOST_LISTED, "protocols.HANDSHAKE_TIMEOUT_S": int(protocols.HANDSHAKE_TIMEOUT_S)}
both = pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """Return the address of a new database; empty for a file."""
    return new_database(request.getfixturevalue("postgres_socket")) if request.param == "postgres" else ""


@pytest.fixture
def fuzz(address: str, tmp_path: Path) -> Iterator[Fuzz]:
    with fuzzing(tmp_path, address, SEED, MOST_SECONDS) as fuzz:
        yield fuzz
    assert fuzz.figures.failures == []  # what was noted as a mistake of ours too


@pytest.fixture
def place(address: str, tmp_path: Path) -> Iterator[Site]:
    with visiting(tmp_path, database_url=address) as site:
        yield site


@both
def test_hostile_requests_are_refused_within_bounds_and_leave_nothing(fuzz: Fuzz) -> None:
    for route in fuzz.routes:
        for method in methods_of(route):
            fuzz.send(fuzz.attack_on(route, method))
    for _ in range(ATTACKS):
        fuzz.send(fuzz.attack())

    assert fuzz.figures.failures == []
    assert {kind for kind, _ in fuzz.figures.statuses} == {
        *("address", "file", "form", "json", "position", "record", "socket")
    }
    refused = sum(count for (_, status), count in fuzz.figures.statuses.items() if status >= 400)
    assert fuzz.figures.sent - 20 > refused > ATTACKS / 2


@both
def test_a_nul_is_refused_wherever_it_comes(place: Site) -> None:
    ana = place.somebody(name="Ana")
    table = place.open(ana, ana)
    answers = {
        "chat": ana.post(f"{table}/say", {"text": "a\0b"}),
        "name": ana.post("/settings", {"name": "a\0b"}),
        "session": ana.post("/me/sessions", {"session": "a\0b"}),
        "token": ana.post("/tokens/end", {"token": "0123456789abcde\0"}),
        "account": ana.post("/sign-in", {"name": "a\0b", "password": "x" * 12}),
        "seat": place.stranger().post("/new/havana", {"seat-1": "me", "name-1": "a\0", "seat-2": "person"}),
        "table": ana.get("/table/%00"),
        "file": ana.get("/static/page.css%00.js"),
        "query": ana.get("/rules/havana?q=%00"),
        "cookie": Visitor(place, None, "a%00b").get("/me"),
        "program": place.stranger().get(f"{API}/me", authorization="Bearer a%00b"),
    }

    accepted = {
        what: answer.status_code for what, answer in answers.items() if answer.status_code not in range(400, 500)
    }
    assert accepted.items() <= {"chat": 303, "cookie": 200}.items()  # SQLite keeps it; the cookie is nobody's
    assert finish(place.people.find("a\0b")) is None


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_the_dearest_files_of_a_form_are_read_once_before_there_is_a_person(
    place: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = [option for option in malecon.games["cuba"].options if option.own]
    right = {each.name: (malecon.games["cuba"].folder / "data" / each.example).read_bytes() for each in kinds}
    wrong = dict.fromkeys(right, b"\n".join(b"a%d = [%s]" % (number, b"1," * 200) for number in range(30)))
    words: list[str] = []

    def noted(text: str) -> Iterator[text_bounds.TomlToken]:
        for token in toml_tokens(text):
            words.append(token[0])
            yield token

    monkeypatch.setattr(text_bounds, "toml_tokens", noted)
    form = {"opponents": "1", "level": "random"}
    stranger, before = place.stranger(), people_of(place)
    people = place.client.app.state.services.people

    with monkeypatch.context() as closed:
        closed.setattr(people, "create", lambda label: pytest.fail("somebody was made"))
        refused = stranger.post("/new/cuba", form, files={name: ("f", text) for name, text in wrong.items()})
    assert (refused.status_code, people_of(place)) == (422, before)
    assert sum(word[0] not in "#\n" for word in words) == len(kinds) * (text_bounds.MOST_TOKENS + 1)

    words.clear()
    begun = stranger.post("/new/cuba", form, files={name: ("f", text) for name, text in right.items()})
    assert begun.status_code == 303
    assert len(words) == sum(len([*toml_tokens(text.decode())]) for text in right.values())


@both
def test_who_is_refused_leaves_nobody_and_no_record(place: Site, tmp_path: Path) -> None:
    stranger, host = place.stranger(), place.somebody(name="Ana")
    table = host.post("/new/havana", {"seat-1": "me", "seat-2": "free", "listed": "on"}).headers["location"]
    invitation = place.look(table).occupants[1].invitation
    record = b"havana 1\nseats 2\nseed 7\n\n1 choose siesta mama\n"
    kept = stranger.post("/records", files={"record": record}).headers["location"].removesuffix("/replay")
    before = people_of(place)
    refused = [
        stranger.post("/new/havana", {"seat-1": "me"}),
        stranger.post("/new/havana", {"opponents": "1", "level": "random"}, files={"tiles": ("t", b"nonsense")}),
        stranger.post("/new/havana", {"opponents": "1", "level": "god"}),
        stranger.post("/settings", {"name": "x" * 99}),
        stranger.post("/settings", {"language": "xx"}),
        stranger.post(f"{table}/join", {"name": "Ana"}),
        stranger.post(f"/join/{invitation}", {"name": "Ana"}),
        stranger.post(f"{kept}/play-on", {"seat-1": "me", "at": "99"}),
        stranger.post("/me/account", {"name": "Ana", "password": "short"}),
        stranger.post("/tokens", {"label": ""}),
        stranger.post("/notices/push", {"endpoint": "http://localhost"}),
        stranger.post("/records", {"record": "nonsense"}),
    ]

    assert [answer.status_code for answer in refused if answer.status_code not in range(400, 500)] == []
    assert not any(answer.cookies for answer in refused)
    assert people_of(place) == before
    assert len(list((tmp_path / "records").iterdir())) == 1
    assert stranger.post(f"/join/{invitation}", {"name": "Ben"}).status_code == 303


def people_of(site: Site) -> int:
    """Return how many people are remembered."""
    with site.client.app.state.services.store.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM people").scalar_one())


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/" + "x" * 250, {}),
        ("/?" + "x" * 1001, {}),
        ("/?" + "&" * 20, {}),
        ("/%1b", {}),
        ("/nowhere?%1B", {}),
        ("/", {"host": "[::1"}),
        ("/", {"host": "localhost:99999"}),
        ("/", {"cookie": "a=b;" * 101}),
        ("/", {"x": "y" * 9000}),
        ("/", {f"x{number}": "y" for number in range(101)}),
        ("/", {f"x{number}": "y" * 6000 for number in range(3)}),
    ],
)
def test_an_address_or_a_head_out_of_bounds_is_refused_in_words(site: Site, path: str, headers: Any) -> None:
    answer = site.stranger().get(path, **headers)
    program = site.stranger().get(f"{API}{path}", **headers)
    french = site.stranger().get(path, **{"accept-language": "fr", **headers})

    assert answer.status_code == program.status_code == 400
    said = re.search(r"This address is too long.+\.|Your browser sends too much.+\.", answer.text)
    assert said
    assert "Back to the start page" in answer.text
    assert program.json() == {"error": {"kind": "request", "message": said[0]}}
    assert "réessayez" in french.text or "trop longue" in french.text
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src" in answer.headers["content-security-policy"]
    assert answer.headers["malecon-report"]


def test_an_address_out_of_bounds_is_not_remembered(site: Site) -> None:
    remembered = site.client.app.asgi_router.handle_routing.cache_info().currsize

    assert site.stranger().get("/table/" + "x" * 9000).status_code == 400
    assert site.client.app.asgi_router.handle_routing.cache_info().currsize == remembered


@pytest.mark.parametrize("charset", ["punycode", "no-such", "zlib", "utf-16"])
def test_a_form_is_read_as_utf_8_whatever_it_says(site: Site, charset: str) -> None:
    name = "María".encode()
    head = b'--b\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset='
    body = head + charset.encode() + b"\r\n\r\n" + name + b"\r\n--b--\r\n"
    ana = site.somebody()
    site.client.cookies.clear()
    headers = {**ana.cookie, "origin": ana.origin, "content-type": "multipart/form-data; boundary=b"}

    assert site.client.post("/settings", content=body, headers=headers).status_code == 303
    assert 'value="María"' in ana.get("/settings").text


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"a=1&" * (MOST_FIELDS + 1)),
        ("application/x-www-form-urlencoded", b"x" * 101 + b"=1"),
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=" + "b" * 201, b""),
        ("multipart/form-data; boundary=b", PART * (MOST_FIELDS + 1) + b"--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\nX: " + b"y" * 2000 + b"\r\n\r\n\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\n"),
    ],
)
def test_a_form_out_of_bounds_is_refused(site: Site, kind: str, body: bytes) -> None:
    answer = site.client.post("/settings", content=body, headers={"content-type": kind})

    assert answer.status_code == 400
    assert "cannot be read" in answer.text


TWICE = b'\r\n--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAna'


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"name=Ana&name=Ben"),
        ("application/x-www-form-urlencoded", b"name=Ana&language=fr&n%61me=Ana"),
        ("application/x-www-form-urlencoded", b"theme=&name=Ana&theme="),
        ("multipart/form-data; boundary=b", TWICE[2:] + TWICE + b"\r\n--b--"),
    ],
)
def test_a_field_that_is_there_twice_is_refused(site: Site, kind: str, body: bytes) -> None:
    site.client.cookies.clear()
    assert site.client.post("/settings", content=body, headers={"content-type": kind}).status_code == 400


def test_a_body_that_is_packed_is_not_unpacked(site: Site) -> None:
    body = zlib.compress(b"name=Ana&" + b"x" * 10_000_000)
    headers = {"content-type": "application/x-www-form-urlencoded", "content-encoding": "deflate"}

    assert site.client.post("/records", content=body, headers=headers).status_code == 400


@pytest.mark.parametrize("options", [{"seed": 5}, {"seats": 3}, {"x" * 9000: 1}, {"edition": ["x"] * 9000}])
def test_options_that_there_are_not_are_refused(site: Site, options: Any) -> None:
    seats = [{"who": "me"}, {"who": "computer", "level": "random"}]
    answer = Program(site, "Ana").post("/tables", {"game": "havana", "seats": seats, "options": options})

    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "usage"
    assert len(answer.content) < 500


AMBIGUOUS_BODIES = (
    b'{"game": "havana", "game": "cuba", "seats": []}', b'{"seats": [{"who": "me", "who": "me"}], "game": "havana"}',
    b'{"game": "havana", "g\\u0061me": "cuba", "seats": []}', b'{"game": "havana", "seats": [], "options": {"x": NaN}}',
    b'{"game": "\\ud800", "seats": []}', b'\xef\xbb\xbf{"game": "havana", "seats": []}',
    b'{"game": "havana\xff", "seats": []}',
    '{"game": "havana", "seats": []}'.encode("utf-16"), '{"game": "havana", "seats": []}'.encode("utf-16-le"),
    '{"game": "havana", "seats": []}'.encode("utf-32"), b'{"game": "havana", "seats": []} {}',
)  # fmt: skip


@pytest.mark.parametrize("body", AMBIGUOUS_BODIES)
def test_a_body_that_can_be_read_in_two_ways_is_refused(site: Site, body: bytes) -> None:
    headers = {"Authorization": f"Bearer {Program(site, 'Ana').token}", "Content-Type": "application/json"}
    answer = site.client.post(f"{API}/tables", content=body, headers=headers)

    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "request"


@pytest.mark.parametrize("query", ["q=a&q=b", "q=a&q=a", "q=a&%71=b", "q=&q=", "do=x&do=y&at=1&at=2"])
def test_a_parameter_that_is_there_twice_is_refused(site: Site, query: str) -> None:
    assert site.stranger().get(f"/rules/cuba?{query}").status_code == 400
    assert site.stranger().get("/rules/cuba?q=a&do=x&do=y").status_code == 200


def test_a_body_in_pieces_is_refused_before_it_lies_in_memory(served: Callable[..., Client]) -> None:
    client, sent = served(), 0

    def pieces() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(40):
            sent += 10_000
            yield b"x" * 10_000

    answer = client.post("/records", content=pieces(), headers={"content-type": "application/x-www-form-urlencoded"})

    assert answer.status_code == 413
    assert sent > 70_000


def test_a_page_that_says_too_much_at_once_is_cut_off(served: Callable[..., Client]) -> None:
    client = served()
    table = begun(client)
    for said in ("\0" * 5_000_000, [""] * 50, ["x"] * 50, ["x" * 3000] * 3):
        with socket_of(str(client.base_url).rstrip("/"), table) as page:
            page.recv(PATIENCE_S)
            with pytest.raises(ConnectionClosed) as closed:
                asked(page, said)

        reason = closed.value.rcvd  # lost with the connection where the page goes on speaking after it was sent away
        assert reason is None or reason.code == 1009


def asked(page: ClientConnection, said: Any) -> object:
    """Say something as a page, and return what the server says next."""
    page.send(said)
    return page.recv(PATIENCE_S)


def test_the_document_states_the_bounds_of_the_code() -> None:
    rows = re.findall(r"(\d[\d,]*) [^|(]*\(`(\w+\.[A-Z_]+)`\)", DOCUMENT.read_text("utf-8"))

    assert {name: int(number.replace(",", "")) for number, name in rows} == BOUNDS
