"""The parliament: for each type of law the bill and the law in force; and the panel of answers over the hand.

On the panel stand the answers that have no piece of their own: bids and payments of tax and duty, the pieces to begin
with, the Tradeswoman's alternatives, what a building takes, and what is exchanged.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_, NN_, Language
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.boards import RESOURCES
from malecon.games.cuba.cards import DUTY, TAX, TYPES
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.laws_due import LawDue
from malecon.games.cuba.rules.laws import BOTH_POINTS, PAID_POINTS
from malecon.games.cuba.text.descriptions import amounts, law_name, law_text, law_title
from malecon.games.cuba.text.prompts import law_due_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import (
    Heap,
    choices_by_move,
    heaps_of,
    sequence_words,
    sequences_in,
    with_sequences,
)
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
    "bid": N_("Who has the most votes chooses the two laws. Every bid is paid."),
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
