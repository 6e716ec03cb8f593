"""Evaluation: rotated blocks, batches, results that can be read again, and what is refused."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import malecon.research as research
from malecon.agents.agent import Advice, Agent
from malecon.agents.levels import LEVELS, searcher_of
from malecon.agents.searcher import Searcher
from malecon.cli import app
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.research.envs.environment import IllegalAction, Table
from malecon.research.envs.opponents import find_opponent
from malecon.research.evaluation import blocks
from malecon.research.evaluation.results import Evaluation, EvaluationPlan, Figures, Played
from modes import once

DEALS = 4


def uniform(_observations: Any, masks: Any) -> Any:
    """A policy to which all actions are the same."""
    return np.zeros(masks.shape)


class Cheat(Agent):
    """Always makes the same move."""

    name = "cheat"

    def __init__(self, move: str) -> None:
        self.move = move

    def advise(self, match: Any, seat: int, key: int | None = None) -> list[Advice]:
        return [Advice(self.move, 0.0, 0)]


def played(blocks: int = DEALS, **settings: Any) -> Evaluation:
    arguments: dict[str, Any] = {"game": "havana", "against": "random", "key": 5} | settings
    return research.evaluate(uniform, blocks=blocks, **arguments)


@pytest.mark.parametrize(("game", "seats"), [("havana", 2), ("cuba", 3)])
def test_the_policy_sits_in_every_seat_of_a_deal_once(game: str, seats: int) -> None:
    found = played(2 if JIT else 1, game=game, seats=seats)

    assert [(each.deal, each.seat) for each in found.games] == [
        (deal, seat) for deal in range(5, 7 if JIT else 6) for seat in range(seats)
    ]
    assert all(sum(each.shares) == pytest.approx(1) and len(each.points) == seats for each in found.games)
    assert found.figures.even == 1 / seats
    assert found.share == pytest.approx(np.mean([each.shares[each.seat] for each in found.games]))
    assert found.figures.policy.low <= found.share <= found.figures.policy.high


@once
def test_games_do_not_depend_on_what_is_played_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    together = played()

    monkeypatch.setattr(blocks, "SIDE_BY_SIDE", 1)

    assert played() == together
    assert played(1).games == together.games[:2]
    assert played(1, key=9).games != together.games[:2]


@once
def test_a_policy_is_asked_in_batches_of_few_sizes() -> None:
    sizes, kinds = list[int](), set[Any]()

    def policy(observations: Any, masks: Any) -> Any:
        sizes.append(len(observations))
        kinds.add((observations.dtype, masks.dtype, len(observations) == len(masks), bool(masks.any(1).all())))
        return uniform(observations, masks)

    research.evaluate(policy, "cuba", against="random", blocks=3, seats=2, observation="compact")

    assert kinds == {(np.dtype(np.int8), np.dtype(np.int8), True, True)}
    assert {*sizes} <= {1, 2, 4, 8}
    assert max(sizes) > 1


@once
def test_an_even_match_of_policies_is_even_by_seat() -> None:
    """In a block of two seats the same policy with the same noise need not win once; over blocks it wins half."""
    found = research.evaluate(uniform, "havana", against=uniform, blocks=20, seats=2)

    assert found.plan.policy == found.plan.against == "uniform"
    assert found.figures.policy.low < 0.5 < found.figures.policy.high
    assert sum(share.share for share in found.figures.by_seat) == pytest.approx(2 * found.share)


@once
def test_results_are_read_as_they_were_written_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "new/folder/results.json"
    settings: dict[str, Any] = {"edition": "filosofia", "ages": (1, 0)}
    first = played(1, results=file, **settings)
    assert research.read_evaluation(file) == first
    assert first.plan.options == ("edition filosofia", "ages 2 1")

    with pytest.raises(UsageError, match=r"^results: .*results.json is there already; resume=True goes on with it$"):
        played(1, results=file, **settings)
    for asked, difference in (
        ({}, r"options is \('edition filosofia', 'ages 2 1'\), but \(\) was asked for$"),
        (settings | {"strict": False}, "strict is True, but False was asked for$"),
        (settings | {"observation": "compact"}, "observation is 'float', but 'compact' was asked for$"),
    ):
        with pytest.raises(UsageError, match=f"^results: .*results.json is another evaluation: {difference}"):
            played(1, results=file, resume=True, **asked)
    seen: list[Evaluation] = []
    both = played(2, results=str(file), resume=True, report=seen.append, **settings)

    assert both == research.read_evaluation(file) == seen[-1]
    assert both.games[:2] == first.games
    assert both.figures.blocks == len(both.games) // 2 == 2
    content = file.read_bytes()
    assert played(1, results=file, resume=True, **settings) == first
    assert file.read_bytes() == content


@once
@pytest.mark.usefixtures("older_rules")
def test_an_evaluation_by_older_rules_says_so_and_is_played_by_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions, file = set[int](), tmp_path / "results.json"

    class Recorded(Table):
        def rewards(self) -> list[float]:
            versions.add(int(self.state.version))
            return super().rewards()

    monkeypatch.setattr(blocks, "Table", Recorded)
    found = played(1, game="cuba", version=1, results=file)

    assert found.plan.rules == 1
    assert versions == {1}
    assert research.read_evaluation(file) == found
    with pytest.raises(UsageError, match=r"is another evaluation: rules is 1, but 2 was asked for$"):
        played(1, game="cuba", results=file, resume=True)


@once
def test_a_file_that_does_not_say_whether_it_was_strict_is_read_but_not_gone_on_with(
    some: Path, tmp_path: Path
) -> None:
    file, data = tmp_path / "results.json", msgspec.json.decode(some.read_bytes())
    for name in ("strict", "observation"):
        del data["plan"][name]
    file.write_bytes(msgspec.json.encode(data))

    assert research.read_evaluation(file).figures == research.read_evaluation(some).figures
    with pytest.raises(UsageError, match=r"results.json does not say whether .*; take another file$"):
        played(2, results=file, resume=True)


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of results."""
    file = tmp_path_factory.mktemp("some") / "results.json"
    played(1, results=file)
    return file


