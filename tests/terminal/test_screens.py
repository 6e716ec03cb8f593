"""What a table looks like at 80 columns, and how a game is told."""

from typing import Any

import pytest

import malecon
from malecon.core.i18n import languages, load
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective
from malecon.presentation.text_layout import screen
from malecon.terminal.records import result
from modes import once
from sampling import close_looks
from terminal.terminal_helpers import NAMES, decisions, drawn

pytestmark = once  # whole games

each_game = pytest.mark.parametrize("game", malecon.games)
each_language = pytest.mark.parametrize("code", languages())


def finished(game: str) -> Match:
    *_, (match, _) = decisions(game, 1)
    return match  # the last move has been played since it was yielded


@each_game
@each_language
def test_every_position_fits_into_80_columns(game: str, code: str) -> None:
    terminal_game = malecon.games[game].terminal
    for match, seat in close_looks(decisions(game, 2)):
        perspective = Perspective.of(match, seat, load(code), NAMES)
        for renderable in (terminal_game.table(perspective), terminal_game.glance(perspective)):
            assert max(map(len, drawn(renderable).splitlines())) <= 80


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("havana", {"edition": "filosofia"}, "Edition: Filosofia"),
        ("cuba", {"sealed": True, "embassy": False}, "Sealed characters: yes · Canadian Embassy: no"),
        ("cuba", {"plantations": "different"}, "Plantations: Different"),
    ],
)
def test_a_table_says_which_variant_is_played(game: str, options: dict[str, Any], said: str) -> None:
    match, usual = (malecon.games[game].start(2, 1, **chosen) for chosen in (options, {}))
    terminal_game = malecon.games[game].terminal

    assert said in drawn(terminal_game.table(Perspective.of(match, 0, load("en"), NAMES)))
    assert said not in drawn(terminal_game.table(Perspective.of(usual, 0, load("en"), NAMES)))


@each_game
@each_language
@pytest.mark.parametrize("viewer", [None, 0])
def test_a_finished_game_shows_its_ranking(game: str, code: str, viewer: int | None) -> None:
    terminal_game, match = malecon.games[game].terminal, finished(game)

    shown = drawn(result(terminal_game, Perspective.of(match, viewer, load(code), NAMES)))

    assert terminal_game.game_text.rules_text.prefix in shown
    assert "Ana" in shown


@each_game
@each_language
def test_a_whole_game_is_told_to_everybody(game: str, code: str) -> None:
    terminal_game, match = malecon.games[game].terminal, finished(game)

    for viewer in (None, *range(match.seats)):
        paragraphs = list(
            terminal_game.game_text.narrator.tell_all(match.events_seen_by(viewer), load(code), NAMES, viewer)
        )
        assert all(paragraph.endswith(".") for paragraph in paragraphs)


def test_a_screen_without_columns_is_as_wide_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")

    assert screen().width == 80
