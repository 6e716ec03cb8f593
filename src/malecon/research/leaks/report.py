"""What an audit of hidden information found: faults, each with a case that can be repeated; how much was tried."""

from collections.abc import Iterator, Mapping

import msgspec

from malecon.research.leaks.worlds import Step

CHECKS = {
    "channel": "tells more than what the player is said to know: two worlds with the same {declared} differ in it",
    "resampler-view": "is changed by the resampler, though the player sees it",
    "resampler-truth": "is never changed by the resampler, though other worlds are possible: it gives away the truth",
    "resampler-bias": "the resampler returns the true world more often than it returns any world twice",
    "resampler-still": "no resample changes it: nothing is hidden there, or the resampler gives away the truth",
    "resampler-error": "the resampler fails",
    "step-error": "is raised at an action that is legal",
    "recall": "is the same before a decision of a player after different actions of the player",
}
"""What is held against an environment, by the name of the check."""
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
        followed: resamples that told the same as the true world after the next action too (PettingZoo).
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
    followed: int
    parts: Mapping[str, float]
    findings: tuple[Finding, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.subject}: {self.games} games, {self.looks} looks; what a player knows: {self.declared}"
        yield f"  other worlds were known at {_percent(self.replayed, self.looks)} of the looks"
        if self.resamples:
            yield f"  {_percent(self.changed, self.resamples)} of {self.resamples} resamples changed what is hidden"
        if self.followed:
            yield f"  {self.followed} resamples told the same after the next action, when infos are computed again"
        yield from (f"    {part}: {share:.0%}" for part, share in self.parts.items())
        for finding in self.findings:
            sentence = CHECKS[finding.check].format(declared=self.declared)
            yield f"  {finding.check}: {finding.what}: {sentence} ({finding.count} looks)"
            yield f"    key {finding.key}, after {len(finding.steps)} steps, player {finding.player}: {finding.detail}"
        if not self.findings:
            yield (
                "  nothing found"
                if self.replayed
                else "  nothing found; resampler-truth was not tried: no other world is known"
            )


def _percent(part: int, whole: int) -> str:
    return f"{part / max(whole, 1):.0%}"


def difference(one: object, other: object) -> str:
    """Return the first difference of two values of a channel, in a few words.

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
    return f"{short(one)} / {short(other)}"


def short(value: object) -> str:
    """Return the ``repr`` of a value, shortened."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
