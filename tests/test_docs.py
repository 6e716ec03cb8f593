"""The documents are true: Python sessions and commands run, commands and options exist."""

import doctest
import re
import shlex
from collections.abc import Callable
from importlib.util import find_spec
from itertools import dropwhile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import malecon
from learning.__main__ import app as learning
from malecon.cli import app
from malecon.cli.parameters import options_of
from malecon.core.jit import JIT
from malecon.core.options import Option
from malecon.research.leaks.__main__ import app as leaks
from modes import needs_compiler
from puzzle_making.__main__ import app as puzzle_making
from spec.__main__ import app as spec
from terminal.terminal_helpers import Command

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
QUICK = {} if JIT else dict.fromkeys(("play", "resume"), ("--level", "random"))
"""Without the compiler a computer player thinks for seconds about the first move."""
MAKE_TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))

MODULES = {"malecon.research.leaks": leaks, "learning": learning, "puzzle_making": puzzle_making, "spec": spec}
"""Modules that are commands of their own."""

TOOLS = {"cd", "git", *(f".venv/bin/{tool}" for tool in ("lint-imports", "mypy", "pytest", "ruff"))}
"""Programs of developers, whose options are not ours; the files that they are given are."""

FOLLOWED = {"house-rule.md"}
"""Guides whose commands another test runs."""


def commands_in(page: Path) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return [line.split(" #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


def each_page_with(what: Callable[[Path], object]) -> pytest.MarkDecorator:
    pages = [page for page in PAGES if what(page)]
    return pytest.mark.parametrize("page", pages, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.mark.slow  # the sessions of research compile and play
@each_page_with(lambda page: ">>> " in page.read_text("utf-8"))
def test_python_sessions_run_as_written(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a session may save files
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)

    assert tried
    assert failed == 0


@pytest.mark.slow
@needs_compiler("``malecon prepare`` refuses to do nothing in plain mode")
def test_the_commands_of_the_readme_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    malecon = Command(tmp_path, monkeypatch, capsys)
    text = (ROOT / "README.md").read_text("utf-8")
    lines = re.findall(r"^malecon (?!serve)(.*)", text, re.MULTILINE)
    commands = [shlex.split(line, comments=True) for line in lines]

    done = {tuple(words): malecon(*words, *QUICK.get(words[0], ()), stdin="?") for words in commands}

    assert len(done) > 5
    for (command, *_), outcome in done.items():
        assert outcome.out
        if command in {"play", "resume"}:
            assert f"malecon resume {malecon.folder}" in outcome.err  # the game was kept when the pipe ended
        else:
            assert outcome.code == 0
    assert len(malecon.games) == sum(words[0] == "play" for words in commands)


ASSIGNMENT = re.compile("[A-Z_]+=.*")
"""A variable before a command."""


@each_page_with(lambda page: page.name not in FOLLOWED and commands_in(page))
def test_commands_of_the_documents_exist(page: Path) -> None:
    for command in commands_in(page):
        check_command(command)


def check_command(command: str) -> None:
    """Hold, with ``assert``, that a command, its options and the files that it names are there."""
    program, *words = dropwhile(ASSIGNMENT.fullmatch, shlex.split(command))

    if program == "make":
        assert set(words) <= MAKE_TARGETS
        return
    if program == "pip":
        assert words[1:] in (["./dist/malecon*.whl"], ["."], [".[research]"])  # tests/test_installation.py installs it
        return
    if program in TOOLS:
        assert all((ROOT / word).exists() for word in words if re.fullmatch(r"[\w-]+(/[\w.-]+)+", word))
        return
    command_line = app
    if program == ".venv/bin/python" and words[0] == "-m" and words[1] not in MODULES:
        assert find_spec(words[1]) is not None
        return
    if program == ".venv/bin/python" and words[0] != "-m":
        options = {word for word in words if word.startswith("--")}
        assert all(option in (ROOT / words[0]).read_text("utf-8") for option in options)
        return
    if program == ".venv/bin/python":
        command_line, words = MODULES[words[1]], words[2:]
    else:
        assert program in {".venv/bin/malecon", "malecon"}
    options = {word for word in words if word.startswith("--")}
    path = words[: 2 if words[:1] in (["admin"], ["data"]) else 1]
    shown = CliRunner().invoke(command_line, [*path, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    assert all(option in shown.output for option in options)
    assert all((ROOT / word.rpartition(":")[2]).exists() for word in words if "/" in word)  # search-N:FILE


@pytest.mark.parametrize("game", malecon.games)
def test_every_option_of_a_game_is_in_its_help(game: str) -> None:
    shown = CliRunner().invoke(app, ["play", game, "--help"], env={"COLUMNS": "200"}).output

    assert all(f"--{option.name}" in shown for option in malecon.games[game].options)
    assert all(f"--{option.name}" not in shown for option in strangers(game))


def strangers(game: str) -> list[Option]:
    """Return the options that only other games have."""
    own = {option.name for option in malecon.games[game].options}
    return [option for option in options_of(malecon.games) if option.name not in own]
