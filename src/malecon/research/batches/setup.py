"""How a batch is made: its arrays, who decides for its seats, and what is checked of its arguments."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState
from malecon.core import batch as kernels
from malecon.core.contract import NO_ACTION, new_journal
from malecon.core.errors import UsageError, check_known, shortened
from malecon.core.fields import aligned_records
from malecon.core.game import Game, checked_seed
from malecon.research.batches.opponents import Player, player_for
from malecon.research.envs.opponents import Opponent, one_for_each

AUTORESETS = ("next-step", "same-step", "off")
"""By the numbers that the compiled code has for them."""
WORDS = {
    "autoreset": AUTORESETS,
    "observation": ("compact", "float"),
    "legal": ("mask", "list"),
    "reward": ("share", "zero-sum"),
}
"""Of arguments, by their names."""
SPREAD = 32
"""Numbers that are added to each list, so that lists do not all begin in the same places of the cache."""


def check_words(**given: str) -> None:
    """Raise ``UsageError`` if an argument is none of its words."""
    for name, word in given.items():
        check_known(name, [word], WORDS[name])


def new_games(
    game: Game,
    begun: AnyState,
    count: int,
    roles: list[int],
    *,
    is_float: bool,
    is_mask: bool,
    autoreset: int,
    is_zero_sum: bool,
    is_drawn: bool,
) -> kernels.Games:
    """Return the arrays of ``count`` games; what is not wanted gets no rows."""
    seats, actions, schema = len(roles), game.actions.count, game.observation
    floats, masks = count * is_float, count * is_mask
    finals = count * (autoreset == kernels.SAME_STEP and any(roles))
    return kernels.Games(
        begun=np.array([begun], game.state),
        states=aligned_records(count, game.state),
        lanes=aligned_records(count, kernels.LANE),
        journals=np.array([new_journal(is_open=False)]),
        shares=np.zeros((count, seats)),
        listed=np.zeros((count, game.widest + SPREAD), np.int16),
        observation=np.zeros((count, schema.size), np.int8),
        floats=np.zeros((floats, schema.float_size), np.float32),
        tables=schema.tables,
        mask=np.zeros((masks, actions), np.int8),
        padded=np.full((count - masks, game.widest), NO_ACTION, np.int16),
        counts=np.zeros(count, np.int16),
        seats=np.zeros(count, np.int8),
        rewards=np.zeros((count, seats), np.float32),
        done=np.zeros(count, np.bool_),
        illegal=np.zeros(count, np.int64),
        final=np.zeros((finals, schema.size), np.int8),
        final_floats=np.zeros((finals * is_float, schema.float_size), np.float32),
        roles=np.array(roles, np.int8),
        is_shared=not any(roles),
        is_drawn=is_drawn,
        autoreset=autoreset,
        scale=seats / (seats - 1) if is_zero_sum else 1.0,
        offset=-1 / (seats - 1) if is_zero_sum else 0.0,
    )


def roles_of(opponents: Opponent | Sequence[Opponent | None] | None, seats: int) -> tuple[list[int], list[Player]]:
    """Roles of the deciders of all seats, in order of play from the learner, and the players that are asked.

    An opponent of several seats is one player, which is asked about all of them together.
    """
    roles, found = [kernels.CALLER], list[Opponent]()
    for opponent in one_for_each(opponents, seats - 1):
        if opponent is None:
            roles.append(kernels.CALLER)
        elif opponent == "random":
            roles.append(kernels.RANDOM)
        else:
            if not any(opponent is other for other in found):
                found.append(opponent)
            roles.append(kernels.OUTSIDE + next(i for i, other in enumerate(found) if opponent is other))
    return roles, [*map(player_for, found)]


def checked_seats(seat: object, games: int, seats: int, *, is_shared: bool) -> NDArray[np.int8]:
    """Return the learner's seat in each game; ``None``: it is drawn. ``is_shared``: the caller plays all seats."""
    given = np.asarray(0 if seat is None else seat)
    if given.dtype.kind not in "iu" or given.shape not in ((), (games,)) or not ((given >= 0) & (given < seats)).all():
        expected = f"0 to {seats - 1}, one for all games or one for each, or None"
        raise UsageError(f"seat: is {shortened(seat)}, but must be {expected}")
    if is_shared and (seat is None or given.any()):
        raise UsageError(f"seat: is {shortened(seat)}, but nobody else plays: opponents= says who does")
    return np.broadcast_to(given, games).astype(np.int8)


def checked_actions(actions: object, games: int) -> NDArray[np.generic]:
    """Return an action for each game: whole numbers, which may be illegal."""
    given = np.asarray(actions)
    if given.shape != (games,) or given.dtype.kind not in "iu":
        got = f"{given.dtype} with the shape {given.shape}"
        raise UsageError(f"actions: are {got}, but must be whole numbers with the shape ({games},)")
    return given


def checked_only(only: object, games: int) -> NDArray[np.bool_]:
    """Return flags of the games that begin."""
    given = np.asarray(only)
    if given.dtype != np.bool_ or given.shape != (games,):
        got = f"{given.dtype} with the shape {given.shape}"
        raise UsageError(f"only: is {got}, but must be bool with the shape ({games},)")
    return given


def checked_seeds(seed: object, games: int) -> NDArray[np.int64]:
    """Return the seed of each game, with the bits of 64-bit keys."""
    if isinstance(seed, np.ndarray) and not seed.ndim:
        seed = seed[()]
    if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str):
        first = checked_seed(seed)
        return (np.arange(games, dtype=np.uint64) + np.uint64(first)).view(np.int64)
    if len(seed) != games:
        raise UsageError(f"seed: are {len(seed)}, but must be one, or {games}: one for each game")
    return np.array([checked_seed(each) for each in seed], np.uint64).view(np.int64)
