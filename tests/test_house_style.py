"""The habits that a linter does not know."""

import ast
import re
import subprocess
import sys
from collections.abc import Container, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import numpy as np
import pytest

import malecon
from malecon.cli.parameters import options_of

SOURCE = Path(__file__).parent.parent / "src/malecon"
FILES = sorted(SOURCE.rglob("*.py"))
GENERIC = sorted(
    file
    for file in SOURCE.rglob("*")
    if file.suffix in {".py", ".toml", ".html", ".js", ".css", ".svg"} and "games" not in file.relative_to(SOURCE).parts
)
"""What knows no game."""

each_game = pytest.mark.parametrize("game", malecon.games)

GAMES = {file.parent.name for file in SOURCE.glob("games/*/state.py")}
LAYERS = (
    *("core", "presentation", "games", "__init__", "agents", "research", "tables", "storage", "services"),
    *("web", "terminal", "bench", "cli", "__main__"),
)
"""The packages and modules of the package, the lowest first; ``__init__`` is the list of the games."""
WALLS = {("terminal", site) for site in ("tables", "storage", "services", "web")}
"""Imports downwards that are forbidden: playing at a terminal needs no site."""
SHOWN = [file for part in ("text", "terminal", "web") for file in SOURCE.glob(f"games/*/{part}/*.py")]
"""What words and draws a view."""
RULES_OF_A_GAME = re.compile(r"malecon\.games\.\w+\.(rules|rules\.\w+|questions|state|previews|refusals|resume)")
VIEW_OF_A_GAME = re.compile(r"malecon\.games\.\w+\.(view|\w+_view)")


def may_import(package: str) -> set[str]:
    """Return the packages that ``package`` may import: itself and the lower layers, but for its walls."""
    return {*LAYERS[: LAYERS.index(package) + 1]} - {site for other, site in WALLS if other == package}


