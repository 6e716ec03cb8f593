"""Games side by side: compiled loops that carry out an action in each, and write what the next seats see.

A game of a batch has a state and a ``LANE``: who is asked, which deal it is, and random numbers of its own. Every deal
follows from the seed of its game and its number alone, so nothing depends on the other games, or on the number of
threads. Everything is written into arrays that were made before (``Games``); threads work on different games.

One loop does all for one game before it goes on to the next: the game's state is then in the cache.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.contract import NO_ACTION
from malecon.core.fields import Field, record_of
from malecon.core.jit import routine, rule
from malecon.core.math import WORD, derived_key, draw, draw_unit, is_single, lowest, set_key

CALLER, RANDOM, OUTSIDE = range(3)
"""Who decides for a seat: who steps the batch, the batch at random, or the first of other players, who are asked."""
NOBODY = -1
"""The seat that is asked when a game is over; as a viewer, a spectator."""
NEXT_STEP, SAME_STEP, OFF = range(3)
"""When a game that is over begins anew: in the next step, in the same step, or when the caller says so."""
LARGEST = 3e38
"""Logits are bounded by it, so that differences of infinities do not come up."""
SOURCE_KEY, DEAL_KEY, DRAW_KEY = range(1, 4)
"""What keys are derived for: random numbers of a lane, deals, and draws of the caller."""

LANE = record_of(
    __name__,
    "LANE",
    {
        "key": Field(np.int64, (2,), "with drawn and block a source: for opponents, and for what replaces illegal actions"),
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
        observation: what this seat sees, or the learner at the end, or else a spectator.
        mask: int8 ``[n, actions]``, 1 for each legal action.
        padded: int16 ``[n, widest]``, the legal actions, then ``NO_ACTION``.
        counts: int16 ``[n]``, how many they are.
        seats: int8 ``[n]``, who is asked; ``NOBODY`` if the game is over.
        rewards: float32 ``[n, seats]``, zeros but in the step in which a game ends.
        done: bool ``[n]``, whether the game is over, or, if it began anew in the same step, was.
        illegal: int64 ``[n]``, actions that were replaced since the seed.
        final: observations at the end of games that began anew in the same step.
        roles: int8 ``[seats]``, of the learner and of each other seat in order of play from it.
        is_shared: nobody but the caller plays, so a spectator watches the end, not the learner.
        is_drawn: another learner is drawn for each deal.
        autoreset: ``NEXT_STEP``, ``SAME_STEP`` or ``OFF``.
        scale, offset: a reward is the share of the victory times ``scale`` plus ``offset``.
    """

    begun: NDArray[np.void]
    states: NDArray[np.void]
    lanes: NDArray[np.void]
    journals: NDArray[np.void]
    shares: NDArray[np.float64]
    listed: NDArray[np.int16]
    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    padded: NDArray[np.int16]
    counts: NDArray[np.int16]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    illegal: NDArray[np.int64]
    final: NDArray[np.float32]
    roles: NDArray[np.int8]
    is_shared: bool
    is_drawn: bool
    autoreset: int
    scale: float
    offset: float


@rule
def _observe(games: Games, game: int, viewer: int, out: NDArray[np.float32]) -> None:
    """Write what ``viewer`` sees of a game."""
    contract.observe(games.states[game], viewer, out)


@rule
def _deal(games: Games, game: int) -> None:
    """Begin the next deal of a game."""
    lane = games.lanes[game]
    key = lane.seed
    if lane.deals > 0:
        key = derived_key(lane.seed, DEAL_KEY, lane.deals)
    lane.deals += 1
    games.states[game] = games.begun[0]
    contract.start(games.states[game], key, games.journals[0])
    if games.is_drawn:
        lane.learner = draw(lane, len(games.roles))


@rule
def _role(games: Games, game: int, seat: int) -> int:
    """Return who decides for a seat."""
    distance = seat - games.lanes[game].learner
    if distance < 0:
        distance += len(games.roles)
    return int(games.roles[distance])


@rule
def _asked(games: Games, game: int, awaited: int) -> int:
    """Return the seat that is asked: the lowest of the caller's own, else the lowest."""
    if not is_single(awaited):
        for seat in range(len(games.roles)):
            if (awaited >> seat) & 1 and _role(games, game, seat) == CALLER:
                return seat
    return lowest(awaited)


@rule
def _finish(games: Games, game: int) -> None:
    """Write the rewards of a game that is over."""
    shares = games.shares[game]
    contract.outcome(games.states[game], shares)
    for seat in range(len(shares)):
        games.rewards[game, seat] = games.scale * shares[seat] + games.offset
    games.done[game] = True
    if len(games.final) > 0:
        _observe(games, game, games.lanes[game].learner, games.final[game])


@rule
def _run_on(games: Games, game: int) -> None:
    """Let seats at random act, and deals begin, until somebody else is asked or the game is over; write what is seen."""
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
def _show(games: Games, game: int, seat: int, role: int) -> None:
    """Note that a seat is asked, or ``NOBODY``, and write what it, or who watches the end, sees and may do."""
    lane, listed, viewer = games.lanes[game], games.listed[game], seat
    if seat == NOBODY and not games.is_shared:
        viewer = lane.learner
    _observe(games, game, viewer, games.observation[game])
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


