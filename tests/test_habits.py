"""Each house habit can fail: a small repository that breaks it is refused, with the place."""

import subprocess
import sys
from pathlib import Path

import pytest

from habits import Habit, Project, addresses, documents, imports, names

ROOT = Path(__file__).parent.parent
SOURCE = "src/malecon"
GAME = f"{SOURCE}/games/havana"
TWIN = {f"{GAME}/{name}.py": "" for name in names.SHARED_BY_GAMES}
"""A game that has all modules that a game needs."""
PACKAGES = {
    f"{SOURCE}/__init__.py": "",
    f"{SOURCE}/core/__init__.py": '__all__ = ["shown"]',
    f"{SOURCE}/core/shown.py": "",
}
DIAGRAM = "```\n  core    what knows no game\n```\n"

BROKEN: list[tuple[Habit, dict[str, str], list[str]]] = [
    (
        names.metaphors,
        {
            f"{SOURCE}/web/door.py": "",
            f"{SOURCE}/web/static/told.js": "",
            f"{SOURCE}/web/page.py": "class Page:\n    async def judge(self) -> None: ...",
        },
        ["web/door.py:1: 'door'", "web/page.py:2: 'judge'", "web/static/told.js:1: 'told'"],
    ),
    (
        names.table_ids,
        {"tests/a.py": "def seat(table: str) -> None: ...", f"{SOURCE}/a.py": "class A:\n    table: str\n    b = ''"},
        ["src/malecon/a.py:2: the id", "tests/a.py:1: the id"],
    ),
    (
        names.names_of_games,
        TWIN
        | {
            f"{SOURCE}/core/a.py": '"""Example.\n\n>>> start("havana")\n1\n"""\nGAME = "Havana"',
            f"{SOURCE}/web/a.css": "\n.havana { }",
        },
        ["core/a.py:6: 'Havana'", "web/a.css:2: 'havana'"],
    ),
    (names.twin_modules, {f"{GAME}/state.py": ""}, [f"{name}.py is missing" for name in names.SHARED_BY_GAMES[1:]]),
    (
        imports.words_and_pictures,
        TWIN
        | {
            f"{GAME}/text/themes.py": "from malecon.games.havana.state import ACT, STATE\n"
            "from malecon.games.havana.view import View, seen",
            f"{GAME}/web/board.py": "def draw() -> None:\n    from malecon.games.havana.rules.buying import cost",
        },
        ["themes.py:1: STATE", "themes.py:2: seen", "board.py:2: cost"],
    ),
    (
        imports.faces,
        PACKAGES | {f"{SOURCE}/web/a.py": "from malecon.core import shown, hidden", f"{SOURCE}/core/hidden.py": ""},
        ["web/a.py:1: hidden is not in __all__ of malecon.core"],
    ),
    (
        imports.faces,
        PACKAGES
        | {
            f"{SOURCE}/core/__init__.py": '__all__ = ["shown", "spare"]',
            f"{SOURCE}/core/spare.py": "",
            f"{SOURCE}/web/a.py": "from malecon.core.shown import LIMIT",
        },
        ["core/__init__.py:1: nobody outside uses spare"],
    ),
    (
        imports.only_the_product,
        {
            "tools/spec/page.py": "",
            "bench/load.py": "import spec",
            f"{SOURCE}/a.py": "import spec.page\ndef f() -> None:\n    from load import people\n    import specs",
        },
        ["a.py:1: spec is no part", "a.py:3: load is no part"],
    ),
    (
        imports.only_what_is_declared,
        {
            "pyproject.toml": '[project]\ndependencies = ["bounded<2", "free>=1"]\n'
            'optional-dependencies.more = ["two_words"]',
            f"{SOURCE}/a.py": "import os.path, gone\nfrom bounded._inner import a\nfrom free import _b\n"
            "def f() -> None:\n    from two_words.c import d\n    import malecon.core, free._e",
        },
        ["a.py:1: pyproject.toml does not name gone", *(f"a.py:{line}: a private name of free" for line in (3, 6))],
    ),
    (
        documents.links,
        {"README.md": "# One\n[a](gone.md)\n[b](docs/a.md#two)\n[c](#one) [d](docs/a.md#a-b)", "docs/a.md": "# A: b"},
        ["README.md:2: gone.md", "README.md:3: docs/a.md has no heading two"],
    ),
    (
        documents.paths,
        TWIN
        | {
            "README.md": "`core/gone.py`\n```\n`core/out.py`\n```\n`games/<game>/state.py` `games/<game>/gone.py`",
            f"{SOURCE}/a.py": "# docs/gone.md",
        },
        ["README.md:1: core/gone.py", "README.md:5: games/<game>/gone.py", "a.py:1: docs/gone.md"],
    ),
    (
        documents.variables,
        {"README.md": "`MALECON_JIT` and `MALECON_LUCK`\n`malecon_moves_total`, `malecon_luck_total`"},
        ["README.md:1: nothing reads the variable MALECON_LUCK", "README.md:2: there is no metric malecon_luck_total"],
    ),
    (
        documents.options_of_servers,
        dict.fromkeys(documents.OF_SERVERS, "`--port`") | {"docs/api.md": "`--port`\n`--luck`"},
        ["docs/api.md:2: a server has no option --luck"],
    ),
    (
        documents.tour,
        PACKAGES | {"docs/tour.md": DIAGRAM.replace("core", "cellar")},
        ["docs/tour.md:1: cellar is no package", "docs/tour.md:1: core is missing"],
    ),
    (documents.tour, {"docs/tour.md": "# Tour"}, ["docs/tour.md:1: the diagram"]),
    (documents.records, {"docs/decisions/1.md": "# Title\n\n## Answer\n"}, ["1.md:3: a decision record begins"]),
    (documents.measurements, {"docs/measurements/a.md": ""}, ["a.md:1: no document links", "a.md:1: the commands"]),
    (
        documents.changelog,
        {"CHANGELOG.md": "# Changes\n### Added\n### Luck\n"},
        ["CHANGELOG.md:1: the section [Unreleased]", "CHANGELOG.md:3: Luck"],
    ),
    (
        documents.glossary,
        {
            f"{SOURCE}/core/a.py": "class A:\n    b = 1",
            "docs/glossary.md": "- **a**: one: `core/a.py`, `A.b`\n- **c**: two: `core/a.py`, `A.c`\n- d\n"
            "- **A**: three: `core/a.py`, `A`",
        },
        ["glossary.md:2: core/a.py does not define A.c", "glossary.md:3: a line is", "glossary.md:4: A is there twice"],
    ),
    (documents.glossary, {"docs/glossary.md": "# Words"}, ["glossary.md:1: no word"]),
    (
        documents.security,
        {
            "docs/security.md": "| what | how | proof |\n| a | b | `test_a` |\n| c | d | `test_gone` |\n| e | f | |\n"
            "| g | not done | |",
            "tests/test_a.py": "def test_a() -> None: ...",
        },
        ["security.md:3: there is no test test_gone", "security.md:4: neither"],
    ),
    (documents.security, {"docs/security.md": "# None"}, ["security.md:1: no row"]),
    (
        addresses.in_templates,
        {f"{SOURCE}/web/a.html": '<a href="{{ root }}/me">\n<a href="/me">\n<img data-copy="x">'},
        ['a.html:2: href="/me"', 'a.html:3: data-copy="x"', 'a.html:2: ="/me'],
    ),
    (
        addresses.in_scripts,
        {f"{SOURCE}/web/a.js": 'fetch(`${root}/me`)\nfetch("/me")', f"{SOURCE}/web/idiomorph.js": '"/me"'},
        ['a.js:2: "/me'],
    ),
    (addresses.in_styles, {f"{SOURCE}/web/a.css": "a { b: url(c.svg) }\nd { e: url(/f) }"}, ["a.css:2: url(/f"]),
    (
        addresses.in_modules,
        {f"{SOURCE}/web/a.py": '"""\n>>> draw()\n<a href="/me">\n"""\nLINK = \'<a href="/me">\''},
        ["a.py:5: href=\"/me"],
    ),
]  # fmt: skip


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


