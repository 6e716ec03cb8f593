"""An audit of hidden information: whether an environment tells players, or their searches, what they cannot know.

It plays whole random games and looks, at their decisions, through the eyes of every player at other worlds that the
player cannot tell from the true one: those of the environment's resampler, and those of replays
(``research.replays``), which know nothing of it. What it holds against the environment is in ``CHECKS``.

``python -m malecon.research.leaks GAME`` audits a game of OpenSpiel and prints what was found.
"""

import itertools
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
import typer
from typing_extensions import TypeIs

from malecon.core.errors import MaleconError, UsageError, shortened
from malecon.core.options import whole
from malecon.research import extra
from malecon.research.replays import Replay, recalled
from malecon.research.worlds import (
    OWN_TURN,
    Inside,
    PettingZooWorld,
    Resampler,
    SpielChannels,
    SpielWorld,
    Step,
    View,
    World,
    resampler_of,
)

with extra("research"):
    import pyspiel
    from pettingzoo import AECEnv

CHECKS = {
    "channel": "tells more than what the player is said to know: two worlds with the same {declared} differ in it",
    "resampler-view": "is changed by the resampler, though the player sees it",
    "resampler-truth": "is never changed by the resampler, though other worlds are possible: it gives away the truth",
    "resampler-bias": "the resampler returns the true world more often than it returns any world twice",
    "resampler-error": "the resampler fails",
    "recall": "is the same before a decision of a player after different actions of the player",
}
"""What is held against an environment, by the name of the check."""
STUBBORN = 200
"""Resamples without a change that are taken for a proof that the resampler changes nothing."""
ERRORS = 4
"""Standard errors from which on a bias counts."""
LONGEST_SHOWN = 160


class Finding(msgspec.Struct, frozen=True):
    """A fault, with the first of its cases.

    Attributes:
        check: one of ``CHECKS``.
        what: the channel, or the part of what is hidden, that it is about.
        player: who is told too much in the first case.
        count: in how many looks it was seen.
        key: of the game of the first case.
        steps: all that had happened there: pairs of actor (-1 is chance) and action, several if simultaneous.
        other: likewise of the other world, or the seed of the resampler.
        detail: what differs.
    """

    check: str
    what: str
    player: int
    count: int
    key: int
    steps: tuple[Step, ...]
    other: tuple[Step, ...] | int
    detail: str


class Audit(msgspec.Struct, frozen=True):
    """The result of an audit; as text a page to read.

    Attributes:
        subject: name of the environment.
        declared: the channel that says what a player knows.
        games, looks: games played; pairs of a decision and a player that were looked at.
        replayed: looks at which another world was known that differs in what is hidden: by a replay, or another game.
        resamples, changed: worlds that the resampler made; those that differ in what is hidden.
        parts: of what is hidden, the share of the resamples in which it was changed.
        findings: faults, the most frequent first.
    """

    subject: str
    declared: str
    games: int
    looks: int
    replayed: int
    resamples: int
    changed: int
    parts: Mapping[str, float]
    findings: tuple[Finding, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.subject}: {self.games} games, {self.looks} looks; what a player knows: {self.declared}"
        yield f"  other worlds were known at {_percent(self.replayed, self.looks)} of the looks"
        if self.resamples:
            yield f"  {_percent(self.changed, self.resamples)} of {self.resamples} resamples changed what is hidden"
        yield from (f"    {part}: {share:.0%}" for part, share in self.parts.items())
        for finding in self.findings:
            sentence = CHECKS[finding.check].format(declared=self.declared)
            yield f"  {finding.check}: {finding.what}: {sentence} ({finding.count} looks)"
            yield f"    key {finding.key}, after {len(finding.steps)} steps, player {finding.player}: {finding.detail}"
        if not self.findings:
            yield "  nothing found"


def _percent(part: int, whole: int) -> str:
    """Return a share as text."""
    return f"{part / max(whole, 1):.0%}"


