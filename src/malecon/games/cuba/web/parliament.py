"""The parliament: for each type of law the bill and the law in force."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_, NN_, Language
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.laws_due import LawDue
from malecon.games.cuba.rules.laws import BOTH_POINTS, PAID_POINTS
from malecon.games.cuba.text.descriptions import amounts, law_text, law_title
from malecon.games.cuba.text.prompts import law_due_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import TEMPLATES
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.game_text import capital
from malecon.presentation.parts import Canvas, Group, Part

ROMAN = ("I", "II", "III", "IV")


class Act(NamedTuple):
    """A bill or a law: what it is called and what it says."""

    law: LawSeen
    title: str
    text: str


class Bench(NamedTuple):
    """The laws of one type: bill and law in force, whether a veto removed the bill, or may not, and what they mean."""

    law_type: str
    number: str
    bill: LawSeen | None
    in_force: LawSeen | None
    vetoed: bool
    barred: bool
    bill_due: LawDue
    due: LawDue


def parliament_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the four types of laws in their order (CUB-7)."""
    view = context.perspective.view
    yield Part("parliament", _draw_parliament, TYPES)
    laws = zip(TYPES, ROMAN, view.bills, view.in_force, view.bills_due, view.laws_due, strict=True)
    benches = tuple(
        Bench(law_type, number, bill, law, view.vetoed == law_type, view.barred == law_type, *dues)
        for law_type, number, bill, law, *dues in laws
    )
    yield Group(_bench_parts, tuple((bench, context.buttons(f"veto {bench.law_type}")) for bench in benches))


def _bench_parts(*benches: tuple[Bench, Buttons]) -> Iterator[Part]:
    """Yield the types of laws with their buttons."""
    return (Part(f"bench-{bench.law_type}", _draw_bench, bench, buttons) for bench, buttons in benches)


_draw_parliament = TEMPLATES.drawer("cuba/parliament.html", "law_types")


def _draw_bench(canvas: Canvas, bench: Bench) -> Markup:
    """Draw the laws of one type."""
    language = canvas.language
    bill, law = _act(bench.bill, language), _act(bench.in_force, language)
    dues = {"bill_due": due_words(bench.bill_due, language), "due": due_words(bench.due, language)}
    meaning = language.say(MEANINGS[bench.law_type], paid=PAID_POINTS, both=BOTH_POINTS)
    return TEMPLATES.draw("cuba/bench.html", canvas, bench=bench, bill=bill, in_force=law, meaning=meaning, **dues)


MEANINGS: Mapping[str, str] = {
    "tax": N_("After the vote each player may pay it for {paid} points."),
    "duty": N_("After the vote each player may pay it for {paid} points; who pays the tax too scores {both} more."),
    "subsidy": N_("After the vote it brings all players points; nothing is paid."),
    "other": N_("A rule that holds as long as it is in force."),
}
"""By type of law: what it is for."""
WOULD_SCORE = NN_("It would bring you {count} point now.", "It would bring you {count} points now.")


def due_words(due: LawDue, language: Language) -> str:
    """Return the sentences of a ``LawDue``: its sum, whether it can be paid, what is missing, its points.

    >>> from malecon.games.cuba.amounts import Amounts
    >>> due_words(LawDue(is_payable=False, missing=Amounts(sugar=2)), Language())
    'You lack 2 sugar cane for it.'
    """
    said = [f"{capital(counted)}." if (counted := law_due_text(due, language)) else ""]
    if due.is_payable is not None:
        lacks = amounts(due.missing, language)
        template = N_("You lack {pieces} for it.") if lacks else N_("You have too little for it.")
        said.append(language.say(N_("You have enough for it.") if due.is_payable else template, pieces=lacks))
    said.append(language.count(WOULD_SCORE, due.points) if due.points else "")
    return " ".join(filter(None, said))


def _act(law: LawSeen | None, language: Language) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    return Act(law, capital(law_title(law.kind, language)), capital(law_text(law.kind, law.amount, law.most, language)))
