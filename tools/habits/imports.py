"""Imports that import-linter does not check: of single names, and of other people's packages."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TypeAlias

from habits import PACKAGE, Breach, Project, Source

Path: TypeAlias = tuple[str, ...]
"""The names by which a module is imported, from ``malecon`` on."""

RULES_OF_A_GAME = re.compile(r"malecon\.games\.\w+\.(rules|rules\.\w+|questions|state|previews|refusals|resume)")
DISTRIBUTIONS = {
    "argon2": "argon2-cffi", "cuda": "numba-cuda", "pyspiel": "open-spiel",
}  # fmt: skip
"""Distributions whose packages have other names."""
INSTALLED_BY_NAME = {"PIL", "matplotlib", "pufferlib"}
"""Packages that the documents tell those to install who want them, and one that comes with them."""
VIEW_OF_A_GAME = re.compile(r"malecon\.games\.\w+\.(view|\w+_view)")


def words_and_pictures(project: Project) -> Iterator[Breach]:
    """Words and pictures compute nothing of a game: of rules they name numbers only, of the view types and numbers.

    The view says what follows from the rules.
    """
    for game in project.games:
        folder = f"{PACKAGE}/games/{game}"
        for source in project.within(*(f"{folder}/{part}" for part in ("text", "terminal", "web"))):
            yield from _computing(source)


def _computing(source: Source) -> Iterator[Breach]:
    for node in _imports(source):
        for alias in node.names:
            name, module = alias.name, str(node.module)
            if RULES_OF_A_GAME.fullmatch(module) and not (name.isupper() and name != "STATE"):
                yield Breach(source.path, node.lineno, f"{name} of the rules: words and pictures take only numbers")
            if VIEW_OF_A_GAME.fullmatch(module) and not name[0].isupper():
                yield Breach(source.path, node.lineno, f"{name} of the view: words and pictures take only its types")


def _imports(source: Source) -> Iterator[ast.ImportFrom]:
    return (node for node in source.nodes if isinstance(node, ast.ImportFrom))


def faces(project: Project) -> Iterator[Breach]:
    """``__all__`` of a package lists the modules that others use, and no other; what is not there is private."""
    packages = {_path_of(each): each for each in project.within(PACKAGE) if _is_package(each)}
    shown = {path: _face_of(source) for path, source in packages.items()}
    used: dict[Path, set[str]] = {}
    for source in project.within(PACKAGE):
        for line, package, name in _uses(source, packages):
            used.setdefault(package, set()).add(name)
            if name not in shown[package]:
                yield Breach(source.path, line, f"{name} is not in __all__ of {'.'.join(package)}")
    for package, names in used.items():
        folder = packages[package].path.rpartition("/")[0]
        there = {PurePosixPath(each.path) for each in project.within(folder)}
        for name in sorted(shown[package] - names):
            if PurePosixPath(f"{folder}/{name}.py") in there:
                yield Breach(packages[package].path, 1, f"nobody outside uses {name}, which is in __all__")


def only_the_product(project: Project) -> Iterator[Breach]:
    """The package imports no tool, benchmark or test."""
    folders = ("tools", "bench", "tests")
    others = {each.parts[1].removesuffix(".py") for each in project.within(*folders)}
    for source in project.within("src"):
        for node in source.nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                for name in {each.partition(".")[0] for each in named} & (others | set(folders)):
                    yield Breach(source.path, node.lineno, f"{name} is no part of the package")


def only_what_is_declared(project: Project) -> Iterator[Breach]:
    """Each package of others is declared in pyproject.toml; one whose private modules or names are used is bounded."""
    declared = _declared(project)
    for source in project.within(PACKAGE):
        for line, module, names in _foreign_imports(source):
            package = module.partition(".")[0]
            distribution = DISTRIBUTIONS.get(package, package).replace("_", "-")
            if package not in INSTALLED_BY_NAME and distribution not in declared:
                yield Breach(source.path, line, f"pyproject.toml does not name {distribution}")
            is_private = any(name.startswith("_") for name in (*module.split("."), *names))
            if is_private and "<" not in declared.get(distribution, ""):
                yield Breach(source.path, line, f"a private name of {distribution}, whose version has no upper bound")


def _declared(project: Project) -> dict[str, str]:
    """Return the names of the distributions that the package and its extras need, with what is asked of each."""
    table = tomllib.loads((project.root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = table.get("optional-dependencies", {}).values()
    needed = [need for group in (table["dependencies"], *extras) for need in group]
    return {re.split(r"[^\w-]", need.replace("_", "-"), maxsplit=1)[0]: need for need in needed}


def _foreign_imports(source: Source) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the line, the module and the names of what a module imports of others."""
    for node in source.nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            named = [(node.module or "", names)] if isinstance(node, ast.ImportFrom) else [(name, []) for name in names]
            for module, taken in named:
                if module.partition(".")[0] not in {"malecon", *sys.stdlib_module_names}:
                    yield node.lineno, module, taken


def _is_package(source: Source) -> bool:
    return source.parts[-1] == "__init__.py" and "migrations" not in source.parts


def _path_of(source: Source) -> Path:
    names = (*source.parts[1:-1], source.parts[-1].removesuffix(".py"))
    return names[:-1] if names[-1] == "__init__" else names


def _face_of(package: Source) -> frozenset[str]:
    for node in package.nodes:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def _uses(source: Source, packages: dict[Path, Source]) -> Iterator[tuple[int, Path, str]]:
    """Yield the line, the package and the name of all that a module uses of others; games are reached by records."""
    here = _path_of(source)
    for node in _imports(source):
        base = tuple((node.module or "").split("."))
        if base[0] != "malecon" or len(base) == 1:
            continue
        for path in sorted({(*base, alias.name) for alias in node.names} if base in packages else {base}):
            for package in (path[:end] for end in range(2, len(path))):
                is_within = here[: len(package)] == package
                if package in packages and not is_within and (package[1] != "games" or len(package) == 4):
                    yield node.lineno, package, path[len(package)]
