"""What strangers, other sites and forged requests can do: nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response
from litestar.exceptions import WebSocketDisconnect

from malecon.core.clock import now
from malecon.storage.people import People
from malecon.tables import HOUR, StorageError
from malecon.tables.table_header import new_id
from malecon.web.http.quotas import LONGEST_BODY
from malecon.web.http.responses import FILE_HEADERS, HEADERS
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.visiting import Reading, Site, Visitor, name_of, read_frame, visiting

EVIL = "<script>alert('&')</script>"
FOREIGN = [
    {"Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "same-site"},
    {"Sec_Fetch_Site": "cross-site", "Origin": "http://testserver.local"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.local.evil.example"},
    {"Origin": "https://testserver.local"},
    {"Origin": "http://testserver.local:8000"},
    {"Origin": "", "Referer": "https://evil.example/http://testserver.local/"},
    {"Origin": "null", "Referer": "http://testserver.local/"},
    {"Origin": "http://testserver.local@evil.example"},
    {"Origin": "http://testserver.local\\.evil.example"},
    {"Origin": "http://testserver.local:80:80"},
    {"Origin": "http://testserver.local/page"},
    {"Origin": "http://testserver.local, http://evil.example"},
    {"Origin": "", "Referer": "http://testserver.local\\@evil.example/"},
    {"Origin": "", "Referer": "http://testserver.local@evil.example/"},
    {"Origin": "", "Referer": ""},
]
OWN = [
    {"Sec_Fetch_Site": "same-origin"},
    {"Sec_Fetch_Site": "none", "Origin": ""},
    {"Origin": "http://testserver.local"},
    {"Origin": "http://Testserver.local:80"},
    {"Origin": "http://testserver.local."},
    {"Host": "TESTSERVER.local.:80"},
    {"Origin": "", "Referer": "http://testserver.local/table/x?seat=1"},
]


ORIGINS = {
    "https://xn--malecn-fxa.example": 303,
    "https://XN--MALECN-FXA.example:443": 303,
    "https://xn--malecn-fxa.example:444": 403,
    "http://xn--malecn-fxa.example": 403,
    "https://malecon.example": 403,
}
"""What a site at ``https://malecón.example`` answers to actions of pages of other origins."""


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody()


@pytest.fixture
def ben(site: Site) -> Visitor:
    return site.somebody()


@pytest.fixture
def table_id(site: Site, ana: Visitor, ben: Visitor) -> str:
    """A table of Havana: Ana on seat 1, Ben on seat 2."""
    return site.open(ana, ben)


@pytest.fixture
def unchanged(site: Site, table_id: str) -> Iterator[None]:
    """Nothing of what a test does changes the table."""
    before = site.look(table_id)
    yield
    assert site.look(table_id) is before


def error_in(answer: Response) -> str:
    """Return what a page says that went wrong, without a stray tag in all of it."""
    assert Reading(answer.text).wrong == []
    found = re.search(r'<p class="error"[^>]*>(.*?)</p>', answer.text)
    assert found
    return found[1]


