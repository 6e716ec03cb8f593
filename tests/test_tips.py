"""Tips: each is shown once in a first whole game, when what it speaks of is met."""

from itertools import groupby

import pytest

import malecon
from malecon.presentation.lessons import Tip
from malecon.presentation.tips import due_tip, lines_at
from modes import once
from web.coached import GAMES, card_at, decisions, shown_first, tips_of

pytestmark = once  # whole games
SEEDS = range(4)
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
    shown = list[tuple[str, int]]()
    for table in decisions(game, seed=3):
        card, turn = card_at(table), sum(move.seat != 0 for move in table.log)
        assert card
        shown += [(card.title, turn)] if card.title else []
    titles = [title for title, _ in groupby(dict.fromkeys(shown), key=lambda each: each[0])]
    assert len(titles) > len(tips_of(game)) // 2
    assert len(titles) == len(set(titles))


def test_what_was_met_in_the_guided_game_is_no_news_after_it() -> None:
    course, text = malecon.games["havana"].course, malecon.games["havana"].text
    assert course
    match = course.last.end.copy()
    shown = set[str]()
    while 0 not in match.to_move:
        match.play(match.to_move[0], match.legal(match.to_move[0])[-1])
    for _ in range(2):
        tip = due_tip(match, 0, [each for each in course.tips if each.title not in shown], text)
        shown |= {tip.title} if tip else set()
    assert shown.isdisjoint({"Two of thirteen cards", "A house for you", "One card stays, one goes"})


TIPS = Tip("One", "", met="choice play *"), Tip("Two", "", met="choice build *"), Tip("Three", "", met="event built *")


def test_a_tip_stays_as_long_as_the_question_comes_again_in_its_turn() -> None:
    text, match = malecon.games["cuba"].text, malecon.games["cuba"].start(seats=2, seed=2)
    titles = list[str]()
    while len(titles) < 4:
        seat = match.to_move[0]
        if seat == 0 and match.number > 3:
            tip = due_tip(match, 0, (Tip("Any", "", met="choice *"), Tip("Later", "", met="choice *")), text)
            titles.append(tip.title if tip else "")
        match.play(seat, match.legal(seat)[0])
    assert titles == ["Any", "Any", "Any", "Later"]


def test_a_question_that_nobody_saw_is_still_news() -> None:
    text, match = malecon.games["cuba"].text, malecon.games["cuba"].start(seats=2, seed=2)
    while match.number < 4 or match.to_move != (0,):
        match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    build = (Tip("Build", "", met="choice build *"),)
    match.play(0, "play architect")
    unasked = match.number
    match.play(0, "take points")
    match.play(1, "play mayor")
    E
rm -f tests/test_tips.py; grep -n "^once\|def once" -A6 tests/modes.py
