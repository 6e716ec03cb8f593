"""Reasons in words: causes, each with what it is for and an example."""

from collections.abc import Iterator, Sequence

from malecon.core.i18n import N_, Language, capital
from malecon.core.ledger import PIECES, POINTS
from malecon.core.narration import Names
from malecon.core.reason import BALANCE, FEW, GAME_END, MANY, OFTEN, ORDER, Explanation, Fact, Reason, is_decided
from malecon.presentation.fact import ANOTHER, FactTeller, ReasonWords

WHY_NOT = N_("Why the first and not “{move}”? {reasons}")
CLOSE = N_("Looked at more closely, “{move}” is about as good as the first.")
NO_REASON = N_("There is no clear reason.")
HALF = 0.5
CONTRARY = 0.3
"""By how much the chance of another player must differ to be told."""
CLEAR_PURPOSE = 0.2
"""Chances of what something is for that differ by less are not told."""
MOST_SENTENCES = 3
"""Of all causes together; a second cause is left out if it would take more."""
MOST_REASONS = 2
PART = 0.3
"""Share of the weight of a cause's first fact that another one must have to be told in its place."""
SECOND = 0.5
"""Share of the weight of the first cause that a second one must have."""


def _is_contrary(fact: Fact, first: Fact) -> bool:
    """Tell whether a fact is about another player, to whom the contrary happens: more than what the move says."""
    if None in (fact.entry.seat, first.entry.seat):
        return False
    if PIECES in (fact.entry.lens, first.entry.lens) and fact.entry != first.entry._replace(seat=fact.entry.seat):
        return False
    if fact.direct and not first.direct:
        return False
    if fact.entry.lens == PIECES and fact.seen and all(fact.seen):
        return False  # the example tells how many
    return fact.entry.seat != first.entry.seat and fact.change * first.change < 0 and abs(fact.change) >= CONTRARY


def _of_another(reason: Reason, first: Fact) -> Fact | None:
    """The contrary of a fact that happens to one of several other players; ``None`` if it does not often enough."""
    entry = first.entry
    others = [
        fact
        for fact in reason.facts
        if fact.entry.seat not in {entry.seat, None}
        and (fact.entry._replace(seat=entry.seat), fact.round) == (entry, first.round)
    ]
    if len(others) < 2 or entry.seat is None or entry.lens == PIECES:
        return None
    chances = [sum(fact.chances[side] for fact in others) for side in range(2)]
    amounts = [sum(fact.amounts[side] for fact in others) for side in range(2)]
    another = Fact(entry._replace(seat=ANOTHER), (amounts[0], amounts[1]), (chances[0], chances[1]), 0.0, first.round)
    return another if max(chances) <= 1 and _is_contrary(another, first) else None


def _sentences(reason: Reason, teller: FactTeller, *, is_scored: bool = False) -> list[str]:
    """Return a cause in sentences: what it is for, or itself, to whom the contrary happens, and the other's merit.

    What leads to it is told by the example.

    ``is_scored``: whether the points are told that players score.
    """
    if reason.purpose and reason.lead.is_step and reason.purpose.entry.thing in teller.words.fixed:
        return []  # a tax or duty is paid in many ways
    purpose = teller.sentence(reason.purpose, clear=CLEAR_PURPOSE) if reason.purpose else ""
    if purpose and any(reason.example) and not _is_side(reason):
        lost = teller.sentence(reason.lead, reason.facts) if _is_lost_before(reason) else ""
        return [*filter(None, [lost, purpose])]
    in_groups = reason.purpose is None
    told = [
        (fact, said) for fact in reason.speaking if (said := teller.sentence(fact, reason.facts, in_groups=in_groups))
    ]
    if not told or not _may_speak(told[0][0], reason):
        return []
    (lead, said), *others = told
    if purpose:
        return [said] if any(reason.example) else [said, purpose]
    if lead.entry.lens == PIECES:
        if reason.named and reason.pieces < MANY:
            return []  # the move says so
        means = (teller.sentence(fact) for fact in reason.means if fact.entry.thing != ORDER)
        is_lost = min(lead.amounts) < 0 and lead.change > 0
        if reason.pieces < FEW and not is_lost and (step := next(filter(None, means), "")):
            return [step]  # a single piece that comes is not what it is about
    contrary = [sentence for fact, sentence in others if _is_contrary(fact, lead)][:1]
    if not contrary and (another := _of_another(reason, lead)):
        contrary = [*filter(None, [teller.sentence(another)])]
    is_scored = is_scored and lead.entry.lens == POINTS
    is_said = lead.direct and (is_scored or reason.named)  # by the move itself
    if is_said and not contrary:
        return []
    against = _own_price(reason, lead) or reason.against
    but = teller.sentence(against) if against and not (is_scored and is_said) else ""
    return [
        *([] if is_said else [said]),
        *contrary,
        *([teller.language.say(N_("but {sentence}"), sentence=but)] if but else []),
    ]


def _is_lost_before(reason: Reason) -> bool:
    """Tell whether pieces are lost after the other move, in a round before that in which they are missed."""
    lead, purpose = reason.lead, reason.purpose
    is_lost = lead.entry.lens == PIECES and min(lead.amounts) < 0 and lead.change > 0
    return is_lost and purpose is not None and purpose.round > lead.round


