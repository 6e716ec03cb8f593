"""The answers that have no piece of their own, in the middle of the question's bar.

They are bids and payments of tax and duty, bills that become law, the pieces to begin with, the Tradeswoman's
alternatives, single pieces to load, what a building takes, and what is exchanged.
"""

from collections.abc import Iterator, Mapping

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from malecon.core.i18n import N_, Language, capital
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import DUTY, TAX, TYPES
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.laws_due import LawDue
from malecon.games.cuba.text.descriptions import law_name, law_title
from malecon.games.cuba.text.prompts import law_due_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import Heap, heaps_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, sequence_words, sequences_in
from malecon.games.cuba.web.harbour import loads_apart
from malecon.games.cuba.web.parliament import due_words
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

VERBS: Mapping[str, tuple[str, ...]] = {
    "stock": ("take",),
    "trade": ("take",),
    "load": ("load",),
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
    "trade": N_("Instead of trading, take one free"),
    "load": N_("Or one piece"),
    "amount": N_("You give and get"),
    "pay": N_("You pay and get"),
    "exchange": N_("You exchange"),
    "bid": N_("Whoever has the most votes chooses the two laws. Every bid is paid."),
    "tax": N_("The tax"),
    "enact": N_("Tick two; the others leave the game"),
}
"""By the kind of question: what stands above them."""
ONE_PIECE = N_("One piece")
"""In place of that, if nothing else is loaded."""


LEAST_WIDTH = 3
"""Of a bar, in hundredths, so that it is seen where there are no pesos."""


class Voter(Struct, frozen=True):
    """Another player who bids: seat, name, letter, the votes now, and those that all pesos would make of them.

    ``begin`` and ``width`` are where the bar of what can be reached begins and how wide it is, in hundredths.
    """

    seat: int
    name: str
    letter: str
    votes: int
    most: int
    begin: float
    width: float


class Answers(Struct, frozen=True):
    """The kind of question and the answers.

    Attributes:
        kind: of the question.
        title: what stands above them.
        choices: the answers.
        law: the one that is paid. counted: how its tax adds up.
        bills: by type, if two are chosen.
        voters: the others in a ballot. votes: of the viewer. scale: at whose end more votes stand than others reach.
    """

    kind: str
    title: str = ""
    choices: tuple[Choice, ...] = ()
    law: LawSeen | None = None
    bills: tuple[tuple[str, LawSeen, LawDue], ...] = ()
    voters: tuple[Voter, ...] = ()
    votes: int = 0
    scale: int = 1
    counted: LawDue | None = None


class Answer(Struct, frozen=True):
    """A button: its move, what it costs and brings, that in words, and the dock where a piece is loaded, if one is."""

    move: str
    choice: Choice
    costs: tuple[Heap, ...]
    gives: tuple[Heap, ...]
    preview: str
    dock: str


class Bill(Struct, frozen=True):
    """A bill that can be ticked: its type, its name, the law, and what it means. An act is known by its own name."""

    law_type: str
    name: str
    law: LawSeen
    preview: str


def answer_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the panel."""
    view, kind = context.perspective.view, context.question.kind
    verbs = VERBS.get(kind, ())
    choices = tuple(each for move, each in choices_by_move(context).items() if move.partition(" ")[0] in verbs)
    if kind == "load":
        choices = loads_apart(context)
    elif kind == "tax":
        alone = [(each.costs, each.gives) for each in choices]
        choices += tuple(each for each in sequences_in(context) if (each.costs, each.gives) not in alone)
    shown = Answers(kind)
    if choices:
        numbered = zip(TYPES, view.bills, view.bills_due, strict=True) if kind == "enact" else ()
        bills = tuple((law_type, bill, due) for law_type, bill, due in numbered if bill is not None)
        loads = [move for move in context.legal if move.startswith("load ")]
        are_all = kind == "load" and len(choices) == len(loads) and not sequences_in(context, "load ")
        shown = Answers(kind, ONE_PIECE if are_all else TITLES.get(kind, ""), choices, _law_of(context), bills)
        if kind == "tax":
            shown = replace(shown, counted=view.laws_due[TAX])
        if kind == "bid":
            shown = _with_voters(shown, context)
    moves = (each.notation for each in choices) if kind == "load" else verbs
    buttons = context.form(*moves) if choices else context.no_buttons
    yield Part("answers", _draw_answers, shown, buttons)


def _with_voters(answers: Answers, context: BoardContext[View]) -> Answers:
    """Return the answers of a ballot with the votes of all who bid, and how many each can reach."""
    players = context.perspective.view.players
    bidders = [players[seat] for seat in context.question.bidders]
    votes = sum(player.votes for player in bidders if player.seat == context.perspective.viewer)
    scale = 1 + max([votes, *(each.votes + each.pesos for each in bidders if each.seat != context.perspective.viewer)])
    voters = tuple(
        Voter(
            player.seat,
            context.names[player.seat],
            context.initials[player.seat],
            player.votes,
            player.votes + player.pesos,
            round(100 * player.votes / scale, 1),
            max(round(100 * player.pesos / scale, 1), LEAST_WIDTH),
        )
        for player in bidders
        if player.seat != context.perspective.viewer
    )
    return replace(answers, voters=voters, votes=votes, scale=scale)


def _law_of(context: BoardContext[View]) -> LawSeen | None:
    """Return the law that is paid, if it is one."""
    law_type, kind = context.question.law, context.question.kind
    if law_type is None:
        return None
    return context.perspective.view.in_force[TAX if kind == "tax" else DUTY]


def _draw_answers(canvas: Canvas, answers: Answers) -> Markup:
    """Draw the answers; nothing if there is none."""
    return TEMPLATES.draw(
        "cuba/answers.html",
        canvas,
        answers=answers,
        buttons=tuple(_answer(choice, canvas.language) for choice in answers.choices),
        bills=tuple(_bill(*each, canvas.language) for each in answers.bills),
        counted=capital(law_due_text(answers.counted, canvas.language)) if answers.counted else "",
        title=answers.title,
    )


def _bill(law_type: str, law: LawSeen, due: LawDue, language: Language) -> Bill:
    said = f"{capital(law_name(law.kind, law.amount, language))}. {due_words(due, language)}"
    return Bill(law_type, capital(law_title(law.kind, language)), law, said.strip())


def _answer(choice: Choice, language: Language) -> Answer:
    costs, gives = heaps_of(choice.costs), heaps_of(choice.gives)
    loaded, _, place = choice.notation.partition(" on ")
    dock = capital(language.word("place", place)) if loaded.startswith("load ") else ""
    said = " ".join(filter(None, [f"{dock}." if dock else "", sequence_words(choice, language)]))
    return Answer(choice.notation, choice, costs, gives, said, dock)
