"""Batches: many games side by side, stepped at once by compiled code, in arrays that are made once.

>>> from malecon.research import batch
>>> games = batch("havana", games=3, seats=2)
>>> now = games.reset(seed=7)
>>> now = games.step(games.draw())
>>> now.rewards.shape, now.seat.tolist()
((3, 2), [1, 1, 1])

Game ``i`` begins with the deal of ``Game.start(seats, seed=seed + i)``, and all chance follows from that seed. A step
takes an action of the seat that is asked in each game; of several that choose in secret, one after another is asked.
"""

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState, PlainData
from malecon.core import batch as kernels
from malecon.core.batch_actions import first_illegal, replace_illegal
from malecon.core.contract import NO_ACTION
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.random import KEYS
from malecon.research.batches.engine import BatchEngine, BatchStep, step_of
from malecon.research.batches.setup import (
    AUTORESETS,
    check_words,
    checked_actions,
    checked_only,
    checked_seats,
    checked_seeds,
    new_games,
    roles_of,
)
from malecon.research.envs.environment import Form, Reward, check_arguments, checked_whole, refusal
from malecon.research.envs.opponents import Opponent
from malecon.research.envs.policies import checked_logits
from malecon.research.support import find_game

Autoreset = Literal["next-step", "same-step", "off"]
"""When a game that is over begins anew: in the next step, whatever its action; in the same step; by ``reset``."""
MOST_GAMES, MOST_THREADS = 1 << 24, 256
NO_LOGITS = np.zeros((0, 0), np.float32)


