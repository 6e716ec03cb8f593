"""The checks of an audit of hidden information: positions are compared that a player cannot tell from each other."""

import itertools
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
from typing_extensions import TypeIs

from malecon.research.leaks.pettingzoo_worlds import PettingZooWorld
from malecon.research.leaks.replays import Replay, find_forgotten
from malecon.research.leaks.report import Audit, Finding, difference, short
from malecon.research.leaks.spiel_worlds import SpielWorld
from malecon.research.leaks.worlds import OWN_TURN, Step, View, World, digest

STUBBORN = 200
"""Resamples without a change from which on the resampler counts as one that changes nothing."""
ERRORS = 4
"""Standard errors from which on a bias counts."""


def is_known(channel: str) -> bool:
    """Tell whether a channel of an environment of PettingZoo says what a player knows: not infos, and no text."""
    return not channel.startswith("infos") and channel != "rendering"


def can_replay(world: World) -> TypeIs[SpielWorld]:
    """Tell whether the same steps lead to the same world."""
    return isinstance(world, SpielWorld) and world.channels.has_explicit_chance


class Auditor:
    """The findings of all looks; of what was seen only digests are kept."""

    def __init__(self, rng: random.Random, resamples: int, replays: int) -> None:
        self._rng, self._resamples, self._replays = rng, resamples, replays
        self._found: dict[tuple[str, str], Finding] = {}
        self._own: dict[tuple[int, bytes], tuple[tuple[int, int], ...]] = {}
        self._hidden: dict[tuple[int, bytes], set[tuple[bytes, ...]]] = {}
        self._excess: list[tuple[float, float]] = []
        self._drawn: Counter[str] = Counter()
        self._changed: Counter[str] = Counter()
        self.looks = self.replayed = self.resampled = self.changed = self.followed = 0
        self._key = 0
        self._twins: list[tuple[int, int, PettingZooWorld]] = []

    def begin(self, key: int) -> None:
        """Begin with the looks at the game of a key."""
        self._key = key

    def note_failed_step(self, world: World, error: Exception) -> None:
        """Note that a legal action has failed; the game cannot go on."""
        self._twins.clear()
        self._note("step-error", type(error).__name__, 0, world, 0, short(str(error)))

    def follow(self, world: World) -> None:
        """Compare what players are told after the next action in the last looks' resamples, where it is legal.

        What a resampler has copied, such as infos, tells nothing before: only then is it computed again.
        """
        for player, seed, twin in self._twins:
            try:
                is_alike = not world.is_over and twin.repeat(world.steps[-1])
            except Exception as error:
                self._note("step-error", type(error).__name__, player, world, seed, short(str(error)))
                continue
            seen, view = world.view(player), twin.view(player)
            if is_alike and all(seen.get(name) == view.get(name) for name in {*seen, *view} if is_known(name)):
                self.followed += 1
                known = {what for check, what in self._found if check == "resampler-view"}
                self._compare("channel", world, player, seen, view, seed, known)
        self._twins.clear()

    def look(self, world: World, player: int) -> None:
        """Look at a decision through the eyes of a player."""
        self.looks += 1
        seen, hidden = world.view(player), world.hidden(player)
        possible = self._look_at_replays(world, player, seen) if can_replay(world) else self._met(world, player, hidden)
        self._look_at_resamples(world, player, seen, hidden, possible)
        if world.has_recall and seen.get(OWN_TURN):
            self._check_recall(world, player, seen)

    def _note(self, check: str, what: str, player: int, world: World, other: tuple[Step, ...] | int, text: str) -> None:
        known = self._found.get((check, what))
        self._found[check, what] = (
            msgspec.structs.replace(known, count=known.count + 1)
            if known
            else Finding(check, what, player, 1, self._key, world.steps, other, text)
        )

    def _met(self, world: World, player: int, hidden: View) -> Mapping[str, set[bytes]]:
        """Return the digests of what was hidden, by parts, whenever the player had been told and had done the same."""
        if not isinstance(world, PettingZooWorld):
            return {}
        met = self._hidden.setdefault((player, world.memory[player]), set())
        met.add(tuple(map(digest, hidden.values())))
        self.replayed += len(met) > 1
        return dict(zip(hidden, map(set, zip(*met, strict=True)), strict=True))

    def _look_at_replays(self, world: SpielWorld, player: int, seen: View) -> dict[str, set[bytes]]:
        """Compare what a player is told in other worlds; return the values of all parts that are hidden, in all."""
        possible = {part: {digest(value)} for part, value in world.hidden(player).items()}
        told: set[str] = set()
        for other in Replay(world, player, self._rng).walk(self._replays):
            self._compare("channel", world, player, seen, other.view(player), other.steps, told)
            for part, value in other.hidden(player).items():
                possible[part].add(digest(value))
        self.replayed += any(len(values) > 1 for values in possible.values())
        return possible

    def _compare(
        self,
        check: str,
        world: World,
        player: int,
        seen: View,
        view: View,
        other: tuple[Step, ...] | int,
        told: set[str],
    ) -> None:
        """Note the channels that differ in another world, each once; ``told``: those that were noted."""
        for channel in sorted({name for name in {*seen, *view} if view.get(name) != seen.get(name)} - told):
            told.add(channel)
            self._note(check, channel, player, world, other, difference(seen.get(channel), view.get(channel)))

    def _look_at_resamples(
        self, world: World, player: int, seen: View, hidden: View, possible: Mapping[str, set[bytes]]
    ) -> None:
        """Compare what a player is told in the worlds of the resampler, and whether they tell what is hidden."""
        unchanged = {part for part, values in possible.items() if len(values) > 1}
        drawn: list[View] = []
        told: set[str] = set()
        tried = 0
        for tried, (seed, other) in enumerate(self._resampled_worlds(world, player), start=1):
            parts = other.hidden(player)
            unchanged = {part for part in unchanged if parts[part] == hidden[part]}
            if tried <= self._resamples:
                if isinstance(other, PettingZooWorld) and not drawn:
                    self._twins.append((player, seed, other))
                drawn.append(parts)
                self._compare("resampler-view", world, player, seen, other.view(player), seed, told)
            elif not unchanged:
                break
        for part in sorted(unchanged) if tried == STUBBORN else ():
            text = f"the same in {STUBBORN} resamples, but {len(possible[part])} values are possible"
            self._note("resampler-truth", part, player, world, seed, text)
        self._count(hidden, drawn)

    def _resampled_worlds(self, world: World, player: int) -> Iterator[tuple[int, World]]:
        """Yield worlds of the resampler with their seeds, ``STUBBORN`` of them at most, until it fails."""
        for _ in range(STUBBORN):
            seed = self._rng.getrandbits(31)
            try:
                other = world.resample(player, seed)
            except Exception as error:  # whatever an environment raises
                self._note("resampler-error", type(error).__name__, player, world, seed, short(str(error)))
                return
            if other is None:
                return
            yield seed, other

    def _count(self, hidden: View, drawn: list[View]) -> None:
        """Count the resamples that changed something, and those that are the truth."""
        self.resampled += len(drawn)
        self.changed += sum(parts != hidden for parts in drawn)
        for part, value in hidden.items():
            self._drawn[part] += len(drawn)
            self._changed[part] += sum(parts[part] != value for parts in drawn)
        pairs = [one == other for one, other in itertools.combinations(drawn, 2)]
        if pairs:
            self._excess.append((statistics.fmean(parts == hidden for parts in drawn), statistics.fmean(pairs)))

    def _check_recall(self, world: World, player: int, seen: View) -> None:
        """Check that nobody with this information state has acted otherwise."""
        acted = tuple(pair for step in world.steps for pair in step if pair[0] == player)
        before = self._own.setdefault((player, digest(seen[world.declared])), acted)
        if before != acted:
            other_steps = tuple((pair,) for pair in before)
            self._note("recall", world.declared, player, world, other_steps, difference(str(acted), str(before)))
        elif can_replay(world) and (other := find_forgotten(world, player, self._rng, self._replays // 10)):
            self._note("recall", world.declared, player, world, other.steps, "the player acted in another order")

    def finish(self, world: World) -> None:
        """Hold what all looks have seen against the resampler."""
        drawn, changed = self._drawn, self._changed
        still = [part for part in drawn if part.startswith("inside.") and not changed[part]]
        if not self.changed and not can_replay(world):
            still = ["all that is hidden"]
            drawn = Counter({still[0]: self.resampled})
        for part in still:
            if drawn[part] >= STUBBORN:
                self._note("resampler-still", part, 0, world, 0, f"the same in {drawn[part]} resamples")
        self._check_bias(world)

    def _check_bias(self, world: World) -> None:
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
        """Return the audit: all findings, and how much was tried."""
        shares = {part: self._changed[part] / drawn for part, drawn in sorted(self._drawn.items()) if drawn}
        findings = tuple(sorted(self._found.values(), key=lambda finding: -finding.count))
        counts = (self.looks, self.replayed, self.resampled, self.changed, self.followed)
        return Audit(subject, declared, games, *counts, shares, findings)
