"""Explicit chance: states whose random source is a tape, so that every random number is a node of the game tree.

Rules draw random numbers while they run. A *taped* state has all fields of an ordinary one, but its source is a tape
(``core.random``): an action is tried on a copy, and if it asks for a number that is not on the tape, chance is to give
it first, one of ``n`` equally likely ones. Then the action is tried again, until it asks for nothing more. The rules
are those of the ordinary state; they are compiled once more, for the other type (docs/decisions/0025-chance.md).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState, contract
from malecon.core.contract import Journal
from malecon.core.errors import UsageError
from malecon.core.fields import AnyDtype, Field, record_of
from malecon.core.jit import register_alike, routine, rule
from malecon.core.random import ASKED, TAPE, WRITTEN, Source, set_key

START, DEAL = -1, -2
"""What is carried out instead of an action: the set-up, or a deal of all that a spectator cannot know."""


@cache
def taped(dtype: AnyDtype) -> AnyDtype:
    """Return the dtype of the taped states of the game whose states are of ``dtype``; they answer the contract too."""
    block = Field(np.uint32, (TAPE,), "the numbers on the tape")
    name = f"{dtype.type.__module__.replace('.', '_')}_taped"
    made = record_of(__name__, name, {**dtype.type.FIELDS, "block": block})
    register_alike(made, dtype)
    return made


def copy_position(state: AnyState, board: NDArray[np.void]) -> None:
    """Copy all but the random source of a state to ``board[0]``, ordinary or taped, whose source is made empty.

    Fields have the same order in both, so this copies the bytes before and after ``block``, whose length differs.
    """
    source, target = np.frombuffer(state.tobytes(), np.uint8), board[:1].view(np.uint8)
    begin, end = _block_of(state.dtype)
    to_begin, to_end = _block_of(board.dtype)
    count = min(len(source) - end, len(target) - to_end)
    target[:to_begin], target[to_end : to_end + count] = source[:begin], source[end : end + count]
    for name in ("key", "drawn", "block"):
        board[name][0] = 0


@cache
def _block_of(dtype: AnyDtype) -> tuple[int, int]:
    """Return the first byte of ``block``, and the first one after it."""
    assert dtype.fields is not None
    kind, first = dtype.fields["block"][:2]
    return first, first + kind.itemsize


@rule
def _write(tape: Source, number: int) -> None:
    """Write a number on a tape, in place, after those that are there."""
    tape.block[tape.key[WRITTEN]] = number
    tape.key[WRITTEN] += 1


@rule
def _erase(tape: Source) -> None:
    """Take all numbers off a tape, in place."""
    for place in range(TAPE):
        tape.block[place] = 0
    tape.key[WRITTEN] = 0
    tape.key[ASKED] = 0
    tape.drawn = 0


@rule
def _carry_out(state: object, seat: int, action: int, key: int, journal: Journal) -> None:
    """Carry out an action, the set-up or a deal, in place."""
    journal.count = 0
    if action == START:
        contract.start(state, key, journal)
    elif action == DEAL:
        contract.guess(state, -1, key)
    else:
        contract.apply(state, seat, action, journal)


@routine
def attempt(boards: NDArray[np.void], seat: int, action: int, journals: NDArray[np.void]) -> int:
    """Carry out an action in the taped state ``boards[0]``, if its tape has all random numbers that this takes.

    ``boards[1]`` is overwritten, and the journal ``journals[0]``; the tape is empty afterwards.

    Returns:
        0; or, if nothing was done, the ``n`` of the number from 0 to ``n`` - 1 that the tape lacks, at least 2.
    """
    asked = 1
    while asked == 1:
        boards[1] = boards[0]
        trial = boards[1]
        _carry_out(trial, seat, action, 0, journals[0])
        asked = int(trial.key[ASKED])
        if asked == 1:  # no choice for chance either
            _write(boards[0], 0)
    if asked == 0:
        _erase(trial)
        boards[0] = boards[1]
    return asked


def write(tape: Source, number: int) -> None:
    """Write a number on a tape, in place; raise ``UsageError`` if it is full."""
    if int(tape.key[WRITTEN]) == TAPE:
        raise UsageError(f"tape: is full; one action can take {TAPE} random numbers")
    _write(tape, number)


@routine
def attempt_with(boards: NDArray[np.void], seat: int, action: int, key: int, journals: NDArray[np.void]) -> int:
    """Carry out an action in the ordinary state ``boards[0]`` with the random numbers of ``key`` (int64).

    ``journals[0]`` is overwritten. The state keeps nothing of the key.

    Returns:
        how many random numbers were drawn.
    """
    state = boards[0]
    set_key(state, key)
    _carry_out(state, seat, action, key, journals[0])
    drawn = int(state.drawn)
    set_key(state, 0)
    return drawn
