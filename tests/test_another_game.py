"""A third game is one folder: the document is followed word by word, and what it makes is played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from malecon.core.jit import JIT

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^`((?:games|tests)/[\w/.]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file of the document: its path, and what stands in it."""
GAME = "goofspiel"
pytestmark = pytest.mark.slow
PAGE = """
import re

from web.visiting import visiting


def test_a_page_shows_the_view_and_each_move_as_a_button(tmp_path):
    with visiting(tmp_path) as site:
        ana = site.somebody(name="Ana")
        start = ana.get("/").text
        assert all(f'<form class="game" method="post" action="/new/{name}">' in start for name in ("havana", "GAME"))
        table = site.open(ana, None, game="GAME")
        page = ana.get(table).text
        assert re.search('<pre id="table">round: 1\\nprize: [1-6]\\n.*Player 1', page)
        assert page.count('name="move" value="bid ') == 6
        assert ana.act(table, move="bid 6").status_code == 303
        assert '"bid 6"' not in ana.get(table).text
        assert "GOO-1.2" in ana.get("/rules/GAME").text
        finished = site.open(ana, ana, game="GAME")
        site.finish(finished)
        assert "All prizes are gone." in ana.get(finished).text
        assert ana.get(f"{finished}/replay?at=4").status_code == 200
""".replace("GAME", GAME)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package and its tests, with the files of the document and no other change."""
    folder = tmp_path_factory.mktemp("another")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in ("src/malecon", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("golden"))
    for name, content in BLOCK.findall((ROOT / "docs/another-game.md").read_text("utf-8")):
        path = folder / (name if name.startswith("tests/") else f"src/malecon/{name}")
        assert not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    (folder / "tests/web/test_another_page.py").write_text(PAGE, "utf-8")
    return folder


def run_tests(folder: Path, *arguments: str, compiled: bool = False) -> int:
    """Run tests of the package in ``folder``, all of which must pass; return how many they were."""
    environment = os.environ | {
        "PYTHONPATH": str(folder / "src"), "MALECON_CACHE": str(folder / "cache"), "MALECON_JIT": str(int(compiled)),
    }  # fmt: skip
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    return int(re.findall(r"(\d+) passed", done.stdout)[0])


def test_a_game_from_the_document_keeps_the_contract(folder: Path) -> None:
    assert run_tests(folder, "tests/conformance/test_contract.py", "-k", GAME, compiled=JIT) > 10


def test_a_game_from_the_document_is_played_in_a_pipe_and_on_a_page(folder: Path) -> None:
    played = ("tests/terminal/test_pipes.py", "tests/web/test_another_page.py")

    assert run_tests(folder, *played, "-k", f"(whole_game and {GAME}) or test_another_page") == 3


def test_the_document_is_checked_like_the_code(folder: Path) -> None:
    written = [str(path.relative_to(folder)) for path in (folder / f"src/malecon/games/{GAME}").rglob("*.py")]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *written], cwd=folder, capture_output=True, check=False
    )

    assert len(written) > 5
    assert done.returncode == 0, done.stdout
