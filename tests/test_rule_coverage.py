"""Every sentence of the rules has a test, every cited sentence exists, and the page of the rules is up to date."""

import ast
import re
from pathlib import Path

import pytest

import malecon
from malecon.core.rules_text import digest_of, markdown

ROOT = Path(__file__).parent.parent

each_game = pytest.mark.parametrize("game", malecon.games)


def rules_under_test(game: str) -> set[str]:
    """Collect the ids in ``@pytest.mark.rule("HAV-4.1", ...)``."""
    return {
        argument.value
        for file in (ROOT / "tests/rules" / game).glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


@each_game
def test_every_rule_has_a_test_and_every_test_cites_a_real_rule(game: str) -> None:
    assert rules_under_test(game) == set(digest_of(game).rules)


@each_game
def test_every_rule_or_chapter_that_the_code_cites_exists(game: str) -> None:
    digest = digest_of(game)
    chapters = {f"{digest.prefix}{chapter.number}" for chapter in digest.chapter}
    files = [file for ending in ("py", "toml") for file in (ROOT / "src/malecon").rglob(f"*.{ending}")]

    cited = {rule for file in files for rule in re.findall(rf"{digest.prefix}\d+(?:\.\d+)?", file.read_text("utf-8"))}

    assert cited - set(digest.rules) <= chapters


@each_game
def test_the_page_of_the_rules_is_up_to_date(game: str) -> None:
    page = (ROOT / f"docs/rules/{game}.md").read_text("utf-8")

    assert page == markdown(game), "run: make docs"
