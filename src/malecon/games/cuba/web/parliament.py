"""The parliament: for each type of law the bill and the law in force."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.text.descriptions import law_text, law_title
from malecon.games.cuba.view import View
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
