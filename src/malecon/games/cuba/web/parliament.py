"""The parliament as it is drawn: four bills above the four laws in force."""

from dataclasses import dataclass

from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.text.descriptions import law_text, law_title
from malecon.games.cuba.view import LawSeen
from malecon.presentation.board_context import BoardContext
from malecon.presentation.perspective import Perspective

ROMAN = ("I", "II", "III", "IV")


@dataclass(frozen=True, slots=True)
class Act:
    """A bill or a law: what it is called and what it says."""

    law: LawSeen
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Bench:
    """The laws of one type: the bill, the law in force, and whether the bill was removed by a veto."""

    law_type: str
    number: str
    bill: Act | None
    in_force: Act | None
    vetoed: bool
    barred: bool


def benches(drawing: BoardContext) -> list[Bench]:
    """Return the four types of laws in their order (CUB-7)."""
    view, perspective = drawing.perspective.view, drawing.perspective
    return [
        Bench(
            law_type,
            number,
            act(bill, perspective),
            act(law, perspective),
            view.vetoed == law_type,
            view.barred == law_type,
        )
        for law_type, number, bill, law in zip(TYPES, ROMAN, view.bills, view.in_force, strict=True)
    ]


def act(law: LawSeen | None, perspective: Perspective) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    title = law_title(law.kind, perspective.language)
    text = law_text(law.kind, law.amount, law.most, perspective.language)
    return Act(law, title[:1].upper() + title[1:], text[:1].upper() + text[1:])
