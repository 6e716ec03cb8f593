"""The notebook in ``examples``: its cells run one after the other, and draw what they say."""

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib import pyplot

from modes import once

NOTEBOOK = Path(__file__).parents[2] / "examples/first_plot.ipynb"


@once
def test_the_cells_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    monkeypatch.chdir(tmp_path)  # it makes a data set

    with mpl.rc_context({"backend": "agg"}):
        for cell in cells:
            exec("".join(cell["source"]), names)
    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    labels = [axes.get_xlabel() for figure in figures for axes in figure.axes]
    pyplot.close("all")

    assert not any(cell["outputs"] for cell in cells)
    assert f"{names['decisions']} decisions\n" in capsys.readouterr().out
    assert labels == ["decisions, % of the game", "share of the victory of mcts-20, 95 % interval"]
    assert names["error"][-1] < names["error"][0]
    assert names["middles"][1] < 0.5 < names["middles"][0]
