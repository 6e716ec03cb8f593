"""The results of an evaluation: its games, their figures, and the file in which they are kept and submitted.

The file is JSON with a number of its format. Its figures follow from its games; the reader computes them again.
"""

import math
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import fmean

import msgspec
from msgspec.structs import astuple

from malecon.agents.match_statistics import agent_statistics, interval
from malecon.agents.matches import GameResult, LineUp
from malecon.core.data import json_reason
from malecon.core.errors import MaleconError, UsageError
from malecon.core.files import check_writable, file_errors, reason_of, write_file
from malecon.research.envs.environment import Form, options_in
from malecon.research.support import find_game

FORMAT = 1
POLICY, OPPONENTS = "policy", "opponents"
CLOSE = 1e-9
"""The largest difference between a figure and the same figure computed again."""
TRUNCATED = "truncated"
"""In what msgspec says of JSON that ends too early."""


class _Header(msgspec.Struct):
    """The part of a file that no format changes."""

    format: int


class EvaluationPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of an evaluation: the same plan gives the same games, unless a decision has a limit of time.

    Attributes:
        malecon: version of the package.
        game: its name.
        rules: version of the rules.
        seats: how many play.
        options: of the game that differ from the default, as lines of a record.
        policy: name of the player that is evaluated.
        against: name of the players of the other seats.
        iterations: of their searches, at most, for each of the other players; ``None`` if they do not search.
        key: deal of the first block; each further one has the next.
        limit_s: seconds of a decision, if they are limited.
        strict: whether an illegal action was an error; ``None`` in files of older versions, which do not say it.
        observation: of a policy, ``"float"`` or ``"compact"``; ``None`` likewise.
        protocol: number of the benchmark's protocol, if the plan keeps to it.
    """

    malecon: str
    game: str
    rules: int
    seats: int
    options: tuple[str, ...]
    policy: str
    against: str
    iterations: int | None
    key: int
    limit_s: float | None = None
    strict: bool | None = None
    observation: Form | None = None
    protocol: int | None = None


class Usage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the decisions of a language model took.

    Attributes:
        decisions: how many.
        replies: of the model.
        refused: replies that named no legal move.
        failed: decisions for which a reply did not come.
        input_tokens, output_tokens: that were read and written, as far as the server of the model says.
        seconds: of waiting for it.
    """

    decisions: int = 0
    replies: int = 0
    refused: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.decisions} decisions by {self.replies} replies, of which {self.refused} refused; "
            f"{self.failed} without a reply; {self.input_tokens} tokens read, {self.output_tokens} written; "
            f"{self.seconds:.1f} s"
        )


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game.

    Attributes:
        deal: its key.
        seat: of the policy.
        shares: of the victory, by seat.
        points: by seat.
        illegal: how many illegal actions of the policy, and of the others, were replaced.
        late: how many late decisions of the policy, and of the others, were replaced.
        decisions: how many decisions the policy, and the others, made; ``None`` in files of older versions.
        usage: of the policy, and of the others, if they are language models.
    """

    deal: int
    seat: int
    shares: tuple[float, ...]
    points: tuple[int, ...]
    illegal: tuple[int, int]
    late: tuple[int, int]
    decisions: tuple[int, int] | None = None
    usage: tuple[Usage, Usage] | None = None


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mean share of the victory, with its 95 % interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.3f} ({self.low:.3f} to {self.high:.3f})"


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The figures that follow from the games.

    Attributes:
        blocks: how many.
        even: the share of players who are equally strong.
        policy: the share of the policy; its interval is computed from the means of blocks.
        by_seat: likewise, by the seat of the policy.
        rating, rating_of_opponents: OpenSkill's ordinal (Plackett-Luce) after all games, one after the other.
        illegal, late, decisions, usage: of the policy and of the others, in all games.
    """

    blocks: int
    even: float
    policy: Share
    by_seat: tuple[Share, ...]
    rating: float
    rating_of_opponents: float
    illegal: tuple[int, int]
    late: tuple[int, int]
    decisions: tuple[int, int] | None = None
    usage: tuple[Usage, Usage] | None = None


