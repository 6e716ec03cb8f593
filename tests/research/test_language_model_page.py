"""The page about language models: its commands and its player are those that run, with the stand-in as the server."""

import importlib.util
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

import malecon.research as research
from malecon.cli import app
from modes import once

pytestmark = once

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/language-models.md").read_text("utf-8")
COMMANDS = re.findall(r"^python examples/language_model\.py (.*)$", PAGE, re.MULTILINE)
SERVER = "http://127.0.0.1:11434/v1"
"""The address of a server in the page."""


@pytest.fixture
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("language_model", ROOT / "examples/language_model.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_stand_in_loses_to_easy_as_the_page_says(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    example.main(shlex.split(COMMANDS[0]))

    said = capsys.readouterr().out
    expected = re.search(r"```\n(stand-in against easy.*?)```", PAGE, re.DOTALL)
    assert expected
    before = "0 without a reply; "  # behind it tokens, which follow from every text of the game, and seconds
    assert said.partition(before)[0] == expected[1].partition(before)[0]
    assert "share of the victory 0.000" in said


def test_a_model_behind_a_server_is_evaluated_block_after_block(
    example: ModuleType, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with example.serving() as address:
        arguments = [address if word == SERVER else word for word in shlex.split(COMMANDS[1])]
        example.main([*arguments, "--blocks", "2", "--against", "random"])

    found = research.read_evaluation("llama.json")
    assert address in arguments
    assert found.figures.blocks == 2
    assert found.plan.policy == "llama3.2"
    assert capsys.readouterr().out.count("llama3.2 against random: cuba") == 2


def test_the_player_of_the_page_is_evaluated_by_the_command_of_the_page(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = re.search(r"```python\n(from malecon\.research import .*?)```", PAGE, re.DOTALL)
    command = re.search(r"^malecon (evaluate .*)$", PAGE, re.MULTILINE)
    assert code
    assert command
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    with example.serving() as address:
        Path("my_agent.py").write_text(code[1].replace(SERVER, address), "utf-8")
        outcome = CliRunner().invoke(app, [*shlex.split(command[1]), "--against", "random"])
    monkeypatch.delitem(sys.modules, "my_agent")

    assert outcome.exit_code == 0, outcome.output
    assert "llama3.2 against random: havana" in outcome.output
    usage = research.read_evaluation("llama.json").figures.usage
    assert usage
    assert usage[0].replies == usage[0].decisions > 50