def changed(data: Any, change: Callable[[Any], None]) -> Any:
    change(data)
    return data


NO_GAME = "points and shares of deal 5, seat 0, are those of no game"


@once
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(format=2), "format: is 2, but must be 1"),
        (lambda data: data["games"].pop(), "games: must be whole blocks"),
        (lambda data: data["games"].reverse(), "games: must be whole blocks"),
        (lambda data: data.update(games=[]), "games: must be whole blocks"),
        (lambda data: data["games"][0].update(shares=[0.5, 0.0]), NO_GAME),
        (lambda data: data["games"][0].update(points=[1]), NO_GAME),
        (lambda data: data["games"][0].update(points=[-1, -1]), NO_GAME),
        (lambda data: data["games"][0]["points"].reverse(), NO_GAME),
        (lambda data: data["figures"]["policy"].update(share=0.9), "figures: are not those of the games"),
        (lambda data: data["plan"].update(seats=3), "games: must be whole blocks"),
        (lambda data: data["plan"].update(rules=9), "version of the rules: is 9, but must be 1"),
        (lambda data: data["plan"].update(seats=7), "seats: is 7, but must be 2 to 4"),
        (lambda data: data["plan"].update(game="chess"), "game: is 'chess'"),
        (lambda data: data["plan"].update(options=["edition of my own"]), "edition"),
        (lambda data: data["plan"].update(color="red"), "“plan”: “color” is not known here; known are: malecon, "),
    ],
)
def test_results_that_cannot_be_are_refused(
    some: Path, tmp_path: Path, change: Callable[[Any], None], reason: str
) -> None:
    file = tmp_path / "results.json"
    file.write_bytes(msgspec.json.encode(changed(msgspec.json.decode(some.read_bytes()), change)))

    with pytest.raises(UsageError, match=f"results.json: is no file of results: .*{reason}"):
        research.read_evaluation(file)


def test_what_is_no_file_of_results_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    for content, reason in (
        (b"", "is no file of results: it is empty"),
        (b"{", "its end is missing: "),
        (b"[1]", "is no file of results: "),
    ):
        file.write_bytes(content)
        with pytest.raises(UsageError, match=f"results.json: {reason}"):
            research.read_evaluation(file)
    with pytest.raises(UsageError, match=r"none.json: cannot be read: it is not there$"):
        research.read_evaluation(tmp_path / "none.json")


@pytest.mark.parametrize("move", ["end turn", "castle"])
def test_an_illegal_move_is_an_error(move: str) -> None:
    with pytest.raises(IllegalAction, match=r"^havana: seat 0 may not do action "):
        research.evaluate(Cheat(move), "havana", against="random", blocks=1)


def test_illegal_moves_are_counted_where_they_are_no_error() -> None:
    found = research.evaluate(Cheat("end turn"), "havana", against=Cheat("end turn"), blocks=1, strict=False)

    own, others = found.figures.illegal
    assert own > 10
    assert others > 10
    assert f"illegal actions {own}, of the opponents {others}" in str(found)
    assert found.plan.policy == "cheat"


@once
def test_late_decisions_are_counted_and_drawn() -> None:
    found = played(1, limit_s=1e-9)

    assert found.figures.late[0] > 10
    assert found.figures.late[1] == 0
    assert f"late decisions {found.figures.late[0]}" in str(found)


def test_levels_play_without_their_clocks() -> None:
    strong, same = find_opponent("strong", "against"), searcher_of("search-1000")

    assert isinstance(strong, Searcher)
    assert isinstance(same, Searcher)
    assert strong.budget == same.budget
    assert strong.budget.seconds == 0
    assert strong.configs == same.configs
    assert searcher_of("mcts-200") != searcher_of("search-200")
    assert searcher_of("mcts-0") is searcher_of("mcts-") is searcher_of("master") is None
    assert find_opponent(LEVELS["easy"], "against") is LEVELS["easy"]


