"""Exercises: a table that is kept nowhere, whose actions stand in its address."""

from urllib.parse import parse_qs, urlsplit

import pytest
from litestar.datastructures import FormMultiDict

import malecon
from malecon.agents.levels import LEVELS
from malecon.core.errors import IllegalMove, MaleconError, UsageError
from malecon.core.i18n import Language
from malecon.presentation.buttons import AND, CONFIRM
from malecon.web.http.connection import Visitor
from malecon.web.rendering import render
from malecon.web.views.exercise import MOST_ACTIONS, UNDO, Exercise, exercise_page

NAMES = {0: "Ana", 1: "Ben", 2: "Eva"}
VISITOR = Visitor(None, Language())

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
    after = exercise.address_after(FormMultiDict([("move", move)]))
    table = exercise.play(actions_in(after))

    assert exercise.moves_at(table) == [move]
    assert exercise.address_after(FormMultiDict([("do", move), ("verb", UNDO)])) == "/lesson"
    assert exercise.match.number == 40, "the position itself stays as it is"


@each_game
def test_a_page_has_the_buttons_of_a_table_and_names_the_actions_before(game: str) -> None:
    exercise = exercise_in(game)
    moves = exercise.match.legal(exercise.seat)
    page = exercise_page(exercise, exercise.play([]), [], VISITOR)
    facts = {"game": game, "seats": 3, "address": exercise.address, "visitor": VISITOR}
    html = render("exercise.html", Language(), exercise=page, **facts)
    later = exercise_page(exercise, exercise.play([moves[0]]), [moves[0]], VISITOR)

    assert [move for move in moves if f'value="{move}' not in html] == []
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
