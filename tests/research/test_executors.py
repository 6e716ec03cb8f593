"""Processes and clusters: they change nothing in what is computed, also if one is lost on the way."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import malecon.research as research
from malecon.agents.matches import AHEAD
from malecon.core.errors import UsageError
from malecon.research.data import dataset
from malecon.research.data.self_play import play_game
from malecon.research.executors import LostProcess, RayExecutor, executor_for, in_order
from modes import once

pytestmark = once

DATA: dict[str, Any] = {"game": "havana", "games": 2, "iterations": 2}


def uniform(_observations: Any, masks: Any) -> Any:
    return np.zeros(masks.shape)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*.*")}


def test_processes_change_nothing(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"game": "havana", "against": "easy", "blocks": 1}
    with executor_for(2) as executor:
        research.make_data(folder=tmp_path / "two", jobs=executor, **DATA)
        by_two = research.evaluate(uniform, jobs=executor, **settings)
    research.make_data(folder=tmp_path / "one", **DATA)

    assert files(tmp_path / "two") == files(tmp_path / "one")
    assert by_two == research.evaluate(uniform, **settings)


def test_a_lost_process_is_said() -> None:
    with pytest.raises(LostProcess, match="was lost"), executor_for(2) as executor:
        executor.submit(os._exit, 1).result()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::FutureWarning:ray", "ignore::ResourceWarning")
def test_a_cluster_changes_nothing_and_replaces_a_worker_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    settings: dict[str, Any] = {"game": "havana", "against": "easy", "blocks": 1}
    by_one = research.evaluate("search-2", **settings)
    research.make_data(folder=tmp_path / "one", **DATA)
    mark = tmp_path / "killed"

    def killed_once(plan: Any, number: int) -> Any:
        if number == 1 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_game(plan, number)

    monkeypatch.setattr(dataset, "play_game", killed_once)
    with RayExecutor("local", cores=3) as cluster:
        research.make_data(folder=tmp_path / "two", jobs=cluster, **DATA)
        by_cluster = research.evaluate("search-2", jobs=cluster, **settings)
        with executor_for(ray="auto") as joined:  # as in a process that is connected already, by a script of RLlib
            items = iter(range(1000))
            assert next(in_order(joined, abs, items)) == 0
            with pytest.raises(ZeroDivisionError):
                joined.submit(divmod, 1, 0).result()
        assert ray.is_initialized()
        assert cluster.submit(abs, -1).result() == 1

    assert mark.exists()
    assert files(tmp_path / "two") == files(tmp_path / "one")
    assert by_cluster == by_one
    assert next(items) == AHEAD * 3
    assert not ray.is_initialized()


def test_a_missing_extra_and_a_cluster_that_is_not_there_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    for address in ("auto", "nonsense"):
        with pytest.raises(UsageError, match=f"^ray: there is no cluster at '{address}': "):
            RayExecutor(address)
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(ImportError, match=r'^ray is not installed; type: pip install "malecon-engine\[ray\]"$'):
        RayExecutor()