def package_of(file: Path) -> str:
    """Return the part of malecon that a file belongs to."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_packages(file: Path) -> set[str]:
    """Return the parts of malecon that a file imports anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            module = node.module or ""
            names |= {f"{module}.{alias.name}" for alias in node.names} if module == "malecon" else {module}
    packages = {name.split(".")[1] for name in names if name.startswith("malecon.")}
    return {name if (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").is_file() else "__init__" for name in packages}


def imported_games(file: Path) -> set[str]:
    """Return the games whose modules a file imports."""
    return set(re.findall(r"(?:from|import) malecon\.games\.(\w+)", file.read_text("utf-8")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_only_its_own_files_import_a_game(file: Path) -> None:
    assert imported_games(file) <= GAMES & set(file.relative_to(SOURCE).parts)


def imported_names(tree: ast.Module, modules: re.Pattern[str]) -> set[str]:
    """Return the names that a module imports from others whose names match, anywhere in it."""
    froms = (
        node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and modules.fullmatch(node.module or "")
    )
    return {alias.name for node in froms for alias in node.names}


@pytest.mark.parametrize("file", SHOWN, ids=lambda file: str(file.relative_to(SOURCE)))
def test_words_and_pictures_compute_nothing_of_a_game(file: Path) -> None:
    """The view says what follows from the rules; of these, words and pictures name a few numbers only."""
    tree = ast.parse(file.read_text("utf-8"))
    rules, view = imported_names(tree, RULES_OF_A_GAME), imported_names(tree, VIEW_OF_A_GAME)

    assert all(name.isupper() and name != "STATE" for name in rules), rules
    assert all(name[0].isupper() for name in view), f"only types and numbers of the view: {view}"


def without_examples(text: str) -> str:
    """Return a source without the examples in its docstrings."""
    return re.sub(r"^ *>>> .*?(?=^ *$|^ *\"\"\"|\"\"\"$)", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("file", GENERIC, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_file_outside_its_folder_names_a_game(file: Path) -> None:
    """A third game needs no change elsewhere; examples in docstrings and translations are no code."""
    named = re.findall(rf"(?i)\b(?:{'|'.join(malecon.games)})\b", without_examples(file.read_text("utf-8")))

    assert named == []


RUN = """
import sys, malecon
malecon.games[{game!r}].start(seats=2, seed=1)
print(*(name for name in sys.modules if name.startswith("malecon.games.")))
"""


@each_game
def test_rules_load_no_words(game: str) -> None:
    command = [sys.executable, "-c", RUN.format(game=game)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    assert f"malecon.games.{game}.questions" in loaded
    assert not [name for name in loaded if set(name.split(".")[3:4]) & {"text", "terminal", "web"}]


LOADED = """
import sys, malecon
game = malecon.games[{game!r}]
game.options, game.seats
print("numba" in sys.modules)
game.{part}
print(*(name for name in sys.modules if name.startswith("malecon.games.")))
"""


@each_game
@pytest.mark.parametrize(
    ("part", "others"), [("terminal", ("web",)), ("page", ("terminal",)), ("text", ("web", "terminal"))]
)
def test_a_part_of_a_game_is_loaded_without_the_others(game: str, part: str, others: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", LOADED.format(game=game, part=part)]
    compiler, loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    assert compiler == "False"
    assert f"malecon.games.{game}.{'web' if part == 'page' else part}" in loaded.split()
    assert not [name for name in loaded.split() if set(name.split(".")[3:4]) & set(others)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_only_point_downwards(file: Path) -> None:
    package = package_of(file)

    assert package in LAYERS, "a package that the test does not know"
    assert imported_packages(file) <= may_import(package)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_games_have_files_of_equal_names(game: str) -> None:
    """Cards, boards and buildings are a game's own."""
    shared = {"state", "options", "answers", "questions", "choice", "previews", "refusals", "resume"}
    shared |= {"view", "player_view", "position", "position_checks"}

    assert shared <= {file.stem for file in (SOURCE / "games" / game).glob("*.py")}


def module_of(file: Path) -> str:
    """Return the dotted name of a module or package."""
    return ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported_modules(file: Path, modules: Container[str]) -> set[str]:
    """Return the modules that a file imports when it is loaded."""
    froms = [node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
    names = [(f"{node.module}.{alias.name}", str(node.module)) for node in froms for alias in node.names]
    return {name if name in modules else module for name, module in names} - {module_of(file)}


def path_of(file: Path) -> tuple[str, ...]:
    """Return the names by which a module is imported, from ``malecon`` on."""
    names = ("malecon", *file.relative_to(SOURCE).with_suffix("").parts)
    return names[:-1] if names[-1] == "__init__" else names


PACKAGES = {path_of(file): file for file in FILES if file.name == "__init__.py" and "migrations" not in file.parts}


def face_of(package: tuple[str, ...]) -> set[str]:
    """Return the modules and names of a package that others may use: its ``__all__``."""
    for node in ast.parse(PACKAGES[package].read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def uses(file: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each package from outside of which a file uses something, and what; games are reached by their records."""
    here = path_of(file)
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("malecon."):
            base = tuple((node.module or "").split("."))
            for path in {(*base, alias.name) for alias in node.names} if base in PACKAGES else {base}:
                for package in (path[:end] for end in range(2, len(path))):
                    is_within = here[: len(package)] == package
                    if package in PACKAGES and not is_within and (package[1] != "games" or len(package) == 4):
                        yield package, path[len(package)]


def test_a_package_is_used_by_its_face() -> None:
    """``__all__`` of a package lists the modules that others use, and no other; what is not there is private."""
    used: dict[tuple[str, ...], set[str]] = {}
    for file in FILES:
        for package, name in uses(file):
            used.setdefault(package, set()).add(name)

    for package, names in used.items():
        assert names <= face_of(package), package
    for package in used:
        modules = {each for each in face_of(package) if (PACKAGES[package].parent / f"{each}.py").is_file()}
        assert modules <= used[package], package


def test_modules_import_each_other_in_no_circle() -> None:
    modules = {module_of(file): file for file in FILES}
    imports = {module: imported_modules(file, modules) for module, file in modules.items()}

    assert [*TopologicalSorter(imports).static_order()]


@each_game
def test_no_field_hides_behind_a_numpy_method(game: str) -> None:
    """A field named ``round`` or ``size`` would read as a method in plain Python."""
    assert not set(malecon.games[game].state.names or ()) & set(dir(np.void))


@each_game
def test_every_field_lies_on_a_multiple_of_its_size(game: str) -> None:
    for name, (kind, offset, *_) in (malecon.games[game].state.fields or {}).items():
        assert offset % kind.base.itemsize == 0, name


@each_game
def test_records_in_an_array_stay_aligned(game: str) -> None:
    assert malecon.games[game].state.itemsize % 8 == 0


@each_game
def test_a_name_of_an_option_stands_for_one_kind_in_all_games(game: str) -> None:
    """The command line is read before the game is known."""
    kinds = {option.name: option.kind for option in options_of(malecon.games)}

    assert all(kinds[option.name] is option.kind for option in malecon.games[game].options)
