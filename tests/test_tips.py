"""Tips: each is shown once in a first whole game, when what it speaks of is met."""

from collections.abc import Sequence

import pytest

import malecon
from malecon.core.match import Match
from malecon.presentation.lessons import Position, Tip
from malecon.presentation.tips import due_tip, lines_at
from modes import once
from web.coached import GAMES, SEEDS, card_at, decisions, shown_first, tips_of

pytestmark = once  # whole games
MOST_WORDS = 45
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_every_tip_is_met_in_some_games(game: str) -> None:
    assert shown_first(game, SEEDS).keys() == {tip.title for tip in tips_of(game)}


@each_game
def test_tips_are_short(game: str) -> None:
    assert [tip.title for tip in tips_of(game) if len(tip.text.split()) > MOST_WORDS] == []


@each_game
def test_a_tip_comes_in_one_turn_only(game: str) -> None:
    turns = dict[str, set[int]]()
    for table in decisions(game, seed=3):
        card = card_at(table)
        assert card
        if card.title:
            turns.setdefault(card.title, set()).add(sum(move.seat != 0 for move in table.log))
    assert len(turns) > len(tips_of(game)) // 2
    assert {title: len(met) for title, met in turns.items() if len(met) > 1} == {}


def title_at(match: Match, tips: Sequence[Tip], unasked: Sequence[int] = ()) -> str:
    """Return the title of the tip for the first seat; empty without one."""
    tip = due_tip(match, 0, tips, malecon.games[match.game.name].text, unasked)
    return tip.title if tip else ""


@pytest.fixture
def positions() -> tuple[Position, ...]:
    """The positions of a mission of Cuba: a character is to be played in the third, the fourth and the fifth."""
    course = malecon.games["cuba"].course
    assert course
    return course.last.positions


def after(position: Position, *moves: str) -> Match:
    match = position.match.copy()
    for move in moves:
        match.play(0, move)
    return match


PLAY, BUILD, ANY = (Tip(met, "", met=f"choice {met}") for met in ("play *", "build *", "*"))


def test_a_tip_is_shown_when_its_choice_is_met(positions: tuple[Position, ...]) -> None:
    tips = PLAY, BUILD
    assert title_at(positions[1].match, tips) == ""
    assert title_at(positions[2].match, tips) == "play *"
    assert title_at(after(positions[2], "play architect"), tips) == "build *"
    assert title_at(positions[3].match, tips) == ""


def test_a_tip_stays_while_the_turn_goes_on(positions: tuple[Position, ...]) -> None:
    tips = PLAY, ANY
    shown = [title_at(each.match, tips) for each in positions[:4]]
    assert shown == ["*", "*", "play *", ""]


def test_a_question_that_nobody_saw_is_still_news(positions: tuple[Position, ...]) -> None:
    match = positions[3].match
    played = [number for number, (seat, move) in enumerate(match.moves) if (seat, move) == (0, "play architect")]
    assert title_at(match, [PLAY], unasked=played) == "play *"


def test_what_has_happened_is_news_for_a_turn(positions: tuple[Position, ...]) -> None:
    tips = [Tip("2 points", "", met="event scored seat you points 2 *")]
    shown = [title_at(each.match, tips) for each in positions[2:5]]
    assert shown == ["", "2 points", ""]
    assert title_at(after(positions[3], "play mayor"), tips) == "2 points"


def test_what_others_hide_is_in_no_line() -> None:
    game = malecon.games["havana"]
    match = game.start(seats=3, seed=1)
    match.play(1, "choose siesta mama")
    match.play(0, "choose debris pesos")
    lines = list(lines_at("event", match, 0, game.text))
    assert [line for line in lines if "chose" in line] == [
        "event chose seat 2",
        "event chose seat you card debris second pesos",
    ]
