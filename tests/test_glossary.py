"""The glossary leads to what there is: each path exists, and defines the name."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/malecon"
LINES = re.findall(r"^- .*", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE)
ENTRY = re.compile(r"- \*\*(?P<word>[\w -]+)\*\*: (?P<meaning>.+): `(?P<path>[\w/]+\.py)`, `(?P<name>[\w.]+)`")
ENTRIES = [found for line in LINES if (found := ENTRY.fullmatch(line))]
MOST = 45


def names_in(body: list[ast.stmt], prefix: str = "") -> set[str]:
    """Return the names that statements define, those in a class with the name of the class before them."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(prefix + node.name)
        if isinstance(node, ast.ClassDef):
            names |= names_in(node.body, f"{prefix}{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {prefix + target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_each_line_is_a_word_its_meaning_and_its_place() -> None:
    assert ENTRIES
    assert [line for line in LINES if not ENTRY.fullmatch(line)] == []


def test_the_glossary_is_short_and_has_no_word_twice() -> None:
    words = [entry["word"].lower() for entry in ENTRIES]

    assert len(words) <= MOST
    assert len(words) == len(set(words))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["word"])
def test_each_word_lives_where_the_glossary_says(entry: re.Match[str]) -> None:
    module = SOURCE / entry["path"]

    assert module.is_file()
    assert entry["name"] in names_in(ast.parse(module.read_text("utf-8")).body)
