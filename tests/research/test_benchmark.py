"""The benchmark's protocol: which results have its number, whether a file of them is whole, and frozen opponents."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import malecon
import malecon.research as research
from malecon.core.errors import UsageError
from malecon.research.evaluation.protocol import BLOCKS, OPPONENTS, PROTOCOL, departures
from malecon.research.evaluation.results import Evaluation, EvaluationPlan, Played, write_evaluation
from modes import once

FIRST_BLOCKS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("first_blocks.toml").read_text("utf-8"))
"""By game the version of the rules; by opponents and seats the points of ``random`` in the first block."""
PLAN = EvaluationPlan("0.1.0", "havana", 1, 2, (), "ppo-3", "strong", 1000, 0, None, True, "float", PROTOCOL)


@once
@pytest.mark.parametrize(
    ("game", "against", "seats"),
    [
        pytest.param(game, against, int(seats), marks=pytest.mark.slow if against == "strong" else [])
        for game, frozen in FIRST_BLOCKS.items()
        for against in OPPONENTS
        for seats in frozen[against]
    ],
)
def test_opponents_play_as_the_number_of_the_protocol_says(game: str, against: str, seats: int) -> None:
    """If the opponents are to play otherwise, the protocol needs another number: old results compare no longer."""
    found = research.evaluate("random", game, seats=seats, against=against, blocks=1)

    assert found.plan.protocol == PROTOCOL
    assert [[*each.points] for each in found.games] == FIRST_BLOCKS[game][against][str(seats)]
    assert found.figures.illegal == (0, 0)
    assert all(each.decisions and min(each.decisions) > 0 for each in found.games)


def test_all_games_are_frozen_with_the_rules_of_today_and_all_numbers_of_seats() -> None:
    """New rules need another number of the protocol, too."""
    assert {name: game.version for name, game in malecon.games.items()} == {
        name: frozen["rules"] for name, frozen in FIRST_BLOCKS.items()
    }
    for name, frozen in FIRST_BLOCKS.items():
        assert {int(seats) for seats in frozen["easy"]} == {*malecon.games[name].seats}


@once
@pytest.mark.parametrize(
    "departure",
    [{"key": 7}, {"against": "random"}, {"against": "search-200"}, {"limit_s": 60}, {"edition": "filosofia"}],
)
def test_an_evaluation_that_departs_from_the_protocol_has_no_number(departure: dict[str, Any]) -> None:
    settings: dict[str, Any] = {"seats": 2, "against": "easy", "blocks": 1} | departure

    assert research.evaluate("random", "havana", **settings).plan.protocol is None


def test_a_game_that_does_not_come_with_the_program_has_no_number() -> None:
    (first, *_) = departures(msgspec.structs.replace(PLAN, game="chess"))

    assert first == "game is 'chess', but must be 'havana' or 'cuba'"


def whole() -> Evaluation:
    """Return a whole result, which nobody has played."""
    games = [
        Played(deal, seat, (1.0, 0.0), (9, 2), (0, 0), (0, 0), (50, 60)) for deal in range(BLOCKS) for seat in (0, 1)
    ]
    return Evaluation.of(PLAN, games)


def test_a_whole_result_is_returned_with_its_figures(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    write_evaluation(whole(), file)

    found = research.check_benchmark(file, game="havana", seats=2)

    assert found == whole() == research.check_benchmark(str(file))
    assert found.share == 0.5
    assert found.figures.decisions == (10_000, 12_000)


def written(file: Path, change: Callable[[Any], None]) -> Path:
    """Write a whole result, changed, with the figures that belong to it."""
    data = msgspec.to_builtins(whole())
    change(data)
    changed = msgspec.convert(data, Evaluation)
    write_evaluation(Evaluation.of(changed.plan, changed.games), file)
    return file


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data["plan"].update(protocol=1), "its protocol is 1, but this version of Malecón has 2"),
        (lambda data: data["plan"].update(protocol=None), "it names no protocol"),
        (lambda data: data.update(games=data["games"][:100]), "it has 50 blocks of 100"),
        (lambda data: data["plan"].update(iterations=50), "iterations is 50, but must be 1000"),
        (
            lambda data: data["plan"].update(against="random", iterations=None, protocol=None),
            "against is 'random', but must be 'easy' or 'standard' or 'strong'",
        ),
        (
            lambda data: data["plan"].update(options=["edition filosofia"], limit_s=1.5),
            r"options is \('edition filosofia',\), but must be \(\); limit_s is 1.5, but must be None",
        ),
    ],
)
def test_a_result_that_is_none_of_the_protocol_is_refused(
    tmp_path: Path, change: Callable[[Any], None], reason: str
) -> None:
    file = written(tmp_path / "results.json", change)

    research.read_evaluation(file)
    with pytest.raises(UsageError, match=rf"results.json: is no result of the benchmark: {reason}$"):
        research.check_benchmark(file)


def test_a_result_of_something_else_than_was_expected_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "results.json", lambda data: None)

    with pytest.raises(
        UsageError, match=r": game is 'havana', but 'cuba' was expected; seats is 2, but 4 was expected$"
    ):
        research.check_benchmark(file, game="cuba", seats=4)


def test_a_file_of_which_half_came_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "results.json", lambda data: None)
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])

    with pytest.raises(UsageError, match=r"results.json: its end is missing: it cannot be read as JSON at line \d+"):
        research.check_benchmark(file)
    file.write_bytes(msgspec.json.encode({"format": 9, "table": []}))
    with pytest.raises(UsageError, match=r"results.json: is no file of results: format: is 9, but must be 1$"):
        research.check_benchmark(file)
