"""What people install: the package has all that it needs and nothing else, and plays without the checkout."""

import os
import re
import select
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from email import message_from_bytes
from importlib import import_module
from pathlib import Path

import pytest
from httpx import Client

import malecon
from installed import ROOT, build_wheel, install
from modes import needs_plain_rules
from patience import PATIENCE_S
from places.place import STEP
from terminal.terminal_helpers import moves_of_a_game
from web.browsing import START_S, client_of, until

pytestmark = [
    pytest.mark.slow,
    needs_plain_rules("compiling anew what is installed takes half a minute"),
]

FILES = {
    str(file.relative_to(ROOT / "src"))
    for file in (ROOT / "src/malecon").rglob("*")
    if file.is_file() and "__pycache__" not in file.parts
}
LICENSES = {"LICENSE", *(f"src/{file}" for file in FILES if file.endswith("LICENSE"))}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PROGRAM = ROOT / "packages/malecon"
INFO = f"malecon_engine-{malecon.__version__}.dist-info"


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    backend = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["build-backend"]
    folder = tmp_path_factory.mktemp("sdist")
    with chdir(ROOT):
        return folder / str(import_module(backend).build_sdist(str(folder)))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, sdist: Path) -> Path:
    return build_wheel(sdist, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed"))


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the variables of a person who has set nothing, and those that are given."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "MALECON_JIT": "0"} | more


def test_the_wheel_has_every_file_of_the_package_and_all_licences_and_no_more(wheel: Path) -> None:
    about = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", *(f"licenses/{name}" for name in LICENSES)}

    assert set(contents(wheel)) == FILES | {f"{INFO}/{name}" for name in about}
    assert {"malecon/py.typed", "malecon/locale/fr/LC_MESSAGES/malecon.po"} <= FILES
    assert len(LICENSES) > 3


def test_the_source_archive_has_what_builds_the_wheel_and_runs_the_tests(
    sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    top = f"malecon_engine-{malecon.__version__}"
    with tarfile.open(sdist) as archive:
        names = {str(Path(each.name).relative_to(top)) for each in archive.getmembers() if each.isfile()}

    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    missing = {*listed, *(f"src/{file}" for file in FILES), "PKG-INFO"} - names
    assert {name for name in missing if not name.startswith("checkpoints/")} <= {".gitignore"}
    assert not [name for name in names if "__pycache__" in name]
    assert contents(wheel) == contents(build_wheel(ROOT, tmp_path))


def test_the_program_is_the_engine_of_the_same_version_and_what_serves_pages(tmp_path: Path) -> None:
    (about,) = (text for name, text in contents(build_wheel(PROGRAM, tmp_path)).items() if name.endswith("/METADATA"))
    metadata = message_from_bytes(about)

    assert metadata["Version"] == malecon.__version__
    assert f"malecon-engine[serve]=={malecon.__version__}" in metadata.get_all("Requires-Dist", [])
    assert set(metadata.get_all("Provides-Extra", [])) | {"serve"} == set(PROJECT["optional-dependencies"])


def test_without_the_server_there_is_everything_but_the_pages(tmp_path: Path, wheel: Path) -> None:
    programs = install(wheel, tmp_path / "engine", extras=())
    how = environment(tmp_path)

    def run(*command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [programs / command[0], *command[1:]], cwd=tmp_path, env=how, capture_output=True, text=True
        )

    assert run("python", "-c", STEP).stdout == "4\n"
    assert "havana" in run("malecon", "simulate", "havana", "--games", "1", "--seats", "2", "--json").stdout
    served = run("malecon", "serve", "--port", "0")
    assert served.returncode == 1
    assert served.stderr.endswith(
        'is not installed, which the server needs; type: pip install "malecon-engine[serve]"\n'
    )


def test_it_runs_without_the_checkout(programs: Path, tmp_path: Path) -> None:
    """``sys.path`` is that of the environment."""
    shown = "import sys, malecon; print(malecon.__file__, *filter(None, sys.path), sep='\\n')"
    command = [str(programs / "python"), "-c", shown]
    told = subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=True)

    module, *folders = map(Path, told.stdout.splitlines())
    assert module.is_relative_to(programs.parent)
    assert not [folder for folder in folders if folder.is_relative_to(ROOT)]


@contextmanager
def started(programs: Path, home: Path, **variables: str) -> Iterator[str]:
    """Start ``malecon`` without a command, at any port; yield its address."""
    how = environment(home, MALECON_PORT="0", **variables)
    process = subprocess.Popen([programs / "malecon"], stdout=subprocess.PIPE, text=True, cwd=home, env=how)
    assert process.stdout is not None
    with process, process.stdout:
        try:
            assert select.select([process.stdout], [], [], START_S)[0], "the server does not start"
            yield re.findall(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
        finally:
            process.terminate()
            assert process.wait(PATIENCE_S) == 0


def test_without_a_command_it_serves_the_games_and_opens_the_page(programs: Path, tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part; mv {opened}.part {opened}\n')
    browser.chmod(0o700)

    with started(programs, tmp_path, BROWSER=str(browser)) as address, client_of(address) as client:
        until(opened.exists)
        assert opened.read_text() == f"{address}\n"
        assert '<html lang="fr"' in client.get("/", headers={"Accept-Language": "fr"}).text
        for game in malecon.games:
            table = client.post(f"/new/{game}", data={"seat-1": "me", "seat-2": "person"}, follow_redirects=True)
            check_page(client, table.text)


def check_page(client: Client, page: str) -> None:
    """Fetch all scripts, styles and pictures of a page."""
    assert "<main" in page
    files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
    assert len(files) > 3
    assert {client.get(file).status_code for file in files} == {200}


@pytest.mark.parametrize("game", malecon.games)
def test_a_whole_game_is_played_at_the_terminal_through_a_pipe(programs: Path, tmp_path: Path, game: str) -> None:
    moves = "\n".join(moves_of_a_game(2, game))
    command = [str(programs / "malecon"), "play", game, "--seats", "2", "--seed", "7", "--you", "all"]
    how = environment(tmp_path)
    played = subprocess.run(command, input=moves, capture_output=True, text=True, cwd=tmp_path, env=how, check=True)

    assert any(rule in played.stdout for rule, _ in malecon.games[game].text.endings.values())
    assert "The record of the game is in" in played.stdout