def _is_side(reason: Reason) -> bool:
    """Tell whether all of the lead goes with some pieces, and what they are for happens only somewhat more often."""
    if reason.purpose is None or not reason.is_all or reason.lead.entry.lens != PIECES:
        return False
    return reason.pieces >= FEW and abs(reason.purpose.change) < OFTEN


def _own_price(reason: Reason, first: Fact) -> Fact | None:
    """The points that somebody else has by the same as the first fact, if they speak for the other move."""
    facts = (fact for fact in reason.facts if fact.weight < 0 and fact.entry.seat != first.entry.seat)
    alike = (fact for fact in facts if fact.entry._replace(seat=first.entry.seat) == first.entry)
    return next((fact for fact in alike if fact.round == first.round and fact.entry.lens == POINTS), None)


def _may_speak(fact: Fact, reason: Reason) -> bool:
    """Tell whether a fact may stand for a cause whose first fact cannot be told; none for what the move names.

    Of another player it must say the contrary.
    """
    lead = reason.lead
    if fact == lead:
        return True
    is_fitting = fact.entry.seat == lead.entry.seat or fact.change * lead.change < 0
    return is_fitting and not reason.named and fact.weight >= PART * lead.weight


def reason_in_words(reason: Reason, words: ReasonWords, language: Language, names: Names, viewer: int | None) -> str:
    """Return a cause in sentences; empty if there is nothing about it that can be told."""
    return _joined(reason, _sentences(reason, FactTeller(words, language, names, viewer)), language)


def _joined(reason: Reason, told: Sequence[str], language: Language) -> str:
    """The sentences of a cause as a text, which says whether it is sure."""
    if told and not reason.is_confirmed:
        told = [language.say(N_("the likely reason: {reason}"), reason=told[0]), *told[1:]]
    return " ".join(map(capital, told))


def reasons_in_words(
    reasons: Sequence[Reason], words: ReasonWords, language: Language, names: Names, viewer: int | None
) -> str:
    """Return the causes and the balance in sentences and, on a second line, an example; empty if none can be told.

    A balance without a cause is told if it has an example.
    """
    teller = FactTeller(words, language, names, viewer)
    causes = [reason for reason in reasons if reason.is_cause]
    balance = next((reason for reason in reasons if not reason.is_cause), None)
    spoken = ((each, _sentences(each, teller, is_scored=balance is not None)) for each in causes)
    if told := [(each, said) for each, said in spoken if said and _is_as_weighty(each, causes[0])]:
        sentences = [*_causes_in_words(told, teller)]
        shown = [*(each for each, _ in told), *(each for each in causes if balance is None or _is_about(each, balance))]
    elif balance and any(balance.example):
        sentences, shown = [], [balance]
    else:
        return ""
    if balance and not (told and _is_the_balance(told[0][0], balance)):
        sentences.append(teller.balance(balance))
    example = next(filter(None, map(teller.example, shown)), "")
    return "\n".join(filter(None, [" ".join(sentences), capital(example)]))


def _causes_in_words(told: Sequence[tuple[Reason, list[str]]], teller: FactTeller) -> Iterator[str]:
    """Yield the first cause, and a second one if it is weighty and short."""
    if not told:
        return
    first, said = told[0]
    yield _joined(first, said, teller.language)
    if first.waits:
        yield capital(teller.waiting(first.waits))
    for reason, more in told[1:MOST_REASONS]:
        is_other = (first.named or not reason.named) and not first.things & reason.things
        is_other = is_other and all(step.first.thing != reason.thing for steps in first.example for step in steps)
        is_told = reason.is_confirmed and is_other and _is_as_weighty(reason, first)
        if is_told and len(said) + len(more) <= MOST_SENTENCES:
            yield _joined(reason, more, teller.language)


def _is_about(reason: Reason, balance: Reason) -> bool:
    """Tell whether a cause is about something that the balance names, so that its example belongs to that."""
    return not reason.things.isdisjoint(fact.entry.thing for fact in balance.facts)


def _is_the_balance(reason: Reason, balance: Reason) -> bool:
    """Tell whether a cause is about all that the balance names."""
    return {fact.entry.thing for fact in balance.facts} <= {*reason.things, BALANCE, GAME_END}


def _is_as_weighty(reason: Reason, first: Reason) -> bool:
    """Tell whether a cause may be told beside the first one, or alone where that is not told."""
    return reason.is_all or reason.score >= SECOND * first.score


def why_not(
    move: str,
    why: Explanation,
    words: ReasonWords,
    language: Language,
    names: Names,
    viewer: int | None,
    share: float,
) -> str:
    """Return why the first move of a hint and not ``move``, another one in words; empty if nobody has looked for it.

    Args:
        move: empty if none is clearly worse.
        why: the causes.
        words, language, names, viewer: by which they are told, and to whom.
        share: of the victory that the first move brings.
    """
    if not move and is_decided(share):
        said = N_("The game is as good as won. The moves that bring most points stand first.")
        return language.say(
            said if share > HALF else N_("The game is as good as lost. The moves that bring most points stand first.")
        )
    if not move:
        return language.say(N_("None of these moves is clearly worse than the first."))
    move = move.rstrip(".")
    told = reasons_in_words(why.reasons, words, language, names, viewer)
    if not told and why.is_close:
        return language.say(CLOSE, move=move)
    is_asked = told or why.values
    return language.say(WHY_NOT, move=move, reasons=told or language.say(NO_REASON)) if is_asked else ""