def can_replay(world: World) -> TypeIs[SpielWorld]:
    """Tell whether the same steps lead to the same world."""
    return isinstance(world, SpielWorld) and world.channels.has_explicit_chance


def difference(one: object, other: object) -> str:
    """Return where two values of a channel differ first, in a few words.

    >>> difference((0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    '2 of 3 numbers, the first at 1: 1.0 / 0.0'
    >>> difference("hand: A", "hand: B")
    "'hand: A' / 'hand: B'"
    """
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        places = [place for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
        return f"{len(places)} of {len(one)} numbers, the first at {places[0]}: {one[places[0]]} / {other[places[0]]}"
    if isinstance(one, str) and isinstance(other, str):
        place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        one, other = (text[max(0, place - LONGEST_SHOWN // 2) :] for text in (one, other))
    return f"{_short(one)} / {_short(other)}"


def _short(value: object) -> str:
    """Return the ``repr`` of a value, shortened."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class _Auditor:
    """Gathers what the looks find."""

    def __init__(self, rng: random.Random, resamples: int, replays: int) -> None:
        self._rng, self._resamples, self._replays = rng, resamples, replays
        self._found: dict[tuple[str, str], Finding] = {}
        self._own: dict[tuple[int, object], tuple[Step, ...]] = {}
        self._hidden: dict[tuple[int, int], dict[str, set[object]]] = {}
        self._excess: list[tuple[float, float]] = []
        self._changed: dict[str, list[bool]] = defaultdict(list)
        self.looks = self.replayed = self.resampled = self.changed = 0
        self.key = 0

    def look(self, world: World, player: int) -> None:
        """Look at a decision through the eyes of a player."""
        self.looks += 1
        seen, hidden = world.view(player), world.hidden(player)
        possible = self._look_at_replays(world, player, seen) if can_replay(world) else self._met(world, player, hidden)
        self._look_at_resamples(world, player, seen, hidden, possible)
        if world.has_recall and seen.get(OWN_TURN):
            self._check_recall(world, player, seen)

    def _note(self, check: str, what: str, player: int, world: World, other: tuple[Step, ...] | int, text: str) -> None:
        """Add a case to a finding."""
        known = self._found.get((check, what))
        self._found[check, what] = (
            msgspec.structs.replace(known, count=known.count + 1)
            if known
            else Finding(check, what, player, 1, self.key, world.steps, other, text)
        )

    def _met(self, world: World, player: int, hidden: View) -> Mapping[str, set[object]]:
        """Return what was hidden whenever the player had been told and had done the same, in all games until now."""
        if not isinstance(world, PettingZooWorld):
            return {}
        met = self._hidden.setdefault((player, world.memory[player]), {part: set() for part in hidden})
        for part, value in hidden.items():
            met[part].add(value)
        self.replayed += any(len(values) > 1 for values in met.values())
        return met

    def _look_at_replays(self, world: SpielWorld, player: int, seen: View) -> dict[str, set[object]]:
        """Compare what a player is told in other worlds; return the values of all parts that are hidden, in all."""
        possible: dict[str, set[object]] = {part: {value} for part, value in world.hidden(player).items()}
        told: set[str] = set()
        for other in Replay(world, player, self._rng).walk(self._replays):
            view = other.view(player)
            for channel in {name for name in seen if view[name] != seen[name]} - told:
                told.add(channel)
                self._note("channel", channel, player, world, other.steps, difference(seen[channel], view[channel]))
            for part, value in other.hidden(player).items():
                possible[part].add(value)
        self.replayed += any(len(values) > 1 for values in possible.values())
        return possible

    def _look_at_resamples(
        self, world: World, player: int, seen: View, hidden: View, possible: Mapping[str, set[object]]
    ) -> None:
        """Compare what a player is told in the worlds of the resampler, and whether they tell what is hidden."""
        drawn: list[View] = []
        unchanged = {part for part, values in possible.items() if len(values) > 1}
        told: set[str] = set()
        for number in range(STUBBORN):
            if number >= self._resamples and not unchanged:
                break
            seed = self._rng.getrandbits(31)
            try:
                other = world.resampled(player, seed)
            except (pyspiel.SpielError, RuntimeError, ValueError) as error:
                self._note("resampler-error", type(error).__name__, player, world, seed, _short(str(error)))
                return
            if other is None:
                return
            parts = other.hidden(player)
            unchanged -= {part for part in unchanged if parts[part] != hidden[part]}
            if number >= self._resamples:
                continue
            drawn.append(parts)
            view = other.view(player)
            for channel in {name for name in {*seen, *view} if view.get(name) != seen.get(name)} - told:
                told.add(channel)
                text = difference(seen.get(channel), view.get(channel))
                self._note("resampler-view", channel, player, world, seed, text)
        for part in unchanged:
            text = f"the same in {STUBBORN} resamples, but {len(possible[part])} values are possible"
            self._note("resampler-truth", part, player, world, seed, text)
        self._count(hidden, drawn)

    def _count(self, hidden: View, drawn: list[View]) -> None:
        """Count the resamples that changed something, and those that are the truth."""
        self.resampled += len(drawn)
        self.changed += sum(parts != hidden for parts in drawn)
        for part, value in hidden.items():
            self._changed[part].extend(parts[part] != value for parts in drawn)
        pairs = [one == other for one, other in itertools.combinations(drawn, 2)]
        if pairs:
            self._excess.append((statistics.fmean(parts == hidden for parts in drawn), statistics.fmean(pairs)))

    def _check_recall(self, world: World, player: int, seen: View) -> None:
        """Check that nobody with this information state has acted otherwise."""
        own = tuple(tuple(pair for pair in step if pair[0] == player) for step in world.steps)
        acted = tuple(pairs for pairs in own if pairs)
        before = self._own.setdefault((player, seen[world.declared]), acted)
        if before != acted:
            self._note("recall", world.declared, player, world, before, difference(str(acted), str(before)))
        elif can_replay(world) and (other := recalled(world, player, self._rng, self._replays // 10)):
            self._note("recall", world.declared, player, world, other.steps, "the player acted in another order")

    def finish(self, world: World) -> None:
        """Hold the truth against the resamples: with the right distribution it is one more of them.

        How often it is like one is compared with how often two of them are alike.
        """
        excess = [truth - pair for truth, pair in self._excess]
        if len(excess) < 2:
            return
        mean, error = statistics.fmean(excess), statistics.stdev(excess) / math.sqrt(len(excess))
        truth, pair = (statistics.fmean(values) for values in zip(*self._excess, strict=True))
        if mean > ERRORS * error and truth > 1.2 * pair + 0.01:
            text = f"{truth:.1%} of the resamples are the truth, {pair:.1%} of the pairs of resamples are equal"
            self._note("resampler-bias", "all that is hidden", 0, world, 0, text)

    def result(self, subject: str, declared: str, games: int) -> Audit:
        """Return what was found."""
        shares = {part: statistics.fmean(changed) for part, changed in sorted(self._changed.items()) if changed}
        findings = tuple(sorted(self._found.values(), key=lambda finding: -finding.count))
        counts = (self.looks, self.replayed, self.resampled, self.changed)
        return Audit(subject, declared, games, *counts, shares, findings)


def audit(
    subject: "pyspiel.Game | AECEnv[Any, Any, Any]",
    *,
    games: int = 20,
    every: int = 1,
    resamples: int = 8,
    replays: int = 40,
    seed: int = 0,
    resample: Resampler | None = None,
    inside: Inside | None = None,
    declared: str | None = None,
    at: Callable[[Any], bool] | None = None,
) -> Audit:
    """Look for hidden information that an environment gives away.

    Args:
        subject: a game of OpenSpiel, or an environment of PettingZoo whose agents act one after another.
        games: random games, from ``seed`` on: the same arguments find the same.
        every: one of so many decisions is looked at.
        resamples: worlds of the resampler at each look, for each player.
        replays: changes that are tried at each look, for each player (OpenSpiel only).
        seed: key of the first game.
        resample: returns another environment (a state, of OpenSpiel) from one, an agent (a player) and a seed, in which
            everything that the agent cannot know is drawn anew. Left out, ``resample_from_infostate`` of a game if it
            has one, or the method ``resample`` of an environment.
        inside: names everything in an environment (a state); the result tells which of it is resampled.
        declared: the channel that says what a player knows (OpenSpiel only); left out, the information state as text
            or else the observation. That channel itself is not tried, so another one tries it.
        at: tells of an environment (a state) whether to look there: for what is rare.

    Raises:
        UsageError: it is neither, offers no resampler, or a number is below its least.
    """
    least = {"games": 1, "every": 1, "resamples": 1, "replays": 0, "seed": 0}
    given = {"games": games, "every": every, "resamples": resamples, "replays": replays, "seed": seed}
    for name, number in given.items():
        if (whole(number) if number is not None else None) is None or number < least[name]:
            raise UsageError(f"{name}: is {shortened(number)}, but must be a whole number from {least[name]} on")
    rng = random.Random(seed)
    auditor = _Auditor(rng, resamples, replays)
    begun = _beginning(subject, resample, inside, declared)
    for auditor.key in range(seed, seed + games):
        world = begun(auditor.key)
        _play(world, auditor, every, at or (lambda _: True))
    auditor.finish(world)
    return auditor.result(str(subject), world.declared, games)


def _beginning(subject: Any, resample: Resampler | None, inside: Inside | None, declared: str | None) -> Any:
    """Return the function that begins the game of a key."""
    if isinstance(subject, pyspiel.Game):
        if subject.get_type().dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
            raise UsageError(f"{subject}: is a mean-field game, but players must act one by one or at once")
        channels, own = SpielChannels(subject, declared), resample or resampler_of(subject)
        return lambda key: SpielWorld(subject.new_initial_state(), channels, own, inside)
    if not isinstance(subject, AECEnv):
        raise UsageError(f"subject: is {shortened(subject)}, but must be a pyspiel.Game or a PettingZoo AECEnv")
    drawn = resample or (getattr(subject, "resample", None) and _own_resample)
    if drawn is None:
        raise UsageError("resample: is missing, and the environment has no method resample(agent, seed)")
    return lambda key: PettingZooWorld.begun(subject, drawn, inside, key)


def _own_resample(env: Any, agent: str, seed: int) -> Any:
    """Return what the method of an environment returns."""
    return env.resample(agent, seed)


def _play(world: World, auditor: _Auditor, every: int, at: Callable[[Any], bool]) -> None:
    """Play a random game, looking at it on the way."""
    rng, decisions = random.Random(auditor.key), auditor.key
    while not world.is_over:
        if world.is_decision:
            decisions += 1
            if decisions % every == 0 and at(world.subject):
                for player in range(world.players):
                    auditor.look(world, player)
        world.play(rng)


def _print(
    game: Annotated[str, typer.Argument(help='Of OpenSpiel, such as "leduc_poker(players=3)".')],
    games: Annotated[int, typer.Option(help="Random games.")] = 20,
    every: Annotated[int, typer.Option(help="One of so many decisions is looked at.")] = 1,
    resamples: Annotated[int, typer.Option(help="Worlds of the resampler at each look.")] = 8,
    replays: Annotated[int, typer.Option(help="Changes that are tried at each look.")] = 40,
    seed: Annotated[int, typer.Option(help="Key of the first game.")] = 0,
    declared: Annotated[str | None, typer.Option(help="The channel that says what a player knows.")] = None,
) -> None:
    """Look for hidden information that a game of OpenSpiel gives away."""
    try:
        loaded = pyspiel.load_game(game)
    except pyspiel.SpielError as error:
        raise UsageError(f"game: is {shortened(game)}, but must be one of OpenSpiel: {shortened(str(error))}") from None
    print(audit(loaded, games=games, every=every, resamples=resamples, replays=replays, seed=seed, declared=declared))


app = typer.Typer(add_completion=False)
app.command()(_print)

if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")
