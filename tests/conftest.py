"""Options shared by all tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the golden games from their own moves")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what waits for a browser most of the time, so that no process is left alone with it at the end."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))
