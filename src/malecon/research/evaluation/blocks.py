"""Evaluation: a policy plays blocks of games against a level, and gets its share of the victory with an interval.

In a block, which has one deal, the policy sits in every seat once, and all other seats are the opponents'. All games of
some blocks are played side by side, so that the policy is asked in batches. Opponents are bounded by iterations, not
by a clock: the same arguments give the same result on any machine. The protocol is in docs/benchmark.md.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from malecon import __version__
from malecon.agents.agent import Agent
from malecon.agents.searcher import Searcher
from malecon.core import contract
from malecon.core.errors import UsageError, shortened
from malecon.core.game import Game
from malecon.core.random import SOURCE_KEY, derived_key, set_key
from malecon.research.envs.environment import Form, IllegalAction, Table, check_arguments, checked_whole
from malecon.research.envs.opponents import Opponent, find_opponent
from malecon.research.envs.policies import Policy
from malecon.research.evaluation.players import Answer, Player, Turn, note_of, player_of
from malecon.research.evaluation.protocol import protocol_of
from malecon.research.evaluation.results import (
    Evaluation,
    EvaluationPlan,
    Played,
    Usage,
    games_in,
    usage_of,
    write_evaluation,
)
from malecon.research.executors import executor_for
from malecon.research.support import find_game

SIDE_BY_SIDE = 25
"""The number of blocks that are played together, and after which the results are written."""
KEYS = 2**63
"""The number of deals that there are."""
LAMBDA = "<lambda>"
"""The end of the name that Python gives every lambda."""


class _Game:
    """A game of a block: a table with the policy's seat; by role: decisions, how often a player was late, usage."""

    def __init__(self, table: Table, deal: int, seat: int) -> None:
        table.reset(deal)
        # each game of a block has random numbers of its own, whatever is played beside it
        table.chance = np.random.default_rng([deal, seat])
        set_key(table.source, derived_key(deal, SOURCE_KEY, seat + 1))
        self.table, self.deal, self.seat = table, deal, seat
        self.decisions, self.late, self.usage = [0, 0], [0, 0], [Usage(), Usage()]

    def role_of(self, seat: int) -> int:
        """Return 0 for the policy, 1 for the opponents."""
        return int(seat != self.seat)

    def turn(self, seat: int) -> Turn:
        """Return the turn of an awaited seat."""
        others = "" if seat == self.seat else f" (the policy has seat {self.seat})"
        return Turn(self.table, seat, f"deal {self.deal}, seat {seat}{others}")

    def act(self, seat: int, answer: Answer, limit_s: float | None) -> None:
        """Carry out an answer, or draw an action instead: of one that is late, none, or illegal at a lenient table."""
        self.decisions[self.role_of(seat)] += 1
        self.usage[self.role_of(seat)] += answer.usage
        action = answer.action
        if limit_s is not None and answer.seconds > limit_s:
            self.late[self.role_of(seat)] += 1
            action = self.table.draw(seat)
        elif action is None:
            self.table.illegal[seat] += 1
            action = self.table.draw(seat)
        self.table.act(seat, self.table.checked(seat, action))

    def result(self) -> Played:
        """Return the result of the game, which is over."""
        points = np.zeros(self.table.seats, np.int16)
        contract.points(self.table.state, points)
        own = self.table.illegal[self.seat]
        return Played(
            deal=self.deal,
            seat=self.seat,
            shares=tuple(self.table.rewards()),
            points=tuple(points.tolist()),
            illegal=(own, sum(self.table.illegal) - own),
            late=(self.late[0], self.late[1]),
            decisions=(self.decisions[0], self.decisions[1]),
            usage=usage_of([(self.usage[0], self.usage[1])]),
        )


