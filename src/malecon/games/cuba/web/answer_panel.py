"""The panel over the hand, with the answers that have no piece of their own.

They are bids and payments of tax and duty, the pieces to begin with, the Tradeswoman's alternatives, what a building
takes, and what is exchanged.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.boards import RESOURCES
from malecon.games.cuba.cards import DUTY, TAX, TYPES
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.laws_due import LawDue
from malecon.games.cuba.text.descriptions import law_name
from malecon.games.cuba.text.prompts import law_due_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import Heap, heaps_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, sequence_words, sequences_in, with_sequences
from malecon.games.cuba.web.parliament import ROMAN, due_words
from malecon.presentation.game_page import BoardContext
from malecon.presentation.game_text import capital
from malecon.presentation.parts import Canvas, Part

VERBS: Mapping[str, tuple[str, ...]] = {
    "stock": ("take",),
    "trade": ("take",),
    "amount": ("give",),
    "pay": ("pay",),
    "exchange": ("exchange",),
    "bid": ("bid",),
    "tax": ("pay", "leave"),
    "enact": ("enact",),
}
"""By the kind of question: how the answers begin that stand here."""
TITLES: Mapping[str, str] = {
    "stock": N_("To begin with"),
    "trade": N_("Instead of trading, take"),
    "amount": N_("You give and get"),
    "pay": N_("You pay and get"),
    "exchange": N_("You exchange"),
    "bid": N_("Whoever has the most votes chooses the two laws. Every bid is paid."),
    "tax": N_("The tax"),
    "enact": N_("Two bills become law, the other two leave the game"),
}
"""By the kind of question: what stands above them."""
FINAL = ("stock", "trade", "bid", "tax", "enact")
"""Kinds of questions whose answers here end the turn, or the say in it: such a one needs no confirmation."""
TOGETHER: Mapping[str, str] = {
    "harvest": N_("All fields at once"),
    "trade": N_("Several of a kind at once"),
    "tax": N_("The tax and the duty at once"),
}
"""By the kind of question whose sequences stand here too: what stands above them."""
MOST_BIDS = 40
"""Buttons; to bid more pesos a number is typed."""


class Answers(NamedTuple):
    """The kind of question, the answers, and in a ballot seats, names and votes of who bids.

    ``together``: sequences of answers. ``law``: the one that is paid, ``counted``: how its tax adds up. ``bills``: by
    type, if two are chosen.
    """

    kind: str
    choices: tuple[Choice, ...] = ()
    together: tuple[Choice, ...] = ()
    law: LawSeen | None = None
    bills: tuple[tuple[str, LawSeen, LawDue], ...] = ()
    voters: tuple[tuple[int, str, str, int], ...] = ()
    counted: LawDue | None = None


class Answer(NamedTuple):
    """A button: its move, what it costs and brings, and that in words."""

    move: str
    choice: Choice
    costs: tuple[Heap, ...]
    gives: tuple[Heap, ...]
    preview: str
    bills: tuple[tuple[str, LawSeen], ...] = ()


def answer_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the panel."""
    view, kind = context.perspective.view, context.question.kind
    verbs = VERBS.get(kind, ())
    choices = tuple(each for move, each in choices_by_move(context).items() if move.partition(" ")[0] in verbs)
    together = sequences_in(context) if kind in TOGETHER else ()
    shown = Answers(kind)
    if choices or together:
        voters = tuple(
            (seat, context.names[seat], context.initials[seat], view.players[seat].votes)
            for seat in context.question.bidders
        )
        numbered = zip(TYPES, view.bills, view.bills_due, strict=True) if kind == "enact" else ()
        bills = tuple((law_type, bill, due) for law_type, bill, due in numbered if bill is not None)
        shown = Answers(kind, choices, together, _law_of(context), bills, voters if kind == "bid" else ())
        if kind == "tax":
            shown = shown._replace(counted=view.laws_due[TAX])
    buttons = context.form(*verbs) if choices else context.no_buttons
    yield Part("answers", _draw_answers, shown, with_sequences(buttons, together, context.perspective.language))


def _law_of(context: BoardContext[View]) -> LawSeen | None:
    """Return the law that is paid, if it is one."""
    law_type, kind = context.question.law, context.question.kind
    if law_type is None:
        return None
    return context.perspective.view.in_force[TAX if kind == "tax" else DUTY]


def _draw_answers(canvas: Canvas, answers: Answers) -> Markup:
    """Draw the panel; nothing of it if there is no answer."""
    buttons, together = (
        tuple(_answer(choice, answers.bills, canvas) for choice in some) for some in (answers.choices, answers.together)
    )
    is_final = answers.law is not None or answers.kind in FINAL
    given = {heap.piece for each in buttons for heap in each.gives}
    products_follow = answers.kind == "stock" and not given.isdisjoint(RESOURCES)
    return TEMPLATES.draw(
        "cuba/answers.html",
        canvas,
        answers=answers,
        buttons=buttons,
        together=together,
        is_typed=answers.kind == "bid" and len(buttons) > MOST_BIDS,
        is_final=is_final,
        is_last=is_final and not products_follow,
        are_all_final=answers.kind in ("tax", "harvest"),
        counted=capital(law_due_text(answers.counted, canvas.language)) if answers.counted else "",
        title=TITLES.get(answers.kind, ""),
        title_together=TOGETHER.get(answers.kind, ""),
    )


def _answer(choice: Choice, bills: tuple[tuple[str, LawSeen, LawDue], ...], canvas: Canvas) -> Answer:
    language, types = canvas.language, choice.notation.split()[1:]
    chosen = [(law_type, law, due) for law_type, law, due in bills if law_type in types]
    said = " ".join(
        f"{capital(law_name(law.kind, law.amount, language))}. {due_words(due, language)}" for _, law, due in chosen
    )
    brings = said or sequence_words(choice, language)
    romans = tuple((ROMAN[TYPES.index(law_type)], law) for law_type, law, _ in chosen)
    return Answer(choice.notation, choice, heaps_of(choice.costs), heaps_of(choice.gives), brings, romans)
