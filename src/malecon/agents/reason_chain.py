"""Chains of reasons: what leads to a cause, and what a cause is for.

Who acts first gets more pieces, who has the pieces buys the house. A link is what differs besides: pieces that are
needed, as the game's ledger says, that the seat acts before another one, or what makes a thing do anything at all (who
builds it, who takes the card back).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import structs

from malecon.agents.future_table import ORDER
from malecon.core import AnyState
from malecon.core.ledger import HAPPENS, PIECES, Ledger
from malecon.core.reason import Fact, Reason

OFTEN = 0.3
"""By so much more often must the seat act before another one."""
NOTABLE = 0.15
"""By so much more often must a purpose be reached, or something else happen that is needed."""
LEFT = 1.0
"""Pieces that are not paid, and so are a link, at least."""
MOST_LINKS = 2
EXPLAINED = 0.25
"""Share of what differs that must go with a link."""
SOME = 0.3
"""Pieces that are a link, at least."""


Explained = Callable[[Fact, Fact], float]
"""Returns the share of an effect that goes with a cause (``future_table.Table.explained``)."""


def with_links(
    reason: Reason, others: Iterable[Reason], state: AnyState, ledger: Ledger, seat: int, explained: Explained
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
    lead, purpose = reason.lead, None
    means = [*_enabling(lead, every, state, ledger, seat)]
    if ledger.is_means(lead.entry):
        wanted = _purposes(reason, facts, state, ledger)
        purpose = next(_heaviest(fact for fact in wanted if _is_purpose(fact, reason, explained)), None)
    elif not means:
        means += _nearest(lead, _needed(lead, facts, state, ledger, seat), explained)
        means = [enabling for fact in means for enabling in _enabling(fact, every, state, ledger, seat)] + means
    if len(means) < MOST_LINKS:
        means = [*_nearest(lead, _orders(lead, facts, ledger, seat), explained), *means]
    links = [(fact, *_alike(fact, lead, facts, _wants(lead, fact, state, ledger), explained)) for fact in means]
    return structs.replace(reason, means=tuple(links), purpose=purpose)


def harm_before(reason: Reason, others: Iterable[Reason], harms: frozenset[str], seat: int) -> Reason | None:
    """Return another cause that leads to a reason, and is harm to the seat; ``None`` if there is none."""
    firsts = [link[0].entry for link in reason.means]
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


def _alike(fact: Fact, lead: Fact, facts: Iterable[Fact], needs: frozenset[str], explained: Explained) -> list[Fact]:
    """Facts like a link, of which there is more, or less, too: of another kind of piece that is needed.

    Those come first with which more of the lead goes.
    """
    found = [
        other
        for other in facts
        if fact.entry._replace(piece=other.entry.piece) == other.entry
        and other is not fact
        and other.round == fact.round
        and other.entry.lens == PIECES
        and other.entry.piece in needs
        and fact.change * other.change > 0
    ]
    return sorted(found, key=lambda other: -explained(lead, other))


def _enabling(lead: Fact, facts: Iterable[Fact], state: AnyState, ledger: Ledger, seat: int) -> list[Fact]:
    """The fact without which the thing of the lead does nothing: the seat's own one, if there is one."""
    needs, found = ledger.needs(state, lead.entry), list[Fact]()
    for fact in facts:
        entry = fact.entry
        is_it = entry.lens == HAPPENS and entry.verb in needs and entry.thing == lead.entry.thing and not fact.direct
        if is_it and fact is not lead and fact.round <= lead.round and abs(fact.change) >= NOTABLE:
            is_same = entry.seat == lead.entry.seat and fact.change * lead.change > 0
            if is_same or (entry.seat == seat and fact.change > 0 > lead.change):
                found.append(fact)
    return sorted(found, key=lambda fact: fact.entry.seat != seat)[:1]


def _needed(lead: Fact, facts: Sequence[Fact], state: AnyState, ledger: Ledger, seat: int) -> Iterator[Fact]:
    """Yield by what something happens more often, or for lack of what it happens less often.

    What is paid is no link, but what is not paid is one: it is left for something else.
    """
    for fact in facts:
        entry, needs = fact.entry, _wants(lead, fact, state, ledger)
        if fact.round > lead.round:
            continue
        if entry.lens == HAPPENS and entry.verb in needs and entry.seat == seat and fact.change >= NOTABLE:
            yield fact
        is_paid = min(fact.amounts) < 0 and entry.verb not in ledger.harms
        is_left = is_paid and fact.change >= LEFT
        is_more = fact.change * lead.change > 0 and abs(fact.change) >= SOME and (not is_paid or is_left)
        if entry.lens == PIECES and entry.piece in needs and entry.seat == lead.entry.seat and is_more:
            yield fact


def _orders(lead: Fact, facts: Sequence[Fact], ledger: Ledger, seat: int) -> Iterator[Fact]:
    """Facts of the order of play in the round of the lead: the seat acts before the one who would have it otherwise."""
    if lead.entry.verb in ledger.harms:
        return
    for fact in facts:
        if fact.entry.thing == ORDER and fact.change >= OFTEN and fact.round == lead.round:
            gains = lead.entry.seat == seat and lead.change > 0
            prevents = lead.entry.seat == int(fact.entry.piece) and lead.change < 0
            if gains or prevents:
                yield fact


def _purposes(reason: Reason, facts: Sequence[Fact], state: AnyState, ledger: Ledger) -> Iterator[Fact]:
    """Purposes of a reason: facts that need its pieces, or take what it takes."""
    lead = reason.lead
    pieces = ledger.needs(state, lead.entry) if lead.entry.lens == HAPPENS else frozenset[str]()
    pieces |= {
        fact.entry.piece
        for fact in reason.facts
        if fact.entry.seat == lead.entry.seat and fact.change * lead.change > 0 and abs(fact.change) >= SOME
    }
    for fact in facts:
        is_same = fact.entry.seat == lead.entry.seat and fact.round >= lead.round and fact.change * lead.change > 0
        is_wanted = not ledger.is_means(fact.entry) and fact.weight > 0 and abs(fact.change) >= NOTABLE
        if is_same and is_wanted and pieces & _wants(fact, lead, state, ledger):
            yield fact
