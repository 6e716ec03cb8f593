"""The menus: everything legal can be chosen, by number and in words, in every language."""

import pytest

import malecon
from malecon.core.errors import IllegalMove
from malecon.core.i18n import languages, load
from malecon.presentation.menu import Group, Menu
from malecon.presentation.perspective import Perspective
from modes import once
from sampling import close_looks
from terminal.terminal_helpers import NAMES, decisions

pytestmark = once  # whole games

each_game = pytest.mark.parametrize("game", malecon.games)
SOME = 13
"""Of many choices at one decision so many are left out from one to the next; others come at the next decision."""
each_language = pytest.mark.parametrize("code", languages())


@each_game
@each_language
def test_every_legal_move_is_found_by_its_numbers_and_in_words(game: str, code: str) -> None:
    language, terminal_game = load(code), malecon.games[game].terminal
    for number, (match, seat) in enumerate(close_looks(decisions(game))):
        perspective = Perspective.of(match, seat, language, NAMES)
        choices = terminal_game.menu(perspective, match.legal(seat))

        assert set(choices.choices.values()) == set(match.legal(seat))
        assert terminal_game.game_text.status(perspective).endswith(("?", ".")), terminal_game.game_text.status(
            perspective
        )
        some = slice(number % SOME, None, SOME) if len(choices.choices) > SOME else slice(None)
        for picks, notation in list(choices.choices.items())[some]:
            assert choices.find(" ".join(map(str, picks))) == [notation]
            assert choices.find(notation) == [notation]
            assert choices.find(choices.label_of(picks)) == [notation]
            assert terminal_game.game_text.label(perspective, notation)


def test_words_that_fit_several_choices_find_them_all() -> None:
    choices = Menu("", (Group("", ("red door", "red house")),), {(1,): "buy door", (2,): "buy house"})

    assert choices.find("red") == ["buy door", "buy house"]
    assert choices.find("buy h") == ["buy house"]


def test_a_number_below_zero_is_no_choice() -> None:
    choices = Menu("", (), {(1,): "bid 1"}, {(1,): "1 peso"})

    assert choices.find("1") == ["bid 1"]
    assert choices.find("-1") == []


def test_a_menu_tells_whether_two_things_are_chosen() -> None:
    assert Menu("", (), {(1, 2): "enact tax duty"}).takes_pairs
    assert not Menu("", (), {(1,): "tax", (2,): "duty"}).takes_pairs


@each_game
@each_language
def test_every_refusal_can_be_said_in_every_language(game: str, code: str) -> None:
    language, narrator = load(code), malecon.games[game].terminal.game_text.narrator
    notations = [notation for match, seat in decisions(game, 1) for notation in match.legal(seat)]
    moves = list(dict.fromkeys(notations))
    for number, (match, seat) in enumerate(close_looks(decisions(game, 2))):
        for move in moves[number % 7 :: 7]:
            twin = match.copy()
            try:
                twin.play(seat, move)
            except IllegalMove as error:
                said = narrator.refusal(error, language, NAMES)
                assert said.endswith(".")
                assert "{" not in said
                assert said[0] == said[0].upper()
