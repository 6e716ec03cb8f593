"""Reasons in words: what happens after the better move, and what otherwise."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from malecon.core.i18n import N_, Forms, Language, capital
from malecon.core.ledger import PIECES, POINTS
from malecon.core.narration import Names, Sentences
from malecon.core.reason import Fact, Reason

OFTEN = (
    (0.9, N_("nearly always")),
    (0.6, N_("mostly")),
    (0.4, N_("in half of all cases")),
    (0.1, N_("sometimes")),
    (0.0, N_("hardly ever")),
)
"""By the least chance, how often something happens."""
CONTRARY = 0.3
"""By how much the chance of another player must differ to be told."""
CLEAR = 0.12
"""Chances that differ by less are not told."""
MOST_REASONS = 2
MOST_KINDS = 2
"""Kinds of pieces that are told."""
PROBABLE = N_("Probably {reason}")


class ReasonWords(NamedTuple):
    """What a game declares.

    Attributes:
        clauses: by verb of the ledger, two templates with ``{player}``, ``{thing}``, ``{other}`` and ``{points}``; what
            has none is not told.
        thing: returns a thing in words.
        pieces: by kind, a number of them in words.
        points: a number of points in words.
        counted: verbs of which is told how many points they bring, and not how often.
    """

    clauses: Mapping[str, Sentences]
    thing: Callable[[str, Language], str]
    pieces: Mapping[str, Forms]
    points: Forms
    counted: frozenset[str] = frozenset()


def reason_in_words(reason: Reason, words: ReasonWords, language: Language, names: Names, viewer: int | None) -> str:
    """Return a cause in sentences; empty if there is nothing about it that can be told.

    The first sentence is about what weighs most, a second one about another player to whom the contrary happens.
    """
    facts = sorted(reason.facts, key=lambda fact: fact.entry.lens == PIECES or fact.entry.seat is None)  # points first
    told = [(fact, said) for fact in facts if fact.weight > 0 and (said := _contrast(fact, reason, words, language))]
    if not told:
        return ""
    chosen = told[:1] + [each for each in told if _is_contrary(each[0], told[0][0])][:1]
    chosen.sort(key=lambda each: each[0].entry.seat != viewer)
    first, *second = (_sentence(fact, said, words, language, names, viewer) for fact, said in chosen)
    begun = capital(first) if reason.is_confirmed else language.say(PROBABLE, reason=first)
    return " ".join([begun, *map(capital, second)])


def _is_contrary(fact: Fact, first: Fact) -> bool:
    """Tell whether a fact is about another player, to whom the contrary happens."""
    if PIECES in (fact.entry.lens, first.entry.lens) or None in (fact.entry.seat, first.entry.seat):
        return False
    changes = [each.chances[0] - each.chances[1] for each in (fact, first)]
    return fact.entry.seat != first.entry.seat and changes[0] * changes[1] < 0 and abs(changes[0]) >= CONTRARY


def _contrast(fact: Fact, reason: Reason, words: ReasonWords, language: Language) -> str:
    """The contrast of a fact, after the better move and otherwise; empty if both sides are too much alike."""
    if fact.entry.verb not in words.clauses:
        return ""
    ways = []
    if fact.entry.lens == PIECES:
        ways = [[_pieces(fact, reason, words, language, side) for side in range(2)]]
    elif abs(fact.chances[0] - fact.chances[1]) >= CLEAR and fact.entry.verb not in words.counted:
        ways = [[_often(chance, language) for chance in fact.chances]]
    if fact.entry.lens == POINTS:
        ways.append([language.count(words.points, round(amount)) for amount in fact.amounts])
    found = next((way for way in ways if way[0] != way[1]), None)
    return "" if found is None else language.say(N_("{this}, otherwise {that}"), this=found[0], that=found[1])


def _often(chance: float, language: Language) -> str:
    """Return how often something happens."""
    return language.say(next(said for least, said in OFTEN if chance >= least))


def _pieces(fact: Fact, reason: Reason, words: ReasonWords, language: Language, side: int) -> str:
    """Return the pieces that the same player gets, or loses, in the same way."""
    alike = [each for each in reason.facts if _is_alike(each, fact)][:MOST_KINDS]
    counts = [(each.entry.piece, round(abs(each.amounts[side]))) for each in alike]
    return language.amounts(words.pieces, counts) or language.say(N_("nothing"))


def _is_alike(fact: Fact, first: Fact) -> bool:
    """Tell whether a fact says of the same player and verb that pieces come, or go, as the first does."""
    is_same = (fact.entry.seat, fact.entry.verb) == (first.entry.seat, first.entry.verb)
    return is_same and sum(fact.amounts) * sum(first.amounts) > 0


def _at_once(fact: Fact) -> Iterator[float]:
    """Yield how much it is each time that it happens, after each of the moves; 0 where it never does."""
    for amount, chance in zip(fact.amounts, fact.chances, strict=True):
        yield abs(amount) / chance if chance else 0.0


def _sentence(fact: Fact, said: str, words: ReasonWords, language: Language, names: Names, viewer: int | None) -> str:
    """Return the sentence about a fact, of which ``said`` is the contrast."""
    entry = fact.entry
    third, second = words.clauses[entry.verb]
    is_own = entry.seat is not None and entry.seat == viewer
    clause = language.say(
        second if is_own else third,
        player="" if entry.seat is None else names[entry.seat],
        thing=words.thing(entry.thing, language),
        other=names[int(entry.piece)] if entry.piece.isdecimal() else "",
        points=language.count(words.points, round(max(_at_once(fact)))),
    )
    return language.say(N_("{clause}: {contrast}."), clause=clause, contrast=said)


def reasons_in_words(
    reasons: Sequence[Reason], words: ReasonWords, language: Language, names: Names, viewer: int | None
) -> Iterator[str]:
    """Yield the first cause in sentences, and a second one if it is sure too; what cannot be told is left out."""
    told = [(reason, said) for reason in reasons if (said := reason_in_words(reason, words, language, names, viewer))]
    chosen = told[:1] + [each for each in told[1:MOST_REASONS] if each[0].is_confirmed]
    for _, said in sorted(chosen, key=lambda each: each[0].facts[0].entry.lens != PIECES):  # first the means
        yield said
