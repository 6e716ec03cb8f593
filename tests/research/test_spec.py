"""The specifications of the games say what the games are, and their figures can be repeated."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import malecon
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from modes import needs_compiler, once
from spec.__main__ import app
from spec.game_metrics import SAMPLE, RandomGame, hidden_numbers, play_random_game, unknown_numbers
from spec.level_metrics import (
    LADDER,
    REPEATED,
    GameMetrics,
    figures_of,
    level_figures,
    looked_through,
    metrics_of,
    rung_of,
)
from spec.page import page, static_page

FOLDER = Path(__file__).parent.parent.parent / "docs/spec"

each_game = pytest.mark.parametrize("game", malecon.games)


def metrics(game: str) -> GameMetrics:
    return msgspec.json.decode((FOLDER / f"{game}.json").read_bytes(), type=GameMetrics)


@once
@each_game
def test_the_page_is_what_the_generator_writes(game: str) -> None:
    text = (FOLDER / f"{game}.md").read_text("utf-8")

    assert text.startswith(static_page(malecon.games[game])), "make docs"
    assert text == page(malecon.games[game], metrics(game)), "make docs"


@once
@each_game
def test_the_page_has_all_blocks_questions_and_options(game: str) -> None:
    found, text = malecon.games[game], static_page(malecon.games[game])
    numbers = sum(block.size for block in found.observation.blocks)

    assert f"int8 `[{found.observation.size}]`" in text
    assert numbers == found.observation.size
    assert all(f"| `{block.name}` |" in text for block in found.observation.blocks)
    assert all(f"| `{option.name}` |" in text for option in found.options)
    assert sum(f"\n| {question} |" in text for question in found.actions.questions) == len(found.actions.questions)
    assert all(f"## {part}" in text for part in ("Hidden information", "Chance", "Simultaneous choices"))


@each_game
def test_the_figures_of_the_first_games_are_the_same_again(game: str) -> None:
    figures = metrics(game).figures[1]
    games = range(SAMPLE if JIT else 1)

    assert len(figures.sample) == SAMPLE
    assert [play_random_game(malecon.games[game], figures.seats, key) for key in games] == [
        figures.sample[key] for key in games
    ]


@pytest.mark.slow
@needs_compiler("a matter of seconds when compiled")
@each_game
def test_the_figures_of_hidden_numbers_levels_and_the_skill_trace_are_the_same_again(game: str) -> None:
    found, recorded = malecon.games[game], metrics(game)
    figures, rung = recorded.figures[0], recorded.ladder[0]
    hidden = hidden_numbers(found, figures.seats, looked_through(figures.games))
    level = level_figures(found, figures.seats, REPEATED, "easy")

    assert hidden == (figures.hidden, figures.unknown)
    assert level.sample == figures.levels["easy"].sample
    assert rung_of(found, rung.seats, rung.iterations, REPEATED).sample == rung.sample


@once
@each_game
def test_all_numbers_of_seats_were_measured(game: str) -> None:
    found, recorded = malecon.games[game], metrics(game)

    assert [figures.seats for figures in recorded.figures] == [*found.seats]
    assert [rung.seats for rung in recorded.ladder] == [seats for seats in found.seats for _ in LADDER[1:]]
    for figures in recorded.figures:
        assert figures.decisions.most < found.longest
        assert figures.actions.most <= found.widest
        for level in figures.levels.values():
            assert len(level.shares) == figures.seats
            assert sum(share.mean for share in level.shares) == pytest.approx(1, abs=0.001)


@each_game
def test_a_seat_does_not_know_what_is_hidden_and_knows_its_points(game: str) -> None:
    random_game = RandomGame(malecon.games[game], 2, 1)
    unknown = [unknown_numbers(random_game.state, 0) for _ in range(20) if random_game.play()]

    assert any(np.any(look[name]) for look in unknown for name in look)
    assert not any(np.any(look["points"]) for look in unknown)
    assert "key" not in unknown[0]


@once
@each_game
def test_a_small_measurement_goes_into_a_page(game: str, tmp_path: Path) -> None:
    few = metrics_of(malecon.games[game], 2, 0, 0)
    file = tmp_path / "few.json"
    file.write_bytes(msgspec.json.encode(few))
    shown = CliRunner().invoke(app, ["page", game, str(file)])

    assert shown.exit_code == 0
    assert shown.output == page(malecon.games[game], few)
    assert few.figures[0].games == 2
    assert few.figures[0] == figures_of(malecon.games[game], 2, 2, 0)


@pytest.mark.slow
@once
@each_game
def test_a_rung_of_the_skill_trace_shares_the_victory(game: str) -> None:
    rung = rung_of(malecon.games[game], 3, 4, 2)

    assert (rung.seats, rung.iterations, rung.games) == (3, 4, 6)
    assert 0 <= rung.share.mean <= 1


@once
def test_a_file_without_figures_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    for content in (None, "{}"):
        if content:
            file.write_text(content)
        with pytest.raises(UsageError, match=r"^figures: .* has none: "):
            CliRunner().invoke(app, ["page", "cuba", str(file)], catch_exceptions=False)