@routine
def begin(games: Games, which: NDArray[np.int64]) -> None:
    """Begin the next deal of some games; the first one where ``deals`` of the lane is 0."""
    for place in range(len(which)):
        game = int(which[place])
        lane = games.lanes[game]
        if lane.deals == 0:
            set_key(lane, derived_key(lane.seed, SOURCE_KEY, 0))
            lane.draws = games.illegal[game] = 0
        _forget_result(games, game)
        _deal(games, game)
        _run_on(games, game)


@rule
def _forget_result(games: Games, game: int) -> None:
    """Set done and the rewards of a game back."""
    if games.done[game]:
        games.done[game] = False
        for seat in range(len(games.roles)):
            games.rewards[game, seat] = 0.0


@routine
def advance(games: Games, which: NDArray[np.int64], actions: NDArray[np.int64], is_step: bool) -> None:
    """Carry out a legal action of the seat that is asked in each of some games, and run on.

    ``is_step``: it is the caller's step, so results of the one before are forgotten, and games that are over begin anew
    or stay as they are; the actions for them do not matter.
    """
    for place in range(len(which)):
        game = int(which[place])
        seat = games.lanes[game].seat
        if seat != NOBODY:
            if is_step:
                _forget_result(games, game)
            contract.apply(games.states[game], seat, actions[place], games.journals[0])
            _run_on(games, game)
        elif games.autoreset == NEXT_STEP:
            _forget_result(games, game)
            _deal(games, game)
            _run_on(games, game)
        else:
            for other in range(len(games.roles)):
                games.rewards[game, other] = 0.0


@routine
def show_again(games: Games) -> None:
    """Write what is seen in all games once more; ``listed`` must be as the seats' legal actions were."""
    for game in range(len(games.lanes)):
        lane = games.lanes[game]
        _show(games, game, lane.seat, lane.role)


@rule
def _is_listed(games: Games, game: int, action: int) -> bool:
    """Tell whether an action is legal; when a game is over, none or any is."""
    lane, listed, place = games.lanes[game], games.listed[game], 0
    if lane.seat == NOBODY:
        return games.autoreset == NEXT_STEP or action == NO_ACTION
    while place < lane.count and listed[place] < action:
        place += 1
    return bool(place < lane.count and listed[place] == action)


@routine
def first_illegal(games: Games, actions: NDArray[np.int64]) -> int:
    """Return the first game in which an action is not legal; -1 if there is none."""
    for game in range(len(actions)):
        if not _is_listed(games, game, actions[game]):
            return game
    return -1


@routine
def replace_illegal(games: Games, actions: NDArray[np.int64]) -> None:
    """Replace illegal actions, in place, by legal ones that are drawn, and count them."""
    for game in range(len(actions)):
        lane = games.lanes[game]
        if lane.seat != NOBODY and not _is_listed(games, game, actions[game]):
            games.illegal[game] += 1
            actions[game] = contract.sample(games.states[game], lane.seat, lane)


@rule
def _bounded(logit: float) -> float:
    """Return a logit, but no infinity: if all are minus infinity, all actions are equally likely."""
    return max(-LARGEST, min(LARGEST, logit))


@rule
def choose_by_logits(
    logits: NDArray[np.float32], listed: NDArray[np.int16], count: int, unit: float
) -> tuple[int, float]:
    """Return one of ``count`` listed actions, drawn by the softmax of their logits, and the log of its probability.

    ``unit``: the random number, 0 to below 1. ``NO_ACTION`` if a logit is not a number.
    """
    most = -LARGEST
    for place in range(count):
        logit = logits[listed[place]]
        if math.isnan(logit):
            return NO_ACTION, 0.0
        most = max(most, _bounded(logit))
    total = 0.0
    for place in range(count):
        total += math.exp(_bounded(logits[listed[place]]) - most)
    # The inverse of the cumulative distribution takes one random number; noise for each action (Gumbel) takes as many.
    chosen, left = 0, unit * total
    for place in range(count):
        left -= math.exp(_bounded(logits[listed[place]]) - most)
        if left < 0.0:
            chosen = int(listed[place])
            break
    return chosen, _bounded(logits[chosen]) - most - math.log(total)


@routine
def draw_actions(
    games: Games,
    which: NDArray[np.int64],
    logits: NDArray[np.float32],
    out: NDArray[np.int64],
    logs: NDArray[np.float32],
    is_opponent: bool,
) -> int:
    """Draw a legal action for the seat that is asked in each of some games.

    Args:
        games: the batch.
        which: int64 ``[m]``, the games.
        logits: float32 ``[m, actions]``; without rows each legal action is equally likely.
        out: int64 ``[m]``, gets the actions, ``NO_ACTION`` where nobody is asked.
        logs: float32 ``[m]``, gets the logs of their probabilities.
        is_opponent: random numbers are those of the lane; else others, so that draws of the caller do not change what
            opponents do.

    Returns:
        the first game with a logit that is not a number; -1 if there is none.
    """
    for place in range(len(which)):
        game = int(which[place])
        lane = games.lanes[game]
        out[place] = NO_ACTION
        logs[place] = 0.0
        if lane.seat == NOBODY:
            continue
        if is_opponent:
            unit = draw_unit(lane)
        else:
            unit = (derived_key(lane.seed, DRAW_KEY, lane.draws) & WORD) * 2.0**-32
            lane.draws += 1
        if len(logits) > 0:
            action, logs[place] = choose_by_logits(logits[place], games.listed[game], lane.count, unit)
            if action == NO_ACTION:
                return game
            out[place] = action
        else:
            out[place] = games.listed[game, int(unit * lane.count)]
            logs[place] = -math.log(lane.count)
    return -1
