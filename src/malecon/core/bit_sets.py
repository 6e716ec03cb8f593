"""Sets as bits of an integer for code that is not compiled; a module of its own, so that it loads no compiler.

Rules use ``core.bits``.
"""

from collections.abc import Iterable


def members(elements: int) -> list[int]:
    """Return the elements, ascending.

    >>> members(0b1010)
    [1, 3]
    """
    bits = int(elements)
    return [element for element in range(bits.bit_length()) if bits >> element & 1]


def set_of(elements: Iterable[int]) -> int:
    """Return the set with these elements.

    >>> set_of([3, 1, 3]) == 0b1010
    True
    """
    return sum(1 << element for element in set(elements))
