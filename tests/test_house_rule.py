"""The guide to a house rule, followed word by word on a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from modes import needs_compiler

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs/house-rule.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(diff|sh)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
MOST_FILES = 6
pytestmark = [pytest.mark.slow, needs_compiler("the guide itself works without the compiler; once is enough")]


def apply_patch(root: Path, patch: str) -> str:
    """Carry out a block of the guide whose context must stand once in its file; return the name of the file."""
    head, *lines = patch.splitlines(keepends=True)
    file = root / head.removeprefix("--- ").strip()
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    text = file.read_text("utf-8")
    assert text.count(before) == 1, f"{file} does not have once:\n{before}"
    file.write_text(text.replace(before, after), "utf-8")
    return str(file.relative_to(root))


def run(root: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the guide in the copy."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "MALECON_JIT": "0"}
    command = command.replace("PYTHONPATH=tools", f"PYTHONPATH={root / 'src'}{os.pathsep}{root / 'tools'}")
    modules = {"pytest": f"{sys.executable} -m pytest -p no:cacheprovider", "malecon": f"{sys.executable} -m malecon"}
    command = re.sub(r"\.venv/bin/(\w+)", lambda found: modules.get(found[1], sys.executable), command)
    return subprocess.run(command, shell=True, cwd=root, env=environment, capture_output=True, text=True, check=False)


def named_tests(command: str) -> list[str]:
    """Return the folders and files of tests that a command of the guide runs."""
    return re.findall(r"tests/[\w/.]+", command)


(ALL_TESTS,) = (line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if "tests/face" in line)
"""The command that runs all tests of the game."""


@dataclass
class Followed:
    """The copy in which the guide was followed, up to ``ALL_TESTS``.

    Attributes:
        root: the folder.
        changed: the files that its blocks change.
        done: what came of its commands, in their order.
    """

    root: Path
    changed: set[str] = field(default_factory=set)
    done: list[subprocess.CompletedProcess[str]] = field(default_factory=list)


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """Follow the guide on a copy of what it touches, with the byte code, which would take seconds to make anew."""
    root = tmp_path_factory.mktemp("house")
    for name in ("src", "tests", "docs", "tools"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("*.egg-info", "upgrades"))
    for name in ("pyproject.toml", "conftest.py", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, root / name)
    guide = Followed(root)
    for kind, text in BLOCKS:
        if kind == "diff":
            guide.changed.add(apply_patch(root, text))
        else:
            guide.done += [run(root, line) for line in text.splitlines() if line != ALL_TESTS]
    return guide


def test_the_guide_to_a_house_rule_adds_an_option(followed: Followed) -> None:
    failing, *others, help = followed.done
    game = (followed.root / "tests/golden/havana/2-seats-generous-mayor.game").read_text("utf-8")

    assert failing.returncode != 0
    assert "FAILED tests/rules/havana/test_08_editions.py::test_a_generous_mayor" in failing.stdout
    assert "option: is 'mayor', but must be one of edition, ages, tiles" in failing.stdout
    assert "mayor yes" in game.splitlines()
    assert len({file for file in followed.changed if "locale" not in file}) <= MOST_FILES
    for done in (*others, help):
        assert done.returncode == 0, done.stdout + done.stderr
    assert "--mayor" in help.stdout
    assert "HAV-8.2" in (followed.root / "docs/rules/havana.md").read_text("utf-8")
    specification = (followed.root / "docs/spec/havana.md").read_text("utf-8")
    assert specification.count("| `mayor` |") == 2, "an option, and a block of the observation"


def test_the_guide_runs_all_tests_of_the_game() -> None:
    named = named_tests(ALL_TESTS)

    assert {"tests/rules/havana", "tests/face", "tests/conformance/test_contract.py", "tests/golden"} <= {*named}
    assert all((ROOT / name).exists() for name in named)


@pytest.mark.parametrize("tests", named_tests(ALL_TESTS))
def test_all_tests_of_the_game_are_green_with_the_house_rule(followed: Followed, tests: str) -> None:
    only_these = ALL_TESTS.replace(" ".join(named_tests(ALL_TESTS)), tests)
    done = run(followed.root, only_these)

    assert only_these != ALL_TESTS
    assert done.returncode == 0, done.stdout + done.stderr
