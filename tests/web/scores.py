"""Scores of random games, as the pages of their viewers get them."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from malecon import games
from malecon.core.engine import Event
from malecon.core.i18n import load
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective
from malecon.presentation.scenes import Scene
from malecon.web.views.frames import scenes_of
from tables.sitting import new_table


class Told(NamedTuple):
    """A move of a game that is told: the match after it, who looks, their view before it, its events and its scenes."""

    match: Match
    viewer: int | None
    before: Any
    events: Sequence[Event]
    scenes: list[Scene]


def told_game(start: str, seed: int, language: str = "en") -> Iterator[Told]:
    """Play a random game, and tell each move to a viewer, or to a spectator."""
    match, rng, spoken = new_table(start, seed).match, random.Random(seed), load(language)
    game, names = games[match.game.name], {seat: f"P{seat + 1}" for seat in range(match.seats)}
    while not match.over:
        viewer = rng.choice((None, *range(match.seats)))
        before, earlier = match.seen_by(viewer), match.events_seen_by(viewer)
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal(seat)))
        events = match.events_seen_by(viewer)[len(earlier) :]
        perspective = Perspective.of(match, viewer, spoken, names)
        yield Told(match, viewer, before, events, scenes_of(events, game, perspective, earlier))
