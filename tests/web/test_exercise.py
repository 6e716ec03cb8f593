"""Exercises: a table that is kept nowhere, whose actions stand in its address; their pages, of every kind."""

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from litestar.datastructures import FormMultiDict

import malecon
from malecon.agents.levels import LEVELS
from malecon.agents.puzzles import book_of
from malecon.core.errors import IllegalMove, MaleconError, UsageError
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.presentation.buttons import AND, CONFIRM
from malecon.web.http.sender import Visitor as Viewer
from malecon.web.rendering import render
from malecon.web.views.exercise import MOST_ACTIONS, UNDO, Exercise, actions_after, exercise_page
from web.cuba_page import offered
from web.test_review import RECORDS, bring, made_up_reviews
from web.visiting import Reading, Site, Visitor

NAMES = {0: "Ana", 1: "Ben", 2: "Eva"}
VISITOR = Viewer(None, Language())

each_game = pytest.mark.parametrize("game", malecon.games)


def exercise_in(game: str, moves: int = 40) -> Exercise:
    """Return an exercise in a game of moves at random."""
    match = malecon.games[game].start(seats=3, seed=5)
    for number in range(moves):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=number))
    return Exercise(match, match.to_move[0], NAMES, "/lesson")


def actions_in(address: str) -> list[str]:
    """Return the actions of an address."""
    return parse_qs(urlsplit(address).query).get("do", [])


@each_game
def test_a_form_leads_to_the_page_after_its_action_and_back(game: str) -> None:
    exercise = exercise_in(game)
    move = exercise.match.legal(exercise.seat)[0]
    after = exercise.address_with(actions_after(FormMultiDict([("move", move)])))
    table = exercise.play(actions_in(after))

    assert exercise.moves_at(table) == [move]
    assert exercise.address_with(actions_after(FormMultiDict([("do", move), ("verb", UNDO)]))) == "/lesson"
    assert exercise.match.number == 40, "the position itself stays as it is"


@each_game
def test_a_page_has_the_buttons_of_a_table_and_names_the_actions_before(game: str) -> None:
    exercise = exercise_in(game)
    moves = exercise.match.legal(exercise.seat)
    page = exercise_page(exercise, exercise.play([]), [], VISITOR)
    facts = {"game": game, "seats": 3, "address": exercise.address, "visitor": VISITOR}
    html = render("exercise.html", Language(), exercise=page, scenes="[]", **facts)
    later = exercise_page(exercise, exercise.play([moves[0]]), [moves[0]], VISITOR)

    assert [move for move in moves if f'value="{move}' not in html and move not in offered(html)] == []
    assert 'action="/lesson/act"' in html
    assert 'href="/table' not in html
    assert f'name="do" value="{moves[0]}"' in later.part("act")


def test_a_turn_is_confirmed_by_an_action_of_its_own_or_by_the_last_word_of_one() -> None:
    exercise = exercise_in("havana", moves=0)
    pair = exercise.match.legal(exercise.seat)[0]
    apart, together = exercise.play([pair, CONFIRM]), exercise.play([f"{pair}{AND}{CONFIRM}"])

    assert exercise.is_confirmed(apart)
    assert exercise.is_confirmed(together)
    assert apart.match.record() == together.match.record()
    assert not exercise.is_confirmed(exercise.play([pair]))


def test_a_choice_that_would_be_final_at_a_table_goes_on_where_the_turn_does() -> None:
    exercise = exercise_in("cuba", moves=0)
    taken = exercise.match.legal(exercise.seat)[0]
    table = exercise.play([f"{taken}{AND}{CONFIRM}"])

    assert exercise.moves_at(table) == [taken]
    assert not exercise.is_confirmed(table)


@pytest.mark.parametrize("actions", [["fly away"], [CONFIRM], [""], ["buy 1"] * (MOST_ACTIONS + 1), ["x" * 10_000]])
def test_what_is_no_action_is_refused(actions: list[str]) -> None:
    with pytest.raises(MaleconError):
        exercise_in("havana").play(actions)


def test_what_a_rule_forbids_is_refused_in_words() -> None:
    with pytest.raises(IllegalMove):
        exercise_in("havana", moves=0).play(["end turn"])
    with pytest.raises(UsageError, match="60 actions"):
        exercise_in("havana").play(["end turn"] * 61)


def test_the_last_action_alone_may_be_refused() -> None:
    exercise = exercise_in("havana")
    move = exercise.match.legal(exercise.seat)[0]
    attempt = exercise.attempt([move, "fly away"])

    assert attempt.actions == [move]
    assert exercise.moves_at(attempt.table) == [move]
    assert isinstance(attempt.error, MaleconError)
    with pytest.raises(MaleconError):
        exercise.attempt(["fly away", move])


class Place(NamedTuple):
    """An exercise on a site: its address, a class of its page, the position, and who chooses."""

    address: str
    kind: str
    match: Match
    seat: int


def lesson(ana: Visitor, game: str) -> Place:
    course = malecon.games[game].course
    assert course
    mission = course.last
    number, match = max((number, match) for number, (each, match) in enumerate(mission.positions, 1) if each.goal)
    return Place(f"/learn/{game}/play/{mission.name}/{number}", "lesson", match, 0)