class Evaluation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of an evaluation.

    Attributes:
        format: of the file.
        plan: what was played.
        figures: those of the games.
        games: by block, and in a block by the policy's seat.
    """

    format: int
    plan: EvaluationPlan
    figures: Figures
    games: tuple[Played, ...]

    @classmethod
    def of(cls, plan: EvaluationPlan, games: Sequence[Played]) -> "Evaluation":
        """Return the evaluation that consists of some games, whole blocks in order."""
        return cls(FORMAT, plan, _figures_of(plan, games), tuple(games))

    @property
    def share(self) -> float:
        """The policy's mean share of the victory."""
        return self.figures.policy.share

    def __str__(self) -> str:
        plan, figures = self.plan, self.figures
        opponents = plan.against if plan.iterations is None else f"{plan.against} ({plan.iterations} iterations)"
        seats = ", ".join(f"{share.share:.3f}" for share in figures.by_seat)
        lines = [
            f"{plan.policy} against {opponents}: {plan.game}, {plan.seats} seats, {figures.blocks} blocks",
            f"share of the victory {figures.policy}, even share {figures.even:.3f}; by seat {seats}",
            f"rating {figures.rating:.1f}, of the opponents {figures.rating_of_opponents:.1f}",
        ]
        for name, (own, others) in (("illegal actions", figures.illegal), ("late decisions", figures.late)):
            lines += [f"{name} {own}, of the opponents {others}"] if own or others else []
        names = "language model", "language model of the opponents"
        for name, usage in zip(names, figures.usage or (), strict=False):
            lines += [f"{name}: {usage}"] if usage.decisions else []
        return "\n".join(lines)


def _figures_of(plan: EvaluationPlan, games: Sequence[Played]) -> Figures:
    """Return the figures of whole blocks of games."""
    results = [_as_result(plan, game) for game in games]
    blocks = [results[first : first + plan.seats] for first in range(0, len(results), plan.seats)]
    statistics = {each.agent: each for each in agent_statistics(blocks)}
    own, others = statistics[POLICY], statistics[OPPONENTS]
    return Figures(
        blocks=len(blocks),
        even=1 / plan.seats,
        policy=Share(own.win_share, own.low, own.high),
        by_seat=tuple(_mean([game.shares[seat] for game in games if game.seat == seat]) for seat in range(plan.seats)),
        rating=own.rating,
        rating_of_opponents=others.rating,
        illegal=(sum(game.illegal[0] for game in games), sum(game.illegal[1] for game in games)),
        late=(sum(game.late[0] for game in games), sum(game.late[1] for game in games)),
        decisions=_sums([game.decisions for game in games]),
        usage=usage_of([game.usage for game in games if game.usage is not None]),
    )


def _sums(pairs: Sequence[tuple[int, int] | None]) -> tuple[int, int] | None:
    """Return the sums of pairs; ``None`` if one is missing."""
    known = [pair for pair in pairs if pair is not None]
    return (sum(own for own, _ in known), sum(others for _, others in known)) if len(known) == len(pairs) else None


def usage_of(parts: Sequence[tuple[Usage, Usage]]) -> tuple[Usage, Usage] | None:
    """Return the sums of the usage of the policy, and of the others; ``None`` if nobody is a language model."""
    own, others = (sum((part[role] for part in parts), start=Usage()) for role in range(2))
    return (own, others) if own.decisions or others.decisions else None


def _mean(shares: Sequence[float]) -> Share:
    return Share(fmean(shares), *interval(shares))


def _as_result(plan: EvaluationPlan, game: Played) -> GameResult:
    """Return a game as the arena has it: by player, of whom the policy is the first; nobody has looked at a clock."""
    line = LineUp(plan.game, (POLICY, *(OPPONENTS,) * (plan.seats - 1)))
    order = [(game.seat + player) % plan.seats for player in range(plan.seats)]
    shares, points = tuple(game.shares[seat] for seat in order), tuple(game.points[seat] for seat in order)
    return GameResult(line, game.deal, game.seat, shares, points, (0.0,) * plan.seats, (1,) * plan.seats)