@once
@pytest.mark.parametrize("game", ["havana", "cuba"])
def test_a_search_beats_random_moves(game: str) -> None:
    found = research.evaluate("search-20", game, seats=2, against="random", blocks=4)

    assert found.share == 1
    assert found.figures.rating > found.figures.rating_of_opponents
    assert found.plan.iterations is None
    assert "search-20 against random: " + game in str(found)


def wrong_shape(_observations: Any, masks: Any) -> Any:
    return np.zeros((len(masks), 3))


@pytest.mark.parametrize(
    ("policy", "settings", "sentence"),
    [
        (None, {}, r"^policy: is None, but must be a function, a computer player, or the name of one$"),
        ("nobody", {}, r"^policy: is 'nobody', but must be one of random, .*, mcts-N, .*, or module:factory$"),
        (
            uniform,
            {"against": "eazy"},
            r"^against: is 'eazy', but must be one of .*, or module:factory; did you mean easy\?$",
        ),
        (uniform, {"against": 3}, r"^against: is 3, but must be a function, "),
        (uniform, {"game": "chess"}, r"^game: is 'chess', but must be one of "),
        (uniform, {"seats": 5}, r"^seats: is 5, but must be 2 to 4$"),
        (uniform, {"sealed": True}, r"^sealed: is neither an argument of evaluate nor an option of havana$"),
        (uniform, {"limit_s": 0}, r"^limit_s: is 0, but must be a number of seconds above 0, or None$"),
        (uniform, {"limit_s": -1}, r"^limit_s: is -1, but must be a number of seconds"),
        (uniform, {"limit_s": float("nan")}, r"^limit_s: is nan, but must be a number of seconds"),
        (uniform, {"limit_s": float("inf")}, r"^limit_s: is inf, but must be a number of seconds"),
        (uniform, {"limit_s": "1"}, r"^limit_s: is '1', but must be a number of seconds"),
        (uniform, {"blocks": 0}, r"^blocks: is 0, but must be a whole number from 1 to "),
        (uniform, {"blocks": 1.5}, r"^blocks: is 1.5, but must be a whole number"),
        (uniform, {"key": -1}, r"^key: is -1, but must be a whole number from 0 to "),
        (uniform, {"jobs": 0}, r"^jobs: is 0, but must be a whole number from 1, or None: one a core$"),
        (uniform, {"observation": "text"}, r"^observation: is 'text', but must be one of float, compact$"),
        (
            uniform,
            {"results": f"{__file__}/results.json"},
            r"^results: .*evaluation.py/results.json cannot be written: there is a file where a folder is needed",
        ),
        (lambda *seen: None, {"results": "r.json"}, r"^policy: has no name of its own, .*; name= gives it one$"),
        (partial(uniform), {"results": "r.json"}, r"^policy: has no name of its own, "),
        (
            uniform,
            {"against": lambda *seen: None, "results": "r.json"},
            r"^against: has no name of its own, .*attribute",
        ),
        (wrong_shape, {}, r"^logits: have the shape \(2, 3\), but must have \(2, 1406\)$"),
    ],
)
def test_what_is_wrong_is_said(policy: Any, settings: dict[str, Any], sentence: str) -> None:
    arguments: dict[str, Any] = {"game": "havana", "against": "random", "blocks": 2} | settings

    with pytest.raises(UsageError, match=sentence):
        research.evaluate(policy, **arguments)


@once
def test_a_row_of_results_tells_whose_seat_it_was() -> None:
    one = Played(1, 0, (1.0, 0.0), (9, 2), (0, 0), (0, 0))
    other = Played(1, 1, (1.0, 0.0), (9, 2), (3, 0), (0, 0))

    found = Evaluation.of(played(1).plan, [one, other])

    assert [share.share for share in found.figures.by_seat] == [1.0, 0.0]
    assert found.share == 0.5
    assert found.figures.illegal == (3, 0)


@once
def test_the_command_prints_figures_and_goes_on_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    words = ["evaluate", "cuba", "random", "--against", "mcts-1", "--jobs", "1", "--sealed", "--rules-version", "2"]
    words += ["--name", "ppo-3", "--observation", "compact", "--limit-s", "60"]

    first = CliRunner().invoke(app, [*words, "--blocks", "1", "--results", str(file)])
    both = CliRunner().invoke(app, [*words, "--blocks", "2", "--results", str(file), "--json"])

    assert first.exit_code == both.exit_code == 0
    assert "ppo-3 against mcts-1 (1 iterations): cuba, 2 seats, 1 blocks\n" in first.output
    found = research.read_evaluation(file)
    printed = msgspec.json.decode(both.output)
    assert msgspec.convert(printed.pop("plan"), EvaluationPlan) == found.plan
    assert msgspec.convert(printed, Figures) == found.figures
    assert found.figures.blocks == 2
    assert found.plan.options == ("sealed yes",)
    assert (found.plan.rules, found.plan.observation, found.plan.limit_s) == (2, "compact", 60)
