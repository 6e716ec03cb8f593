"""Explanations: why one move of a decision is better than another, as causes that can be told.

A cause is something that happens in the futures of one move and not, or less, in those of the other. Both moves are
searched several times (``comparison.py``); what differs is weighed (``reason_facts.py``), the weightiest things are
taken out of the game (``take_outs.py``), and causes get what leads to them (``reason_chain.py``). What the move itself
brings everybody sees: it is no cause.
"""

from collections.abc import Sequence
from itertools import dropwhile

import numpy as np
from msgspec import structs

from malecon.agents.comparison import DECIDED, FULL, Comparison, Effort, differences_of, is_sure, play
from malecon.agents.future_table import AFTER, Table, table_of
from malecon.agents.futures import Futures
from malecon.agents.reason_balance import adds_up, balance_of, gains, is_aside
from malecon.agents.reason_chain import NOTABLE, harm_before, is_surplus, with_links
from malecon.agents.reason_example import with_example
from malecon.agents.reason_facts import things_that_differ, worths_of
from malecon.agents.search import Question, SearchConfig
from malecon.agents.take_outs import checked
from malecon.core import AnyState
from malecon.core.errors import UsageError
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Ledger
from malecon.core.message import N_
from malecon.core.reason import FEW, MANY, OFTEN, ORDER, Explanation, Fact, Reason

FEW_SEATS = 3
ATTEMPTS = 3, 2
"""How often there are so many searches, as long as it is not clear that a move is better: with few seats, with more."""
LEAST = 0.01
"""Share of the difference that a thing must weigh."""
LEAST_TOLD = 0.1
"""Share of the lead that the first cause, or what it is for, must weigh."""
PARTLY = 0.3
"""Share of the lead that the first cause, or what it is for, must weigh if not all of it goes with it."""
AS_SURE = 0.9
"""Chances from which on it is not how often points come that differs, but how many."""
LITTLE = 1 / 3
"""Share of points of which no more is left where something else makes up for them, or others get as many."""
LEAST_OF_RIVAL = 0.35
"""By so much more often must another player do something that is a cause."""


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
    worths = worths_of(compared, table, pairs, is_decided=is_decided)
    found = things_that_differ(compared, table, worths, len(pairs))
    least = LEAST * abs(float(difference.mean()))
    possible = [each for each in found if _may_be_cause(each, least, seat)]
    causes = checked(compared, means[0] - means[1], possible, found)
    missing = [ledger.missing(question.state, each) for each in range(int(question.state.seats))]
    causes = [_without_made_up(_own_step_first(each, seat), found, table, seat, missing) for each in causes]
    causes = [each for each in causes if each.speaking]
    told = [each for each in causes if _may_be_told(each, ledger, seat, is_clear=is_clear)]
    links = [_without_made_up(each, found, table, seat, missing) if each.is_cause else each for each in found]
    links = [each for each in links if each.facts]
    chains = _in_chains(compared, told, links, table, means[0] - means[1])
    moves = [question.game.notation.format(action) for action in (question.first_action, other)]
    chains = [with_example(each, found, table, question.state, ledger, seat, moves) for each in chains]
    chains = [each for each in chains if any(each.example) or _needs_no_example(each, ledger, table, seat)]
    balance = balance_of(table, pairs, seat)
    if balance and any(fact.direct and fact.entry.seat == seat for fact in balance.facts):
        chains = [each for each in chains if _may_stand_beside_points(each, seat)]
    if balance:
        chains = [each for each in chains if not is_aside(each, balance)]
    if balance and adds_up(balance):
        by_weight = gains(balance, found)
        shown = (with_example(each, found, table, question.state, ledger, seat, moves) for each in by_weight)
        if example := next((each for each in shown if any(each.example)), None):
            balance = structs.replace(balance, example=example.example, scored=example.scored)
    waits = _waiting(compared, table)
    chains = [structs.replace(each, waits=None if each.lead.round else waits) for each in chains]
    return Explanation(means, (*chains, *([balance] if balance else [])))