def test_every_answer_is_protected(site: Site, ana: Visitor, table_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = (
        "/",
        table_id,
        f"{table_id}/frame",
        f"{table_id}/record",
        "/healthz",
        "/none",
        "/static/none",
    )
    answers = [ana.get(path) for path in paths]
    answers += [ana.post("/settings"), ana.post("/settings", {"name": "x" * LONGEST_BODY}), ana.post("/none")]
    monkeypatch.setattr(People, "find", lambda self, token: 1 / 0)
    answers += [ana.get("/settings")]

    assert {answer.status_code for answer in answers} == {200, 303, 404, 409, 413, 500}
    for answer in answers:
        assert HEADERS.items() <= {name.title(): value for name, value in answer.headers.items()}.items()
    file = ana.get("/static/client.js").headers
    assert FILE_HEADERS.items() <= {name.title(): value for name, value in file.items()}.items()
    assert "content-disposition" not in file


def test_only_files_that_never_change_are_kept(site: Site, ana: Visitor, table_id: str) -> None:
    files = [link for link in Reading(ana.get(table_id).text).links if link.startswith("/static/")]

    assert len(files) >= 4
    headers = [ana.get(file).headers for file in files]
    assert all("immutable" in kept["cache-control"] and "etag" not in kept for kept in headers)
    assert all("content-security-policy" in kept for kept in headers if kept["content-type"].startswith("image/"))
    for path in (table_id, f"{table_id}/frame", "/", "/none", "/static/none.css?1"):
        assert ana.get(path).headers["cache-control"] == "no-store"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("headers", FOREIGN)
def test_other_sites_cannot_act(site: Site, ana: Visitor, table_id: str, headers: dict[str, str]) -> None:
    form = {**ana.fields(table_id), "move": CHOICE}

    assert ana.post(f"{table_id}/act", form, **headers).status_code == 403
    assert ana.post("/settings", {"name": "Evil"}, **headers).status_code == 403
    assert ana.post("/new/havana", {"opponents": "1", "level": "random"}, **headers).status_code == 403
    assert 'value="Evil"' not in ana.get("/settings").text


@pytest.mark.parametrize("headers", FOREIGN)
def test_other_sites_cannot_listen(ana: Visitor, table_id: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect, match="another site"), ana.socket(table_id, **headers):
        pass


@pytest.mark.parametrize("headers", OWN)
def test_our_own_pages_can_act_and_listen(ana: Visitor, table_id: str, headers: dict[str, str]) -> None:
    with ana.socket(table_id, **headers) as socket:
        assert "<main " in socket.receive_text(timeout=PATIENCE_S)
    assert ana.post("/settings", {"name": "Ana"}, **headers).status_code == 303


def test_an_action_says_from_where_it_comes_unless_nobody_is_known_by_it(site: Site, ana: Visitor) -> None:
    silent = {"Origin": ""}

    assert "did not say from where" in error_in(ana.post("/settings", {"name": "Ana"}, **silent))
    assert site.stranger().post("/settings", {"name": "Ana"}, **silent).status_code == 303


def test_pages_that_come_by_https_are_others_than_those_that_do_not(data: Path) -> None:
    with visiting(data, secure=True) as site:
        ana = site.somebody()

        assert ana.post("/settings", {"name": "Ana"}, Origin="https://testserver.local").status_code == 303
        assert ana.post("/settings", {"name": "Ana"}, Origin="http://testserver.local").status_code == 403


def test_origins_are_compared_by_their_meaning(data: Path) -> None:
    """Browsers write a name in ASCII, whoever runs the site as people read it."""
    with visiting(data, address="HTTPS://Malecón.example:443/", hosts="testserver.local, MALECÓN.example") as site:
        ana = site.somebody()
        statuses = {origin: ana.post("/settings", {"name": "Ana"}, Origin=origin).status_code for origin in ORIGINS}
        assert statuses == ORIGINS
        assert ana.get("/", Host="xn--malecn-fxa.example").status_code == 200


def test_head_is_get_without_the_body(site: Site, ana: Visitor, table_id: str) -> None:
    for path in (
        "/",
        table_id,
        "/static/page.css",
        "/healthz",
        "/robots.txt",
        "/none",
        f"{table_id}/record",
        "/api/v1/me",
    ):
        plain = {"Accept-Encoding": "identity"}  # a packed page with other times in it has another length
        whole, head = ana.get(path, **plain), ana.ask("HEAD", path, **plain)

        assert (head.status_code, head.content) == (whole.status_code, b"")
        assert lasting(head) == lasting(whole)
    assert ana.ask("HEAD", f"{table_id}/act").status_code == 405


def lasting(answer: Response) -> dict[str, str]:
    """Return the headers of an answer without what is new each time."""
    return {name: value for name, value in answer.headers.items() if name not in ("malecon-report", "set-cookie")}


@pytest.mark.parametrize(
    ("path", "methods"),
    [("/", "GET, HEAD, OPTIONS"), ("/settings", "GET, HEAD, OPTIONS, POST"), ("/table/none/act", "OPTIONS, POST")],
)
def test_an_address_says_which_methods_it_has(ana: Visitor, path: str, methods: str) -> None:
    refused = ana.ask("DELETE", path)

    assert (refused.status_code, ana.ask("OPTIONS", path).status_code) == (405, 204)
    assert refused.headers["allow"] == methods
    assert "in this way" in error_in(refused)


@pytest.mark.usefixtures("unchanged")
def test_what_is_too_large_is_refused(ana: Visitor, table_id: str) -> None:
    assert ana.act(table_id, move="x" * LONGEST_BODY).status_code == 413
    assert ana.post("/records", files={"record": b"x" * LONGEST_BODY}).status_code == 413


def test_names_are_never_html(site: Site) -> None:
    ana = site.somebody(name=EVIL)
    answer = ana.post("/new/havana", {"seat-1": "me", "seat-2": "person", "name-2": f'"><img src=x>{EVIL[:20]}'})
    table = answer.headers["location"]
    refused = ana.post("/new/havana", {"seat-1": "me", "seat-2": EVIL})
    site.finish(table)
    paths = ("/", "/settings", table, f"{table}?seat=1", f"{table}/replay?at=5", f"/rules/havana?q={EVIL}")

    for page in (refused, *map(ana.get, paths), ana.get(f"{table}/about?topic={EVIL}")):
        assert "alert" in page.text
        assert EVIL[:8] + "alert" not in page.text
        assert "<img src=x" not in page.text
        assert Reading(page.text).wrong == []
    assert EVIL[:8] + "alert" not in ana.get(f"{table}/frame").text


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("seat", ["2", "0", "3", "99"])
def test_somebody_elses_seat_cannot_be_used(ana: Visitor, ben: Visitor, table_id: str, seat: str) -> None:
    for choice in ({"move": CHOICE}, {"verb": "undo"}, {"verb": "confirm"}):
        answer = ana.act(table_id, **{**choice, "seat": seat, "mark": ben.fields(table_id)["mark"]})

        assert answer.status_code == 403
        assert error_in(answer) == f"Seat {seat} is not yours."


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("seat", ["", "-1", "x", "1.0", "9" * 5000, "²"])
def test_what_is_no_seat_is_refused(ana: Visitor, table_id: str, seat: str) -> None:
    assert ana.act(table_id, move=CHOICE, seat=seat).status_code == 422
    assert ana.post(f"{table_id}/act", {"move": CHOICE}).status_code == 422
    assert ana.post(f"{table_id}/act", files={"seat": b"1", "move": CHOICE.encode()}).status_code == 422


def timeless(answer: Response) -> str:
    """Return a page without the time of day."""
    return re.sub(r'data-now="\d+"', "", answer.text)


def without_saying(page: str) -> str:
    """Return a page without the form in which a stranger is asked for a name too, and without its state."""
    return re.sub(r'<form class="saying".*?</form>| data-state="[^"]*"', "", page, flags=re.DOTALL)


def test_a_stranger_sees_what_a_spectator_sees(site: Site, ana: Visitor, table_id: str) -> None:
    stranger = site.stranger()
    shown = timeless(stranger.get(table_id))

    assert without_saying(timeless(site.somebody().get(table_id))) == without_saying(shown)
    assert all(timeless(stranger.get(f"{table_id}?seat={seat}")) == shown for seat in (0, 1, 2, 3))
    assert read_frame(stranger.get(f"{table_id}/frame?seat=1").text).seat == 0
    assert 'name="move"' not in shown
    assert 'name="part"' not in shown
    assert 'name="part"' in ana.get(table_id).text
    assert stranger.act(table_id, seat="1", mark="0.0", id=new_id(), move=CHOICE).status_code == 403


@pytest.mark.parametrize("cookie", ["wrong", "x" * 4000, "%00"])
def test_a_forged_cookie_is_nobodys(site: Site, table_id: str, cookie: str) -> None:
    assert timeless(Visitor(site, None, cookie).get(table_id)) == timeless(site.stranger().get(table_id))


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("mark", ["", "9.9", "0", "0.0 ", "<b>", "9" * 100])
def test_a_stale_action_is_refused_with_the_fresh_page(ana: Visitor, table_id: str, mark: str) -> None:
    answer = ana.act(table_id, move=CHOICE, mark=mark)

    assert answer.status_code == 409
    assert "has changed" in error_in(answer)
    assert f'name="mark" value="{ana.fields(table_id)["mark"]}"' in answer.text


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("forged", ["", "<b>", "x" * 41, "a b", "\x00"])
def test_a_forged_id_is_refused(ana: Visitor, table_id: str, forged: str) -> None:
    answer = ana.act(table_id, move=CHOICE, id=forged)

    assert answer.status_code == 422
    assert error_in(answer).startswith("id: is")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("choose mama mama", "none of the choices"),
        ("buy upper left", "Something else is to be decided now"),
        ("", "none of the choices"),
        ("\x00<b>", "none of the choices"),
        ("x" * 201, "at most 200"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(ana: Visitor, table_id: str, move: str, reason: str) -> None:
    answer = ana.act(table_id, move=move)

    assert answer.status_code == 422
    assert reason in error_in(answer)
    assert 'name="part"' in answer.text


@pytest.mark.parametrize("ticked", ["", "siesta", "siesta mama worker"])
def test_too_few_or_too_many_ticks_are_refused_in_words(ana: Visitor, table_id: str, ticked: str) -> None:
    parts = ["choose", *ticked.split(), "; confirm"]
    answer = ana.post(f"{table_id}/act", {**ana.fields(table_id), "ticks": "2", "part": parts})

    assert answer.status_code == 422
    assert f"Choose 2, not {len(parts) - 2}." in error_in(answer)


def test_what_is_sent_twice_is_done_once(site: Site, ana: Visitor, table_id: str) -> None:
    step = {**ana.fields(table_id), "move": CHOICE}
    first, again = (ana.post(f"{table_id}/act", step) for _ in range(2))
    drafted = site.look(table_id)
    confirm = {**ana.fields(table_id), "verb": "confirm"}
    last, late = (ana.post(f"{table_id}/act", confirm) for _ in range(2))

    assert [answer.status_code for answer in (first, again, last, late)] == [303] * 4
    assert len(drafted.seat_states[0].draft) == 1
    assert site.look(table_id).move_count == 1
    assert ana.post(f"{table_id}/act", step).status_code == 409


def test_parts_of_a_move_are_put_together(site: Site, ana: Visitor, table_id: str) -> None:
    form = {**ana.fields(table_id), "part": CHOICE.split()}
    answer = ana.post(f"{table_id}/act", form)  # type: ignore[arg-type]  # several values of one name

    assert answer.headers["location"] == f"{table_id}?seat=1"
    assert site.look(table_id).seat_states[0].draft[0].notation == CHOICE


def test_what_cannot_be_written_is_said_at_the_table(
    site: Site, ana: Visitor, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise StorageError("the disk is full")

    monkeypatch.setattr(site.tables._store, "save", fail)
    answer = ana.act(table_id, move=CHOICE)

    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert error_in(answer).startswith("Nothing can be saved")
    assert 'name="part"' in answer.text


def test_a_database_that_cannot_be_read_is_said(site: Site, ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: People, token: str) -> None:
        raise StorageError("the file is gone")

    monkeypatch.setattr(People, "find", fail)
    answer = ana.get("/", Accept_Language="fr")

    assert answer.status_code == 503
    assert "the file is gone" not in answer.text
    assert '<html lang="fr"' in answer.text


def test_a_page_that_there_is_not_waits_for_nobody_who_writes(
    site: Site, ana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = now() + 2 * HOUR  # so that a use would be noted
    monkeypatch.setattr("malecon.storage.people.now", lambda: moment)
    noted: list[object] = []
    monkeypatch.setattr(People, "_note_use", lambda *use: noted.append(use))

    assert ana.get("/none").status_code == 404
    assert noted == []
    ana.get("/")
    assert len(noted) == 1


def test_looking_changes_nothing(site: Site, ana: Visitor, table_id: str) -> None:
    ana.act(table_id, move=CHOICE)
    before, rows = site.look(table_id), dump(site)
    for path in ("", "/hint", "/about?topic=mama", "/frame", "/record", "/replay", "/act"):
        for visitor in (ana, site.stranger()):
            visitor.get(f"{table_id}{path}?move={CHOICE}&verb=confirm&seat=1&mark={before.revision(0)}&id=1")
    for path in ("/", "/settings?name=Evil", "/new/havana?opponents=1&level=random", "/records?record=x"):
        ana.get(path)

    assert site.look(table_id) is before
    assert dump(site) == rows


def dump(site: Site) -> list[str]:
    """Return everything in the database but the server's pulse, and notices, which go when they are due or seen."""
    with site.tables._store.reading() as connection:
        lines = list(connection.connection.driver_connection.iterdump())  # type: ignore[union-attr]  # it is open
    return [line for line in lines if not line.startswith(('INSERT INTO "notices"', 'INSERT INTO "pulses"'))]


def test_an_address_of_a_table_cannot_be_guessed(table_id: str) -> None:
    assert len(name_of(table_id)) >= 22
