"""People on their own page: other devices, names and passwords, sessions, their data, and how they leave."""

import json
import re
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from httpx import Response
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import update

from malecon.tables import passwords
from malecon.tables.people import API, LINK, UNUSED, admit
from malecon.tables.schema import PEOPLE, SESSIONS
from malecon.tables.store import now
from malecon.web.browsers import label_of
from malecon.web.visitor import COOKIE, SECURE
from tables.sitting import CHOICE
from web.programs import Program
from web.visiting import Reading, Site, Visitor, visiting

GOOD = "sand between two tides"
OTHER = "another sea and its wall"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
SESSION = re.compile(r'name="session" value="(\w+)"')


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are kept with less work than in earnest."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(autouse=True)
def fresh_attempts(site: Site) -> None:
    """Nobody has tried anything yet."""
    site.client.app.state.attempts.__init__()


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


def token_in(answer: Response) -> str:
    """Return the token that a browser is given."""
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]


def after(site: Site, answer: Response) -> Visitor:
    """Return the browser after an answer."""
    return Visitor(site, None, token_in(answer))


def link_of(visitor: Visitor) -> str:
    """Return the address that carries somebody to another browser."""
    found = re.search(r'href="https?://[^/"]+(/come/[^"]+)"', visitor.post("/me/link").text)
    assert found
    return found[1]


def signed_up(site: Site, who: Visitor, name: str) -> Visitor:
    """Return the browser of somebody who has chosen a name and a password."""
    answer = who.post("/me/account", {"name": name, "password": GOOD})
    assert answer.headers["location"] == "/me"
    return after(site, answer)


def is_known(visitor: Visitor, name: str) -> bool:
    return f"<h1>{name}</h1>" in visitor.get("/me").text


def test_a_link_carries_somebody_with_their_games_to_another_browser(site: Site, ana: Visitor) -> None:
    table = site.open(ana, None)
    link, phone = link_of(ana), site.stranger()
    asked = phone.get(link)
    arrived = phone.post(link, User_Agent=PHONE)

    assert "Play as Ana in this browser?" in asked.text
    assert "1 game comes along." in asked.text
    assert "set-cookie" not in asked.headers
    assert arrived.headers["location"] == "/"
    assert table in after(site, arrived).get("/").text
    assert is_known(ana, "Ana")
    assert "Chrome, Android" in ana.get("/me").text


def test_looking_at_a_link_does_not_use_it_up_but_the_button_does(site: Site, ana: Visitor) -> None:
    link, phone, thief = link_of(ana), site.stranger(), site.stranger()
    assert [phone.get(link).status_code for _ in range(3)] == [200] * 3
    assert phone.post(link).status_code == 303

    for answer in (thief.get(link), thief.post(link)):
        assert answer.status_code == 404
        assert "used up, or too old" in answer.text
        assert "set-cookie" not in answer.headers


def test_a_link_is_shown_as_text_and_as_a_picture_that_needs_nothing_from_elsewhere(ana: Visitor) -> None:
    page = ana.post("/me/link").text
    read = Reading(page)

    assert read.wrong == []
    assert "svg" in read.tags
    assert "http://testserver.local/come/" in page
    assert len(re.findall(r"/come/([\w-]{43})<", page)) == 1


def test_links_lead_to_https_where_people_come_by_it(tmp_path: Path) -> None:
    with visiting(tmp_path, secure=True) as site:
        assert "https://testserver.local/come/" in site.somebody().post("/me/link").text


def test_a_link_is_no_cookie_and_a_cookie_no_link(site: Site, ana: Visitor) -> None:
    link = link_of(ana).rpartition("/")[2]
    with site.tables._store.writing() as connection:
        program = admit(connection, ana.id, API)
    cookie = ana.cookie["Cookie"].partition("=")[2]

    assert not any(is_known(Visitor(site, None, token), "Ana") for token in (link, program))
    assert site.stranger().post(f"/come/{cookie}").status_code == 404
    assert site.stranger().post(f"/come/{program}").status_code == 404


def test_whoever_would_lose_games_is_asked_first(site: Site, ana: Visitor) -> None:
    ben = site.somebody(name="Ben")
    site.open(ben, None)
    link = link_of(ana)

    assert "Only this browser knows Ben" in ben.get(link).text
    assert ben.post(link).status_code == 409
    assert is_known(ben, "Ben")
    assert ben.post(link, {"leave": "on"}).status_code == 303
    assert not is_known(ben, "Ben")


def test_whoever_is_known_elsewhere_can_come_back(site: Site, ana: Visitor) -> None:
    ben = site.somebody(name="Ben")
    site.open(ben, None)
    elsewhere = after(site, site.stranger().post(link_of(ben)))
    link = link_of(ana)

    assert "Ben stays known elsewhere" in ben.get(link).text
    assert ben.post(link).status_code == 303
    assert is_known(elsewhere, "Ben")


def test_a_link_to_oneself_is_kept(ana: Visitor) -> None:
    link = link_of(ana)

    assert "This browser knows you already" in ana.get(link).text
    assert ana.get(link).status_code == 200


def test_signing_up_keeps_the_games_and_signing_in_brings_them_anywhere(site: Site, ana: Visitor) -> None:
    table = site.open(ana, None)
    signed = signed_up(site, ana, "Ana 1")
    answer = site.stranger().post("/sign-in", {"name": "ana 1", "password": GOOD})

    assert not is_known(ana, "Ana")  # the token has changed
    assert table in signed.get("/").text
    assert table in after(site, answer).get("/").text
    assert "You sign in as “ana 1”." in signed.get("/me").text


def test_a_stranger_can_sign_up(site: Site) -> None:
    signed = signed_up(site, site.stranger(), "Carla")

    assert "carla" in signed.get("/me").text
    assert signed.get("/me").text.count("<li>") == 1


