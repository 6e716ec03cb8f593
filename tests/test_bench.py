"""Tools of the folder ``bench`` that no other test runs."""

import os
import re
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import httpx
import msgspec
import pytest

import benchmark
from figures import Figure, print_figures
from modes import once
from patience import PATIENCE_S
from web.browsing import until

ROOT = Path(__file__).parent.parent
SERVER = ROOT / "bench/breakdown_server.py"
STAGE = """
[[stages]]
players = ["random", "easy"]
against = ["easy"]
games = { havana = [2] }
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="Windows has no such signal")
def test_a_server_says_what_each_of_its_layers_computes(tmp_path: Path) -> None:
    file = tmp_path / "layers.json"
    command = [sys.executable, str(SERVER), str(file), "serve", "--port", "0", "--folder", str(tmp_path / "data")]
    environment = os.environ | {"MALECON_JIT": "0", "MALECON_LIMITS": "no"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            (address,) = re.findall(r"http://\S+/", server.stdout.readline())
            with httpx.Client(base_url=address, headers={"Origin": address.rstrip("/")}, timeout=PATIENCE_S) as client:
                begun = client.post("/new/havana", data={"seat-1": "me", "seat-2": "person"})
                assert client.get(f"{begun.headers['location']}/frame").status_code == 200
            server.send_signal(signal.SIGUSR1)
            until(lambda: file.exists() and file.stat().st_size > 0)
        finally:
            server.terminate()

    layers = msgspec.json.decode(file.read_bytes(), type=dict[str, float])
    assert {"rendering", "storage", "http", "rest"} <= set(layers)
    assert min(layers.values()) >= 0
    assert layers["rendering"] > 0
    assert layers["storage"] > 0


def test_a_budget_that_is_missed_is_named_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    few, many = (Figure("tables on one core", None, None, tables, "") for tables in (10, 300))

    assert [print_figures([many]), print_figures([few, many])] == [0, 1]
    assert capsys.readouterr().err == "A budget is missed: tables on one core: 10.000 (≥ 200 MISSED)\n"


@once
def test_a_row_of_the_benchmark_is_played_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, file = tmp_path / "rows.toml", tmp_path / "havana-2-random-against-easy.json"
    rows.write_text(STAGE, "utf-8")
    command = [str(tmp_path), "--rows", str(rows), "--blocks", "1"]

    benchmark.main(command)
    first = capsys.readouterr()
    benchmark.main(command)
    again = capsys.readouterr()

    assert first.err == f"{file.name} ...\n"
    assert first.out.endswith("| Havana | 2, 0.500 | `random` | `easy` | 0.000 | 0.000 – 1.000 | 1 |\n")
    assert (again.err, again.out) == ("", first.out)


@once
def test_the_table_of_the_benchmark_is_that_of_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with tarfile.open(ROOT / "bench/benchmark.tar.xz") as files:
        files.extractall(tmp_path, filter="data")

    benchmark.main([str(tmp_path / "results"), "--blocks", "0"])

    assert capsys.readouterr().out in (ROOT / "docs/benchmark.md").read_text("utf-8")
    easy, random = (tmp_path / f"results/havana-2-{name}-against-easy.json" for name in ("mcts-100", "random"))
    easy.replace(random)
    with pytest.raises(SystemExit, match="its file has the results of something else"):
        benchmark.main([str(tmp_path / "results"), "--blocks", "0"])
