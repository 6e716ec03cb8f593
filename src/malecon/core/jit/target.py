"""The target of the compiler: single instructions of the processor.

Intrinsics are single instructions for sets of bits, and copies of memory,
which the compiler would not find by itself. Each is a plain function that the compiler replaces.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from malecon.core.plain_mode import is_plain

JIT = not is_plain()

if JIT:
    import numba
    import numba.extending
    from llvmlite import ir
    from numba.core import cgutils, registry
    from numba.core.target_extension import current_target
    from numba.np import arrayobj

Untyped = Any
"""What is used as Numba or LLVM has it, which declare no types; those below are named by their roles."""
NumbaType = Untyped
"""The type of a value in compiled code."""
Signature = Untyped
"""The types of a function's arguments, and of its result."""
Dispatcher = Untyped
"""A function with its compiled versions."""
Library = Untyped
"""The machine code of a function."""
Context = Untyped
"""The target: what it makes of types and constants."""
Builder = Untyped
"""Writes instructions of LLVM."""
Instruction = Untyped
"""A value in LLVM: a constant, an argument, or what an instruction returns."""
AnyFunction = Callable[..., Untyped]
"""A function of rules, or one that Numba calls."""

MAKES_NO_ARRAY = "makes_no_array"
"""The attribute of functions that are so marked."""

Arguments = Sequence[Instruction]
"""The arguments of a function in compiled code."""
Intrinsic = tuple[NumbaType, AnyFunction]
"""The type of a function for compiled code, and what writes its instructions."""


def lowest_one(number: int) -> int:
    """Return the index of the lowest 1 of a positive int64 (one machine instruction when compiled)."""
    return (number & -number).bit_length() - 1


def nth_one(number: int, n: int) -> int:
    """Return the index of the 1 of an int64 below which there are ``n`` others (two instructions on x86)."""
    for _ in range(n):
        number &= number - 1
    return lowest_one(number)


def count_ones(number: int) -> int:
    """Return the number of bits of a non-negative int64 that are 1 (one machine instruction when compiled)."""
    return number.bit_count()


def copy_numbers(source: NDArray[np.int8], first: int, out: NDArray[np.int8], at: int, count: int) -> None:
    """Copy ``count`` numbers of an array, from its place ``first`` on, to place ``at`` of ``out`` and after it.

    Places of an array of several axes are counted row by row. A few machine instructions when compiled, for a
    ``count`` that the compiler knows.
    """
    out[at : at + count] = source.reshape(-1)[first : first + count]


if JIT:
    # The compiler supplies an intrinsic's first argument, and has no types for any.
    intrinsic: Callable[[AnyFunction], AnyFunction] = numba.extending.intrinsic

    make_array: AnyFunction = arrayobj.make_array
    copy_memory: AnyFunction = cgutils.raw_memcpy
    name_of_target: AnyFunction = current_target

    @intrinsic
    def _cttz(typing: Context, number: NumbaType) -> Intrinsic:
        def generate(context: Context, builder: Builder, signature: Signature, arguments: Arguments) -> Instruction:
            return builder.cttz(arguments[0], context.get_constant(numba.types.boolean, True))

        return numba.types.int64(numba.types.int64), generate

    @intrinsic
    def _ctpop(typing: Context, number: NumbaType) -> Intrinsic:
        def generate(context: Context, builder: Builder, signature: Signature, arguments: Arguments) -> Instruction:
            return builder.ctpop(arguments[0])

        return numba.types.int64(numba.types.int64), generate

    @intrinsic
    def _deposit(typing: Context, number: NumbaType, mask: NumbaType) -> Intrinsic:
        def generate(context: Context, builder: Builder, signature: Signature, arguments: Arguments) -> Instruction:
            wide = arguments[0].type
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(wide, [wide, wide]))
            return builder.call(deposit, arguments)

        return numba.types.int64(numba.types.int64, numba.types.int64), generate

    @intrinsic
    def _copy(
        typing: Context, source: NumbaType, first: NumbaType, out: NumbaType, at: NumbaType, count: NumbaType
    ) -> Intrinsic:
        def generate(context: Context, builder: Builder, signature: Signature, arguments: Arguments) -> Instruction:
            source, target = (
                builder.gep(make_array(signature.args[array])(context, builder, arguments[array]).data, [first])
                for array, first in ((0, arguments[1]), (2, arguments[3]))
            )
            copy_memory(builder, target, source, arguments[4], 1)
            return context.get_dummy_value()

        wide = numba.types.int64
        return numba.types.void(source, wide, out, wide, wide), generate

    @numba.extending.overload(copy_numbers)
    def choose_for_layout(
        source: NumbaType, first: NumbaType, out: NumbaType, at: NumbaType, count: NumbaType
    ) -> AnyFunction:
        """Return a copy of memory if the numbers lie side by side, else a loop, as in a row of a batch on a GPU."""

        def at_once(source: NumbaType, first: NumbaType, out: NumbaType, at: NumbaType, count: NumbaType) -> NumbaType:
            return _copy(source, first, out, at, count)

        def one_by_one(
            source: NumbaType, first: NumbaType, out: NumbaType, at: NumbaType, count: NumbaType
        ) -> NumbaType:
            numbers = source.flat
            for place in range(count):
                out[at + place] = numbers[first + place]

        return at_once if out.layout == "C" else one_by_one

    numba.extending.overload(lowest_one)(lambda number: lambda number: _cttz(number))
    numba.extending.overload(count_ones)(lambda number: lambda number: _ctpop(number))

    @numba.extending.overload(nth_one)
    def choose_for_processor(number: NumbaType, n: NumbaType) -> AnyFunction:
        """Return the processor's own instruction if it has one, else a loop.

        Numba demands the same names and types of parameters in all three.
        """

        def in_one_step(number: NumbaType, n: NumbaType) -> NumbaType:
            return _cttz(_deposit(1 << n, number))

        def step_by_step(number: NumbaType, n: NumbaType) -> NumbaType:
            for _ in range(n):
                number &= number - 1
            return _cttz(number)

        _, _, features = registry.cpu_target.target_context.codegen().magic_tuple()
        return in_one_step if "+bmi2" in features and name_of_target() == "cpu" else step_by_step
