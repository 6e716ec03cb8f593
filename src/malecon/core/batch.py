"""Games side by side: compiled loops that carry out an action in each, and write what the next seats see.

A game of a batch has a state and a ``LANE``: who is asked, which deal it is, and random numbers of its own, so nothing
depends on other games or on the number of threads. All is written into arrays that were made before (``Games``). One
loop does everything for one game before it goes on to the next: the game's state is then in the cache.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.bit_set import is_single, lowest
from malecon.core.contract import NO_ACTION
from malecon.core.fields import Field, record_of
from malecon.core.jit import makes_no_array, routine, rule
from malecon.core.observation import FloatLayout, to_floats
from malecon.core.random import DEAL_KEY, SOURCE_KEY, derived_key, draw, set_key

CALLER, RANDOM, OUTSIDE = range(3)
"""Who decides for a seat: who steps the batch, the batch at random, or the first of other players, who are asked."""
NOBODY = -1
"""The seat that is asked when a game is over; as a viewer, a spectator."""
NEXT_STEP, SAME_STEP, OFF = range(3)
"""When a game that is over begins anew: in the next step, in the same step, or when the caller says so."""
SOW, DEAL, STEP, GO_ON, SHOW = range(5)
"""How ``advance`` carries on."""

LANE = record_of(
    __name__,
    "LANE",
    {
        "key": Field(np.int64, (2,), "with drawn and block a source: for opponents, and to replace actions"),
        "drawn": Field(np.int64),
        "block": Field(np.uint32, (4,)),
        "seed": Field(np.int64, (), "key of the first deal, and of what follows from it"),
        "deals": Field(np.int32, (), "begun since the seed"),
        "draws": Field(np.int32, (), "of the caller since the seed"),
        "count": Field(np.int16, (), "legal actions of the seat that is asked"),
        "seat": Field(np.int8, (), "that is asked"),
        "role": Field(np.int8, (), "who decides for it: CALLER, or OUTSIDE and more"),
        "learner": Field(np.int8, (), "the seat from which roles count"),
    },
)
"""What belongs to one game of a batch besides its state; 64 bytes, a line of the cache."""


class Games(NamedTuple):
    """The arrays of a batch of ``n`` games, and how they are played; arrays for what is not wanted have no rows.

    Attributes:
        begun: ``Game.state`` ``[1]``, seats and options.
        states: ``Game.state`` ``[n]``.
        lanes: ``LANE`` ``[n]``.
        journals: a closed journal ``[1]``.
        shares: float64 ``[n, seats]``, room for outcomes.
        listed: int16 ``[n, widest or more]``, the legal actions of the seat that is asked, ascending.
        observation: int8 ``[n, size]``, what this seat sees, or the learner at the end, or else a spectator.
        floats, tables: float32 ``[n, float_size]``, the same; and what it is made by.
        mask: int8 ``[n, actions]``, 1 for each legal action.
        padded: int16 ``[n, widest]``, the legal actions, then ``NO_ACTION``.
        counts: int16 ``[n]``, how many they are.
        seats: int8 ``[n]``, who is asked; ``NOBODY`` if the game is over.
        rewards: float32 ``[n, seats]``, zeros but in the step in which a game ends.
        done: bool ``[n]``, whether the game is over, or, if it began anew in the same step, was.
        illegal: int64 ``[n]``, actions that were replaced since the seed.
        final, final_floats: observations at the end of games that began anew in the same step.
        roles: int8 ``[seats]``, of the learner and of each other seat in order of play from it.
        is_shared: nobody but the caller plays, so a spectator watches the end, not the learner.
        is_drawn: another learner is drawn for each deal.
        autoreset: ``NEXT_STEP``, ``SAME_STEP`` or ``OFF``.
        scale, offset: a reward is the share of the victory times the one, plus the other.
    """

    begun: NDArray[np.void]
    states: NDArray[np.void]
    lanes: NDArray[np.void]
    journals: NDArray[np.void]
    shares: NDArray[np.float64]
    listed: NDArray[np.int16]
    observation: NDArray[np.int8]
    floats: NDArray[np.float32]
    tables: FloatLayout
    mask: NDArray[np.int8]
    padded: NDArray[np.int16]
    counts: NDArray[np.int16]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    illegal: NDArray[np.int64]
    final: NDArray[np.int8]
    final_floats: NDArray[np.float32]
    roles: NDArray[np.int8]
    is_shared: bool
    is_drawn: bool
    autoreset: int
    scale: float
    offset: float


@rule
@makes_no_array
def _observe(games: Games, game: int, viewer: int, out: NDArray[np.int8], floats: NDArray[np.float32]) -> None:
    """Write what ``viewer`` sees of a game into its row of ``out``, and of ``floats`` if there are rows."""
    contract.observe(games.states[game], viewer, out[game])
    if len(floats) > 0:
        to_floats(out[game], games.tables, floats[game])


@rule
@makes_no_array
def _deal(games: Games, game: int) -> None:
    lane = games.lanes[game]
    key = derived_key(lane.seed, DEAL_KEY, lane.deals) if lane.deals > 0 else lane.seed
    lane.deals += 1
    games.states[game] = games.begun[0]
    contract.start(games.states[game], key, games.journals[0])
    if games.is_drawn:
        lane.learner = draw(lane, len(games.roles))


@rule
@makes_no_array
def _role(games: Games, game: int, seat: int) -> int:
    """The role of the decider of a seat: the caller, random moves, or a player outside."""
    distance = seat - games.lanes[game].learner
    if distance < 0:
        distance += len(games.roles)
    return int(games.roles[distance])


@rule
@makes_no_array
def _asked(games: Games, game: int, awaited: int) -> int:
    """Return the seat that is asked: the lowest of the caller's own, else the lowest."""
    if not is_single(awaited):
        for seat in range(len(games.roles)):
            if (awaited >> seat) & 1 and _role(games, game, seat) == CALLER:
                return seat
    return lowest(awaited)