def puzzle(ana: Visitor, game: str) -> Place:
    book = book_of(malecon.games[game])
    assert book
    return Place(f"/puzzles/{game}/1", "puzzle", book.match_of(book.puzzles[0]), book.puzzles[0].seat)


def moment(ana: Visitor, game: str) -> Place:
    record = RECORDS[game].read_text("utf-8")
    match = malecon.replay(record).after(AT)
    seat = match.to_move[0]
    return Place(f"/analyse/{bring(ana, record).split('/')[2]}/{AT}/{seat + 1}", "analysis", match, seat)


def decision_of_a_record(ana: Visitor, game: str) -> Place:
    record = RECORDS[game].read_text("utf-8")
    match = malecon.replay(record)
    return Place(f"{bring(ana, record)}/{AT}", "trying", match.after(AT), match.moves[AT][0])


def decision_at_a_table(ana: Visitor, game: str) -> Place:
    table = ana.site.open(ana, ana, game=game)
    ana.site.finish(table)
    match = ana.site.look(table).match
    return Place(f"{table}/review/{AT}", "trying", match.after(AT), match.moves[AT][0])


AT = 27
KINDS = (lesson, puzzle, moment, decision_of_a_record, decision_at_a_table)


@pytest.fixture(scope="module")
def ana(site: Site) -> Iterator[Visitor]:
    with made_up_reviews(site):
        yield site.somebody(name="Ana")


@pytest.fixture(scope="module", params=product(KINDS, malecon.games), ids=lambda of: f"{of[0].__name__}-{of[1]}")
def place(request: pytest.FixtureRequest, ana: Visitor) -> Place:
    """An exercise of each kind in each game."""
    find, game = request.param
    found: Place = find(ana, game)
    return found


def test_a_page_of_every_kind_is_sound_and_explains_things(ana: Visitor, place: Place) -> None:
    address, kind, match, _ = place
    page, about = ana.get(address), ana.get(f"{address}/about?topic=pesos")

    assert (page.status_code, about.status_code) == (200, 200)
    assert Reading(page.text).wrong == Reading(about.text).wrong == []
    assert f"seats-{match.seats} exercise {kind}" in page.text
    assert f'action="{address}/act"' in page.text
    assert f'href="{address}"' in about.text


def test_a_page_waits_for_the_script_that_answers_its_first_press(ana: Visitor, place: Place) -> None:
    head, _, _ = ana.get(place.address).text.partition("</head>")

    assert re.search(r'<script type="module" src="[^"]+/exercise\.js">', head)


def test_a_choice_stands_in_the_address_and_can_be_taken_back(ana: Visitor, place: Place) -> None:
    address, _, match, seat = place
    move = match.legal(seat)[0]
    chosen, undone = (ana.post(f"{address}/act", form) for form in ({"move": move}, {"do": move, "verb": UNDO}))

    assert (chosen.status_code, undone.status_code) == (303, 303)
    assert actions_in(chosen.headers["location"]) == [move]
    assert undone.headers["location"] == address
    assert f'name="do" value="{move}"' in ana.get(chosen.headers["location"]).text


def test_what_cannot_be_done_is_refused_in_words_on_the_page(ana: Visitor, place: Place) -> None:
    address, kind, match, seat = place
    legal, cited = match.legal(seat), malecon.games[match.game.name].text.rules_text.prefix
    forbidden = next(move for _, move in reversed(match.moves) if move not in legal)
    for action, why in (("fly away", "That is none of the choices."), (forbidden, rf"\(<a [^>]*>{cited}")):
        for answer in (ana.get(f"{address}?{urlencode({'do': action})}"), ana.post(f"{address}/act", {"move": action})):
            assert answer.status_code == 422
            assert re.search(why, answer.text)
            assert f"exercise {kind}" in answer.text
    later = ana.get(f"{address}?{urlencode([('do', legal[0]), ('do', 'fly away')])}")
    assert later.status_code in (409, 422), "409 if the turn waits for its confirmation"
    assert f'name="do" value="{legal[0]}"' in later.text, "what was chosen before is there"


@each_game
@pytest.mark.parametrize(
    "address",
    [
        *(
            "/learn/{game}/play/first/99",
            "/learn/{game}/play/harvest/0",
            "/learn/go/play/first/1",
            "/puzzles/{game}/0",
            "/puzzles/{game}/-1",
        ),
        *("/puzzles/{game}/99999", "/puzzles/chess/1", f"/analyse/{'0' * 32}/3/1", f"/record/{'0' * 32}/review/3"),
        *("/table/none/review/3", "{review}/99999"),
    ],
)
def test_what_is_no_exercise_is_not_there(ana: Visitor, game: str, address: str) -> None:
    review = bring(ana, RECORDS[game].read_text("utf-8")) if "review}" in address else ""
    path = address.format(game=game, review=review)
    answers = ana.get(path), ana.get(f"{path}/about?topic=pesos"), ana.post(f"{path}/act", {"move": "end turn"})

    assert [answer.status_code for answer in answers] == [404, 404, 404]


@pytest.mark.parametrize("path", ["/learn/go/play", "/puzzles/chess", f"/analyse/{'0' * 32}/3/edit"])
def test_what_leads_to_no_exercise_is_not_there(ana: Visitor, path: str) -> None:
    assert ana.get(path).status_code == 404