class Batch:
    """Games side by side.

    Attributes:
        game: what is played.
        games, seats, actions, threads: how many games, seats of each, actions of the game, and threads.
        now: what was seen last.
        final: observations of the learner at the end of games that began anew in the same step; else no rows.
        illegal: int64 ``[games]``, how many actions were replaced since the seed.
        learner: int8 ``[games]``, the seat from which opponents count.
        shares: float64 ``[games, seats]``, of the victory, of the game that ended last in each row.
        log_probability: float32 ``[games]``, of the actions that were drawn last.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        seats: int = 2,
        *,
        autoreset: Autoreset = "same-step",
        threads: int = 1,
        observation: Form = "compact",
        legal: Literal["mask", "list"] = "mask",
        opponents: Opponent | Sequence[Opponent | None] | None = None,
        seat: int | Sequence[int] | None = 0,
        strict: bool = True,
        reward: Reward = "share",
        **options: object,
    ) -> None:
        """Make a batch; ``reset`` begins the games.

        Args:
            game: a game or its name.
            games: how many.
            seats: how many play in each.
            autoreset: when a game that is over begins anew.
            threads: that step the games together.
            observation: int8 (``"compact"``) or float32 (``"float"``).
            legal: legal actions as masks or as lists.
            opponents: who plays the other seats: nobody (the caller plays all), one for all, or one for each seat in
                order of play from the learner, ``None`` for those that the caller plays too.
            seat: of the learner, for all games or for each; ``None``: another one is drawn for each deal.
            strict: an illegal action is an error; otherwise a legal one is drawn, and ``illegal`` counts them.
            reward: at the end, the share of the victory (0 to 1), or 1 for the only winner and -1 / (seats - 1) for
                a loser, with sum 0.
            options: those of the game.

        Raises:
            UsageError: something is not what the game expects.
        """
        check_words(autoreset=autoreset, observation=observation, legal=legal, reward=reward)
        self._make = partial(
            Batch,
            *(game, games, seats),
            autoreset=autoreset,
            threads=threads,
            observation=observation,
            legal=legal,
            opponents=opponents,
            seat=seat,
            strict=strict,
            reward=reward,
            **cast(PlainData, options),
        )
        self.game, self._strict = find_game(game), strict
        check_arguments("batch", Batch, self.game, options)
        self.games = checked_whole("games", games, 1, MOST_GAMES)
        self.threads = checked_whole("threads", threads, 1, MOST_THREADS)
        begun: AnyState = self.game.new_table(seats, **cast(PlainData, options))
        self.seats, self.actions = int(begun.seats), self.game.actions.count
        roles, players = roles_of(opponents, self.seats)
        is_float, is_mask = observation == "float", legal == "mask"
        arrays = new_games(
            *(self.game, begun, self.games, roles),
            is_float=is_float,
            is_mask=is_mask,
            autoreset=AUTORESETS.index(autoreset),
            is_zero_sum=reward == "zero-sum",
            is_drawn=seat is None,
        )
        arrays.lanes["learner"] = checked_seats(seat, self.games, self.seats, is_shared=not any(roles))
        self.illegal, self.shares, self.learner = arrays.illegal, arrays.shares, arrays.lanes["learner"]
        self.learner.flags.writeable = False
        self.final: NDArray[np.generic] = arrays.final_floats if is_float else arrays.final
        self.now = step_of(arrays, is_float=is_float, is_mask=is_mask)
        self._engine = BatchEngine(self.game, arrays, self.now.observation, players, self.threads)
        self._arrays, self._lanes = arrays, arrays.lanes
        self._all = np.arange(self.games)
        self._chosen, self._drawn = np.zeros((2, self.games), np.int64)
        self.log_probability = np.zeros(self.games, np.float32)
        self._is_sown = self._is_played = False

    def __reduce__(self) -> tuple[object, ...]:
        """Copy or pickle the batch: it is made again with its arguments, and goes on from what is saved."""
        return _make_again, (self._make, self.save() if self._is_played else None)

    def __repr__(self) -> str:
        return f"batch({self.game.name!r}, games={self.games}, seats={self.seats}, threads={self.threads})"

    def reset(
        self, seed: int | Sequence[int] | NDArray[np.integer] | None = None, *, only: NDArray[np.bool_] | None = None
    ) -> BatchStep:
        """Begin games, and return what is seen.

        Args:
            seed: 0 to 2**64 - 1, game ``i`` gets ``seed + i``; or a key for each game; or ``None``: the next deals that
                follow from the last seed, or any if there was none.
            only: bool ``[games]``, which games begin; without it all.

        Raises:
            UsageError: a seed is out of range, or there is not one for each game.
        """
        which = self._all if only is None else np.flatnonzero(checked_only(only, self.games))
        if seed is None and not self._is_sown:
            seed = secrets.randbelow(KEYS)
        if only is not None and not self._is_played:
            raise UsageError("only: no game is being played; reset() without it begins all")
        if seed is not None:
            self._lanes["seed"][which] = checked_seeds(seed, self.games)[which]
        self._is_sown = True
        return self._carry_on(which, self._chosen[: len(which)], kernels.DEAL if seed is None else kernels.SOW)

    def step(self, actions: object) -> BatchStep:
        """Carry out an action of the seat that is asked in each game, and return what is seen then.

        ``actions``: whole numbers ``[games]``. With ``autoreset="next-step"`` those of games that are over do not
        matter, with ``"off"`` they must be -1, and these games stay as they are.

        Raises:
            IllegalAction: one is not legal, and the batch is strict; nothing was changed in any game.
            UsageError: actions have another shape or dtype, or a game that is over is stepped.
        """
        self._check_played()
        chosen = self._accept(actions)
        return self._carry_on(self._all, chosen, kernels.STEP)

    def draw(self, logits: object = None) -> NDArray[np.int64]:
        """Return a legal action for each game, -1 where nobody is asked (int64 ``[games]``, overwritten next time).

        ``logits``: real numbers ``[games, actions]``, taken as float32; actions are drawn by their softmax over the
        legal ones. Without them each legal action is equally likely. Draws follow from the seed of each game and from
        how many came before.

        Raises:
            UsageError: logits have another shape, are no real numbers, or those of the legal actions of a game are not
                finite; minus infinity is allowed where another one is finite.
        """
        self._check_played()
        rows = NO_LOGITS if logits is None else checked_logits(logits, (self.games, self.actions))
        self._engine.draw(self._all, rows, self._drawn, self.log_probability, False)
        return self._drawn

    def state(self, game: int) -> AnyState:
        """Return the position of a game, with everything that is hidden: a copy."""
        return self._arrays.states[game].copy()

    def save(self) -> bytes:
        """Return everything that a batch made with the same arguments needs to go on exactly as this one."""
        self._check_played()
        return self._engine.save()

    def restore(self, saved: bytes) -> BatchStep:
        """Go on from what ``save`` returned, and return what was seen then; only bytes of one's own are safe.

        Raises:
            UsageError: it is damaged, or of a batch of another kind; nothing was changed.
        """
        self._engine.load(saved)
        self._is_sown = True
        return self._carry_on(self._all, self._chosen, kernels.SHOW)

    def _check_played(self) -> None:
        """Raise ``UsageError`` if no games are being played."""
        if not self._is_played:
            raise UsageError(f"{self.game.name}: no games are being played; reset() begins them")

    def _accept(self, actions: object) -> NDArray[np.int64]:
        """Return legal actions: those that were given, or others that are drawn."""
        given = checked_actions(actions, self.games)
        np.copyto(self._chosen, given, casting="unsafe")
        if self._arrays.autoreset == kernels.OFF:
            self._check_over()
        if self._strict:
            first = first_illegal(self._arrays, self._chosen)
            if first >= 0:
                seat, action = int(self._lanes[first].seat), int(given[first])
                raise refusal(self.game, self._arrays.states[first], seat, action, f"game {first}: ")
        else:
            replace_illegal(self._arrays, self._chosen)
        return self._chosen

    def _check_over(self) -> None:
        """Raise ``UsageError`` if a game that is over has an action."""
        stepped = np.flatnonzero((self._lanes["seat"] == kernels.NOBODY) & (self._chosen != NO_ACTION))
        if len(stepped):
            where = f"{self.game.name}: game {stepped[0]} is over"
            raise UsageError(f"{where}, so its action must be {NO_ACTION}; reset(only=…) begins another")

    def _carry_on(self, which: NDArray[np.int64], actions: NDArray[np.int64], how: int) -> BatchStep:
        """Carry on with some games, and return what is seen; after an error of an opponent, none is being played."""
        self._is_played = False
        self._engine.carry_on(which, actions, how)
        self._is_played = True
        return self.now


def _make_again(make: Callable[[], Batch], saved: bytes | None) -> Batch:
    """Return a batch that was copied or pickled."""
    games = make()
    if saved is not None:
        games.restore(saved)
    return games


batch = Batch
"""The name in ``malecon.research``."""
