"""The parliament: for each type of law the bill and the law in force; and the panel of answers over the hand.

On the panel stand the answers that have no piece of their own: bids and payments of tax and duty, the pieces to begin
with, the Tradeswoman's alternatives, what a building takes, and what is exchanged.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_, Language
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import DUTY, TAX, TYPES
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.text.descriptions import law_text, law_title
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import Heap, choices_by_move, heaps_of, preview
from malecon.games.cuba.web.art import by_template, draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.game_text import capital
from malecon.presentation.parts import Canvas, Part

ROMAN = ("I", "II", "III", "IV")


class Act(NamedTuple):
    """A bill or a law: what it is called and what it says."""

    law: LawSeen
    title: str
    text: str


class Bench(NamedTuple):
    """The laws of one type: the bill, the law in force, whether a veto removed the bill, or may not, and the question.

    ``is_enacting``: two bills are to be chosen.
    """

    law_type: str
    number: str
    bill: LawSeen | None
    in_force: LawSeen | None
    vetoed: bool
    barred: bool
    is_enacting: bool


def parliament_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the four types of laws in their order (CUB-7)."""
    view = context.perspective.view
    is_enacting = bool(context.legal) and context.question.kind == "enact"
    yield Part("parliament", _draw_parliament, is_enacting, context.form("enact "))
    for law_type, number, bill, law in zip(TYPES, ROMAN, view.bills, view.in_force, strict=True):
        vetoed, barred = view.vetoed == law_type, view.barred == law_type
        bench = Bench(law_type, number, bill, law, vetoed, barred, is_enacting)
        yield Part(f"bench-{law_type}", _draw_bench, bench, context.buttons(f"veto {law_type}"))


_draw_parliament = by_template("parliament.html", "is_enacting", law_types=TYPES)


def _draw_bench(canvas: Canvas, bench: Bench) -> Markup:
    """Draw the laws of one type."""
    bill, law = _act(bench.bill, canvas.language), _act(bench.in_force, canvas.language)
    return draw_template("bench.html", canvas, bench=bench, bill=bill, in_force=law)


def _act(law: LawSeen | None, language: Language) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    return Act(law, capital(law_title(law.kind, language)), capital(law_text(law.kind, law.amount, law.most, language)))


VERBS: Mapping[str, tuple[str, ...]] = {
    "stock": ("take",),
    "trade": ("take",),
    "amount": ("give",),
    "pay": ("pay",),
    "exchange": ("exchange",),
    "bid": ("bid",),
    "tax": ("pay", "leave"),
}
"""By the kind of question: how the answers begin that stand here."""
TITLES: Mapping[str, str] = {
    "stock": N_("To begin with"),
    "trade": N_("Instead of trading, take"),
    "amount": N_("You give, and get"),
    "pay": N_("You pay, and get"),
    "exchange": N_("You exchange"),
    "bid": N_("The most votes decide which two bills become law. Every bid is paid."),
    "tax": N_("The tax"),
}
"""By the kind of question: what stands above them."""
MOST_BIDS = 40
"""Buttons; to bid more pesos a number is typed."""


class Answers(NamedTuple):
    """The kind of question, the answers, the law that is paid, and in a ballot seats, names and votes of who bids."""

    kind: str
    choices: tuple[Choice, ...] = ()
    law: LawSeen | None = None
    voters: tuple[tuple[int, str, int], ...] = ()


class Answer(NamedTuple):
    """A button: its move, what it costs and brings, and that in words."""

    move: str
    choice: Choice
    costs: tuple[Heap, ...]
    gives: tuple[Heap, ...]
    preview: str


def answer_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the panel."""
    view, kind = context.perspective.view, context.question.kind
    verbs = VERBS.get(kind, ())
    choices = tuple(each for move, each in choices_by_move(context).items() if move.partition(" ")[0] in verbs)
    shown = Answers(kind)
    if choices:
        voters = tuple((seat, context.names[seat], view.players[seat].votes) for seat in context.question.bidders)
        shown = Answers(kind, choices, _law_of(context), voters if kind == "bid" else ())
    yield Part("answers", _draw_answers, shown, context.form(*verbs) if choices else context.no_buttons)


def _law_of(context: BoardContext[View]) -> LawSeen | None:
    """Return the law that is paid, if it is one."""
    law_type, kind = context.question.law, context.question.kind
    if law_type is None:
        return None
    return context.perspective.view.in_force[TAX if kind == "tax" else DUTY]


def _draw_answers(canvas: Canvas, answers: Answers) -> Markup:
    """Draw the panel; nothing of it if there is no answer."""
    buttons = tuple(_answer(choice, canvas) for choice in answers.choices)
    is_typed = answers.kind == "bid" and len(buttons) > MOST_BIDS
    title = TITLES.get(answers.kind, "")
    return draw_template("answers.html", canvas, answers=answers, buttons=buttons, is_typed=is_typed, title=title)


def _answer(choice: Choice, canvas: Canvas) -> Answer:
    """Return the button of an answer."""
    said = preview(choice, canvas.language)
    return Answer(choice.notation, choice, heaps_of(choice.costs), heaps_of(choice.gives), said)
