"""Tokens for programs: made, listed and ended by their person, and kept only as digests."""

import re

import pytest

from malecon.storage.sessions import API, MOST_TOKENS
from waiting import finish
from web.test_protection import FOREIGN, dump, error_in
from web.visiting import Reading, Site, Visitor

TOKEN = re.compile(r'<code class="token">([^<]+)</code>')
NAME = re.compile(r'name="token" value="([^"]+)"')


def made_by(visitor: Visitor, label: str = "my bot") -> str:
    """Return a token that somebody makes on the page."""
    answer = visitor.post("/tokens", {"label": label})
    assert answer.status_code == 200
    return str(TOKEN.findall(answer.text)[0])


def me(site: Site, token: str) -> int:
    site.client.cookies.clear()
    return site.client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code


def test_a_token_is_shown_once_and_only_its_digest_is_stored(site: Site, ana: Visitor) -> None:
    token = made_by(ana)
    page = ana.get("/tokens").text

    assert len(token) >= 43
    assert me(site, token) == 200
    assert token not in page
    assert "my bot" in page
    assert token not in "".join(dump(site))
    assert finish(site.people.find(token, API)) == ana.person
    assert Reading(page).wrong == []
    assert Reading(ana.post("/tokens", {"label": "another"}).text).wrong == []


def test_settings_lead_to_the_tokens(ana: Visitor) -> None:
    assert "/tokens" in Reading(ana.get("/settings").text).links


def test_a_token_that_was_ended_opens_nothing(site: Site, ana: Visitor) -> None:
    kept, ended = made_by(ana, "kept"), made_by(ana, "ended")
    name = re.findall(r"<b>ended</b>.*?" + NAME.pattern, ana.get("/tokens").text, re.DOTALL)[0]

    assert ana.post("/tokens/end", {"token": name}).headers["location"] == "/tokens"
    assert (me(site, kept), me(site, ended)) == (200, 401)
    assert ana.post("/tokens/end", {"token": name}).status_code == 404
    assert ana.post("/tokens/end", {"token": ""}).status_code == 404
    assert me(site, kept) == 200


def test_nobody_ends_or_sees_the_tokens_of_others(site: Site, ana: Visitor) -> None:
    token, eve = made_by(ana, "of Ana"), site.somebody()
    name = NAME.findall(ana.get("/tokens").text)[0]

    for visitor, status in ((eve, 404), (site.stranger(), 303)):
        assert visitor.post("/tokens/end", {"token": name}).status_code == status
        assert "of Ana" not in visitor.get("/tokens").text
    assert me(site, token) == 200


def test_the_browsers_session_is_not_among_the_tokens(site: Site, ana: Visitor) -> None:
    assert NAME.findall(ana.get("/tokens").text) == []


@pytest.mark.parametrize("headers", FOREIGN)
def test_other_sites_cannot_make_or_end_tokens(site: Site, ana: Visitor, headers: dict[str, str]) -> None:
    before = dump(site)

    assert ana.post("/tokens", {"label": "evil"}, **headers).status_code == 403
    assert ana.post("/tokens/end", {"token": "0"}, **headers).status_code == 403
    assert dump(site) == before


@pytest.mark.parametrize(
    ("label", "reason"), [("", "Say what the token is for"), ("x" * 41, "at most 40"), ("\x07", "cannot be shown")]
)
def test_a_token_needs_a_label_by_which_it_is_known(ana: Visitor, label: str, reason: str) -> None:
    answer = ana.post("/tokens", {"label": label})

    assert answer.status_code == 422
    assert reason in error_in(answer)
    assert NAME.findall(answer.text) == []


def test_a_person_has_so_many_tokens_and_no_more(site: Site, ana: Visitor) -> None:
    for number in range(MOST_TOKENS):
        made_by(ana, f"bot {number}")

    assert "end one of them first" in error_in(ana.post("/tokens", {"label": "one more"}))
    assert len(NAME.findall(ana.get("/tokens").text)) == MOST_TOKENS


def test_somebody_new_is_remembered_with_their_first_token(site: Site) -> None:
    answer = site.stranger().post("/tokens", {"label": "first"})

    assert "malecon" in answer.cookies
    assert me(site, TOKEN.findall(answer.text)[0]) == 200
