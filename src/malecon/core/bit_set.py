"""Small sets of the numbers 0 to 62 as bits of an integer: element i is in a set if bit i is 1."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.jit import count_ones, lowest_one, makes_no_array, nth_one, rule


@rule
def bit(element: int) -> int:
    """Return the set with one element."""
    return 1 << int(element)


@rule
def has(elements: int, element: int) -> bool:
    """Tell whether ``element`` is in the set."""
    return (int(elements) >> int(element)) & 1 == 1


@rule
def size_of(elements: int) -> int:
    """Return the number of elements of the set."""
    return count_ones(int(elements))


@rule
def lowest(elements: int) -> int:
    """Return the lowest element of a set that is not empty."""
    return lowest_one(int(elements))


@rule
def without_lowest(elements: int) -> int:
    """Return the set without its lowest element."""
    return int(elements) & (int(elements) - 1)


@rule
def nth(elements: int, n: int) -> int:
    """Return the element before which ``n`` others come."""
    return nth_one(int(elements), n)


@rule
def is_single(elements: int) -> bool:
    """Tell whether the set has exactly one element."""
    return size_of(elements) == 1


@rule
def write_members(elements: int, first: int, n: int, out: NDArray[np.int16]) -> int:
    """Write ``first`` plus each element, ascending, into ``out`` from place ``n`` on; return the place after them."""
    left = int(elements)
    while left != 0:
        out[n] = first + lowest(left)
        n += 1
        left = without_lowest(left)
    return n


@rule
@makes_no_array
def share_one(elements: int, out: NDArray[np.float64], count: int) -> None:
    """Share 1 among the elements, and give 0 to the others of ``count`` things; all get 0 if there is no element."""
    for thing in range(count):
        out[thing] = int(has(elements, thing)) / max(1, size_of(elements))
