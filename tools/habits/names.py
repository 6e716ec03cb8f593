"""Names: the field's terms, no metaphors, one word for one thing."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from habits import PACKAGE, Breach, Project, Source

METAPHORS = frozenset(
    [
        "Desk", "Drawing", "Gate", "Header", "Place", "Reception", "Seated", "Setting", "Shelf", "Showing",
        "Sitter", "Sort", "Tables", "Terms", "Voice", "absence", "analysing", "around", "bodies", "browsers",
        "carrying", "company", "departing", "descending", "desk", "door", "entrance", "facts", "garbage", "gate",
        "gathering", "hearing", "judge", "keeping", "learn", "letters", "liking", "limiting", "looking", "matching",
        "measures", "no_search_for_garbage", "noticing", "prospect", "pulse", "reception", "renewing", "running",
        "search_seldom", "settling", "shelf", "showing", "simulating", "sitter", "sitting", "sorts",
        "sparing", "standing", "standings", "starting", "talk", "telling", "terms", "told", "travel", "trouble",
        "undoing", "visitor", "voice", "watching", "weigh", "working", "worth",
    ]
)  # fmt: skip
"""Names that nobody finds by guessing; each was a module, a class or a function once."""
SHARED_BY_GAMES = (
    *("state", "options", "answers", "amounts", "questions", "choice", "previews", "refusals", "resume"),
    *("view", "player_view", "position", "position_checks"),
)
"""Modules of each game; cards, boards and buildings are a game's own."""
EXAMPLE = re.compile(r"^ *>>> .*?(?=^ *$|^ *\"\"\"|\"\"\"$)", re.MULTILINE | re.DOTALL)
"""An example in a docstring, up to the next empty line or the end of the docstring."""


def metaphors(project: Project) -> Iterator[Breach]:
    """No module, class, function, script, template or style sheet has a metaphor for its name."""
    for source in project.within(PACKAGE):
        yield from _if_metaphor(source, 1, _name_of(source))
        for node in source.nodes:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _if_metaphor(source, node.lineno, node.name)
    for source in project.within(PACKAGE, ends=(".js", ".css", ".html")):
        yield from _if_metaphor(source, 1, _name_of(source))


def _name_of(source: Source) -> str:
    path = PurePosixPath(source.path)
    return path.parent.name if path.stem == "__init__" else path.stem


def _if_metaphor(source: Source, line: int, name: str) -> Iterator[Breach]:
    if name in METAPHORS:
        yield Breach(source.path, line, f"{name!r} is a metaphor; the field has a word (docs/glossary.md)")


def table_ids(project: Project) -> Iterator[Breach]:
    """The id of a table is called ``table_id``."""
    for source in project.within(PACKAGE, "tests"):
        for node in source.nodes if "table: str" in source.text else ():
            if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation and ast.unparse(node.annotation) == "str":
                name = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
                if name == "table":
                    yield Breach(source.path, node.lineno, "the id of a table is called table_id")


def names_of_games(project: Project) -> Iterator[Breach]:
    """A third game needs no change elsewhere; examples in docstrings and translations are no code."""
    game = re.compile(rf"(?i)\b(?:{'|'.join(project.games)})\b")
    for source in project.within(PACKAGE, ends=(".py", ".toml", ".html", ".js", ".css", ".svg")):
        if "games" not in source.parts:
            examples = [found.span() for found in EXAMPLE.finditer(source.text)]
            for found in game.finditer(source.text):
                if not any(begin <= found.start() < end for begin, end in examples):
                    yield source.breach(found.start(), f"{found[0]!r} is named outside its folder")


def twin_modules(project: Project) -> Iterator[Breach]:
    """The games have modules of equal names."""
    for game in project.games:
        folder = f"{PACKAGE}/games/{game}"
        there = {source.path for source in project.within(folder)}
        for name in SHARED_BY_GAMES:
            if f"{folder}/{name}.py" not in there:
                yield Breach(f"{folder}/state.py", 1, f"{name}.py is missing beside it: each game has one")
