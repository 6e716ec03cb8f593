"""What the adapters for PettingZoo and Gymnasium share: a table with spaces, checked actions and rewards.

A seat sees an observation, in the float or the compact form (``core.observation``), and the mask of its legal actions.
An action that is not legal is an error, or, at a table that is not strict, counted and replaced by a legal one that is
drawn.
"""

import copy
import inspect
import secrets
from collections.abc import Callable, Iterable
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState, Options, PlainData, contract
from malecon.core.codecs import members
from malecon.core.contract import may_do, new_journal, observe_with_mask, try_action
from malecon.core.errors import MaleconError, UsageError, check_known, shortened, suggestion
from malecon.core.game import Game, checked_seed
from malecon.core.options import whole
from malecon.core.random import DEAL_KEY, KEYS, SOURCE_KEY, TWIN_KEY, Source, derived_key, new_source, set_key, signed
from malecon.research.envs.rendering import RENDER_MODES, Rendered, rendered
from malecon.research.support import find_game

OF_ALL_GAMES = "version"
"""What a new table of each game takes besides its options: the version of the rules."""
Form = Literal["float", "compact"]
"""Of an observation: float32, categories one-hot, all numbers small; or int8, as the game writes it."""
Reward = Literal["share", "zero-sum"]
"""Of the victory: 0 to 1, sum 1; or -1 / (seats - 1) (lost) to 1 (won alone), sum 0."""
Observation = PlainData
"""``observation`` is what a seat may know, ``action_mask`` (int8 [actions]) is 1 for each legal action."""


class IllegalAction(MaleconError):
    """A seat may not do an action now; nothing was changed."""


def check_arguments(name: str, declared: Callable[..., object], game: Game, options: Iterable[str]) -> None:
    """Raise ``UsageError`` for a further argument that is no option of the game.

    Args:
        name: of the function, for errors.
        declared: the function, or the class that is made, with its own arguments.
        game: what is played.
        options: the names of the further arguments.
    """
    own = [option.name for option in game.options]
    for option in options:
        if option not in own and option != OF_ALL_GAMES:
            likely = suggestion(option, [*inspect.signature(declared).parameters, *own])
            raise UsageError(f"{option}: is neither an argument of {name} nor an option of {game.name}{likely}")


def options_in(game: Game, lines: Iterable[str]) -> Options:
    """Return the options of a game that are in lines of a record."""
    return game.read_options([*enumerate(lines, start=1)])