def _may_stand_beside_points(reason: Reason, seat: int) -> bool:
    """Tell whether a cause may be told beside points that the move scores at once, which are enough for a reason.

    It is confirmed, a victory, or happens to somebody else.
    """
    is_own = reason.lead.entry.seat == seat
    return reason.is_confirmed or reason.lead.wins or not is_own or _is_contested(reason, seat)


def _is_rare(reason: Reason) -> bool:
    """Tell whether a cause only happens somewhat more often, and something is left of the lead without it."""
    return abs(reason.ends.change) < OFTEN and not reason.is_all


def _needs_no_example(reason: Reason, ledger: Ledger, table: Table, seat: int) -> bool:
    """Tell whether a cause may be told alone: the move names it, or it is of this round: harm, or all and no means.

    So may means that nearly always serve a purpose that is nearly never reached after the other move.
    Of points the seat must then be further ahead in all points of that round, and of this round they must be usual.
    """
    lead, purpose = reason.lead, reason.purpose
    if purpose and reason.is_confirmed and min(abs(lead.change), abs(purpose.change)) >= AS_SURE:
        return True
    if lead.entry.lens == POINTS and not _is_ahead(table, seat, lead.round):
        return False
    is_usual = lead.entry.lens == PIECES or abs(lead.change) >= OFTEN
    is_plain = lead.entry.verb in ledger.harms or (reason.is_all and is_usual and not ledger.is_means(lead.entry))
    return reason.named or (lead.round == 0 and is_plain)


def _is_ahead(table: Table, seat: int, last: int) -> bool:
    """Tell whether a seat gains more on the others up to a round after the better move, on average."""
    seats = {entry.seat for entry in table.entries if entry.seat not in {seat, None}}
    own, *others = (table.points(each)[: last + 1].sum(0) for each in (seat, *seats))
    ahead = (own - np.max(others, axis=0) if others else own).mean(1)
    return bool(ahead[0] > ahead[1])


def _in_chains(
    compared: Comparison, causes: Sequence[Reason], found: Sequence[Reason], table: Table, lead: float
) -> list[Reason]:
    """The causes with their links; what is done for the sake of something is none if nothing is known of that.

    Nor is what happens only somewhat more often, and late, if something is left of the lead without it.

    Args:
        compared: the moves.
        causes: without links.
        found: all things that differ.
        table: their futures.
        lead: of the better move, as a share of the victory.
    """
    question, ledger = compared.question, compared.ledger
    other = question.game.notation.format(compared.other)
    linked = list[Reason]()
    for each in causes:
        verb = each.lead.entry.verb
        if each.thing == ORDER or (verb in ledger.pays and verb not in other.split()):
            continue  # order is what leads to a cause; what is paid is one where it is decided
        is_named_too = ledger.is_named(question.state, other, each.thing)
        links = [link for link in found if link.thing != ORDER] if each.named and not is_named_too else found
        linked.append(with_links(each, links, question.state, ledger, question.seat, table.explained))
    linked = [each for each in linked if each.ends.round < AFTER or not _is_rare(each)]
    linked = [each for each in linked if _is_good_for_something(each, ledger, question.seat)]
    linked = [each for each in linked if _is_made_possible(each, ledger, question.state)]
    linked = [each for each in linked if not _is_paid_for(each.lead, found, ledger)]
    linked = [each for each in linked if not _is_made_up_for(each, found, ledger, question.seat)]
    least = LEAST_TOLD * lead
    if not any(_is_weighty(each, least) for each in linked):
        return []
    linked.sort(key=lambda each: (not _is_weighty(each, least), _is_unsure(each, ledger)))
    if first := harm_before(linked[0], linked, ledger.harms, question.seat):
        linked.sort(key=lambda each: each is not first)
    strong = dropwhile(lambda each: _is_partly(each) and not _is_weighty(each, PARTLY * lead), linked)
    chains = [structs.replace(each, against=_against(compared, each, found)) for each in strong]
    return [each for each in chains if not (each.against and -each.against.weight > max(each.score, each.ends.weight))]


