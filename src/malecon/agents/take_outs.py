"""Causes, confirmed by taking things out of the game.

The weightiest things are taken out, one at a time, and both moves searched again: a thing is confirmed as a cause if
most of the difference goes with it.
"""

from collections.abc import Collection, Sequence

from msgspec import structs

from malecon.agents.comparison import DECIDED, Comparison
from malecon.agents.future_table import AFTER
from malecon.agents.review_blocks import expected_shares
from malecon.agents.searcher import Budget
from malecon.core.ledger import HAPPENS, PIECES, Entry
from malecon.core.reason import Reason

LEAST, LEAST_PIECES = 0.1, 0.5
"""Shares of the difference that a cause must weigh that is not confirmed; one of pieces."""
PLAIN = 0.5
"""By so much more often something must happen that is told as likely only."""
TOGETHER = 0.5
"""Share of the difference that must go with several things of which none is a cause alone."""
NAMED = 1 / 3
"""What counts of the weight of a thing that the move names, when causes are put in order."""
SUFFERED = 0.1
"""Share of the weightiest fact of all causes that the harm weighs, if a reason is harm."""
SUFFERED_OFTEN = 0.3
"""By so much more often, or so many pieces more, it must happen then."""


def checked(
    compared: Comparison, difference: float, reasons: Sequence[Reason], found: Sequence[Reason]
) -> list[Reason]:
    """The causes: those that were confirmed first, by what goes with them, then the others by weight.

    Args:
        compared: the moves.
        difference: of both, as a share of the victory.
        reasons: are checked.
        found: all that differs.
    """
    tried, rest = list[Reason](), list[Reason]()
    for reason in reasons:
        drop = None
        if len(tried) < compared.effort.candidates:
            drop = _drop(compared, difference, [reason.thing])
        if drop is None:
            rest.append(reason)
        else:
            tried.append(structs.replace(reason, drop=drop))
    tried = _together(compared, difference, tried, found)
    seat, harms = compared.question.seat, compared.ledger.harms
    causes = [each for each in (*tried, *rest) if _is_cause(each, difference, harms)]
    most = max((each.lead.weight for each in causes), default=0.0)
    soonest = min((each.lead.round for each in causes if each.is_confirmed and not each.lead.is_means), default=AFTER)

    def order(reason: Reason) -> tuple[bool, bool, bool, float]:
        is_own = reason.named and reason.lead.entry.seat == seat
        is_harm, score = _is_harm(reason, seat, harms, most), reason.score * (NAMED if is_own else 1.0)
        is_harm = is_harm and reason.lead.round <= soonest
        return reason.is_confirmed or reason.lead.wins, is_harm, reason.lead.wins, score

    return sorted(causes, key=order, reverse=True)


def _is_cause(reason: Reason, difference: float, harms: Collection[str]) -> bool:
    """Tell whether a reason weighs enough; one that was taken out, and is not needed, never does, but for a victory.

    What cannot be taken out must bring more than pieces, which are means, or do harm.
    """
    if reason.is_confirmed or (reason.lead.wins and abs(reason.lead.change) >= PLAIN):
        return True
    if reason.drop is not None:
        return False
    brings = sum(
        fact.weight
        for fact in reason.facts
        if not fact.direct and (fact.entry.lens != PIECES or fact.entry.verb in harms)
    )
    first = reason.lead
    is_seldom = first.entry.lens == HAPPENS and abs(first.change) < PLAIN
    least = LEAST_PIECES if first.entry.lens == PIECES else LEAST
    return brings > least * difference and not is_seldom


def _is_harm(reason: Reason, seat: int, harms: Collection[str], most: float) -> bool:
    """Tell whether a reason is what happens to the decider, and all goes with it: it comes before what follows.

    ``most``: the weight of the weightiest fact of all causes.
    """
    harm = [fact for fact in reason.facts if fact.entry.seat == seat and fact.entry.verb in harms]
    is_plain = abs(sum(fact.change for fact in harm)) >= SUFFERED_OFTEN
    is_weighty = sum(fact.weight for fact in harm) >= SUFFERED * most
    return is_plain and is_weighty and reason.is_all


def _together(
    compared: Comparison, difference: float, tried: Sequence[Reason], found: Sequence[Reason]
) -> list[Reason]:
    """The reasons, with the first of those that are a cause only together: one takes the place of another.

    Only what a seat gains by is tried, and if nothing weightier is a cause alone; with all that differs by the same.
    """
    ends = [each for each in tried if not each.lead.is_means]
    first = max(ends, key=lambda each: each.weight, default=None)
    if first is None or any(each.is_confirmed and each.weight >= first.weight for each in ends):
        return [*tried]
    weights = {each.thing: _weight_of(each, first.lead.entry) for each in found}
    alike = [thing for thing, weight in weights.items() if abs(weight) >= LEAST * difference]
    if len(alike) < 2 or first.thing not in alike or sum(weights.values()) <= 0:
        return [*tried]
    drop = _drop(compared, difference, alike)
    is_cause = drop is not None and drop >= TOGETHER
    return [structs.replace(each, drop=drop) if each is first and is_cause else each for each in tried]


def _weight_of(reason: Reason, entry: Entry) -> float:
    """What a thing weighs by what it brings to anybody like an entry."""
    return sum(fact.weight for fact in reason.facts if (fact.entry.lens, fact.entry.verb) == (entry.lens, entry.verb))


def _drop(compared: Comparison, difference: float, things: Sequence[str]) -> float | None:
    """The share of the difference that is not there without some things.

    ``None``: they cannot be taken out, the difference is too small to tell, or a move is not legal without them.
    """
    state = compared.question.state.copy()
    if not all(compared.ledger.without(state, thing) for thing in things):
        return None
    there = compared._replace(question=compared.question._replace(state=state))
    if difference < DECIDED or not there.is_legal:
        return None
    checks, budget, lead = compared.effort.checks, Budget(compared.effort.iterations), 0.0
    for side, sign in zip(there.sides, (1, -1), strict=True):
        for check in range(checks):
            shares = expected_shares(side, compared.config, budget, compared.key + check)
            lead += sign * float(shares[side.seat]) / checks
    return 1 - lead / difference
