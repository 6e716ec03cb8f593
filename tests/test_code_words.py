"""The words of the code: the field's terms, no metaphors, one word for one thing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/malecon"
FILES = sorted(SOURCE.rglob("*.py"))
SCRIPTS = sorted(file for file in SOURCE.rglob("*") if file.suffix in {".js", ".css", ".html"})

METAPHORS = frozenset(
    [
        "Desk", "Drawing", "Gate", "Header", "Place", "Reception", "Scene", "Seated", "Setting", "Shelf", "Showing",
        "Sitter", "Sort", "Tables", "Terms", "Voice", "absence", "analysing", "around", "bodies", "browsers",
        "carrying", "company", "departing", "descending", "desk", "door", "entrance", "facts", "garbage", "gate",
        "gathering", "hearing", "judge", "keeping", "learn", "letters", "liking", "limiting", "looking", "matching",
        "measures", "no_search_for_garbage", "noticing", "prospect", "pulse", "reception", "renewing", "running",
        "scene", "search_seldom", "settling", "shelf", "showing", "simulating", "sitter", "sitting", "sorts",
        "sparing", "standing", "standings", "starting", "talk", "telling", "terms", "told", "travel", "trouble",
        "undoing", "visitor", "voice", "watching", "weigh", "working", "worth",
    ]
)  # fmt: skip
"""Names that nobody finds by guessing; each was a module, a class or a function once."""


def names_in(file: Path) -> Iterator[tuple[str, int]]:
    """Yield the names of a module and of the classes and functions in it, each with its line."""
    yield file.parent.name if file.stem == "__init__" else file.stem, 1
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_metaphor_is_a_name(file: Path) -> None:
    assert [f"{name}, line {line}" for name, line in names_in(file) if name in METAPHORS] == []


def test_no_metaphor_is_the_name_of_a_script_a_template_or_a_style_sheet() -> None:
    assert [file.name for file in SCRIPTS if file.stem in METAPHORS] == []


def test_the_id_of_a_table_is_never_called_table() -> None:
    found = [
        file
        for file in (*FILES, *(ROOT / "tests").rglob("*.py"))
        if re.search(r"\btable: str\b", file.read_text("utf-8"))
    ]
    assert [file for file in found if file != Path(__file__)] == []