def write_evaluation(evaluation: Evaluation, file: Path) -> None:
    """Write a file of results, whole or not at all.

    Raises:
        FileError: it cannot be written.
    """
    with file_errors(file):
        write_file(file, msgspec.json.format(msgspec.json.encode(evaluation), indent=1), is_private=False)


def games_in(file: Path | None, plan: EvaluationPlan, *, resume: bool) -> list[Played]:
    """Return the games that a file has already; make its folder.

    Raises:
        UsageError: the file cannot or must not be written.
    """
    if file is None:
        return []
    try:
        check_writable(file)
    except OSError as error:
        raise UsageError(f"results: {file} cannot be written: {reason_of(error)}; take another file") from None
    if not file.exists():
        return []
    if not resume:
        raise UsageError(f"results: {file} is there already; resume=True goes on with it")
    found = read_evaluation(file)
    if found.plan.strict is None or found.plan.observation is None:
        lacks = "whether an illegal action was an error, and what the policy got"
        raise UsageError(f"results: {file} does not say {lacks}; take another file")
    if found.plan != plan:
        raise UsageError(f"results: {file} is another evaluation: {_differences(found.plan, plan)}")
    return [*found.games]


def _differences(there: EvaluationPlan, here: EvaluationPlan) -> str:
    """Return the differences between the plan of a file and the one that was asked for, in words."""
    pairs = {name: (getattr(there, name), getattr(here, name)) for name in EvaluationPlan.__struct_fields__}
    return "; ".join(
        f"{name} is {one!r}, but {other!r} was asked for" for name, (one, other) in pairs.items() if one != other
    )


def read_evaluation(file: str | Path) -> Evaluation:
    """Return the evaluation in a file of results, checked.

    Raises:
        UsageError: the file is not one, some games of a block are missing, or its figures are not those of its games.
    """
    try:
        if not (content := Path(file).read_bytes()):
            raise UsageError("it is empty")
        if (is_of := msgspec.json.decode(content, type=_Header).format) != FORMAT:
            raise UsageError(f"format: is {is_of}, but must be {FORMAT}")
        found = msgspec.json.decode(content, type=Evaluation)
        _check(found)
    except msgspec.MsgspecError as error:
        what = "its end is missing" if TRUNCATED in str(error) else "is no file of results"
        raise UsageError(f"{file}: {what}: {json_reason(content, Evaluation)}") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {reason_of(error)}") from None
    except MaleconError as error:
        raise UsageError(f"{file}: is no file of results: {error}") from None
    return found


def _check(found: Evaluation) -> None:
    """Raise ``UsageError`` for what cannot be the result of an evaluation."""
    plan, games = found.plan, found.games
    game = find_game(plan.game)
    game.new_table(plan.seats, version=plan.rules, **options_in(game, plan.options))
    blocks = range(plan.key, plan.key + len(games) // plan.seats)
    if not games or [(game.deal, game.seat) for game in games] != [*product(blocks, range(plan.seats))]:
        raise UsageError("games: must be whole blocks, from the first deal on, by the seat of the policy")
    for each in games:
        if not (len(each.points) == len(each.shares) == plan.seats and _are_shares(each.shares, each.points)):
            raise UsageError(f"games: points and shares of deal {each.deal}, seat {each.seat}, are those of no game")
    if not _are_close(msgspec.to_builtins(found.figures), msgspec.to_builtins(_figures_of(plan, games))):
        raise UsageError("figures: are not those of the games")


def _are_shares(shares: Sequence[float], points: Sequence[int]) -> bool:
    """Tell whether some seats have won and share the victory equally, none with fewer points than another has."""
    winners = [seat for seat, share in enumerate(shares) if share != 0]
    is_equal = bool(winners) and all(math.isclose(shares[seat], 1 / len(winners)) for seat in winners)
    return is_equal and min(points) >= 0 and all(points[seat] == max(points) for seat in winners)


def _are_close(one: object, other: object) -> bool:
    """Tell whether plain data differs only by rounding."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, abs_tol=CLOSE)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_are_close(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_are_close, one, other))
    return one == other
