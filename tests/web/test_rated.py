"""Rated tables by pages and programs: what cannot count is refused with a sentence, and nothing is begun."""

import asyncio
import re
import tomllib
from typing import Any

import pytest

import malecon
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.ranking import Rankings
from malecon.tables import DAY
from tables.finishing import ended, last_move_missing
from tables.membership import PASSWORD, make_members
from web.programs import Program
from web.visiting import Site, Visitor

TERMS = {"has-terms": "yes", "watched": "yes", "rated": "on"}
TILES = (malecon.games["havana"].folder / "data/buildings.toml").read_text("utf-8")
SEVEN_POINTS = re.sub(r"points = \d+", "points = 7", TILES)
FIRST_TILES = "[[building]]".join(TILES.split("[[building]]")[:13])
"""The first 12 tiles of the game."""


def tables_of(visitor: Visitor) -> int:
    """Return how many tables the start page links to."""
    return len(set(re.findall(r'href="/table/[\w-]+"', visitor.get("/").text)))


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ({"seat-2": "random"}, "none plays at random"),
        ({"seat-2": "easy", "seat-3": "standard"}, "of the same level"),
        ({"seat-2": "person"}, "nobody has several seats"),
    ],
)
def test_the_page_and_programs_refuse_what_cannot_count(site: Site, seats: dict[str, str], sentence: str) -> None:
    ana = Program(site, "Ana")
    make_members(site.client.app.state.services.store, ana.visitor.id)

    page = ana.visitor.post("/new/havana", {"seat-1": "me", **seats, **TERMS})
    assert page.status_code == 422
    assert sentence in page.text
    assert 'name="rated" checked' in page.text, "what was chosen stays"
    kinds = ["me" if kind in ("me", "person") else kind for kind in ("me", *seats.values())]
    chairs = [{"who": "me"} if kind == "me" else {"who": "computer", "level": kind} for kind in kinds]
    answer = ana.post("/tables", {"game": "havana", "seats": chairs, "rated": True})
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "usage"
    assert sentence in answer.json()["error"]["message"]
    assert tables_of(ana.visitor) == 0


@pytest.mark.parametrize("text", [SEVEN_POINTS, FIRST_TILES])
def test_own_tiles_cannot_count(site: Site, text: str) -> None:
    ana = Program(site, "Ana")
    make_members(site.client.app.state.services.store, ana.visitor.id)
    form = {"seat-1": "me", "seat-2": "easy", **TERMS}

    page = ana.visitor.post("/new/havana", form, files={"tiles": ("tiles.toml", text.encode())})
    plain = tomllib.loads(text)["building"]
    seats = [{"who": "me"}, {"who": "computer", "level": "easy"}]
    assert page.status_code == 422
    assert "Only games with the printed pieces and cards count" in page.text
    answer = ana.post("/tables", {"game": "havana", "seats": seats, "rated": True, "options": {"tiles": plain}})
    assert "Only games with the printed pieces and cards count" in answer.json()["error"]["message"]
    assert tables_of(ana.visitor) == 0
    unrated = {key: value for key, value in form.items() if key != "rated"}
    assert ana.visitor.post("/new/havana", unrated, files={"tiles": ("tiles.toml", text.encode())}).is_redirect


def test_a_stranger_reads_what_is_needed_and_takes_no_seat(site: Site) -> None:
    ana, eva = site.member(name="Ana"), site.somebody(name="Eva")
    begun = ana.post("/new/havana", {"seat-1": "me", "seat-2": "free", "listed": "on", **TERMS})
    table = str(begun.headers["location"])
    invitation = re.findall(r'href="(/join/[\w-]+)"', ana.get(table).text)[0]

    for who in (site.stranger(), eva):
        asked = who.get(invitation).text
        for page in (asked, who.get(table).text, who.get("/new/havana").text):
            assert '<a href="/me/account">Choose a name and a password</a>' in page
        assert "The result counts for the ranking: who sits down needs a name and a password" in asked
        for path in (invitation, f"{table}/join"):
            answer = who.post(path, {"name": "Zoe"})
            assert answer.status_code == 422
            assert "everybody needs a name and a password to sign in with" in answer.text
            assert "set-cookie" not in answer.headers
    assert not site.look(table).is_full

    store = site.client.app.state.services.store
    make_members(store, eva.id, known_for=DAY // 2)
    assert "at least a day ago" in eva.post(invitation).text
    make_members(store, eva.id)
    assert "/me/account" not in eva.get(invitation).text + eva.get(table).text
    assert eva.post(invitation).is_redirect
    assert site.look(table).is_full


def test_a_stranger_who_wants_a_rated_table_is_refused_and_not_remembered(site: Site) -> None:
    answer = site.stranger().post("/new/havana", {"seat-1": "me", "seat-2": "easy", **TERMS}, accept_language="fr")

    assert answer.status_code == 422
    assert "il faut à chacun un nom et un mot de passe" in answer.text
    assert "set-cookie" not in answer.headers


def test_playing_again_is_asked_the_same(site: Site) -> None:
    ana, ben = site.member(name="Ana"), site.member(name="Ben")
    store: Any = site.client.app.state.services.store
    table = last_move_missing([ana.id, ben.id])
    store.create(table, CHANGE_WRITERS)
    store.save(table, ended(table), CHANGE_WRITERS)
    address = f"/table/{table.header.id}"
    assert ben.post("/me/delete", {"typed": "delete", "old": PASSWORD}).is_redirect

    rematch = ana.post(f"{address}/again")
    assert rematch.is_redirect, "a computer player takes the place of who is gone, and may be rated"
    begun = site.look(str(rematch.headers["location"]))
    assert (begun.header.settings.rated, [each.level for each in begun.occupants]) == (True, [None, "standard"])
    again = ana.post(f"{address}/again")
    assert again.status_code in (303, 422)
    other = ana.post("/new/havana", {"seat-1": "me", "seat-2": "easy", **TERMS})
    assert other.status_code == 422
    assert "one game at a time" in other.text


def test_the_result_says_what_the_game_has_made_of_each_rating(site: Site) -> None:
    ana, ben = site.member(name="Ana"), site.member(name="Ben")
    store: Any = site.client.app.state.services.store
    table = last_move_missing([ana.id, ben.id])
    store.create(table, CHANGE_WRITERS)
    after = store.save(table, ended(table), CHANGE_WRITERS)
    changes = [f"Rating {change.before} → <b>{change.after}</b>" for change in after.rating_changes]
    page = ana.get(f"/table/{table.header.id}").text

    assert all(change.before == 1000 for change in after.rating_changes)
    assert len({change.after for change in after.rating_changes}) == 2
    assert all(change in page for change in changes)
    ranked = {each.key: each.displayed_rating for each in asyncio.run(Rankings(store).ranking("havana"))}
    assert (ranked[ana.id], ranked[ben.id]) == tuple(change.after for change in after.rating_changes)
    Rankings(store).recompute()
    assert store.load(table.header.id).rating_changes == after.rating_changes


def test_the_form_says_what_counts(site: Site) -> None:
    page = site.stranger().get("/new/havana").text

    assert "For that everybody needs a name and a password" in page
    assert '<a href="/ranking/havana">' in page
    ranking = site.stranger().get("/ranking/havana").text
    assert "fewer than 10 games have counted" in ranking
    assert "fewer than 4 different opponents" in ranking
