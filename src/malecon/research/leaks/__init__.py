"""An audit of hidden information: whether an environment tells players, or their searches, what they cannot know.

It plays whole random games and looks, at their decisions, through the eyes of every player at other worlds that the
player cannot tell from the true one: those of the environment's resampler, and those of replays
(``replays``), which know nothing of it. What it holds against the environment is in ``report.CHECKS``.
"""

import random
from collections.abc import Callable

from malecon.core.errors import UsageError, shortened
from malecon.core.options import whole
from malecon.research.leaks.checks import Auditor
from malecon.research.leaks.pettingzoo_worlds import PettingZooWorld
from malecon.research.leaks.report import Audit
from malecon.research.leaks.spiel_worlds import SpielChannels, SpielWorld, resampler_of
from malecon.research.leaks.worlds import Aec, Inside, Resampler, Subject, World
from malecon.research.support import extra

with extra("research"):
    import pyspiel
    from pettingzoo import AECEnv

__all__ = ["audit"]


def audit(
    subject: "pyspiel.Game | Aec",
    *,
    games: int = 20,
    every: int = 1,
    resamples: int = 8,
    replays: int = 40,
    seed: int = 0,
    resample: Resampler | None = None,
    inside: Inside | None = None,
    declared: str | None = None,
    at: Callable[[Subject], bool] | None = None,
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
        inside: names what is hidden in an environment (a state); a part that no resample changes is a finding.
        declared: the channel that says what a player knows (OpenSpiel only); left out, the information state as text
            or else the observation. That channel itself is not tried, so another one tries it.
        at: tells of an environment (a state) whether to look there: for what is rare.

    Raises:
        UsageError: it is neither, offers no resampler, or a number is below its least.
    """
    least = {"games": 1, "every": 1, "resamples": 1, "replays": 0, "seed": 0}
    given = {"games": games, "every": every, "resamples": resamples, "replays": replays, "seed": seed}
    for name, number in given.items():
        if whole(number) is None or number < least[name]:
            raise UsageError(f"{name}: is {shortened(number)}, but must be a whole number from {least[name]} on")
    rng = random.Random(seed)
    auditor = Auditor(rng, resamples, replays)
    begin = _beginning(subject, resample, inside, declared)
    for key in range(seed, seed + games):
        world = begin(key)
        auditor.begin(key)
        _play(world, auditor, key, every, at or (lambda _: True))
    auditor.finish(world)
    return auditor.result(str(subject), world.declared, games)


def _beginning(
    subject: object, resample: Resampler | None, inside: Inside | None, declared: str | None
) -> Callable[[int], World]:
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
    return lambda key: PettingZooWorld.begin(subject, drawn, inside, key)


def _own_resample(env: Subject, agent: str, seed: int) -> Subject:
    """Return the environment that the method of an environment returns."""
    return env.resample(agent, seed)


def _play(world: World, auditor: Auditor, key: int, every: int, at: Callable[[Subject], bool]) -> None:
    """Play the random game of a key, looking at it on the way, in each game at other decisions."""
    rng, decisions = random.Random(key), 0
    while not world.is_over:
        if world.is_decision:
            decisions += 1
            if (key + decisions) % every == 0 and at(world.subject):
                for player in range(world.players):
                    auditor.look(world, player)
        try:
            world.play(rng)
        except Exception as error:  # whatever an environment raises at an action that it calls legal
            auditor.note_failed_step(world, error)
            return
        auditor.follow(world)
