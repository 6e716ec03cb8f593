"""The contract of a game's engine: what generic code may ask of any state, compiled or plain.

Each function looks at the type of the record and calls that game's own (``core.jit.by_game``). ``state`` is a record,
changed in place where the sentence says so; ``seat`` is 0-based; an ``action`` is an int whose meaning is fixed for
all games of a kind (its place in the game's table of questions). Nothing is checked here: actions must be legal.

- ``start(state, key, journal)``: carry out the set-up in a ``state`` that holds only seats and options (the game's
  ``new_state``). ``key``: int64, the source of all chance.
- ``awaiting(state) -> int``: bit set of the seats that may act now (bit 0 is seat 0); 0 when the game is over. Several
  for secret choices made at the same time.
- ``legal(state, seat, out) -> int``: fill ``out`` (int16, at least ``Game.widest`` long) with the legal actions of
  ``seat``, ascending, and return how many: at least 2 for an awaited seat, for a forced step is no decision, else 0.
- ``sample(state, seat, source) -> int``: one of the legal actions of an awaited seat, each equally likely, without
  listing them; consumes the random ``source``.
- ``apply(state, seat, action, journal)``: carry out ``action`` in place and run on, through everything that is
  forced, to the next decision.
- ``over(state) -> bool``, ``points(state, out)``: the end; points of each seat into ``out`` (int16 ``[seats]``).
- ``outcome(state, out)``: share of the victory of each seat, sum 1, into ``out`` (float64 ``[seats]``); before the
  end zeros.

Only computer players and learning need the rest. A game may lack ``guess`` (``Game.has_guess``) and ``observe``
(``Game.observation``):

- ``guess(state, seat, key)``: replace in place everything that ``seat`` cannot know by a sample that fits what it
  knows; the result depends on nothing else. Without it nobody searches the game, for a search of the true state would
  see what is hidden.
- ``reopen(state, seat, limits)``: take back, in place, what others have chosen in secret at the question that an
  awaited ``seat`` is asked too, so that they are asked again, before it or with it. ``limits`` (int16 ``[seats, 2]``,
  zeros before) gets for each of them the first of the actions that fit what ``seat`` has seen, and the one after the
  last; zeros where all do. So a search lets them choose, where ``guess`` draws their choice.
- ``observe(state, seat, out)``: numbers for learning into ``out`` (int8 ``[Game.observation.size]``): all that ``seat``
  may know (-1: a spectator), and nothing else. ``Game.observation`` names them; ``observation.to_floats`` makes floats.

The others ``core.turns`` answers in place of a game that does not, by its points:

- ``evaluate(state, seat) -> float``: a heuristic value of the position for ``seat``, in points, for players that
  cannot search to the end.
- ``value_features(state, seat, out)``: what counts for the chance of a seat to win into ``out`` (float32
  ``[len(Game.value_features)]``), only from what ``seat`` may know; true at a natural pause of the game.
- ``value_network(state) -> Network``: the game's network, which makes a win logit of these features
  (``core.network.win_logit``).
- ``policy(state, seat, source) -> int``: a legal action of an awaited seat that is likely good, drawn quickly, for
  playouts; ``NO_ACTION`` where a look at the next position (``evaluate``) says more. Consumes the random ``source``.
- ``stage(state) -> int``: a count that grows at the game's natural pauses (such as the end of a round), to
  say how far a short look ahead goes.

Besides: what follows from these for every game, such as ``_is_legal`` and ``try_action``, one call of compiled code;
and random games, the measure of an engine's speed and the simplest player.

The ``journal`` is what happened while a move was carried out, as rows of small numbers. The rules write, the games'
``events`` modules give the rows their names. A closed journal takes no rows and costs nothing, for rules are compiled
for it without what writes: that is how search and random play use it.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState
from malecon.core.bit_set import lowest
from malecon.core.fields import AnyDtype, Field, record_of
from malecon.core.jit import answer_of, by_game, routine, rule, whole_routine
from malecon.core.random import Source

CAPACITY = 250
"""Rows that one move can write at most (a conformance test watches it)."""


def _journal_of(name: str, capacity: int) -> AnyDtype:
    """Return the type of a journal with room for so many rows."""
    rows = Field(np.int16, (capacity, 5), "kind, seat (-1 = nobody), three numbers")
    return record_of(__name__, name, {"count": Field(np.int16, (), "rows written"), "rows": rows})


JOURNAL = _journal_of("JOURNAL", CAPACITY)
CLOSED = _journal_of("CLOSED", 1)
"""The type of a closed journal."""


class Journal(Protocol):
    """The fields of ``JOURNAL``."""

    count: int
    rows: NDArray[np.int16]


@rule
def note(journal: Journal, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write one row, if the journal is open."""
    if len(journal.rows) == CAPACITY:
        row = journal.rows[journal.count]
        row[0] = kind
        row[1] = seat
        row[2] = a
        row[3] = b
        row[4] = c
        journal.count += 1


