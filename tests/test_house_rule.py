"""The guide to a house rule, followed word by word on a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
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
    modules = {"pytest": f"{sys.executable} -m pytest -p no:cacheprovider", "malecon": f"{sys.executable} -m malecon"}
    command = re.sub(r"\.venv/bin/(\w+)", lambda found: modules.get(found[1], sys.executable), command)
    return subprocess.run(command, shell=True, cwd=root, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of what the guide touches, with the byte code, which would take seconds to make anew."""
    for name in ("src", "tests", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.egg-info", "upgrades"))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_guide_to_a_house_rule_ends_green(copy: Path) -> None:
    changed, commands = set(), []
    for kind, text in BLOCKS:
        if kind == "diff":
            changed.add(apply_patch(copy, text))
        else:
            commands += [run(copy, line) for line in text.splitlines()]
    failing, document, played, recorded, tests, guide = commands
    game = (copy / "tests/golden/havana/2-seats-generous-mayor.game").read_text("utf-8")

    assert failing.returncode != 0
    assert "FAILED tests/rules/havana/test_08_editions.py::test_a_generous_mayor" in failing.stdout
    assert "option: is 'mayor', but must be one of edition, ages, tiles" in failing.stdout
    assert "mayor yes" in game.splitlines()
    assert len({file for file in changed if "locale" not in file}) <= MOST_FILES
    for done in (document, played, recorded, tests, guide):
        assert done.returncode == 0, done.stdout + done.stderr
    assert "--mayor" in guide.stdout
    assert "HAV-8.2" in (copy / "docs/rules/havana.md").read_text("utf-8")
