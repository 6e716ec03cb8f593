"""What has to be compiled is announced once."""

import pytest

import malecon
from malecon.core.i18n import Language
from malecon.terminal import game_choice
from sampling import once


@once
@pytest.mark.parametrize(("waiting", "announcements"), [((), 0), (("cuba",), 1), (("havana", "cuba"), 1)])
def test_a_long_start_is_announced_once_for_all_games(
    waiting: tuple[str, ...], announcements: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(game_choice, "is_prepared", lambda game: game.name not in waiting)
    monkeypatch.setattr(game_choice, "prepare", lambda game: prepared.append(game.name))

    game_choice.prepare_games(Language(), *(malecon.games[name] for name in malecon.games))

    assert sorted(prepared) == sorted(waiting)
    assert capsys.readouterr().err.count("The first start") == announcements
