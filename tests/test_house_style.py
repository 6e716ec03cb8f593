"""The habits that a linter does not know."""

import ast
from pathlib import Path

import numpy as np
import pytest

from malecon.havana.state import STATE, State

SOURCE = Path(__file__).parent.parent / "src/malecon"
FILES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted(Path(__file__).parent.rglob("*.py"))
LONGEST = 400

GAMES = {"havana", "cuba"}
ABOVE_GAMES = {"agents", "research", "tables"}
TOP = {"terminal", "web", "cli", "bench"}
FROM_THE_TOP = {"__init__", "__main__", *TOP}
"""The package's own modules and what only people use: these may import everything."""


def may_import(package: str) -> set[str]:
    """Return the packages that ``package`` may import: core, games, what is above them, the top; a game only itself."""
    if package == "core":
        return {"core"}
    if package in GAMES:
        return {"core", package}
    if package in ABOVE_GAMES:
        return {"core", *GAMES, *ABOVE_GAMES}
    return {"core", *GAMES, *ABOVE_GAMES, *FROM_THE_TOP}


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


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_only_point_downwards(file: Path) -> None:
    package = package_of(file)

    assert package in {"core", *GAMES, *ABOVE_GAMES, *FROM_THE_TOP}, "a package that the test does not know"
    assert imported_packages(file) <= may_import(package)


@pytest.mark.parametrize("file", FILES + TESTS, ids=lambda file: "/".join(file.parts[-2:]))
def test_a_file_fits_in_one_sitting(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= LONGEST


def test_no_field_hides_behind_a_numpy_method() -> None:
    """A field named ``round`` or ``size`` would read as a method in plain Python."""
    assert not set(STATE.names or ()) & set(dir(np.record))


def test_the_protocol_and_the_record_agree() -> None:
    assert list(State.__annotations__) == list(STATE.names or ())


@pytest.mark.parametrize("name", STATE.names or ())
def test_every_field_lies_on_a_multiple_of_its_size(name: str) -> None:
    assert STATE.fields is not None
    kind, offset = STATE.fields[name][:2]

    assert offset % kind.base.itemsize == 0


def test_records_in_an_array_stay_aligned() -> None:
    assert STATE.itemsize % 8 == 0
