"""What the compiler would not find by itself: single instructions for sets of bits, and arrays on the stack.

Each is a plain function, for which the compiler puts something better.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from malecon.core.jit import JIT

if JIT:
    import numba
    import numba.extending
    from llvmlite import ir
    from numba.core import cgutils, registry
    from numba.np import arrayobj


def lowest_one(number: int) -> int:
    """Return the place of the lowest 1 of a positive int64 (one machine instruction when compiled)."""
    return (number & -number).bit_length() - 1


def nth_one(number: int, n: int) -> int:
    """Return the place of the 1 of an int64 below which there are ``n`` others (two instructions on x86)."""
    for _ in range(n):
        number &= number - 1
    return lowest_one(number)


def count_ones(number: int) -> int:
    """Return how many bits of a non-negative int64 are 1 (one machine instruction when compiled)."""
    return number.bit_count()


if JIT:
    # Numba reads these signatures itself and has no types for what it passes.
    @numba.extending.intrinsic
    def _cttz(typing, number):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], context.get_constant(numba.types.boolean, True))

        return numba.types.int64(numba.types.int64), generate

    @numba.extending.intrinsic
    def _ctpop(typing, number):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return numba.types.int64(numba.types.int64), generate

    @numba.extending.intrinsic
    def _deposit(typing, number, mask):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            wide = arguments[0].type
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(wide, [wide, wide]))
            return builder.call(deposit, arguments)

        return numba.types.int64(numba.types.int64, numba.types.int64), generate

    # The compiler supplies an intrinsic's first argument, which the type checker cannot know.
    numba.extending.overload(lowest_one)(lambda number: lambda number: _cttz(number))  # type: ignore[call-arg]
    numba.extending.overload(count_ones)(lambda number: lambda number: _ctpop(number))  # type: ignore[call-arg]

    @numba.extending.overload(nth_one)
    def choose_for_processor(number, n):  # type: ignore[no-untyped-def]
        """Use the processor's own instruction if it has one."""
        _, _, features = registry.cpu_target.target_context.codegen().magic_tuple()
        if "+bmi2" in features:
            return lambda number, n: _cttz(_deposit(1 << n, number))  # type: ignore[call-arg]

        def step_to_it(number, n):  # type: ignore[no-untyped-def]
            for _ in range(n):
                number &= number - 1
            return _cttz(number)  # type: ignore[call-arg]

        return step_to_it


def scratch(length: int) -> Callable[[], NDArray[np.int16]]:
    """Return a function that gives an array of ``length`` numbers, any numbers, for use while a rule runs.

    Compiled, it lies on the stack and must not leave the rule: the compiler's own arrays are asked of the system.
    """
    if not JIT:
        return lambda: np.zeros(length, np.int16)
    allocate: Any = cgutils.alloca_once
    make_array: Any = arrayobj.make_array
    populate: Any = arrayobj.populate_array

    @numba.extending.intrinsic
    def on_the_stack(typing):  # type: ignore[no-untyped-def]
        kind = numba.types.Array(numba.types.int16, 1, "C")

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            array = make_array(kind)(context, builder)
            place = allocate(builder, ir.IntType(16), size=length)
            count, width = (context.get_constant(numba.types.intp, number) for number in (length, 2))
            populate(array, place, shape=[count], strides=[width], itemsize=width, meminfo=None)
            return array._getvalue()

        return kind(), generate

    return cast("Callable[[], NDArray[np.int16]]", on_the_stack)
