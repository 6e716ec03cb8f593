"""House habits that ruff, mypy and import-linter cannot check: what all of them use."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

PACKAGE = "src/malecon"
TEXTS = {".py", ".toml", ".html", ".js", ".css", ".svg", ".md", ".service"}
FOLDERS = ("src", "tests", "bench", "tools", "hosting", "docs")


@dataclass(frozen=True, slots=True)
class Breach:
    """One place at which a habit is broken; ``path`` is from the root, ``line`` from 1."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


class Source:
    """A file of the repository."""

    def __init__(self, path: str, text: str) -> None:
        """Hold the path from the root, and the content."""
        self.path = path
        self.text = text
        self.parts = tuple(path.split("/"))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the syntax tree of a module."""
        return tuple(ast.walk(ast.parse(self.text, self.path)))

    def breach(self, position: int, sentence: str) -> Breach:
        """Return a breach at a position in the text."""
        return Breach(self.path, self.text.count("\n", 0, position) + 1, sentence)


class Project:
    """The files of a repository, each read and parsed once."""

    def __init__(self, root: Path) -> None:
        """Read the texts in a repository."""
        self.root = root
        files = [*root.glob("*.md"), *(file for folder in FOLDERS for file in (root / folder).rglob("*"))]
        texts = (file for file in sorted(files) if file.suffix in TEXTS and "node_modules" not in file.parts)
        self._sources = [Source(file.relative_to(root).as_posix(), file.read_text("utf-8")) for file in texts]
        self.games = tuple(sorted(file.parent.name for file in (root / PACKAGE).glob("games/*/state.py")))

    def within(self, *folders: str, ends: tuple[str, ...] = (".py",)) -> Iterator[Source]:
        """Yield the files in some folders whose names have one of the endings."""
        below = tuple(f"{folder}/" for folder in folders)
        return (each for each in self._sources if each.path.startswith(below) and each.path.endswith(ends))

    def documents(self) -> Iterator[Source]:
        """Yield the documents: those of the root, and those in ``docs``."""
        return (each for each in self._sources if each.path.endswith(".md") and each.parts[0] not in FOLDERS[:-1])

    def file(self, path: str) -> Source:
        """Return the file of a path; raise ``KeyError`` if it is not there."""
        for each in self._sources:
            if each.path == path:
                return each
        raise KeyError(f"{path} is not there, but a habit is about it")


Habit: TypeAlias = Callable[[Project], Iterator[Breach]]