def checked_whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number in a range, or raise ``UsageError``."""
    number = whole(value)
    if number is None or not least <= number <= most:
        raise UsageError(f"{name}: is {shortened(value)}, but must be a whole number from {least} to {most}")
    return number


def whole_action(action: object, actions: int) -> int:
    """Return an action as an int, legal or not; raise ``UsageError`` if it is no whole number."""
    number = whole(action)
    if number is None:
        raise UsageError(f"action: is {shortened(action)}, but must be a whole number from 0 to {actions - 1}")
    return number


def refusal(game: Game, state: AnyState, seat: int, action: object, where: str = "") -> IllegalAction:
    """Return the error for an action that a seat may not do; ``where``: which of several games it is."""
    count, number = game.actions.count, whole(action)
    reason = f"actions are 0 to {count - 1}"
    if number is not None and 0 <= number < count:
        reason = f"{game.notation.format(number)!r}: {game.refuse(state, seat, number)}"
    return IllegalAction(f"{game.name}: {where}seat {seat} may not do action {action}: {reason}")


def rewards_of(shares: NDArray[np.float64], reward: Reward) -> NDArray[np.float64]:
    """Return the rewards of all seats (float64 ``[…, seats]``) at the end, from their shares of the victory."""
    seats = shares.shape[-1]
    return (seats * shares - 1) / (seats - 1) if reward == "zero-sum" else shares


class Table:
    """One game after another, each from a key.

    Attributes:
        game: what is played.
        form: of the observations.
        seats: how many play.
        actions: how many actions the game has.
        is_strict: an illegal action is an error.
        illegal: how many illegal actions of each seat were replaced in this game.
        chance: random numbers for what is no part of an environment, such as searches; they follow from the last seed.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int,
        options: Options,
        *,
        strict: bool,
        observation: Form,
        reward: Reward,
        render_mode: str | None,
    ) -> None:
        """``options``: of the game; ``strict``: illegal actions are errors; ``render_mode``: of ``RENDER_MODES``."""
        check_known("observation", [observation], ["float", "compact"])
        check_known("reward", [reward], ["share", "zero-sum"])
        check_known("render_mode", [render_mode or "ansi"], RENDER_MODES)
        self.form, self._render_mode = observation, render_mode
        self.game, self.is_strict, self._reward = find_game(game), strict, reward
        self._begun: AnyState = self.game.new_table(seats, **options)
        self.seats, self.actions = int(self._begun.seats), self.game.actions.count
        self._board, self._journals = np.zeros(1, self.game.state), np.array([new_journal(is_open=False)])
        self._out = np.zeros(self.game.widest, np.int16)
        self.illegal = [0] * self.seats
        self._seed, self._deals = secrets.randbelow(KEYS), 0
        self._sources = np.array([new_source(0)])
        self.chance = np.random.default_rng(self._seed)

    @property
    def state(self) -> AnyState:
        """The position, with everything that is hidden."""
        return self._board[0]

    @property
    def source(self) -> Source:
        """Random numbers for opponents, and for what replaces illegal actions; they follow from the last seed."""
        return cast(Source, self._sources[0])

    def reset(self, seed: int | None = None) -> None:
        """Begin the game that ``Game.start`` begins with ``seed``; without one the next that follows from the last."""
        if seed is not None:
            self._seed, self._deals = checked_seed(seed), 0
            self.chance = np.random.default_rng(self._seed)
        if self._deals == 0:
            set_key(self.source, derived_key(signed(self._seed), SOURCE_KEY, 0))
        key = derived_key(signed(self._seed), DEAL_KEY, self._deals) if self._deals else signed(self._seed)
        self._deals += 1
        self._board[0] = self._begun
        contract.start(self.state, key, self._journals[0])
        self.illegal = [0] * self.seats

    def resample(self, seat: int, seed: int) -> "Table":
        """Return another table at the same point, on which all that ``seat`` cannot know was drawn anew by ``seed``.

        What is hidden, what opponents draw, and the games that follow have a key each, and none is of the true table.
        """
        key = signed(checked_seed(seed))
        hidden, source, later = (derived_key(key, TWIN_KEY, number) for number in range(3))
        twin = copy.copy(self)
        twin._board, twin.illegal = self._board.copy(), [*self.illegal]
        twin._out, twin._journals = self._out.copy(), self._journals.copy()
        twin._seed, twin._deals = later % KEYS, 1
        twin.chance, twin._sources = np.random.default_rng(twin._seed), np.array([new_source(source % KEYS)])
        self.game.guess(twin.state, seat, signed(hidden % KEYS))
        return twin

    def check_begun(self) -> None:
        """Raise ``UsageError`` if there has been no game yet."""
        if not self._deals:
            raise self.no_game()

    def no_game(self) -> UsageError:
        """Return the error for a step when no game is being played."""
        return UsageError(f"{self.game.name}: no game is being played; reset() begins one")

    @property
    def awaited(self) -> list[int]:
        """The seats that may act now, ascending; none when the game is over."""
        return [*members(contract.awaiting(self.state))]

    def observe(self, seat: int, actions: int | None = None) -> Observation:
        """Return observation and mask of ``seat``, in new arrays; ``actions``: length of the mask, if not the game's.

        Raises:
            UsageError: there has been no game yet.
        """
        self.check_begun()
        schema = self.game.observation
        numbers, mask = np.zeros(schema.size, np.int8), np.zeros(actions or self.actions, np.int8)
        observe_with_mask(self._board, seat, self._out, numbers, mask)
        seen = numbers if self.form == "compact" else schema.floats(numbers)
        return {"observation": seen, "action_mask": mask}

    def checked(self, seat: int, action: object) -> int:
        """Return an action of an awaited seat if it is legal, else a legal one that is drawn.

        Raises:
            UsageError: the action is no whole number.
            IllegalAction: it is not legal, and the table is strict.
        """
        number = whole_action(action, self.actions)
        if 0 <= number < self.actions and may_do(self._board, seat, number, self._out):
            return number
        self.count_illegal(seat, number)
        return self.draw(seat)

    def act(self, seat: int, action: int) -> None:
        """Carry out an action of an awaited seat; raise ``IllegalAction`` if it is not legal."""
        if try_action(self._board, seat, action, self._out, self._journals) < 0:
            raise self._refusal(seat, action)

    def draw(self, seat: int) -> int:
        """Return a legal action of an awaited seat, each equally likely."""
        return int(contract.sample(self.state, seat, self.source))

    def count_illegal(self, seat: int, action: object) -> None:
        """Count an illegal action of ``seat``; raise ``IllegalAction`` if the table is strict."""
        if self.is_strict:
            raise self._refusal(seat, action)
        self.illegal[seat] += 1

    def _refusal(self, seat: int, action: object) -> IllegalAction:
        return refusal(self.game, self.state, seat, action)

    def rewards(self) -> list[float]:
        """Return the reward of each seat: zeros before the end."""
        shares = np.zeros(self.seats)
        contract.outcome(self.state, shares)
        return rewards_of(shares, self._reward if shares.any() else "share").tolist()

    def render(self, viewer: int | None) -> Rendered:
        """Return the table as a seat, or a spectator, sees it; ``None`` without a render mode, or if it is printed."""
        self.check_begun()
        return rendered(self._render_mode, self.game, self.state, viewer)

    def show(self, viewer: int | None) -> None:
        """Print the table if the render mode is ``"human"``."""
        if self._render_mode == "human":
            self.render(viewer)
