"""Every sentence of the rules has a test, every cited sentence exists, and the page of the rules is up to date."""

import ast
import re
from pathlib import Path

from malecon.havana.digest import DIGEST, RULES, markdown

ROOT = Path(__file__).parent.parent
ID = re.compile(r"HAV-\d+(?:\.\d+)?")


def rules_under_test() -> set[str]:
    """Collect the ids in ``@pytest.mark.rule("HAV-4.1", ...)``."""
    return {
        argument.value
        for file in (ROOT / "tests/rules/havana").glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def test_every_rule_has_a_test_and_every_test_cites_a_real_rule() -> None:
    assert rules_under_test() == set(RULES)


def test_every_rule_or_chapter_that_the_code_cites_exists() -> None:
    chapters = {f"HAV-{chapter.number}" for chapter in DIGEST.chapter}
    files = [file for ending in ("py", "toml") for file in (ROOT / "src/malecon").rglob(f"*.{ending}")]

    cited = {rule for file in files for rule in ID.findall(file.read_text("utf-8"))}

    assert cited - set(RULES) <= chapters


def test_the_page_of_the_rules_is_up_to_date() -> None:
    page = (ROOT / "docs/rules/havana.md").read_text("utf-8")

    assert page == markdown(), "run: python -m malecon.havana.digest > docs/rules/havana.md"