def evaluate(
    policy: Opponent,
    game: str | Game,
    *,
    seats: int = 2,
    against: Opponent = "strong",
    blocks: int = 100,
    key: int = 0,
    jobs: int | Executor | None = 1,
    name: str | None = None,
    strict: bool = True,
    observation: Form = "float",
    limit_s: float | None = None,
    results: str | Path | None = None,
    resume: bool = False,
    report: Callable[[Evaluation], None] = lambda _: None,
    **options: object,
) -> Evaluation:
    """Play blocks of games of a policy against opponents, and return the games and their figures.

    Args:
        policy: a function from observations and masks to logits, a computer player, or the name of one.
        game: a game or its name.
        seats: how many play; the policy has one seat.
        against: who plays the other seats; a level plays without its clock.
        blocks: how many, of one game for each seat; block ``b`` has the deal ``key + b``.
        key: the deal of the first block.
        jobs: processes in which computer players think, ``None``: one a core; or an executor of one's own.
        name: of the policy in the results; by default that of the function or computer player. With ``results`` a
            lambda, and what has no name, needs one.
        strict: an illegal action is an error; otherwise it is counted, and a legal one drawn.
        observation: what a policy gets: ``"float"``: float32; or ``"compact"``: int8.
        limit_s: seconds of a decision, above 0; after more it is counted as late, and a legal action drawn. With it
            a result depends on the machine.
        results: file that is written after every 25 blocks (``SIDE_BY_SIDE``); its folder is made.
        resume: go on with the blocks that are missing in the file; of more than ``blocks`` the first ones count, and
            the file keeps all.
        report: called with the results so far whenever they would be written.
        options: those of the game, and ``version`` of its rules.

    Raises:
        UsageError: something is not what is expected, or the file is there already.
        IllegalAction: a player made an illegal action, and ``strict`` holds.
        Exception: of a player, with a note that names the player, the deal and the seat.
    """
    check_arguments("evaluate", evaluate, find_game(game), options)
    own, others = find_opponent(policy, "policy"), find_opponent(against, "against")
    names = name or name_of(policy), name_of(against)
    if results is not None:
        _check_named(policy, name, against)

    def new_table() -> Table:
        return Table(game, seats, options, strict=strict, observation=observation, reward="share", render_mode=None)

    plan = _plan_of(new_table(), names, others, key, limit_s)
    count = checked_whole("blocks", blocks, 1, KEYS - plan.key)
    file = None if results is None else Path(results)
    done = games_in(file, plan, resume=resume)[: count * plan.seats]
    with executor_for(jobs) if not isinstance(jobs, Executor) else nullcontext(jobs) as executor:
        players = [player_of(each, named, executor) for each, named in zip((own, others), names, strict=True)]
        for deals in _groups(plan.key + len(done) // plan.seats, plan.key + count):
            games = [_Game(new_table(), deal, seat) for deal in deals for seat in range(plan.seats)]
            _play(games, players, names, limit_s)
            done += [each.result() for each in games]
            evaluation = Evaluation.of(plan, done)
            if file is not None:
                write_evaluation(evaluation, file)
            report(evaluation)
    return Evaluation.of(plan, done)


def _plan_of(
    table: Table, names: tuple[str, str], opponents: Agent | Policy, key: int, limit_s: float | None
) -> EvaluationPlan:
    """Return the plan of an evaluation at a table, on which a game is begun; ``names``: of policy and opponents."""
    first = checked_whole("key", key, 0, KEYS - 1)
    table.reset(first)
    plan = EvaluationPlan(
        malecon=__version__,
        game=table.game.name,
        rules=int(table.state.version),
        seats=table.seats,
        options=tuple(table.game.write_options(table.state)),
        policy=names[0],
        against=names[1],
        iterations=opponents.budget.iterations if isinstance(opponents, Searcher) else None,
        key=first,
        limit_s=_checked_limit(limit_s),
        strict=bool(table.is_strict),
        observation=table.form,
    )
    return replace(plan, protocol=protocol_of(plan))


def _play(games: Sequence[_Game], players: Sequence[Player], names: Sequence[str], limit_s: float | None) -> None:
    """Play games to the end, side by side: in each round every seat that is asked first in its game decides once.

    ``players``: of the policy and of the opponents; ``names``: theirs.
    """
    while any(awaited := [each.table.awaited for each in games]):
        asked: tuple[list[tuple[_Game, int]], ...] = ([], [])
        for game, seats in zip(games, awaited, strict=True):
            if seats:
                asked[game.role_of(seats[0])].append((game, seats[0]))
        # the processes begin to think before the policy is asked
        begun = [
            player([game.turn(seat) for game, seat in turns])
            for player, turns in reversed([*zip(players, asked, strict=True)])
        ]
        for name, turns, answers in zip(names, asked, reversed(begun), strict=True):
            for (game, seat), answer in zip(turns, answers(), strict=True):
                try:
                    game.act(seat, answer, limit_s)
                except IllegalAction as error:
                    error.add_note(note_of(name, game.table.game, [game.turn(seat).where]))
                    raise


def _groups(first: int, end: int) -> Iterator[range]:
    """Yield the deals from ``first`` on, before ``end``, in groups that are played together."""
    for deal in range(first, end, SIDE_BY_SIDE):
        yield range(deal, min(deal + SIDE_BY_SIDE, end))


def name_of(player: Opponent) -> str:
    """Return the name of a player in results; that of its class if it has none of its own."""
    return _own_name(player) or type(player).__qualname__


def _own_name(player: Opponent) -> str | None:
    """Return the name that a player has itself; all lambdas have the same one."""
    if isinstance(player, str):
        return player
    found = getattr(player, "name", None) or getattr(player, "__qualname__", None)
    return None if found is None else str(found)


def _check_named(policy: Opponent, name: str | None, against: Opponent) -> None:
    """Raise ``UsageError`` unless both players have names by which a file of results can tell them from others."""
    for argument, player, advice in (
        ("policy", name or policy, "name= gives it one"),
        ("against", against, "an attribute name gives it one"),
    ):
        if (_own_name(player) or LAMBDA).endswith(LAMBDA):
            raise UsageError(f"{argument}: has no name of its own, which a file of results needs; {advice}")


def _checked_limit(limit_s: float | None) -> float | None:
    """Return the seconds of a decision; raise ``UsageError`` if they are no finite number above 0."""
    if limit_s is None or (_is_number(limit_s) and 0 < limit_s < math.inf):
        return limit_s
    raise UsageError(f"limit_s: is {shortened(limit_s)}, but must be a number of seconds above 0, or None")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
