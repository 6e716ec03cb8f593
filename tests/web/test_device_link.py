"""Links that carry a person to another browser, once."""

import re
from pathlib import Path

import pytest

from malecon.storage.sessions import API, LINK, create_session
from waiting import finish
from web.knowing import PHONE, after, is_known, link_of, try_anew
from web.visiting import Reading, Site, Visitor, visiting


@pytest.fixture(autouse=True)
def fresh(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)


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
        program = create_session(connection, ana.id, API)
    cookie = ana.cookie["Cookie"].partition("=")[2]

    assert not any(is_known(Visitor(site, None, token), "Ana") for token in (link, program))
    assert site.stranger().post(f"/come/{cookie}").status_code == 404
    assert site.stranger().post(f"/come/{program}").status_code == 404


def test_whoever_would_lose_games_is_asked_first(site: Site, ana: Visitor) -> None:
    ben = site.somebody(name="Ben")
    site.open(ben, None)
    with site.tables._store.writing() as connection:
        create_session(connection, ben.id, API)  # a program cannot bring its person back
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


def test_a_link_has_its_own_kind(site: Site, ana: Visitor) -> None:
    token = link_of(ana).rpartition("/")[2]

    assert finish(site.people.find(token, LINK))
    assert finish(site.people.find(token, API)) is None
