"""People on their own page: where they are known, their data, and how they leave."""

import json
import re
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import update

from malecon.core.clock import now
from malecon.storage.schema import PEOPLE, SESSIONS
from malecon.storage.session_cache import SESSION_LIFETIME
from malecon.tables.seat import Occupant
from malecon.web.cookies import COOKIE_NAME, SECURE_COOKIE_NAME
from malecon.web.http.sender import browser_name
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.knowing import PHONE, after, is_known, link_of, signed_up, try_anew
from web.programs import Program
from web.visiting import Reading, Site, Visitor, name_of, visiting

SESSION = re.compile(r'name="session" value="(\w+)"')


@pytest.fixture(autouse=True)
def fresh(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)


def test_sessions_are_listed_and_ended(site: Site, ana: Visitor) -> None:
    phone = after(site, site.stranger().post(link_of(ana), User_Agent=PHONE))
    tablet = after(site, site.stranger().post(link_of(ana)))
    found = SESSION.findall(ana.get("/me").text)
    assert len(found) == 2
    assert SESSION.findall(site.somebody().get("/me").text) == []

    ana.post("/me/sessions", {"session": SESSION.findall(tablet.get("/me").text)[0]})
    assert site.somebody().post("/me/sessions", {"session": found[0]}).status_code == 404
    ana.post("/me/sessions", {"verb": "others"})

    assert is_known(ana, "Ana")
    assert not any(is_known(each, "Ana") for each in (phone, tablet))


def test_a_session_that_nobody_used_for_a_year_has_ended(site: Site, ana: Visitor) -> None:
    with site.tables._store.writing() as connection:
        old = update(SESSIONS).where(SESSIONS.c.person == ana.id).values(used=now() - SESSION_LIFETIME - 1)
        connection.execute(old)

    assert not is_known(ana, "Ana")


def test_an_open_page_is_cut_off_when_its_session_is_ended(site: Site, ana: Visitor) -> None:
    ben = site.somebody()
    table = site.open(ana, ben)
    phone = after(site, site.stranger().post(link_of(ana)))
    with phone.socket(table) as socket:
        socket.receive_text(timeout=PATIENCE_S)
        ana.post("/me/sessions", {"verb": "others"})
        ben.act(table, seat="2", move=CHOICE)
        ben.act(table, seat="2", verb="confirm")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text(timeout=PATIENCE_S)