@rule
@makes_no_array
def _finish(games: Games, game: int) -> None:
    """Write the rewards of a game that is over."""
    shares = games.shares[game]
    contract.outcome(games.states[game], shares)
    for seat in range(len(shares)):
        games.rewards[game, seat] = games.scale * shares[seat] + games.offset
    games.done[game] = True
    if len(games.final) > 0:
        _observe(games, game, games.lanes[game].learner, games.final, games.final_floats)


@rule
@makes_no_array
def _run_on(games: Games, game: int) -> None:
    """Let seats at random act, and deals begin, until another is asked or the game is over; write what is seen."""
    state, lane = games.states[game], games.lanes[game]
    while True:
        awaited = contract.awaiting(state)
        if awaited == 0:
            _finish(games, game)
            if games.autoreset != SAME_STEP:
                _show(games, game, NOBODY, CALLER)
                return
            _deal(games, game)
            continue
        seat = _asked(games, game, awaited)
        role = _role(games, game, seat)
        if role != RANDOM:
            _show(games, game, seat, role)
            return
        contract.apply(state, seat, contract.sample(state, seat, lane), games.journals[0])


@rule
@makes_no_array
def _show(games: Games, game: int, seat: int, role: int) -> None:
    """Note that a seat is asked, or ``NOBODY``, and write what it, or who watches the end, sees and may do."""
    lane, listed, viewer = games.lanes[game], games.listed[game], seat
    if seat == NOBODY and not games.is_shared:
        viewer = lane.learner
    _observe(games, game, viewer, games.observation, games.floats)
    before, count = lane.count, 0
    if len(games.mask) > 0:
        for place in range(before):
            games.mask[game, listed[place]] = 0
    if seat != NOBODY:
        count = contract.legal(games.states[game], seat, listed)
    if len(games.mask) > 0:
        for place in range(count):
            games.mask[game, listed[place]] = 1
    if len(games.padded) > 0:
        for place in range(count):
            games.padded[game, place] = listed[place]
        for place in range(count, before):
            games.padded[game, place] = NO_ACTION
    lane.count = games.counts[game] = count
    lane.seat = games.seats[game] = seat
    lane.role = role


@rule
@makes_no_array
def _forget_result(games: Games, game: int) -> None:
    """Set the rewards of a game that was over back."""
    if games.done[game]:
        games.done[game] = False
        for seat in range(len(games.roles)):
            games.rewards[game, seat] = 0.0


@routine
@makes_no_array
def advance(games: Games, which: NDArray[np.int64], actions: NDArray[np.int64], how: int) -> None:
    """Carry on with some games, until the caller or another player is asked or a game is over, and write what is seen.

    Args:
        games: the batch.
        which: int64 ``[m]``, the games.
        actions: int64 ``[m]``, a legal action of the seat that is asked in each. Where nobody is asked, it does not
            matter: that game begins anew, or stays as it is.
        how: ``SOW`` or ``DEAL``, a new deal, the first of the seed or the next one; ``STEP``, the caller's actions;
            ``GO_ON``, those of another player in the same step; ``SHOW``, nothing, only write what is seen.
    """
    for place in range(len(which)):
        game = int(which[place])
        lane = games.lanes[game]
        is_new = how == SOW or how == DEAL or (how == STEP and lane.seat == NOBODY and games.autoreset == NEXT_STEP)
        if is_new or (how == STEP and lane.seat != NOBODY):
            _forget_result(games, game)
        if how == SOW:
            set_key(lane, derived_key(lane.seed, SOURCE_KEY, 0))
            lane.deals = lane.draws = games.illegal[game] = 0
        if is_new:
            _deal(games, game)
        elif how == SHOW:
            _show(games, game, lane.seat, lane.role)
        elif lane.seat == NOBODY:
            for seat in range(len(games.roles)):
                games.rewards[game, seat] = 0.0
        else:
            contract.apply(games.states[game], lane.seat, actions[place], games.journals[0])
        if is_new or (how != SHOW and lane.seat != NOBODY):
            _run_on(games, game)