@pytest.mark.parametrize(("habit", "files", "breaches"), BROKEN, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_habit_is_found_where_it_is_broken(
    habit: Habit, files: dict[str, str], breaches: list[str], tmp_path: Path
) -> None:
    write(tmp_path, files)

    found = [*map(str, habit(Project(tmp_path)))]

    assert len(found) == len(breaches), found
    assert all(expected in said for expected, said in zip(breaches, found, strict=True)), found


def test_a_command_that_no_document_names_is_found(tmp_path: Path) -> None:
    write(tmp_path, {"README.md": (ROOT / "README.md").read_text("utf-8").replace("malecon resume", "malecon again")})

    assert "README.md:1: no document names the command malecon resume" in map(
        str, documents.commands(Project(tmp_path))
    )


def test_forms_of_moves_that_the_notation_does_not_tell_are_found(tmp_path: Path) -> None:
    write(tmp_path, {"docs/notation.md": (ROOT / "docs/notation.md").read_text("utf-8").replace("`steal ", "`take ")})

    assert [*map(str, documents.moves(Project(tmp_path)))] == [
        "docs/notation.md:1: the moves of havana that begin with steal are missing"
    ]


def test_the_command_prints_breaches_and_ends_with_1(tmp_path: Path) -> None:
    for name in ("tools", "docs", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    write(tmp_path, {"README.md": "[a](gone.md)", "CHANGELOG.md": "## Luck"})
    program = "import sys, pathlib, habits.__main__; sys.exit(habits.__main__.main(pathlib.Path(sys.argv[1])))"

    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT / "tools", capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert "README.md:1: gone.md is not there" in done.stdout.splitlines()
