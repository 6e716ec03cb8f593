"""Storage in a folder of its own for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from malecon.storage.people import People
from malecon.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


@pytest.fixture
def people(store: Store) -> People:
    return People(store)
