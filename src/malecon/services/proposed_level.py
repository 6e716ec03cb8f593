"""The level of computer players that is proposed to somebody, by the games that they have finished."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from malecon.storage.finished_games import FinishedGame

WINS = 2
"""After so many at a level the next one is proposed."""


class ProposedLevel(Struct, frozen=True):
    """The level of computer players that is proposed to somebody; ``beaten``: the one that was beaten, if any."""

    level: str
    beaten: str = ""


def proposed_level(played: Iterable[FinishedGame], proposed: Sequence[str]) -> ProposedLevel:
    """Return the level to play against next: the last one, or the next after ``WINS`` wins; at first the weakest.

    Args:
        played: the finished games of one kind, the oldest first; those against people, or mixed levels, do not count.
        proposed: the levels that people play against, the weakest first.
    """
    against = [(game.won, {rival.level for rival in game.rivals}) for game in played]
    counted = [(won, level) for won, levels in against for level in proposed if levels == {level}]
    last = counted[-1][1] if counted else proposed[0]
    following = proposed[proposed.index(last) + 1 :]
    if following and counted.count((True, last)) >= WINS:
        return ProposedLevel(following[0], beaten=last)
    return ProposedLevel(last)