def _is_partly(reason: Reason) -> bool:
    """Tell whether a cause is confirmed, but not all of the lead goes with it; a victory is told all the same."""
    return reason.is_confirmed and not reason.is_all and not reason.lead.wins


def _against(compared: Comparison, cause: Reason, found: Sequence[Reason]) -> Fact | None:
    """The weightiest of what the seat has by the other move alone, if the cause is of the same kind.

    It comes by what the other move names and the better one does not, beside a cause that the better one names; else,
    beside pieces, by what the better one names (a card that is covered) and the cause is not about.
    """
    game, state = compared.question.game, compared.question.state
    move = game.notation.format(compared.other)
    if not cause.named and cause.lead.entry.lens != PIECES:
        return None
    facts = [
        fact
        for reason in found
        if (reason.named != cause.named and reason.thing not in cause.things)
        and (reason.named or compared.ledger.is_named(state, move, reason.thing))
        for fact in reason.facts
        if fact.entry.seat == compared.question.seat
        and fact.weight < 0
        and max(fact.amounts) > 0
        and not fact.direct
        and fact.entry.verb not in move.split()
    ]
    return min(facts, key=lambda fact: fact.weight, default=None)


def _waiting(compared: Comparison, table: Table) -> Fact | None:
    """What the other move does, or pays more for, and the seat nearly always has in the same round after both.

    ``table``: the futures.
    """
    question, pays = compared.question, compared.ledger.pays
    move = question.game.notation.format(compared.other)
    own = [(column, entry) for column, entry in enumerate(table.entries) if entry.seat == question.seat]
    costs = sum((table.in_round(0)[:, :, column].mean(1) for column, entry in own if entry.verb in pays), np.zeros(2))
    paid_for = {pays[verb] for verb in move.split() if verb in pays and costs[1] < costs[0]}
    for column, entry in own:
        at_once, later = table.direct[:, :, column].mean(1), table.totals[0, :, :, column].mean(1)
        if entry.verb in paid_for:
            is_nearly_always = min(later) >= AS_SURE
        else:
            is_done = compared.ledger.says(question.state, move, entry) and not at_once[0]
            is_nearly_always = is_done and min(at_once[1], later[0]) >= AS_SURE
        if entry.lens == HAPPENS and is_nearly_always:
            return Fact(entry, (1.0, 1.0), (float(later[0]), 1.0), 0.0)
    return None


def _is_good_for_something(reason: Reason, ledger: Ledger, seat: int) -> bool:
    """Tell whether it is known what a cause is for, or it is worth something by itself, or taken from another one."""
    is_done = reason.lead.is_means and reason.lead.entry.lens == HAPPENS
    is_end = reason.purpose or not (is_done or reason.lead.entry.verb in ledger.means)
    is_taken = reason.is_confirmed and _is_contested(reason, seat)
    return bool(is_end or is_taken or _is_step(reason)) and not _is_few(reason, ledger)


def _is_weighty(reason: Reason, least: float) -> bool:
    """Tell whether a cause weighs the least that is told, or what it is for does."""
    return reason.score >= least or (reason.purpose is not None and reason.purpose.weight >= least)


def _is_unsure(reason: Reason, ledger: Ledger) -> bool:
    """Tell whether a cause is not confirmed, and no victory, or only means to what is not known."""
    return not (reason.is_confirmed or reason.lead.wins) or (ledger.is_means(reason.lead.entry) and not reason.purpose)


def _is_contested(reason: Reason, seat: int) -> bool:
    """Tell whether another player has more of a thing after the other move."""
    first = reason.lead
    others = (fact for fact in reason.facts if fact.entry.lens == first.entry.lens and fact.entry.seat != seat)
    least = FEW if first.entry.lens == PIECES else NOTABLE
    return any(fact.change * first.change < 0 and abs(fact.change) >= least for fact in others)


