"""Which files pytest loads: those that have tests of a run."""

from pathlib import Path

import pytest

from modes import TESTS, has_examples, may_have_tests


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of ``make test``, which runs the tests in both modes."""
    parser.addoption("--split", action="store_true", help="leave out what the run in the other mode proves")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules without examples, and files of which each test runs in the other mode."""
    if collection_path.suffix != ".py" or collection_path.name == "conftest.py":
        return None
    if not collection_path.is_relative_to(TESTS) and not has_examples(collection_path):
        return True
    return (config.getoption("split") and not may_have_tests(collection_path)) or None
