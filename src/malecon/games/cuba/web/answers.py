"""The answers that have no piece of their own: a panel of buttons over the hand, which is not asked meanwhile.

They are the pieces to begin with, the Tradeswoman's alternatives, what a building takes, what is exchanged or paid,
bids and the tax.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import DUTY, TAX
from malecon.games.cuba.moves import Choice
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.previews import choices_by_move, preview
from malecon.games.cuba.web.purse import Heap, heaps_of
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

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
