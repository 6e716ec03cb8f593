"""The engine of a batch: compiled loops over its games on several threads, and opponents that are asked in between."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import match_known_to
from malecon.core.batch import GO_ON, OUTSIDE, Games, advance
from malecon.core.batch_actions import draw_actions
from malecon.core.contract import NO_ACTION
from malecon.core.errors import UsageError, shortened
from malecon.core.game import Game
from malecon.core.match import Match
from malecon.core.random import draw_key
from malecon.research.batches.opponents import Player
from malecon.research.batches.workers import Workers
from malecon.research.envs.policies import logits_error

DIGEST = 16
"""Bytes of the digest of a saved batch."""
LEAST_PART = 2048
"""Games for which another thread is worth its while on any machine: to wake it takes as long as to step 150 to 850."""
LEAST_DRAWN = 8192
"""The same where only actions are drawn, without logits: 40 ns a game."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BatchStep:
    """What is seen after a step; the next step, ``reset`` or ``restore`` overwrites these arrays.

    Attributes:
        observation: int8 ``[games, size]`` or float32 ``[games, float_size]``: what the seat sees that is asked, or at
            the end the learner, or without opponents a spectator (``Game.observation`` has the names).
        legal: int8 ``[games, actions]``, 1 for each legal action; or int16 ``[games, widest]``, these actions
            ascending, then -1.
        count: int16 ``[games]``, how many legal actions there are.
        seat: int8 ``[games]``, the seat that is asked; -1 if the game is over.
        rewards: float32 ``[games, seats]``, zeros but in the step in which a game ends.
        done: bool ``[games]``: the game is over, or, with ``"same-step"``, was, and another has begun.
    """

    observation: NDArray[np.generic]
    legal: NDArray[np.generic]
    count: NDArray[np.int16]
    seat: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]

    def __repr__(self) -> str:
        """Return the dtype and shape of each array."""
        arrays = [(each.name, getattr(self, each.name)) for each in fields(self)]
        return f"BatchStep({', '.join(f'{name}={array.dtype} {[*array.shape]}' for name, array in arrays)})"


def step_of(arrays: Games, *, is_float: bool, is_mask: bool) -> BatchStep:
    """Return the arrays that a caller sees."""
    return BatchStep(
        arrays.floats if is_float else arrays.observation,
        arrays.mask if is_mask else arrays.padded,
        *(arrays.counts, arrays.seats, arrays.rewards, arrays.done),
    )