def test_the_token_changes_at_every_sign_in(site: Site, ana: Visitor) -> None:
    signed = signed_up(site, ana, "Ana 2")
    again = after(site, signed.post("/sign-in", {"name": "Ana 2", "password": GOOD}))

    assert not is_known(signed, "Ana")
    assert is_known(again, "Ana")
    assert again.get("/me").text.count("<li>") == 1


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 3")
    known, unknown = (
        site.stranger().post("/sign-in", {"name": name, "password": "wrong"}) for name in ("Ana 3", "Ann 3")
    )

    assert known.status_code == unknown.status_code == 403
    assert known.text.replace("Ana 3", "") == unknown.text.replace("Ann 3", "")
    assert "do not belong together" in known.text
    assert "set-cookie" not in known.headers


def test_passwords_cannot_be_tried_without_end(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 4")
    form = {"name": "Ana 4", "password": "wrong"}
    tried = [site.stranger().post("/sign-in", form).status_code for _ in range(12)]
    right = site.stranger().post("/sign-in", {**form, "password": GOOD})

    assert tried == [403] * 10 + [429] * 2
    assert right.status_code == 429
    assert "Try again in" in right.text
    others = [site.stranger().post("/sign-in", {**form, "name": f"x{i}"}).status_code for i in range(30)]
    assert others[0] == 403
    assert others[-1] == 429  # the address has tried enough


def test_whoever_signs_in_over_games_that_would_be_lost_is_asked(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 5")
    ben, form = site.somebody(name="Ben"), {"name": "Ana 5", "password": GOOD}
    site.open(ben, None)

    assert ben.post("/sign-in", form).status_code == 409
    assert is_known(ben, "Ben")
    assert ben.post("/sign-in", {**form, "leave": "on"}).status_code == 303


@pytest.mark.parametrize("form", [{"name": ""}, {"name": "x" * 41}, {"password": "short"}, {"password": "12345678"}])
def test_a_wrong_name_or_password_is_refused_in_words(ana: Visitor, form: dict[str, str]) -> None:
    answer = ana.post("/me/account", {"name": "Ana 6", "password": GOOD, **form})

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'type="password" name="password"' in answer.text
    assert GOOD not in answer.text


def test_a_stranger_whose_sign_up_fails_is_remembered_all_the_same(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 7")
    answer = site.stranger().post("/me/account", {"name": "ANA 7", "password": GOOD})

    assert answer.status_code == 422
    assert "already" in answer.text
    signed_up(site, after(site, answer), "Ann 7")


@pytest.mark.parametrize("alone", [False, True])
def test_a_changed_password_ends_the_other_sessions_if_asked(site: Site, ana: Visitor, alone: bool) -> None:
    name = f"Ana 8 {alone}"
    signed = signed_up(site, ana, name)
    other = after(site, site.stranger().post("/sign-in", {"name": name, "password": GOOD}))
    form = {"old": GOOD, "password": OTHER} | ({"alone": "on"} if alone else {})
    wrong, changed = signed.post("/me/account", {**form, "old": "wrong"}), signed.post("/me/account", form)

    assert wrong.status_code == 403
    assert changed.status_code == 303
    assert is_known(after(site, changed), "Ana")
    assert not is_known(signed, "Ana")
    assert is_known(other, "Ana") != alone


def test_signing_out_ends_the_session_and_only_with_a_password(site: Site, ana: Visitor) -> None:
    assert ana.post("/me/sign-out").status_code == 409
    signed = signed_up(site, ana, "Ana 9")
    answer = signed.post("/me/sign-out")

    assert token_in(answer) in ("", '""')
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert not is_known(signed, "Ana")


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
        old = update(SESSIONS).where(SESSIONS.c.person == ana.id).values(used=now() - UNUSED - 1)
        connection.execute(old)

    assert not is_known(ana, "Ana")


def test_an_open_page_is_cut_off_when_its_session_is_ended(site: Site, ana: Visitor) -> None:
    ben = site.somebody()
    table = site.open(ana, ben)
    phone = after(site, site.stranger().post(link_of(ana)))
    with phone.socket(table) as socket:
        socket.receive_json(timeout=5)
        ana.post("/me/sessions", {"verb": "others"})
        ben.act(table, seat="2", move=CHOICE)
        ben.act(table, seat="2", verb="confirm")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json(timeout=5)


def test_the_cookie_is_renewed_at_the_start_and_is_bound_to_the_host(tmp_path: Path) -> None:
    with visiting(tmp_path, secure=True) as site:
        ana = site.somebody(name="Ana")
        cookie = ana.get("/").headers["set-cookie"]
        plain = {"Cookie": ana.cookie["Cookie"].replace(SECURE, COOKIE)}
        ana.cookie, known = plain, is_known(ana, "Ana")

    assert cookie.startswith(f"{SECURE}=")
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
    site.finish(table, ana.id)
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
    assert not is_known(ana, "Ana")
    assert "Somebody" in ben.get(table).text
    assert "Player 1" not in ben.get(table).text
    assert table in ben.get("/").text


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
    assert site.look(table).number == 0
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

    for page in pages:
        read = Reading(page.text)
        assert read.wrong == [], page.url
        assert read.tags.count("h1") == read.tags.count("main") == read.tags.count("title") == 1
        assert page.headers["cache-control"] == "no-store"
        for link in read.links:
            if link.startswith("/") and "/static/" not in link:
                assert signed.get(link).status_code in (200, 429), link


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
    assert label_of(says) == label


def test_a_link_has_its_own_kind(site: Site, ana: Visitor) -> None:
    token = link_of(ana).rpartition("/")[2]

    assert site.people.find(token, LINK)
    assert site.people.find(token, API) is None
