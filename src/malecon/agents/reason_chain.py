"""Chains of reasons: what leads to a cause, and what a cause is for.

Who acts first gets more pieces, who has the pieces buys the house. A link is what differs besides: pieces that are
needed, as the game's ledger says, that the seat acts before another one, or what makes a thing do anything at all (who
builds it, who takes the card back).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import structs

from malecon.core import AnyState
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.core.reason import ORDER, Fact, Reason

OFTEN = 0.3
"""By so much more often must the seat act before another one."""
NOTABLE = 0.15
"""By so much more often must a purpose be reached, or something else happen that is needed."""
LEFT = 0.8
"""Pieces that are not paid, and so are a link, at least."""
WORTH_IT = 1.5
"""So many times the points of an effect would be too many to be given up for it, whatever else it brings."""
MOST_LINKS = 2
EXPLAINED = 0.25
"""Share of what differs that must go with a link."""
SOME = 0.3
"""Pieces that are a link, at least."""


Explained = Callable[[Fact, Fact], float]
"""Returns the share of an effect that goes with a cause (``future_table.Table.explained``)."""


def with_links(
    reason: Reason, others: Sequence[Reason], state: AnyState, ledger: Ledger, seat: int, explained: Explained
) -> Reason:
    """Return a reason with what leads to it, and with what its pieces are for.

    Args:
        reason: of ``seat``.
        others: all that differs between the two moves.
        state: the position.
        ledger: of the game.
        explained: says how much of one fact goes with another one.
    """
    every = [fact for other in others for fact in other.facts]
    facts = [fact for fact in every if fact.entry.thing != reason.thing]
    if any(fact.direct and fact.entry.lens == POINTS and fact.entry.seat == seat for fact in every):
        # what the move gives for its points cannot be lost any more, and is kept for nothing
        facts = [fact for fact in facts if not _is_harm_now(fact, ledger)]
        purposes = [] if _is_harm_now(reason.lead, ledger) else facts
    else:
        purposes = facts
    reason = _with_purpose(reason, purposes, state, ledger, explained)
    lead, means = reason.lead, list[Fact]()
    named = {other.thing for other in others if other.named}
    while len(means) < MOST_LINKS:
        effect = means[0] if means else lead
        causes = _enabling(effect, every, state, ledger, seat, named)
        if not causes:
            causes = [*_nearest(effect, _needed(reason, effect, facts, state, ledger, seat), explained)]
        causes = [cause for cause in causes if cause not in means]
        if not causes:
            break
        means = causes + means
    if len(means) < MOST_LINKS and lead.entry.verb not in ledger.means:
        means = [*_nearest(lead, _orders(reason, facts, ledger, seat), explained), *means]
    return structs.replace(reason, means=tuple(means))


def _is_harm_now(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a fact is harm in the round of the move."""
    return fact.round == 0 and fact.entry.verb in ledger.harms


def _with_purpose(
    reason: Reason, facts: Sequence[Fact], state: AnyState, ledger: Ledger, explained: Explained
) -> Reason:
    """A reason with what its means are for, if they are means and that is known; only with pieces that serve it."""
    lead = reason.lead
    if not ledger.is_means(lead.entry):
        return reason
    wanted = _purposes(reason, facts, state, ledger)
    purpose = next(_heaviest(fact for fact in wanted if _is_purpose(fact, reason, explained)), None)
    if purpose and lead.entry.lens == PIECES:
        reason = _for_purpose(reason, _wants(purpose, lead, state, ledger))
    return structs.replace(reason, purpose=purpose)


def _for_purpose(reason: Reason, needs: frozenset[str]) -> Reason:
    """A reason without the pieces that its purpose does not need."""
    lead = reason.lead.entry
    alike = [fact for fact in reason.facts if fact.entry[:3] == lead[:3]]
    served = [fact for fact in alike if fact.entry.piece in needs and fact.weight > 0]
    if not served:
        return reason
    return structs.replace(reason, facts=(*served, *(fact for fact in reason.facts if fact not in alike)))


def harm_before(reason: Reason, others: Iterable[Reason], harms: frozenset[str], seat: int) -> Reason | None:
    """Return another cause that leads to a reason, and is harm to the seat; ``None`` if there is none."""
    firsts = [fact.entry for fact in reason.means]
    hurt = {entry.thing for entry in firsts if entry.verb in harms and entry.seat == seat}
    return next((other for other in others if other.thing in hurt), None)