def _is_few(reason: Reason, ledger: Ledger) -> bool:
    """Tell whether a cause is a piece or two, is paid, or what the move names, and it is not known what it is for."""
    first = reason.lead
    if reason.purpose or first.entry.lens != PIECES or first.entry.verb in ledger.harms:
        return False
    if min(first.amounts) < 0:
        return True
    return reason.pieces < (MANY if reason.named else FEW)


def _is_made_possible(reason: Reason, ledger: Ledger, state: AnyState) -> bool:
    """Tell whether it is known what leads to a cause of a later round that needs something, or all goes with it.

    The move leads to what it names.
    """
    lead = reason.lead
    return bool(reason.named or reason.means or lead.round == 0 or reason.is_all or not ledger.needs(state, lead.entry))


def _is_step(reason: Reason) -> bool:
    """Tell whether a cause is something done of which nothing is known but that all goes with it."""
    return reason.is_all and reason.lead.is_step


def _is_paid_for(lead: Fact, found: Sequence[Reason], ledger: Ledger) -> bool:
    """Tell whether what a lead pays for differs, too: then it is not that less is paid for the same."""
    wanted = ledger.pays.get(lead.entry.verb)
    facts = [fact for reason in found for fact in reason.facts if fact.entry.seat == lead.entry.seat]
    return any(fact.entry.verb == wanted and abs(fact.change) >= NOTABLE for fact in facts)


def _is_made_up_for(reason: Reason, found: Sequence[Reason], ledger: Ledger, seat: int) -> bool:
    """Tell whether something else makes up for a cause.

    The same pieces come from elsewhere; the seat does it instead of what it would do otherwise, and nobody else wants
    it; or there is less than a point more, or hardly more, and it is not known why.
    """
    lead, facts = reason.lead, [fact for other in found for fact in other.facts]
    if lead.entry.lens == PIECES:
        is_paid = min(lead.amounts) < 0 and lead.entry.verb not in ledger.harms
        return not is_paid and not is_surplus(lead, facts, ledger.harms)
    if _is_contested(reason, seat):
        return False
    if verb := ledger.instead.get(lead.entry.verb):
        done = (
            fact for fact in facts if fact.entry[:3] == (HAPPENS, lead.entry.seat, verb) and fact.round == lead.round
        )
        return sum(fact.change for fact in done) <= -NOTABLE
    if reason.named or lead.entry.lens != POINTS or min(lead.chances) < AS_SURE:
        return False
    more = abs(lead.amounts[0] - lead.amounts[1])
    return more < 1 or (more < FEW and not reason.means)


def _may_be_cause(reason: Reason, least: float, seat: int) -> bool:
    """Tell whether a thing weighs more than the least; what the move names may also be good by a part of it.

    What the seat does for the sake of something may be of no weight of its own.
    """
    is_good = any(fact.weight > 0 and not fact.direct for fact in reason.facts)
    return is_good and (reason.named or reason.weight > least or reason.step_of(seat) is not None)


def _own_step_first(reason: Reason, seat: int) -> Reason:
    """A cause whose first fact is about another player: told by what the seat does, if all goes with the thing."""
    step = reason.step_of(seat)
    if step is None or reason.lead.entry.seat == seat or not reason.is_all:
        return reason
    return structs.replace(reason, facts=tuple(fact for fact in reason.facts if fact.entry.seat == seat))


