"""The review of a game on a page: what its address names, the list of decisions, and the opened one.

The cursor and the opened decision are one: after so many moves (``at``) the decision that was made last is open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np

from malecon import games
from malecon.agents.review import Pause, ReviewedDecision, curve_of
from malecon.core.i18n import Language, capital
from malecon.core.match import Match
from malecon.core.plain_text import initials as initials_of
from malecon.presentation.perspective import Perspective
from malecon.presentation.playable_game import PlayableGame

MOST_TURNING = 10
"""Turning points that are listed."""
PANES = ("board", "curve", "decisions")
"""Of which a phone shows one."""


class ReviewAddress(NamedTuple):
    """What the address of a review names.

    Attributes:
        page: address of the review.
        at: moves that were made.
        viewer: the seat by whose knowledge the board is drawn, from 1; 0 for a spectator.
        of: the seat whose decisions are listed, from 1; 0 for all.
        all: whether all its decisions are listed, not only turning points.
        whole: whether the account is that of the whole game, not that of the round.
        pane: what a phone shows.
    """

    page: str
    at: int
    viewer: int = 0
    of: int = 0
    all: bool = False
    whole: bool = False
    pane: str = PANES[0]

    @property
    def origin(self) -> str:
        """Address of the game."""
        return self.page.removesuffix("/review")

    def to(self, **changes: int | bool | str) -> str:
        """Return the address with some of it changed."""
        wanted = self._asdict() | changes
        query = {name: str(wanted[name]) for name in ("at", "viewer", "of")}
        query |= {name: "true" for name in ("all", "whole") if wanted[name]}
        query |= {"pane": str(wanted["pane"])} if wanted["pane"] != PANES[0] else {}
        return f"{self.page}?{urlencode(query)}#opened"


@dataclass(frozen=True, eq=False)
class ReviewedGame:
    """A game that is over, and what is known of it so far.

    Attributes:
        match: the whole game.
        decisions: those that are reviewed or looked at, in order.
        names: of the players, by seat.
        language: of the words.
        own: the seats of the visitor.
        pauses: the places of the curve, in order.
        is_curve_whole: whether all of them are there.
    """

    match: Match
    decisions: Sequence[ReviewedDecision]
    names: Mapping[int, str]
    language: Language
    own: Sequence[int] = ()
    pauses: Sequence[Pause] = ()
    is_curve_whole: bool = True
    _perspectives: dict[tuple[int, int], Perspective] = field(default_factory=dict)

    def perspective(self, now: Match, seat: int) -> Perspective:
        """Return what a seat knows at a moment of the game; each is asked for several times."""
        moment = now.number, seat
        if moment not in self._perspectives:
            self._perspectives[moment] = Perspective.of(now, seat, self.language, self.names)
        return self._perspectives[moment]

    @property
    def game(self) -> PlayableGame:
        """The game that was played."""
        return games[self.match.game.name]

    @cached_property
    def initials(self) -> tuple[str, ...]:
        """What stands on the badges of the players, by seat."""
        return initials_of(tuple(self.names[seat] for seat in range(self.match.seats)))

    @cached_property
    def curve(self) -> list[Pause]:
        """The curve, from the beginning as far as it is known without a gap."""
        curve = curve_of(self.match, self.pauses)
        return curve if self.is_curve_whole else curve[:-1]

    def chance_of(self, seat: int, at: int) -> float:
        """Return where the line of a seat is after so many moves."""
        return float(np.interp(at, [each.number for each in self.curve], [each.chances[seat] for each in self.curve]))

    @cached_property
    def rounds(self) -> Mapping[int, int]:
        """By round how many moves had been made when it began."""
        return self.game.text.rounds(self.match)

    def round_of(self, move: int) -> int:
        """Return the round of a move, counted from 0; 0 for the set-up."""
        return max((number for number, place in self.rounds.items() if place <= move), default=0)

    def decision_before(self, at: int) -> ReviewedDecision | None:
        """Return the decision that was made last after so many moves, if it is one and is reviewed."""
        return next((each for each in self.decisions if each.number == at - 1), None)

    def turning_points(self, of: int) -> list[ReviewedDecision]:
        """Return the marked decisions of most weight, that first; ``of``: of this seat, from 1, or 0 for all."""
        marked = [each for each in self.decisions if each.mark and of in (0, each.seat + 1)]
        return sorted(marked, key=lambda each: -each.weight)[:MOST_TURNING]

    def exercises(self, of: int) -> list[ReviewedDecision]:
        """Return the mistakes among the turning points that are certain, the worst first: each can be tried again."""
        return [each for each in self.turning_points(of) if "?" in each.mark and not each.is_rough]

    def _mistakes(self, of: int) -> list[int]:
        """Return after how many moves the mistakes among the turning points were made, in order."""
        return sorted(each.number + 1 for each in self.turning_points(of) if "?" in each.mark)

    def first_place(self) -> int:
        """Return where a review opens: after the costliest mistake, the visitor's if there is one, or at the end."""
        marked = [each for each in self.decisions if "?" in each.mark]
        marked = [each for each in marked if not each.is_rough] or marked
        mistakes = [each for each in marked if each.seat in self.own] or marked
        worst = max(mistakes, key=lambda each: each.loss, default=None)
        return self.match.number if worst is None else worst.number + 1

    def next_mistake(self, at: int, of: int) -> int | None:
        """Return after how many moves the next mistake was made, else the first one.

        ``of``: the seat, from 1; 0: the visitor, or anybody if the visitor has made none.
        """
        own = [] if of else [place for seat in self.own for place in self._mistakes(seat + 1)]
        places = sorted(own) or self._mistakes(of)
        return next((place for place in places if place > at), places[0] if places else None)