def _heaviest(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield the weightiest fact, if there is one."""
    found = [*facts]
    if found:
        yield max(found, key=lambda fact: fact.weight)


def _nearest(effect: Fact, causes: Iterable[Fact], explained: Explained) -> Iterator[Fact]:
    """Yield the fact with which most of an effect goes, if enough does; of several the weightiest."""
    found = [(min(1.0, explained(effect, cause)), cause.weight, cause) for cause in causes]
    share, _, cause = max(found, key=lambda each: each[:2], default=(0.0, 0.0, effect))
    if share >= EXPLAINED:
        yield cause


def _is_purpose(purpose: Fact, reason: Reason, explained: Explained) -> bool:
    """Tell whether enough of a purpose goes with one of the things that a reason brings."""
    lead = reason.lead
    brought = [fact for fact in reason.facts if fact.entry.seat == lead.entry.seat and fact.change * lead.change > 0]
    return any(explained(purpose, fact) >= EXPLAINED for fact in brought)


def _wants(effect: Fact, cause: Fact, state: AnyState, ledger: Ledger) -> frozenset[str]:
    """What an effect needs of what a cause brings; if that are new pieces, only what the seat lacks."""
    is_gained = cause.change > 0 and min(cause.amounts) >= 0
    return ledger.wants(state, effect.entry, is_gained=is_gained)


def _enabling(
    lead: Fact, facts: Iterable[Fact], state: AnyState, ledger: Ledger, seat: int, named: Collection[str]
) -> list[Fact]:
    """The fact without which the thing of the lead does nothing: the seat's own one, if there is one.

    ``named``: things that the move names; what it does with them is none.
    """
    needs, found = ledger.needs(state, lead.entry), list[Fact]()
    for fact in facts:
        entry = fact.entry
        is_it = entry.lens == HAPPENS and entry.thing == lead.entry.thing
        is_said = fact.direct and entry.thing in named
        if is_it and not is_said and fact is not lead and fact.round <= lead.round and abs(fact.change) >= NOTABLE:
            more = fact.change * _sign(needs, entry)
            is_same = entry.seat == lead.entry.seat and more * lead.change > 0
            if is_same or (entry.seat == seat and more > 0 > lead.change):
                found.append(fact)
    return sorted(found, key=lambda fact: fact.entry.seat != seat)[:1]


def is_surplus(fact: Fact, facts: Iterable[Fact], harms: frozenset[str]) -> bool:
    """Tell whether a seat has more, or less, pieces of a kind by a fact: what it gets otherwise may make up for them.

    ``facts``: all that differs; what is paid does not count, nor what a move itself gives, for it may be given in vain.
    """
    net = sum(
        other.change
        for other in facts
        if other.entry.lens == PIECES
        and (other.entry.seat, other.entry.piece) == (fact.entry.seat, fact.entry.piece)
        and other.round <= fact.round
        and (other is fact or not other.direct)
        and (max(other.amounts) > 0 or other.entry.verb in harms)
    )
    return net * fact.change > 0 and abs(net) >= SOME


def _is_left(cause: Fact, effect: Fact, facts: Iterable[Fact], others: Collection[int | None]) -> bool:
    """Tell whether pieces that are not paid are left for an effect, and would not score as much where they are paid.

    ``others``: seats that have the effect after the other move; if there are some, these are what it is about.
    """
    if others or cause.change < LEFT:
        return False
    lost = sum(
        other.amounts[1] - other.amounts[0]
        for other in facts
        if other.entry[:2] == (POINTS, cause.entry.seat) and other.entry.thing == cause.entry.thing
    )
    return effect.entry.lens != POINTS or lost < WORTH_IT * (effect.amounts[0] - effect.amounts[1])


def _needed(
    reason: Reason, lead: Fact, facts: Sequence[Fact], state: AnyState, ledger: Ledger, seat: int
) -> Iterator[Fact]:
    """Yield by what something happens more often, or for lack of what it happens less often.

    What is paid is no link, but what is not paid is one: it is left for something else. Nothing is a link if the move
    itself makes it possible.

    Args:
        reason: whose links are looked for.
        lead: its first fact, or that of a link.
        facts: all that differs by other things.
        state: the position.
        ledger: of the game.
        seat: of the reason.
    """
    if any(fact.direct and fact.change > 0 and _asks_for(lead, fact, state, ledger) for fact in facts):
        return
    rivals = {
        fact.entry.seat
        for fact in reason.facts
        if fact.entry.lens == POINTS and fact.entry.seat != seat and fact.change * lead.change < 0
    }
    is_piece = lead.entry.lens == PIECES and lead.entry.verb not in {*ledger.pays, *ledger.harms}
    better = -lead.change if lead.entry.lens == HAPPENS and lead.entry.verb in ledger.harms else lead.change
    for fact in facts:
        entry, needs = fact.entry, _wants(lead, fact, state, ledger)
        if fact.round > lead.round or _is_too_late(fact, lead, ledger):
            continue
        if _asks_for(lead, fact, state, ledger):
            is_own = entry.seat == seat and fact.change > 0
            is_alike = entry.seat in {lead.entry.seat, None} and fact.change * better > 0
            if abs(fact.change) >= NOTABLE and (is_own or is_alike):
                yield fact
        if is_piece:
            continue
        is_more = fact.change * better > 0 and abs(fact.change) >= SOME
        if entry.lens == PIECES and entry.piece in needs and entry.seat == lead.entry.seat and is_more:
            is_paid = min(fact.amounts) < 0 and entry.verb not in ledger.harms
            if _is_left(fact, lead, facts, rivals) if is_paid else is_surplus(fact, facts, ledger.harms):
                yield fact


def _asks_for(effect: Fact, cause: Fact, state: AnyState, ledger: Ledger) -> bool:
    """Tell whether an effect needs that something happens."""
    return cause.entry.lens != PIECES and bool(ledger.needs(state, effect.entry) & _happened(cause.entry))


def _sign(needs: frozenset[str], entry: Entry) -> int:
    """1 if it is needed that something happens, -1 if it is needed that it does not, else 0."""
    happened = _happened(entry)
    return bool(needs & happened) - bool(needs & {f"not {each}" for each in happened})


def _happened(entry: Entry) -> set[str]:
    """What has happened by an entry, as needs name it."""
    return {entry.verb, f"{entry.verb} {entry.thing}"}


def _orders(reason: Reason, facts: Sequence[Fact], ledger: Ledger, seat: int) -> Iterator[Fact]:
    """Facts of the order of play in the round of the lead: the seat acts before the one who would have it otherwise.

    Harm comes from who has more by the thing after the other move.
    """
    lead, is_harm = reason.lead, reason.lead.entry.verb in ledger.harms
    owners = {fact.entry.seat for fact in reason.facts if fact.change < 0}
    for fact in facts:
        if fact.entry.thing == ORDER and fact.change >= OFTEN and fact.round == lead.round:
            other = int(fact.entry.piece)
            gains = lead.entry.seat == seat and lead.change > 0
            prevents = lead.entry.seat == other and lead.change < 0
            if (gains and (other in owners or not is_harm)) or (prevents and not is_harm):
                yield fact


def _purposes(reason: Reason, facts: Sequence[Fact], state: AnyState, ledger: Ledger) -> Iterator[Fact]:
    """Purposes of a reason: facts that need its pieces, or take what it takes."""
    lead = reason.lead
    is_done = lead.entry.lens == HAPPENS
    pieces = ledger.needs(state, lead.entry) | _happened(lead.entry) if is_done else frozenset[str]()
    pieces |= {
        fact.entry.piece
        for fact in reason.facts
        if fact.entry.seat == lead.entry.seat and fact.change * lead.change > 0 and abs(fact.change) >= SOME
        if min(fact.amounts) < 0 or is_surplus(fact, [*reason.facts, *facts], ledger.harms)
    }
    for fact in facts:
        is_same = fact.entry.seat == lead.entry.seat and fact.round >= lead.round and fact.change * lead.change > 0
        is_end = not fact.direct and (not ledger.is_means(fact.entry) or fact.entry.verb in ledger.harms)
        is_wanted = is_end and fact.weight > 0 and abs(fact.change) >= NOTABLE
        is_in_time = not _is_too_late(lead, fact, ledger)
        if is_same and is_wanted and is_in_time and pieces & _wants(fact, lead, state, ledger):
            yield fact


def _is_too_late(cause: Fact, effect: Fact, ledger: Ledger) -> bool:
    """Tell whether a cause comes at the end of the round in which its effect would be."""
    return cause.round == effect.round and cause.entry.verb in ledger.last
