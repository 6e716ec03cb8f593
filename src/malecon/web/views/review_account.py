"""Where the chances of a seat come from, in a round or in the whole game: its decisions, the others', and luck."""

from typing import NamedTuple

from markupsafe import Markup

from malecon.agents.luck import less_lucky
from malecon.agents.review import Account, Pause, account
from malecon.core.i18n import N_, NN_
from malecon.web.views.review import ReviewAddress, ReviewedGame
from malecon.web.views.review_charts import change_bar

OWN = N_("your mistakes"), N_("own mistakes")
OTHERS, LUCK = (N_("others’ mistakes"), N_("others’ decisions")), N_("luck")
LUCKIER = (
    NN_("Luckier than in {count} of 100 games.", "Luckier than in {count} of 100 games."),
    NN_("{name} was luckier than in {count} of 100 games.", "{name} was luckier than in {count} of 100 games."),
)
"""Texts, the first of two those of the visitor, or where something was won."""
LEFT = NN_(
    "The account follows when {count} more decision is reviewed.",
    "The account follows when {count} more decisions are reviewed.",
)
LEAST = 0.005
"""A change of less is none."""


class Piece(NamedTuple):
    """A part of what changed a chance: its class, in words, and in per cent; whether it is within its error."""

    kind: str
    words: str
    change: int
    is_even: bool


class SeenAccount(NamedTuple):
    """The account of a seat.

    Attributes:
        seat: from 0.
        name: of the player.
        round: its number, 0 for the set-up.
        later: in words, how many decisions are not reviewed yet; if there are any, there is no more.
        begin, end: the chance in per cent; ``end`` is ``begin`` and the pieces.
        pieces: what changed it.
        bar: the same, drawn.
        is_even: whether nothing has changed beyond its error.
        luck: how lucky the seat was in the whole game, in a sentence.
    """

    seat: int
    name: str
    round: int
    later: str = ""
    begin: int = 0
    end: int = 0
    pieces: tuple[Piece, ...] = ()
    bar: Markup = Markup()
    is_even: bool = False
    luck: str = ""


def account_of(reviewed: ReviewedGame, asked: ReviewAddress) -> SeenAccount:
    """Return the account that is asked for: of the round of the last move, or of the whole game."""
    seat, number = _seat_of(reviewed, asked), reviewed.round_of(max(0, asked.at - 1))
    begin, end = _between(reviewed, asked, number)
    found = account(reviewed.decisions, begin, end) if begin and end else None
    if found is None:
        first, last = (begin.number if begin else 0), (end.number if end else reviewed.match.number)
        known = sum(first <= each.number < last and not each.is_rough for each in reviewed.decisions)
        later = reviewed.language.count(LEFT, max(1, last - first - known))
        return SeenAccount(seat, reviewed.names[seat], number, later)
    return _seen(reviewed, found, seat, number, is_whole=asked.whole)


def _seat_of(reviewed: ReviewedGame, asked: ReviewAddress) -> int:
    """Return whose account is shown: of whom decisions are listed, else the visitor, the viewer, the decider."""
    decider = reviewed.match.moves[max(0, asked.at - 1)][0]
    own = reviewed.own[0] + 1 if len(reviewed.own) == 1 else 0
    return (asked.of or own or asked.viewer or decider + 1) - 1


def _between(reviewed: ReviewedGame, asked: ReviewAddress, number: int) -> tuple[Pause | None, Pause | None]:
    """Return the pauses between which the account lies, as far as they are known."""
    first, last = 0, reviewed.match.number
    if not asked.whole:
        first = reviewed.rounds.get(number, 0)
        last = min((place for place in reviewed.rounds.values() if place > first), default=last)
    curve = {each.number: each for each in reviewed.curve}
    return curve.get(first), curve.get(last)


def _seen(reviewed: ReviewedGame, found: Account, seat: int, number: int, *, is_whole: bool) -> SeenAccount:
    """Return the account of a seat; cards are what is left of the rounded change, so that all sums up."""
    say, is_own = reviewed.language.say, seat in reviewed.own
    shares = {"own": found.own[seat], "others": found.others[seat], "cards": found.cards[seat]}
    begin, end = round(100 * found.begin[seat]), round(100 * found.end[seat])
    changes = {kind: round(100 * share) for kind, share in shares.items()}
    changes["cards"] = end - begin - changes["own"] - changes["others"]
    words = {"own": OWN[not is_own], "others": OTHERS[changes["others"] < 0], "cards": LUCK}
    error = max(LEAST, found.error[seat])
    pieces = tuple(
        Piece(kind, say(words[kind]), changes[kind], abs(share) <= (error if kind == "cards" else LEAST))
        for kind, share in shares.items()
    )
    games = less_lucky(reviewed.match.game.name, reviewed.match.seats, found.cards[seat]) if is_whole else None
    luck = "" if games is None else reviewed.language.count(LUCKIER[not is_own], games, name=reviewed.names[seat])
    bar = change_bar(found.begin[seat], shares)
    is_even = all(each.is_even for each in pieces)
    return SeenAccount(seat, reviewed.names[seat], number, "", begin, end, pieces, bar, is_even, luck)
