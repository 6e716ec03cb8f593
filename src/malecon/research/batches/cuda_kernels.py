"""The kernels of batches on a GPU, with their arrays: what a thread does for its game (extra ``gpu``)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState, contract
from malecon.core.batch import NEXT_STEP, OFF, SAME_STEP
from malecon.core.bit_set import lowest
from malecon.core.contract import CLOSED, NO_ACTION
from malecon.core.game import Game
from malecon.core.random import SOURCE, draw_deal_key, set_key
from malecon.research.support import extra

with extra("gpu"):
    from malecon.core.jit.cuda import DeviceArray, Kernel, room, thread

States = NDArray[np.void]


def _deal(
    begun: States, states: States, sources: NDArray[np.void], journals: NDArray[np.void], keys: NDArray[np.int64]
) -> None:
    """Begin a game with its key, and its source of chance with another one. ``keys``: int64 ``[2, games]``."""
    game: int = thread()
    if game < len(states):
        set_key(sources[game], keys[1, game])
        states[game] = begun[0]
        contract.start(states[game], keys[0, game], journals[0])


def _step(
    begun: States,
    states: States,
    sources: NDArray[np.void],
    journals: NDArray[np.void],
    mask: NDArray[np.int8],
    autoreset: int,
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    illegal: NDArray[np.int32],
    actions: NDArray[np.int64],
) -> None:
    """Carry out the action of the seat that is asked; what is not legal is counted, and a legal one is drawn."""
    game: int = thread()
    if game < len(states):
        state, source, journal = states[game], sources[game], journals[0]
        awaited = contract.awaiting(state)
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0.0
        if awaited != 0:
            seat, action = lowest(awaited), actions[game]
            if action < 0 or action >= mask.shape[1] or mask[game, action] == 0:
                illegal[game] += 1
                action = contract.sample(state, seat, source)
            contract.apply(state, seat, action, journal)
            done[game] = contract.awaiting(state) == 0
            if done[game]:
                contract.outcome(state, rewards[game])
        else:
            done[game] = autoreset == OFF
        if contract.awaiting(state) == 0 and autoreset == (SAME_STEP if awaited != 0 else NEXT_STEP):
            states[game] = begun[0]
            contract.start(states[game], draw_deal_key(source), journal)


def _observe(
    states: States,
    observations: NDArray[np.int8],
    legal: NDArray[np.int16],
    count: NDArray[np.int16],
    mask: NDArray[np.int8],
    seats: NDArray[np.int8],
) -> None:
    """Write what the seat that is asked may know and do; ``mask`` is right for the actions that ``legal`` has."""
    game: int = thread()
    if game < len(states):
        state = states[game]
        awaited = contract.awaiting(state)
        seat = lowest(awaited) if awaited != 0 else -1
        seats[game] = seat
        contract.observe(state, seat, observations[game])
        for place in range(count[game]):
            mask[game, legal[game, place]] = 0
        count[game] = contract.legal(state, seat, legal[game]) if awaited != 0 else 0
        for place in range(count[game]):
            mask[game, legal[game, place]] = 1


def _draw(states: States, sources: NDArray[np.void], actions: NDArray[np.int64]) -> None:
    """Draw a legal action of the seat that is asked, each equally likely; -1 if the game is over."""
    game: int = thread()
    if game < len(states):
        awaited = contract.awaiting(states[game])
        actions[game] = NO_ACTION
        if awaited != 0:
            actions[game] = contract.sample(states[game], lowest(awaited), sources[game])


def _play(
    begun: States, sources: NDArray[np.void], journals: NDArray[np.void], games: int, keys: NDArray[np.int64]
) -> None:
    """Play random games one after another in memory of the thread's own; ``keys[0]`` becomes the count of decisions."""
    place: int = thread()
    if place < len(sources):
        states, source, decisions = room(begun), sources[place], 0
        set_key(source, keys[1, place])
        for _ in range(games):
            states[0] = begun[0]
            contract.start(states[0], draw_deal_key(source), journals[0])
            decisions += contract.play_out(states[0], source, journals[0])
        keys[0, place] = decisions


KERNELS = DEAL, STEP, OBSERVE, DRAW, PLAY = (
    Kernel("deal", _deal),
    Kernel("step", _step),
    Kernel("observe", _observe),
    Kernel("draw", _draw),
    Kernel("play", _play),
)


class Arrays(NamedTuple):
    """The arrays of a batch.

    Attributes:
        begun: ``[1]``, the table before the set-up.
        states: ``[games]``, the positions, with everything that is hidden.
        sources: ``[games]``, chance besides that of the games.
        journals: ``[1]``, closed, for all.
        keys: int64 ``[2, games]``, of the first games, and of the sources.
        actions: int64 ``[games]``, what was drawn.
        observations: int8 ``[games, size]``, what the seat may know that acts next. In memory the same number of all
            games lies side by side (Fortran order), for so a GPU writes them with few transactions.
        mask: int8 ``[games, actions]``, 1 for each action that it may do.
        legal, count: int16 ``[games, widest]``, the same as a list, ascending; int16 ``[games]``, its length.
        to_move: int8 ``[games]``, the seat; -1 when the game is over.
        rewards: float32 ``[games, seats]``, the shares of the victory in a game that the last step ended, else 0.
        done: bool ``[games]``, whether it did, or the game was over before.
        illegal: int32 ``[games]``, how many illegal actions were replaced since ``reset``.
    """

    begun: DeviceArray
    states: DeviceArray
    sources: DeviceArray
    journals: DeviceArray
    keys: DeviceArray
    actions: DeviceArray
    observations: DeviceArray
    mask: DeviceArray
    legal: DeviceArray
    count: DeviceArray
    to_move: DeviceArray
    rewards: DeviceArray
    done: DeviceArray
    illegal: DeviceArray


def new_arrays(game: Game, games: int, begun: AnyState) -> Arrays:
    """Return the arrays of a batch, of zeros, not on the GPU yet."""
    return Arrays(
        begun=np.array([begun], game.state),
        states=np.zeros(games, game.state),
        sources=np.zeros(games, SOURCE),
        journals=np.zeros(1, CLOSED),
        keys=np.zeros((2, games), np.int64),
        actions=np.zeros(games, np.int64),
        observations=np.zeros((games, game.observation.size), np.int8, order="F"),
        mask=np.zeros((games, len(game.notation)), np.int8),
        legal=np.zeros((games, game.widest), np.int16),
        count=np.zeros(games, np.int16),
        to_move=np.zeros(games, np.int8),
        rewards=np.zeros((games, int(begun.seats)), np.float32),
        done=np.zeros(games, np.bool_),
        illegal=np.zeros(games, np.int32),
    )


def arguments_of(of: Arrays, autoreset: int) -> dict[Kernel, tuple[DeviceArray, ...]]:
    """Return the arguments of each kernel of a batch."""
    table = (of.begun, of.states, of.sources, of.journals)
    return {
        DEAL: (*table, of.keys),
        STEP: (*table, of.mask, autoreset, of.rewards, of.done, of.illegal, of.actions),
        OBSERVE: (of.states, of.observations, of.legal, of.count, of.mask, of.to_move),
        DRAW: (of.states, of.sources, of.actions),
    }


def arguments_for(game: Game) -> dict[Kernel, tuple[DeviceArray, ...]]:
    """Return arguments of each kernel for a game, of the right types, to compile them without a GPU."""
    arrays = new_arrays(game, 1, game.new_table(min(game.seats)))
    play = (arrays.begun, arrays.sources, arrays.journals, 1, arrays.keys)
    return {**arguments_of(arrays, SAME_STEP), PLAY: play}
