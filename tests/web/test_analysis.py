"""The analysis board: moments of records, positions that are set up by hand, and moves with their chances."""

import json
import re
from pathlib import Path

import pytest
from litestar.datastructures import FormMultiDict

import malecon
from cases import STARTS as ALL_STARTS
from face.playing import random_match
from malecon.agents.analysis import Analysis
from malecon.agents.player_process import Question, answer
from malecon.core.match import Match
from malecon.web.views.position_form import controls_of, form_of, place_of, position_from
from web.visiting import Site, Visitor

GOLDEN = Path(__file__).parent.parent / "golden"
STARTS = {game: next(start for start in reversed(ALL_STARTS) if start.startswith(game)) for game in malecon.games}
"""By game, the start with the most in it."""

each_game = pytest.mark.parametrize("game", malecon.games)


def sent(game: str, match: Match) -> list[tuple[str, str]]:
    """Return the fields of the form of a position as a browser sends them."""
    fields = list[tuple[str, str]]()
    for control in controls_of(form_of(malecon.games[game], match.position())):
        if control.kind == "words":
            fields += [(control.name, word) for word in control.value]
        elif control.kind == "numbers":
            fields.append((control.name, ", ".join(map(str, control.value))))
        elif control.kind != "flag":
            fields.append((control.name, "" if control.value is None else str(control.value)))
        elif control.value:
            fields.append((control.name, "on"))
    return fields


def with_change(fields: list[tuple[str, str]], name: str, value: str) -> dict[str, list[str]]:
    """Return fields with another value, as the body of a form."""
    body: dict[str, list[str]] = {}
    for key, each in fields:
        body.setdefault(key, []).append(each)
    return body | {name: [value]}


@each_game
def test_a_form_that_changes_nothing_gives_the_same_position(game: str) -> None:
    for number, (match, _, _) in enumerate(random_match(STARTS[game], 3)):
        if number % 9 == 0:
            again = position_from(malecon.games[game], FormMultiDict(sent(game, match)), match.position())
            assert malecon.games[game].from_position(again).state.tobytes() == match.state.tobytes()


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


def begun(visitor: Visitor, game: str) -> str:
    """Return the address of the analysis of a game's beginning."""
    return str(visitor.post(f"/analyse/{game}", {"seats": "3"}).headers["location"])


@each_game
def test_a_changed_position_is_analysed_and_a_wrong_one_is_refused_at_its_place(ana: Visitor, game: str) -> None:
    match = next(match for match, _, _ in random_match(STARTS[game], 1) if match.number == 60)
    match.names = {1: "Bea"}
    brought = ana.post("/records", files={"record": ("my.game", match.record().encode())}).headers["location"]
    address = f"/analyse/{brought.split('/')[2]}/60"
    fields = sent(game, match)
    richer = ana.post(f"{address}/edit", with_change(fields, "players.1.pesos", "7"))
    wrong = ana.post(f"{address}/edit", with_change(fields, "players.1.pesos", "seven"))
    impossible = ana.post(f"{address}/edit", with_change(fields, "players.1.points", "5"))
    form = ana.get(f"{richer.headers['location'].rpartition('/')[0]}/edit").text

    assert re.search(r'name="players.1.pesos"[^>]*value="7"', form)
    assert re.findall('<summary class="player">(.*)</summary>', form)[:2] == ["Player 1", "Bea"]
    assert wrong.status_code == 422
    assert "“seven” is no whole number" in wrong.text
    assert impossible.status_code in (303, 422)
    if impossible.status_code == 422:
        assert impossible.text.index('id="wrong"') > impossible.text.index('name="players.1.points"')


@each_game
def test_the_moves_come_while_the_search_goes_on(ana: Visitor, game: str) -> None:
    address = begun(ana, game)
    events = ana.get(f"{address}/moves").text
    versions = [json.loads(line.removeprefix("data: ")) for line in events.splitlines() if line.startswith("data: ")]
    page, thought = ana.get(address).text, ana.get(f"{address}/thought").text

    assert len(versions) > 1
    assert all('class="moves"' in html and "playouts" in html for html in versions)
    assert f'data-moves="{address}/moves"' in page
    assert 'class="moves"' in thought


def test_a_game_that_goes_on_is_not_analysed(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)

    assert ana.post(f"{table}/analyse", {"at": "0"}).status_code == 409
    site.finish(table)
    assert "/5/" in ana.post(f"{table}/analyse", {"at": "5"}).headers["location"]


def test_players_of_one_name_are_told_apart_by_their_seats(ana: Visitor) -> None:
    record = (GOLDEN / "havana/4-seats-easy.game").read_bytes()
    brought = ana.post("/records", files={"record": ("my.game", record)}).headers["location"]
    page = ana.get(f"/analyse/{brought.split('/')[2]}/9/1").text

    assert re.findall(r'<option value="\d"[^>]*>(easy \d)', page) == ["easy 1", "easy 2", "easy 3", "easy 4"]


@pytest.mark.parametrize("end", ["99999/1", "0/9"])
def test_a_moment_or_a_seat_that_is_not_there_is_refused(ana: Visitor, end: str) -> None:
    address = begun(ana, "havana").rpartition("/0/")[0]

    assert ana.get(f"{address}/{end}").status_code == 422


def test_the_place_of_a_refusal_is_the_key_that_it_names() -> None:
    form = form_of(malecon.games["havana"], malecon.games["havana"].start(2, 0).position())

    assert place_of("position: players 2, points: is 5, but must be 0 by the tiles", form) == "players.1.points"
    assert place_of("position: players 1: card siesta: is there 0 times", form) == "players.0"
    assert place_of("position: brick: are 15 in bag", form) == ""


@each_game
def test_an_analysis_closes(game: str) -> None:
    match = malecon.games[game].start(3, 0)
    asked = match.to_move[0]
    found, onlooker = (answer(Question.analysis(match, seat, 8, 1)) for seat in (asked, (asked + 1) % 3))

    assert isinstance(found, Analysis)
    assert isinstance(onlooker, Analysis)
    assert sum(found.chances) == pytest.approx(1)
    assert {each.move for each in found.moves} == set(match.legal(asked))
    assert all(sum(share for _, share in each.moves) <= 1 + 1e-9 for each in found.forecasts)
    assert asked in {each.seat for each in onlooker.forecasts} or len(match.to_move) > 1