def test_the_cookie_is_renewed_at_the_start_and_is_bound_to_the_host(tmp_path: Path) -> None:
    with visiting(tmp_path, secure=True) as site:
        ana = site.somebody(name="Ana")
        cookie = ana.get("/").headers["set-cookie"]
        plain = {"Cookie": ana.cookie["Cookie"].replace(SECURE_COOKIE_NAME, COOKIE_NAME)}
        ana.cookie, known = plain, is_known(ana, "Ana")

    assert cookie.startswith(f"{SECURE_COOKIE_NAME}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax", "Max-Age=31536000"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert known
    assert not is_known_by(plain, tmp_path)


def is_known_by(cookie: dict[str, str], folder: Path) -> bool:
    with visiting(folder, secure=True) as site:
        visitor = site.stranger()
        visitor.cookie = cookie
        return is_known(visitor, "Ana")


def test_export_is_one_file_about_the_person_who_asks(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    running = site.open(ana, None)
    site.finish(table)
    answer = ana.get("/me/export")
    told = json.loads(answer.text)

    assert "attachment" in answer.headers["content-disposition"]
    assert told["person"]["name"] == "Ana"
    assert ["record" in each for each in told["tables"]] == [True, False]
    assert site.look(running).header.salt not in answer.text
    assert site.stranger().get("/me/export").status_code == 404
    assert [ana.get("/me/export").status_code for _ in range(6)][-1] == 429


def test_nobody_is_deleted_without_the_word(site: Site, ana: Visitor) -> None:
    assert "Type “delete”" in ana.get("/me/delete").text
    for typed in ("", "yes", "<b>"):
        answer = ana.post("/me/delete", {"typed": typed})
        assert answer.status_code == 422
        assert "Nothing is deleted" in answer.text
    assert is_known(ana, "Ana")
    assert site.stranger().post("/me/delete", {"typed": "delete"}).status_code == 404


def test_whoever_is_deleted_is_gone_and_the_games_of_others_stay(site: Site, ana: Visitor) -> None:
    ben = site.somebody(name="Ben")
    table = site.open(ana, ben)
    answer = ana.post("/me/delete", {"typed": " Delete "})

    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert "all ways to sign in are deleted" in site.stranger().get(answer.headers["location"]).text
    assert not is_known(ana, "Ana")
    assert "a computer player stands in" in ben.get(table).text
    assert "Somebody" in ben.get(table).text
    assert "Player 1" not in ben.get(table).text
    assert table in ben.get("/").text


def test_another_game_can_be_begun_without_who_is_gone(site: Site, ana: Visitor) -> None:
    table_id = site.open(ana, ana)
    site.finish(table_id)
    site.call(
        site.tables._repository.change, name_of(table_id), lambda table: table.with_occupant(1, Occupant("Somebody"))
    )
    again = ana.post(f"{table_id}/again").headers["location"]

    assert site.look(again).occupants == (Occupant("Player 1", ana.id), Occupant("Somebody", level="standard"))


def test_who_is_blocked_only_looks(site: Site, ana: Visitor) -> None:
    ben = site.somebody()
    table = site.open(ana, ben)
    form = {**ana.fields(table), "move": CHOICE}
    with site.tables._store.writing() as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == ana.id).values(blocked=1))

    tried = {
        f"{table}/act": form,
        f"{table}/say": {"text": "hello"},
        f"{table}/again": {},
        f"{table}/join": {"name": "Ana"},
        "/new/havana": {"opponents": "1", "level": "random"},
        "/settings": {"name": "Evil"},
    }
    for path, sent in tried.items():
        answer = ana.post(path, sent)
        assert answer.status_code == 403, path
        assert "only look on" in answer.text
    assert all(ana.get(path).status_code == 200 for path in (table, "/", "/me", "/me/export", "/me/delete"))
    assert site.look(table).move_count == 0
    assert ana.post("/me/delete", {"typed": "delete"}).status_code == 303


def test_a_program_of_who_is_blocked_only_looks_too(site: Site) -> None:
    program = Program(site, "Ana")
    with site.tables._store.writing() as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == program.visitor.id).values(blocked=1))

    assert program.get("/me").status_code == 200
    assert program.post("/tables", {"game": "havana", "seats": [{"who": "me"}, {"who": "free"}]}).status_code == 403


def test_every_page_about_people_is_sound(site: Site, ana: Visitor) -> None:
    signed, ben = signed_up(site, ana, "Ana 10"), site.somebody(name="Ben")
    site.open(ben, None)
    after(site, site.stranger().post(link_of(signed)))
    pages = [who.get(path) for who in (signed, ben) for path in ("/me", "/sign-in", "/me/account", "/me/delete")]
    pages += [site.stranger().get(path) for path in ("/me", "/sign-in", "/me/account")]
    pages += [signed.post("/me/link"), ben.get(link_of(signed)), ben.post("/sign-in", {"name": "x", "password": "x"})]

    links = set[str]()
    for page in pages:
        read = Reading(page.text)
        assert read.wrong == [], page.url
        assert read.tags.count("h1") == read.tags.count("main") == read.tags.count("title") == 1
        assert page.headers["cache-control"] == "no-store"
        links |= {link for link in read.links if link.startswith("/") and "/static/" not in link}
    assert [link for link in links if signed.get(link).status_code not in (200, 429)] == []


def test_other_sites_cannot_do_any_of_it(ana: Visitor) -> None:
    for path in ("/me/link", "/me/sessions", "/me/account", "/me/sign-out", "/me/delete", "/sign-in", "/come/x"):
        assert ana.post(path, {"typed": "delete"}, Sec_Fetch_Site="cross-site").status_code == 403
    assert is_known(ana, "Ana")


@pytest.mark.parametrize(
    ("says", "label"),
    [
        (PHONE, "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Firefox/130.0", "Firefox, Mac"),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_a_browser_is_called_by_what_people_call_it(says: str, label: str) -> None:
    assert browser_name(says) == label