class BatchEngine:
    """Games, and who plays them besides the caller.

    Attributes:
        game: what is played.
    """

    def __init__(
        self, game: Game, arrays: Games, observation: NDArray[np.generic], players: Sequence[Player], threads: int
    ) -> None:
        """``observation``: that of ``arrays`` which is wanted; ``players``: of the roles from ``OUTSIDE`` on."""
        self.game, self._arrays, self._observation = game, arrays, observation
        self._players, self._threads, self._workers = players, threads, Workers(threads)

    def carry_on(self, which: NDArray[np.int64], actions: NDArray[np.int64], how: int) -> None:
        """Carry on with some games (``core.batch.advance``), until in each the caller is asked or it is over."""
        self._run(advance, which, actions, how)
        while self._players and len(waiting := np.flatnonzero(self._arrays.lanes["role"] >= OUTSIDE)):
            roles = self._arrays.lanes["role"][waiting]
            for role, player in enumerate(self._players, start=OUTSIDE):
                if len(asked := waiting[roles == role]):
                    self._run(advance, asked, player(self, asked), GO_ON)

    def draw(self, which: NDArray[np.int64], logits: NDArray[np.float32], *rest: object) -> None:
        """Draw actions in some games; the arguments are those of ``core.batch_actions.draw_actions``."""
        draws = self._arrays.lanes["draws"].copy()
        found = self._run(draw_actions, which, logits, *rest, least=LEAST_PART if len(logits) else LEAST_DRAWN)
        wrong = min((first for first in cast(list[int], found) if first >= 0), default=None)
        if wrong is not None:
            self._arrays.lanes["draws"] = draws
            lane, row = self._arrays.lanes[wrong], int(np.flatnonzero(which == wrong)[0])
            listed = self._arrays.listed[wrong, : lane.count]
            raise logits_error(self.game, logits[row], listed, f"game {wrong}, seat {lane.seat}")

    def _run(
        self, kernel: Callable[..., object], which: NDArray[np.int64], *rest: object, least: int | None = None
    ) -> list[object]:
        """Call a kernel for some games, in parts at once; of ``rest``, arrays with a row for each are divided too.

        ``least``: games of a part, by default ``LEAST_PART``.
        """
        count = len(which)
        parts = min(self._threads, max(1, count // (least or LEAST_PART)))
        if parts == 1:
            return [kernel(self._arrays, which, *rest)]
        ends = [count * part // parts for part in range(parts + 1)]
        tasks = [
            (self._arrays, which[begin:end], *(_part(each, begin, end, count) for each in rest))
            for begin, end in pairwise(ends)
        ]
        return self._workers.run(kernel, tasks)

    def observations(self, which: NDArray[np.int64]) -> NDArray[np.generic]:
        """Return the observations of the seats that are asked in some games (``[m, size]``), new arrays."""
        observations: NDArray[np.generic] = self._observation[which]
        return observations

    def masks(self, which: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return the masks of legal actions in some games (int8 ``[m, actions]``), new ones.

        They are made from the lists, for a caller may have written into its own masks.
        """
        masks, listed = np.zeros((len(which), self.game.actions.count), np.int8), self._arrays.listed[which]
        rows, places = np.nonzero(np.arange(listed.shape[1]) < self._arrays.lanes["count"][which, None])
        masks[rows, listed[rows, places]] = 1
        return masks

    def draw_for(self, which: NDArray[np.int64], logits: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return actions of opponents in some games (int64 ``[m]``), drawn by logits (float32 ``[m, actions]``)."""
        out = np.zeros(len(which), np.int64)
        self.draw(which, logits, out, np.zeros(len(which), np.float32), True)
        return out

    def question(self, game: int) -> tuple[Match, int, int]:
        """Return a match that begins with the position that the asked seat of a game knows, the seat, and a key."""
        lane = self._arrays.lanes[game]
        seat, key = int(lane.seat), int(draw_key(lane))
        return match_known_to(self.game, self._arrays.states[game], seat, key), seat, key

    def save(self) -> bytes:
        """Return all of the games, after a digest of it and of the kind of the batch."""
        content = b"".join(part.tobytes() for part in self._parts())
        return self._digest(content) + content

    def load(self, saved: bytes) -> None:
        """Set the games to what ``save`` returned, but for what is seen; raise ``UsageError`` if it does not fit."""
        if not isinstance(saved, bytes | bytearray | memoryview):
            raise UsageError(f"saved: is {shortened(saved)}, but must be the bytes that save() returned")
        arrays, content, at = self._arrays, saved[DIGEST:], 0
        if self._digest(content) != saved[:DIGEST]:
            raise UsageError("saved: is damaged, or of a batch that was made with other arguments or another version")
        for part in self._parts():
            part[...] = np.frombuffer(content, part.dtype, part.size, at).reshape(part.shape)
            at += part.nbytes
        if len(arrays.final_floats):
            arrays.final_floats[...] = self.game.observation.floats(arrays.final)
        arrays.lanes["count"] = 0
        arrays.mask[...] = 0
        arrays.padded[...] = NO_ACTION

    def _parts(self) -> tuple[NDArray[np.generic], ...]:
        """Return the arrays from which all others follow."""
        arrays = self._arrays
        return arrays.states, arrays.lanes, arrays.shares, arrays.rewards, arrays.done, arrays.illegal, arrays.final

    def _digest(self, content: bytes) -> bytes:
        arrays = self._arrays
        chance = arrays.autoreset, arrays.is_drawn, arrays.roles.tolist()
        kind = (self.game.name, arrays.rewards.shape, arrays.states.dtype, *chance, arrays.scale, arrays.offset)
        known = repr(kind).encode() + arrays.begun.tobytes()
        return hashlib.blake2b(known + content, digest_size=DIGEST).digest()


def _part(given: object, begin: int, end: int, count: int) -> object:
    """Return the rows of an array that has ``count`` rows, from ``begin`` to ``end``; anything else as it is."""
    return given[begin:end] if isinstance(given, np.ndarray) and len(given) == count else given
