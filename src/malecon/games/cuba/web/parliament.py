"""The parliament: for each type of law the bill and the law in force."""

from collections.abc import Iterator, Mapping

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_, NN_, Language, capital
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.laws_due import NO_DUE, LawDue
from malecon.games.cuba.rules.laws import BOTH_POINTS, PAID_POINTS
from malecon.games.cuba.text.descriptions import amounts, law_text, law_title
from malecon.games.cuba.text.prompts import law_due_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import TEMPLATES
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part


class Act(Struct, frozen=True):
    """A bill or a law: what it is called and what it says."""

    law: LawSeen
    title: str
    text: str


class BenchText(Struct, frozen=True):
    """What is said of the laws of one type: of the bill, of the law in force, and that no veto may remove the bill.

    ``is_due``: for both, whether it is said what they mean for the viewer.
    """

    law_type: str
    bill: LawSeen | None
    in_force: LawSeen | None
    barred: bool
    is_due: tuple[bool, bool]


class DueText(Struct, frozen=True):
    """What a law means for the viewer, the viewer's seat, and the names of all players, by seat."""

    due: LawDue
    viewer: int | None
    names: tuple[str, ...]


class BillSpace(Struct, frozen=True):
    """Where the bill of a type lies, and whether a veto removed it."""

    law_type: str
    bill: LawSeen | None
    vetoed: bool


def bill_id(law_type: str) -> str:
    """Return the part with the bill of a type."""
    return f"bench-{law_type}-bill"


def force_id(law_type: str) -> str:
    """Return the part with the law of a type that is in force."""
    return f"bench-{law_type}-force"


def due_ids(law_type: str) -> tuple[str, str]:
    """Return the parts that say what the bill and the law in force of a type mean for the viewer."""
    return f"bill-due-{law_type}", f"due-{law_type}"


def parliament_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the four types of laws in their order (CUB-7)."""
    view, viewer = context.perspective.view, context.perspective.viewer
    yield Part("parliament", _draw_parliament, TYPES)
    vetoes = tuple(context.buttons(f"veto {law_type}") for law_type in TYPES)
    yield Group("benches", _bench_parts, (view.bills, view.in_force, view.vetoed, vetoes, context.no_buttons))
    laws = (view.bills, view.in_force, view.barred, view.bills_due, view.laws_due)
    yield Group("dues", _due_parts, (*laws, viewer, context.names))


Laws = tuple[LawSeen | None, ...]
"""Of each type the bill, or the law in force."""


def _bench_parts(
    bills: Laws, in_force: Laws, vetoed: str | None, vetoes: tuple[Buttons, ...], no_buttons: Buttons
) -> Iterator[Part]:
    """Yield the laws of each type; ``vetoes``: the buttons of the bills."""
    for law_type, bill, law, veto in zip(TYPES, bills, in_force, vetoes, strict=True):
        yield Part(f"bench-{law_type}", _draw_bench, law_type, no_buttons)
        yield Part(bill_id(law_type), _draw_bill, BillSpace(law_type, bill, vetoed == law_type), veto)
        yield Part(force_id(law_type), _draw_force, law)


def _due_parts(
    bills: Laws,
    in_force: Laws,
    barred: str | None,
    bills_due: tuple[LawDue, ...],
    laws_due: tuple[LawDue, ...],
    viewer: int | None,
    names: tuple[str, ...],
) -> Iterator[Part]:
    """Yield the explanation of the laws of each type; what they mean for the viewer has parts of its own."""
    for law_type, bill, law, *dues in zip(TYPES, bills, in_force, bills_due, laws_due, strict=True):
        are_due = dues[0] != NO_DUE, dues[1] != NO_DUE
        yield Part(f"tip-{law_type}", _draw_text, BenchText(law_type, bill, law, barred == law_type, are_due))
        for name, due, is_due in zip(due_ids(law_type), dues, are_due, strict=True):
            if is_due:
                yield Part(name, _draw_due, DueText(due, viewer, names))


_draw_parliament = TEMPLATES.drawer("cuba/parliament.html", "law_types")


def _draw_bill(canvas: Canvas, place: BillSpace) -> Markup:
    """Draw the bill of a type."""
    return TEMPLATES.draw("cuba/bill_space.html", canvas, place=place, bill=_act(place.bill, canvas.language))


def _draw_force(canvas: Canvas, law: LawSeen | None) -> Markup:
    """Draw the law of a type that is in force."""
    return TEMPLATES.draw("cuba/force_space.html", canvas, law=_act(law, canvas.language))


def _draw_bench(canvas: Canvas, law_type: str) -> Markup:
    """Draw the places of the laws of one type."""
    spaces = (bill_id(law_type), force_id(law_type))
    return TEMPLATES.draw("cuba/bench.html", canvas, law_type=law_type, spaces=spaces)


def _draw_text(canvas: Canvas, text: BenchText) -> Markup:
    """Draw what is said of the laws of one type, with the places of what they mean for the viewer."""
    language = canvas.language
    meaning = language.say(MEANINGS[text.law_type], paid=PAID_POINTS, both=BOTH_POINTS)
    bill_due, due = (name if says else "" for name, says in zip(due_ids(text.law_type), text.is_due, strict=True))
    return TEMPLATES.draw(
        "cuba/bench_text.html",
        canvas,
        text=text,
        bill=_act(text.bill, language),
        in_force=_act(text.in_force, language),
        meaning=meaning,
        bill_due=bill_due,
        due=due,
    )


def _draw_due(canvas: Canvas, text: DueText) -> Markup:
    """Draw what a law means for the viewer."""
    language = canvas.language
    said = (due_words(text.due, language), _points_of_all(text, language))
    return Markup('<em id="{}">{}</em>').format(canvas.name, " ".join(filter(None, said)))


MEANINGS: Mapping[str, str] = {
    "tax": N_("After the vote each player may pay it for {paid} points."),
    "duty": N_("After the vote each player may pay it for {paid} points; who pays the tax too scores {both} more."),
    "subsidy": N_("After the vote it brings all players points; nothing is paid."),
    "other": N_("A rule that holds as long as it is in force; a trade act works after each vote."),
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


def _points_of_all(text: DueText, language: Language) -> str:
    """Return the points of each player by a subsidy, now, in words; empty for another law."""
    if not text.due.points_of_all:
        return ""
    names = [language.say(N_("you")) if seat == text.viewer else name for seat, name in enumerate(text.names)]
    said = [f"{name}\N{NO-BREAK SPACE}{points}" for name, points in zip(names, text.due.points_of_all, strict=True)]
    return language.say(N_("Now: {points}."), points=", ".join(said))


def _act(law: LawSeen | None, language: Language) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    return Act(law, capital(law_title(law.kind, language)), capital(law_text(law.kind, law.amount, law.most, language)))
