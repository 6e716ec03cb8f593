"""The documents are true: Python sessions run, commands exist, links lead somewhere, nothing is left out."""

import doctest
import re
import shlex
from dataclasses import fields
from itertools import dropwhile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import malecon
from malecon.cli import app
from malecon.cli.parameters import options_of
from malecon.core.jit import JIT, cache
from malecon.core.options import Option
from malecon.core.process import VARIABLE
from malecon.research.leaks import app as leaks
from malecon.research.learning import app as learning
from malecon.research.spec import app as spec
from malecon.services.metrics import REGISTRY
from malecon.web.settings import Settings, option_of, variable_of
from modes import needs_compiler
from terminal.terminal_helpers import Command

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
SOURCE = ROOT / "src/malecon"
RECORDS = sorted((ROOT / "docs/decisions").glob("*.md"))
MEASUREMENTS = sorted((ROOT / "docs/measurements").glob("*.md"))
LONGEST_RECORD_WORDS, LONGEST_RECORD_LINES = 600, 60
CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The sections of keepachangelog.com."""
LONGEST_ITEM_WORDS = 45
QUICK = {} if JIT else dict.fromkeys(("play", "resume"), ("--level", "random"))
"""Without the compiler a computer player thinks for seconds about the first move."""
MAKE_TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))

MODULES = {"malecon.research.learning": learning, "malecon.research.leaks": leaks, "malecon.research.spec": spec}
"""Modules that are commands of their own."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.mark.slow  # the sessions of research compile and play
@each_page
def test_python_sessions_run_as_written(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)

    assert failed == 0


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text("utf-8"))
    targets = [(page.parent / link if link else page, anchor) for link, anchor in links if "://" not in link]

    assert all(target.exists() for target, _ in targets)
    assert all(anchor in anchors(target) for target, anchor in targets if anchor)


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as forges make them."""
    headings = re.findall(r"^#+ (.*)", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


FILE = re.compile(r"(?:[\w.<>-]+/)*[\w.<>-]+\.(?:css|html|js|json|md|py|toml|yaml)|(?:[a-z_<>]+/)+(?:[a-z_<>]+)?")
"""A path as a document names one, of a file or a folder; ``<game>`` stands for each game."""
PLACES = ("", "src", *(f"src/malecon{'/*' * depth}" for depth in range(4)), "hosting")
"""Folders from which paths are read: a document names a package, or a game, before a module of it."""
OF_OTHERS = {"four.py", "my_agent.py", "tried.py", "frequency_lists.py"}
"""Files that a reader makes, or of another package."""
THIRD_GAME = re.compile(r"^`((?:games|tests)/[\w/.]+)`[^\n]*:\n\n```", re.MULTILINE)
"""A file that the guide to another game makes."""


@each_page
def test_paths_that_are_named_are_there(page: Path) -> None:
    text = page.read_text("utf-8")
    third = THIRD_GAME.findall(text)
    made = {*OF_OTHERS, *third, *(path.rpartition("/")[2] for path in third)}
    named = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    paths = {path for path in named if FILE.fullmatch(path)} - made

    assert [path for path in sorted(paths) if not is_there(path)] == []


def test_documents_that_the_code_names_are_there() -> None:
    files = [file for folder in (SOURCE, ROOT / "bench", ROOT / "hosting") for file in folder.rglob("*.*")]
    texts = [file.read_text("utf-8") for file in files if file.suffix in {".py", ".toml", ".service"}]
    named = {path for text in texts for path in re.findall(r"\bdocs/[a-z0-9/-]+\.md", text)}

    assert named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def is_there(path: str) -> bool:
    """Tell whether a path of a document exists, that of a game for each game."""
    of_games = {path.replace("<game>", name) for name in malecon.games}
    return all(any(any(ROOT.glob(f"{place}/{each}".strip("/"))) for place in PLACES) for each in of_games)


SETTINGS = [each.name for each in fields(Settings)]
VARIABLES = {*map(variable_of, SETTINGS), VARIABLE, cache.VARIABLE, "MALECON_SITE", "MALECON_TOKEN"}
"""Of settings, of the compiler and its cache, of ``compose.yaml``, and of the example bot."""


@each_page
def test_variables_and_metrics_that_are_named_are_there(page: Path) -> None:
    text, metrics = page.read_text("utf-8"), {each.name for each in REGISTRY.collect()}

    assert set(re.findall(r"\bMALECON_[A-Z_]*[A-Z]\b(?!_)", text)) <= VARIABLES
    assert {name.removesuffix("_total") for name in re.findall(r"`(malecon_[a-z_]+)`", text)} <= metrics


OF_OTHER_COMMANDS = {"--raw", "--save", "--user"}
"""Options of ``malecon admin export``, of ``malecon play``, and of containers."""


@pytest.mark.parametrize("name", ["api.md", "hosting.md", "operating.md"])
def test_options_of_a_server_that_are_named_are_there(name: str) -> None:
    text = (ROOT / "docs" / name).read_text("utf-8")
    named = set(re.findall(r"`(--[a-z-]*[a-z])(?: \w+)?`", text)) - OF_OTHER_COMMANDS

    assert named
    assert named <= set(map(option_of, SETTINGS))


LONGEST_TOUR_WORDS = 700


def test_the_tour_is_short_and_its_one_diagram_shows_all_packages() -> None:
    text = (ROOT / "docs/tour.md").read_text("utf-8")
    (diagram,) = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    shown = [name for line in diagram.splitlines() for name in re.split(r"  +", line.strip())[:-1]]

    assert len(text.split()) <= LONGEST_TOUR_WORDS
    assert sorted(shown) == sorted(file.parent.name for file in SOURCE.glob("*/__init__.py"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_decision_record_fits_on_one_screen(record: Path) -> None:
    text = record.read_text("utf-8")

    assert len(text.split()) <= LONGEST_RECORD_WORDS
    assert len(text.splitlines()) <= LONGEST_RECORD_LINES
    assert text.splitlines()[2] == "## Question"


@pytest.mark.parametrize("page", MEASUREMENTS, ids=lambda page: page.name)
def test_measurements_are_linked_and_can_be_repeated(page: Path) -> None:
    others = [other.read_text("utf-8") for other in PAGES if other.parent != page.parent]

    assert any(f"measurements/{page.name})" in text for text in others)
    assert "```sh\n" in page.read_text("utf-8") or "```bash\n" in page.read_text("utf-8")


def test_the_changelog_has_the_usual_sections_and_short_items() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    items = " ".join(lines).split(" - ")[1:]

    assert {line[4:] for line in lines if line.startswith("### ")} <= CHANGES
    assert "## [Unreleased]" in lines
    assert all(len(item.split()) <= LONGEST_ITEM_WORDS for item in items)


FOLLOWED = {"house-rule.md"}
"""Guides whose commands another test runs."""


def commands() -> list[str]:
    pages = (page for page in PAGES if page.name not in FOLLOWED)
    blocks = [block for page in pages for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL)]
    return [line.split(" #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


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


@pytest.mark.parametrize("command", commands())
def test_commands_of_the_documents_exist(command: str) -> None:
    program, *words = dropwhile(ASSIGNMENT.fullmatch, shlex.split(command))

    if program == "make":
        assert set(words) <= MAKE_TARGETS
        return
    if program == "pip":
        assert words[1:] in (["./dist/malecon-*.whl"], [".[research]"])  # tests/test_installation.py installs it
        return
    command_line = app
    if program == ".venv/bin/python" and words[0] != "-m":
        options = {word for word in words if word.startswith("--")}
        assert all(option in (ROOT / words[0]).read_text("utf-8") for option in options)
        return
    if program == ".venv/bin/python":
        command_line, words = MODULES[words[1]], words[2:]
    else:
        assert program in {".venv/bin/malecon", "malecon"}
    options = {word for word in words if word.startswith("--")}
    path = words[: 2 if words[:1] in (["admin"], ["puzzles"], ["data"]) else 1]
    shown = CliRunner().invoke(command_line, [*path, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    assert all(option in shown.output for option in options)
    assert all((ROOT / word).exists() for word in words if "/" in word)


def test_every_command_is_in_the_readme_or_the_docs() -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    names = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]

    assert names
    assert all(f"malecon {name}" in text for name in names)


@pytest.mark.parametrize("game", malecon.games)
def test_every_form_of_move_is_in_the_notation(game: str) -> None:
    text = (ROOT / "docs/notation.md").read_text("utf-8")
    notation = malecon.games[game].notation

    verbs = {notation.format(action).split()[0] for action in range(len(notation))}
    assert all(f"`{verb} " in text for verb in verbs)


@pytest.mark.parametrize("game", malecon.games)
def test_every_option_of_a_game_is_in_its_help(game: str) -> None:
    shown = CliRunner().invoke(app, ["play", game, "--help"], env={"COLUMNS": "200"}).output

    assert all(f"--{option.name}" in shown for option in malecon.games[game].options)
    assert all(f"--{option.name}" not in shown for option in strangers(game))


def strangers(game: str) -> list[Option]:
    """Return the options that only other games have."""
    own = {option.name for option in malecon.games[game].options}
    return [option for option in options_of(malecon.games) if option.name not in own]
