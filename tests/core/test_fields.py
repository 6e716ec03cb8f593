"""Records whose fields are attributes."""

import pickle

import numpy as np
import pytest

from malecon.core.fields import Field, Record, dtype_of, new_record, number, numbers, record_of
from malecon.core.jit import rule


class Things(Record):
    """Narrow fields before and after wide ones."""

    __slots__ = ()

    count = number(np.int8, "how many")
    row = numbers(np.int16, 3, "in each place")
    left = number(np.int8, "how many are left", start=-1)
    drawn = number(np.int64, "so far")


THINGS = dtype_of(Things)


@pytest.fixture
def things() -> Things:
    return new_record(Things, THINGS)


def test_wide_fields_come_first_and_padding_last() -> None:
    offsets = {name: offset for name, (_, offset, *_) in (THINGS.fields or {}).items()}

    assert offsets == {"drawn": 0, "row": 8, "count": 14, "left": 15}
    assert dtype_of(Things).itemsize == 16


def test_the_size_is_a_multiple_of_the_widest_field() -> None:
    five = record_of(__name__, "FIVE", {"wide": Field(np.int32), "narrow": Field(np.int8)})

    assert five.names == ("wide", "narrow", "padding")
    assert five.itemsize == 8


def test_a_new_record_holds_the_start_of_each_field(things: Things) -> None:
    assert (things.count, things.row.tolist(), things.left, things.drawn) == (0, [0, 0, 0], -1, 0)


def test_a_field_is_read_and_written_as_an_attribute(things: Things) -> None:
    things.count += 3
    things.row[1] = 5

    assert (things["count"], things.count) == (3, 3)
    assert things["row"].tolist() == [0, 5, 0]


def test_a_field_that_is_not_there_is_refused(things: Things) -> None:
    with pytest.raises(AttributeError):
        _ = things.counts  # type: ignore[attr-defined]  # that is the question
    with pytest.raises(AttributeError):
        things.counts = 1  # type: ignore[attr-defined]  # that is the question


@rule
def raise_count(things: Things) -> None:
    things.count += 1


def test_a_rule_changes_the_record_in_place(things: Things) -> None:
    raise_count(things)

    assert things.count == 1


def test_a_rule_changes_the_record_at_its_place_in_an_array() -> None:
    several = np.zeros(3, THINGS)

    raise_count(several[1])
    raise_count(several[2].copy())

    assert several["count"].tolist() == [0, 1, 0]


def test_a_copy_is_a_record_of_its_own(things: Things) -> None:
    other = things.copy()

    other.count = 2

    assert (things.count, other.count) == (0, 2)


def test_a_record_can_be_pickled(things: Things) -> None:
    things.count = 3

    back = pickle.loads(pickle.dumps(things))

    assert type(back) is type(things)
    assert back == things
    assert back.count == 3