def _without_made_up(
    reason: Reason, found: Sequence[Reason], table: Table, seat: int, missing: Sequence[int | None]
) -> Reason:
    """A cause without points that come by other things of its kind, or earlier, after the other move.

    Nor does it keep points that other players get, or lose, by the same; nor those of a seat that scores no more in all
    up to then, but for a victory; if all of the lead goes with points of its own, it must score fewer. For other
    players it is the better move after which theirs come so.

    Args:
        reason: the cause.
        found: all that differs.
        table: the futures.
        seat: whose points.
        missing: points with which each seat wins, in a game that ends with them: more are worth no more.
    """

    def most_of(fact: Fact) -> float:
        most = None if fact.entry.seat is None else missing[fact.entry.seat]
        return np.inf if most is None else most

    def needed(fact: Fact) -> float:
        each = [amount / chance if chance else 0.0 for amount, chance in zip(fact.amounts, fact.chances, strict=True)]
        this, that = (chance * min(points, most_of(fact)) for chance, points in zip(fact.chances, each, strict=True))
        return this - that

    def net_of(fact: Fact) -> float:
        others = (other for reason in found for other in reason.facts)
        alike = [other for other in others if other.entry[:3] == fact.entry[:3] and other.round == fact.round]
        return sum(map(needed, alike))

    def in_all(fact: Fact) -> float:
        assert fact.entry.seat is not None
        until_then = table.points(fact.entry.seat)[: fact.round + 1].sum(0)
        this, that = np.minimum(until_then, most_of(fact)).mean(1)
        return float(this - that)

    def is_balanced(fact: Fact) -> bool:
        alike = [each for each in reason.facts if each.entry._replace(seat=fact.entry.seat) == fact.entry]
        weight = sum(each.weight for each in alike if each.round == fact.round)
        return fact.entry.lens == POINTS and fact.weight > 0 and weight < LITTLE * fact.weight

    def is_made_up(fact: Fact) -> bool:
        if is_balanced(fact):
            return True
        sign = 1 if fact.entry.seat == seat else -1
        change = sign * needed(fact)
        if fact.entry.lens != POINTS or change <= 0:
            return False
        until_then = sum(table.column(structs.replace(fact, round=number)) for number in range(fact.round + 1))
        this, that = np.mean(until_then, axis=1)
        least_in_all = -LITTLE if reason.is_all and fact.entry.seat == seat else LITTLE
        if not fact.wins and sign * in_all(fact) < least_in_all * change:
            return True
        return min(sign * net_of(fact), sign * (this - that)) < LITTLE * change

    return structs.replace(reason, facts=tuple(fact for fact in reason.facts if not is_made_up(fact)))


def _may_be_told(reason: Reason, ledger: Ledger, seat: int, *, is_clear: bool) -> bool:
    """Tell whether a cause is sure enough, and more than what the move itself brings.

    ``is_clear``: whether the futures say that the move of ``seat`` is better; else only what happens to that counts.
    """
    first = reason.lead
    if first.direct and (first.entry.lens == PIECES or not _is_contested(reason, seat)):
        return False
    if _is_chance(reason, seat) or _may_be_left(reason, ledger, seat):
        return False
    if is_clear:
        is_open = reason.drop is None or first.wins
        is_likely = is_open and abs(first.change) >= OFTEN and not _is_means(reason, ledger)
        return reason.is_confirmed or is_likely
    return reason.is_confirmed and first.entry.seat == seat


def _is_chance(reason: Reason, seat: int) -> bool:
    """Tell whether another player only does something somewhat more often, and nobody less; it may be points then."""
    first = reason.lead
    if first.entry.seat in {seat, None}:
        return False
    if abs(first.change) < LEAST_OF_RIVAL:
        return True
    is_open = not reason.is_all or first.entry.lens == HAPPENS
    return is_open and abs(first.change) < OFTEN and not _is_contested(reason, first.entry.seat)


def _may_be_left(reason: Reason, ledger: Ledger, seat: int) -> bool:
    """Tell whether it is said of the other move what the seat does after it, and need not do."""
    entry = reason.lead.entry
    is_done = entry.lens == HAPPENS and entry.seat == seat and entry.verb not in {*ledger.harms, *ledger.losses}
    return is_done and reason.lead.change < 0


def _is_means(reason: Reason, ledger: Ledger) -> bool:
    """Tell whether a reason is only means to something."""
    return ledger.is_means(reason.lead.entry) and reason.lead.entry.verb not in ledger.harms
