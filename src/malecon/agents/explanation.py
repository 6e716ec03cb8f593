"""Explanations: why one move of a decision is better than another, as causes that can be told.

A cause is something that happens in the futures of one move and not, or less, in those of the other. Both moves are
searched several times (``comparison.py``); what differs is weighed (``reason_facts.py``), the weightiest things are
taken out of the game (``take_outs.py``), and causes get what leads to them (``reason_chain.py``). What the move itself
brings everybody sees: it is no cause.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import structs

from malecon.agents.comparison import DECIDED, FULL, Comparison, Effort, differences_of, is_sure, play
from malecon.agents.future_table import Table, table_of
from malecon.agents.futures import Futures
from malecon.agents.reason_chain import NOTABLE, harm_before, with_links
from malecon.agents.reason_facts import things_that_differ
from malecon.agents.search import Question, SearchConfig
from malecon.agents.take_outs import checked
from malecon.core.errors import UsageError
from malecon.core.ledger import PIECES, Ledger
from malecon.core.message import N_
from malecon.core.reason import AT_ONCE, Explanation, Fact, Reason

FEW_SEATS = 3
ATTEMPTS = 3, 2
"""How often there are so many searches, as long as it is not clear that a move is better: with few seats, with more."""
LEAST = 0.01
"""Share of the difference that a thing must weigh."""
HALF = 0.5
"""Share of the difference that comes at once, so that it is told."""


def explain(question: Question, other: int, config: SearchConfig, key: int, effort: Effort = FULL) -> Explanation:
    """Return why ``question.first_action`` is better than another action of the seat.

    ``key``: of all random numbers.

    Raises:
        UsageError: the seat may not do both, or the game has no ledger.
    """
    ledger = question.game.ledger
    if ledger is None or not (compared := Comparison(question, other, ledger, config, key, effort)).is_legal:
        raise UsageError(N_("Only two moves that the player may make now can be compared."))
    seat, pairs = question.seat, list[tuple[Futures, Futures]]()
    for attempt in range(ATTEMPTS[int(question.state.seats) > FEW_SEATS]):
        pairs += play(compared._replace(key=key + attempt))
        values = np.array([[one.value[seat] for one in pair] for pair in pairs])
        difference = differences_of(pairs, seat)
        is_decided = abs(difference.mean()) < DECIDED
        if is_decided:
            difference = differences_of(pairs, seat, in_points=True)
        if is_clear := is_sure(difference, values[:, 0] - values[:, 1]):
            break
    means, lead = tuple(values.mean(0).tolist()), values[:, 0] - values[:, 1]
    if not is_clear and not is_sure(lead, lead):
        return Explanation(means)
    table = table_of(question, pairs)
    found = things_that_differ(compared, table, pairs, is_decided=is_decided)
    least = LEAST * abs(float(difference.mean()))
    causes = checked(compared, means[0] - means[1], [each for each in found if _may_be_cause(each, least)])
    told = [each for each in causes if _may_be_told(each, ledger, seat, is_clear=is_clear)]
    chains = _in_chains(compared, told, found, table)
    headline = [
        each
        for each in found
        if each.thing == AT_ONCE and (not chains or each.facts[0].weight > HALF * difference.mean())
    ]
    return Explanation(means, (*chains[:1], *headline, *chains[1:]))


def _in_chains(compared: Comparison, causes: Sequence[Reason], found: Sequence[Reason], table: Table) -> list[Reason]:
    """The causes with their links; what is done for the sake of something is none if nothing is known of that.

    ``found``: all things that differ, in the futures of ``table``.
    """
    question, ledger = compared.question, compared.ledger
    linked = [with_links(each, found, question.state, ledger, question.seat, table.explained) for each in causes]
    linked = [each for each in linked if each.purpose or each.lead.entry.verb not in ledger.means]
    linked = [each for each in linked if not _is_paid_for(each.lead, found, ledger)]
    if linked and (first := harm_before(linked[0], linked, ledger.harms, question.seat)):
        linked.sort(key=lambda each: each is not first)
    return [structs.replace(each, against=_against(compared, found)) if each.named else each for each in linked]


def _against(compared: Comparison, found: Sequence[Reason]) -> Fact | None:
    """The weightiest of what the other move alone names, and brings to the seat."""
    game, state = compared.question.game, compared.question.state
    move = game.notation.format(compared.other)
    facts = [
        fact
        for reason in found
        if not reason.named and compared.ledger.is_named(state, move, reason.thing)
        for fact in reason.facts
        if fact.entry.seat == compared.question.seat and fact.weight < 0 and not fact.is_step
    ]
    return min(facts, key=lambda fact: fact.weight, default=None)


def _is_paid_for(lead: Fact, found: Sequence[Reason], ledger: Ledger) -> bool:
    """Tell whether what a lead pays for differs, too: then it is not that less is paid for the same."""
    wanted = ledger.pays.get(lead.entry.verb)
    facts = [fact for reason in found for fact in reason.facts if fact.entry.seat == lead.entry.seat]
    return any(fact.entry.verb == wanted and abs(fact.change) >= NOTABLE for fact in facts)


def _may_be_cause(reason: Reason, least: float) -> bool:
    """Tell whether a thing weighs more than the least; what the move names may also be good by a part of it."""
    is_good = any(fact.weight > 0 and not fact.direct for fact in reason.facts)
    return is_good and (reason.named or reason.weight > least)


def _may_be_told(reason: Reason, ledger: Ledger, seat: int, *, is_clear: bool) -> bool:
    """Tell whether a cause is sure enough, and more than the pieces that the move itself brings.

    ``is_clear``: whether the futures say that the move of ``seat`` is better; else only what happens to that counts.
    """
    first = reason.lead
    if first.direct and first.entry.lens == PIECES:
        return False
    if is_clear:
        return reason.is_confirmed or not _is_means(reason, ledger)
    return reason.is_confirmed and first.entry.seat == seat


def _is_means(reason: Reason, ledger: Ledger) -> bool:
    """Tell whether a reason is only means to something."""
    return ledger.is_means(reason.lead.entry) and reason.lead.entry.verb not in ledger.harms