@dataclass(frozen=True, eq=False)
class Walk:
    """A game that is played again: the points after each number of moves, and copies of it after some.

    Attributes:
        points: of each seat.
        states: by number of moves.
    """

    points: Sequence[tuple[int, ...]]
    states: Mapping[int, Match]

    @classmethod
    def through(cls, match: Match, wanted: frozenset[int]) -> "Walk":
        """Return a walk through a whole match with copies after the wanted numbers of moves."""
        now, points, states = match.after(0), list[tuple[int, ...]](), dict[int, Match]()
        for move in (*match.moves, None):
            points.append(now.points)
            if now.number in wanted:
                states[now.number] = now.copy()
            if move:
                now.play(*move)
        return cls(points, states)


class Row(NamedTuple):
    """A decision in the list: what was played and what was best, in words, what was lost in per cent, its mark.

    The loss is ``None`` if it is not known: the decision is not reviewed yet.
    """

    seat: int
    initial: str
    round: int
    played: str
    best: str
    loss: int | None
    mark: str
    href: str
    is_open: bool


class Bar(NamedTuple):
    """A move that was considered: in words, its chance, whether it was played, and whether it was the best."""

    move: str
    share: float
    is_played: bool
    is_best: bool


def listed(reviewed: ReviewedGame, asked: ReviewAddress) -> list[int]:
    """Return the numbers of the decisions of the list, of one seat or of all.

    They are turning points, the worst first, after the opened one if it is none, or all in order.
    """
    moves = range(reviewed.match.number)
    of = [number for number in moves if asked.of in (0, reviewed.match.moves[number][0] + 1)]
    chosen = of if asked.all else [each.number for each in reviewed.turning_points(asked.of)]
    opened = asked.at - 1
    is_added = not asked.all and opened not in chosen and reviewed.decision_before(asked.at) is not None
    return [opened, *chosen] if is_added else chosen


def marked(reviewed: ReviewedGame, asked: ReviewAddress) -> list[ReviewedDecision]:
    """Return the decisions that have a mark on the curve: turning points, and the opened one if it has one."""
    numbers = {each.number for each in reviewed.turning_points(asked.of)} | {asked.at - 1}
    return [each for each in reviewed.decisions if each.mark and each.number in numbers]


def label_of(now: Match, seat: int, move: str, reviewed: ReviewedGame) -> str:
    """Return a move of a seat in words."""
    return capital(reviewed.game.text.in_words(reviewed.perspective(now, seat), move)).rstrip(".")


def rows(reviewed: ReviewedGame, walk: Walk, asked: ReviewAddress) -> Iterator[Row]:
    """Yield the list of decisions."""
    known = {each.number: each for each in reviewed.decisions}
    for number in listed(reviewed, asked):
        now, at, (seat, played) = walk.states[number], number + 1, reviewed.match.moves[number]
        decision = known.get(number)
        is_known = decision is not None and (bool(decision.mark) or not decision.is_rough)
        best = decision.best[0].move if decision and is_known else played
        yield Row(
            seat=seat,
            initial=reviewed.initials[seat],
            round=reviewed.round_of(number),
            played=label_of(now, seat, played, reviewed),
            best="" if played == best else label_of(now, seat, best, reviewed),
            loss=None if decision is None or decision.is_rough else round(100 * decision.loss),
            mark=decision.mark if decision else "",
            href=asked.to(at=at, pane="decisions"),
            is_open=at == asked.at,
        )


def bars(reviewed: ReviewedGame, now: Match, decision: ReviewedDecision) -> Iterator[Bar]:
    """Yield the moves that were considered, the best first."""
    for each in decision.best:
        label = label_of(now, decision.seat, each.move, reviewed)
        yield Bar(label, each.share, each.move == decision.played, each is decision.best[0])
