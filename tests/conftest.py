"""Options and a database shared by all tests."""

from collections.abc import Iterator

import pytest

from postgres import new_database, serving_postgres


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the golden games from their own moves")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what waits for a browser most of the time, so that no process is left alone with it at the end."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def postgres_socket() -> Iterator[str]:
    with serving_postgres() as socket:
        if not socket:
            pytest.skip("PostgreSQL cannot start here; python -m postgres in tests/ says why")
        yield socket


@pytest.fixture
def postgres(postgres_socket: str) -> str:
    """Return the address of a new database."""
    return new_database(postgres_socket)
