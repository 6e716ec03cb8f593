"""Each line of the document about security names tests that there are, or says that something is not done."""

import re
from pathlib import Path

HERE = Path(__file__).parent
LINES = (HERE.parent / "docs/security.md").read_text("utf-8").splitlines()
ROWS = [line for line in LINES if line.startswith("| ") and not re.match(r"\| \w+ \| how \| proof \|", line)]
NO_PROOF = ("not done", "Not done", "Left to the proxy")


def test_every_line_names_its_tests_or_says_that_it_is_not_done() -> None:
    assert len(ROWS) > 60
    assert [row for row in ROWS if "`test_" not in row and not any(word in row for word in NO_PROOF)] == []


def test_the_tests_that_are_named_are_there() -> None:
    texts = [file.read_text("utf-8") for file in HERE.rglob("test_*.py")]
    there = {name for text in texts for name in re.findall(r"def (test_\w+)", text)}
    named = set(re.findall(r"`(test_\w+)`", "\n".join(ROWS)))

    assert len(named) > 80
    assert sorted(named - there) == []
