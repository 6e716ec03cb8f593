"""A position to draw: what a game's part of the terminal gets."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.plain_text import isolated
from malecon.presentation.views import View


@dataclass(frozen=True, slots=True)
class Perspective(Generic[View]):
    """A position as one viewer may know it, and how it is told.

    Attributes:
        view: what the match says the viewer may know.
        language: the language to tell it in.
        names: what the players are called, by seat.
        viewer: a seat, or ``None`` for a spectator.
    """

    view: View
    language: Language
    names: Mapping[int, str]
    viewer: int | None

    @classmethod
    def of(
        cls, match: Match[View], viewer: int | None, language: Language, names: Mapping[int, str]
    ) -> "Perspective[View]":
        """Return the perspective on a match."""
        return cls(match.seen_by(viewer), language, names, viewer)


def names_of(seats: int, names: Mapping[int, str], language: Language) -> dict[int, str]:
    """Return what the players of a record are called, without their levels."""
    players = {seat: isolated(re.sub(r" \(\w+\)$", "", name)) for seat, name in names.items()}
    return {seat: players.get(seat) or language.say(N_("Player {number}"), number=seat + 1) for seat in range(seats)}