def new_journal(*, is_open: bool = True) -> Journal:
    """Return an empty journal."""
    journal: Journal = np.zeros(1, JOURNAL if is_open else CLOSED)[0]
    return journal


NO_ACTION = -1

start = by_game("start")
awaiting = by_game("awaiting", is_look_up=True)
legal = by_game("legal")
sample = by_game("sample")
apply = by_game("apply")
over = by_game("over", is_look_up=True)
points = by_game("points")
outcome = by_game("outcome")
guess = by_game("guess")
reopen = by_game("reopen")
observe = by_game("observe")
evaluate = by_game("evaluate")
value_features = by_game("value_features")
value_network = by_game("value_network")
policy = by_game("policy")
stage = by_game("stage")

NEEDED = (start, awaiting, legal, sample, apply, over, points, outcome)


def unanswered(state: AnyDtype) -> list[str]:
    """Return the names of the needed functions that a game, by the dtype of its state, does not answer."""
    return [ask.__name__ for ask in NEEDED if answer_of(ask.__name__, state) is None]


def winners(state: AnyState) -> tuple[int, ...]:
    """Return the seats that have won, nobody before the end; for Python, from ``outcome``."""
    if not over(state):
        return ()
    shares = np.zeros(state.seats)
    outcome(state, shares)
    return tuple(np.flatnonzero(shares).tolist())


@rule
def _is_legal(state: object, seat: int, action: int, out: NDArray[np.int16]) -> bool:
    """Tell whether ``seat`` may do ``action`` now; ``out`` is room for the legal actions."""
    place, count = 0, legal(state, seat, out)
    while place < count and out[place] < action:
        place += 1
    return bool(place < count and out[place] == action)


@rule
def try_action(
    board: NDArray[np.void], seat: int, action: int, out: NDArray[np.int16], journals: NDArray[np.void]
) -> int:
    """Carry out ``action`` in place and return how many rows the journal has then; -1 if it is illegal.

    The state is ``board[0]``, the journal ``journals[0]``: arrays are passed faster than records.
    """
    state, journal = board[0], journals[0]
    if not _is_legal(state, seat, action, out):
        return -1
    journal.count = 0
    apply(state, seat, action, journal)
    return int(journal.count)


@routine
def may_do(board: NDArray[np.void], seat: int, action: int, out: NDArray[np.int16]) -> bool:
    """Tell whether ``seat`` may do ``action`` in the state ``board[0]``; ``out`` is room for the legal actions."""
    return _is_legal(board[0], seat, action, out)


@routine
def observe_with_mask(
    board: NDArray[np.void], seat: int, out: NDArray[np.int16], numbers: NDArray[np.int8], mask: NDArray[np.int8]
) -> None:
    """Observe the state ``board[0]`` into ``numbers``; set ``mask`` (zeros before) to 1 for each legal action."""
    observe(board[0], seat, numbers)
    for place in range(legal(board[0], seat, out)):
        mask[out[place]] = 1


@whole_routine
def play_out(state: object, source: Source, journal: Journal) -> int:
    """Play random legal actions to the end, in place, and return how many decisions that took; consumes ``source``."""
    decisions = 0
    awaited = awaiting(state)
    while awaited != 0:
        seat = lowest(awaited)
        apply(state, seat, sample(state, seat, source), journal)
        decisions += 1
        awaited = awaiting(state)
    return decisions


@routine
def play_one(state: object, source: Source, journal: Journal) -> bool:
    """Play one random legal action in place, if the game is not over; the journal tells this action only."""
    journal.count = 0
    awaited = awaiting(state)
    if awaited != 0:
        seat = lowest(awaited)
        apply(state, seat, sample(state, seat, source), journal)
    return awaited != 0


@whole_routine
def play_many(states: NDArray[np.void], games: int, source: Source, journal: Journal) -> int:
    """Play ``games`` random games from the start in ``states[0]``, set up with keys 0, 1, …; return the decisions.

    ``states``: two states; the first holds only seats and options, the second is worked on.
    """
    decisions = 0
    for key in range(games):
        states[1] = states[0]
        start(states[1], key, journal)
        decisions += play_out(states[1], source, journal)
    return decisions


@routine
def copy_many(states: NDArray[np.void], copies: int) -> None:
    """Copy ``states[0]`` and ``states[1]`` to each other ``copies`` times: the measure of a copy's price."""
    for copy in range(copies):
        states[copy % 2] = states[1 - copy % 2]
