"""Every sentence of the rules has a test, every cited sentence exists, and the page of the rules is up to date."""

import ast
import re
from pathlib import Path

import pytest

import malecon
from malecon.core.rules_text import markdown, rules_text_of

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
    assert rules_under_test(game) == set(rules_text_of(game).rules)


@each_game
def test_every_rule_or_chapter_that_the_code_cites_exists(game: str) -> None:
    rules_text = rules_text_of(game)
    chapters = {f"{rules_text.prefix}{chapter.number}" for chapter in rules_text.chapter}
    files = [file for ending in ("py", "toml") for file in (ROOT / "src/malecon").rglob(f"*.{ending}")]

    rule_id = rf"{rules_text.prefix}\d+(?:\.\d+)?"
    cited = {rule for file in files for rule in re.findall(rule_id, file.read_text("utf-8"))}

    assert cited - set(rules_text.rules) <= chapters


@each_game
def test_the_page_of_the_rules_is_up_to_date(game: str) -> None:
    page = (ROOT / f"docs/rules/{game}.md").read_text("utf-8")

    assert page == markdown(game), "run: make docs"
