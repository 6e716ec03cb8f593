"""The review of a game on a page: what its address names, the list of decisions, the opened one, luck and skill.

The cursor and the opened decision are one: after so many moves (``at``) the decision that was made last is open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from malecon import games
from malecon.agents.review import Account, ReviewedDecision, account, chances
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
        whole: whether the account is that of the whole game, not that before the move.
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
    """A game that is over, and its decisions that are reviewed so far.

    Attributes:
        match: the whole game.
        decisions: in order.
        names: of the players, by seat.
        language: of the words.
        own: the seats of the visitor.
    """

    match: Match
    decisions: Sequence[ReviewedDecision]
    names: Mapping[int, str]
    language: Language
    own: Sequence[int] = ()
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
    def chances(self) -> list[tuple[float, ...]]:
        """The chances of all seats at the beginning, after each decision, and at the end."""
        return chances(self.match, self.decisions)

    @cached_property
    def times(self) -> list[int]:
        """After how many moves each row of chances holds."""
        times = [0, *(each.number + 1 for each in self.decisions)]
        return [*times, *[self.match.number] * (len(self.chances) - len(times))]

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

    def before(self, decision: ReviewedDecision) -> int:
        """Return how many decisions were made before one."""
        return [each.number for each in self.decisions].index(decision.number)

    def turning_points(self, of: int) -> list[ReviewedDecision]:
        """Return the marked decisions of most weight, in order; ``of``: of this seat, from 1, or 0 for all."""
        marked = [each for each in self.decisions if each.mark and of in (0, each.seat + 1)]
        chosen = sorted(marked, key=lambda each: -each.weight)[:MOST_TURNING]
        return sorted(chosen, key=lambda each: each.number)

    def _mistakes(self, of: int) -> list[int]:
        """Return after how many moves the mistakes among the turning points were made."""
        return [each.number + 1 for each in self.turning_points(of) if "?" in each.mark]

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

    ``is_rough``: only a first look was taken at it.
    """

    seat: int
    initial: str
    round: int
    played: str
    best: str
    loss: int
    mark: str
    is_rough: bool
    href: str
    is_open: bool


class Bar(NamedTuple):
    """A move that was considered: in words, its chance, whether it was played, and whether it was the best."""

    move: str
    share: float
    is_played: bool
    is_best: bool


class SeatAccount(NamedTuple):
    """The account of a seat: own, others', luck, and the chance shown."""

    seat: int
    initial: str
    name: str
    own: float
    others: float
    luck: float
    chance: float


def listed(reviewed: ReviewedGame, asked: ReviewAddress) -> list[ReviewedDecision]:
    """Return the decisions of the list: turning points, or all, of one seat or of all, and always the opened one."""
    chosen = reviewed.decisions if asked.all else reviewed.turning_points(asked.of)
    numbers = {each.number for each in chosen if asked.of in (0, each.seat + 1)} | {asked.at - 1}
    return [each for each in reviewed.decisions if each.number in numbers]


def marked(reviewed: ReviewedGame, asked: ReviewAddress) -> list[ReviewedDecision]:
    """Return the decisions that have a mark on the curve: turning points, and the opened one if it has one."""
    numbers = {each.number for each in reviewed.turning_points(asked.of)} | {asked.at - 1}
    return [each for each in reviewed.decisions if each.mark and each.number in numbers]


def label_of(now: Match, seat: int, move: str, reviewed: ReviewedGame) -> str:
    """Return a move of a seat in words."""
    return capital(reviewed.game.text.in_words(reviewed.perspective(now, seat), move)).rstrip(".")


def rows(reviewed: ReviewedGame, walk: Walk, asked: ReviewAddress) -> Iterator[Row]:
    """Yield the list of decisions."""
    for each in listed(reviewed, asked):
        now, at = walk.states[each.number], each.number + 1
        yield Row(
            seat=each.seat,
            initial=reviewed.initials[each.seat],
            round=reviewed.round_of(each.number),
            played=label_of(now, each.seat, each.played, reviewed),
            best="" if each.played == each.best[0].move else label_of(now, each.seat, each.best[0].move, reviewed),
            loss=round(100 * each.loss),
            mark=each.mark,
            is_rough=each.is_rough,
            href=asked.to(at=at, pane="decisions"),
            is_open=at == asked.at,
        )


def bars(reviewed: ReviewedGame, now: Match, decision: ReviewedDecision) -> Iterator[Bar]:
    """Yield the moves that were considered, the best first."""
    for each in decision.best:
        label = label_of(now, decision.seat, each.move, reviewed)
        yield Bar(label, each.share, each.move == decision.played, each is decision.best[0])


def accounted(reviewed: ReviewedGame, asked: ReviewAddress) -> tuple[Account, tuple[SeatAccount, ...]] | None:
    """Return the account of the whole game or before the opened decision, and the same by seat.

    ``None``: not every decision in it is reviewed.
    """
    made = asked.at - 1
    counted = [each for each in reviewed.decisions if asked.whole or each.number < made]
    if any(each.is_rough for each in counted) or len(counted) < (reviewed.match.number if asked.whole else made):
        return None
    shown = account(reviewed.match, reviewed.decisions, None if asked.whole else len(counted))
    return shown, tuple(
        SeatAccount(
            seat,
            reviewed.initials[seat],
            name,
            shown.own[seat],
            shown.others[seat],
            shown.luck[seat],
            shown.chance[seat],
        )
        for seat, name in reviewed.names.items()
    )
