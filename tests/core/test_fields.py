"""Records whose fields are attributes."""

import pickle
from typing import Any

import numpy as np
import pytest

from malecon.core.fields import record_of
from malecon.core.jit import rule

THINGS = record_of(__name__, "THINGS", [("count", np.int8), ("row", np.int16, (3,))])


@pytest.fixture
def things() -> Any:
    return np.zeros(1, THINGS)[0]


def test_a_field_is_read_and_written_as_an_attribute(things: Any) -> None:
    things.count += 3
    things.row[1] = 5

    assert (things["count"], things.count) == (3, 3)
    assert things["row"].tolist() == [0, 5, 0]


def test_a_field_that_is_not_there_is_refused(things: Any) -> None:
    with pytest.raises(AttributeError):
        _ = things.counts
    with pytest.raises(AttributeError):
        things.counts = 1


@rule
def raise_count(things: Any) -> None:
    things.count += 1


def test_a_rule_changes_the_record_in_place(things: Any) -> None:
    raise_count(things)

    assert things.count == 1


def test_a_copy_is_a_record_of_its_own(things: Any) -> None:
    other = things.copy()

    other.count = 2

    assert (things.count, other.count) == (0, 2)


def test_a_record_can_be_pickled(things: Any) -> None:
    things.count = 3

    back = pickle.loads(pickle.dumps(things))

    assert type(back) is type(things)
    assert back == things
    assert back.count == 3
