"""The parliament as it is drawn: four bills above the four laws in force."""

from dataclasses import dataclass

from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.text.laws import law_text, law_title
from malecon.games.cuba.view import LawSeen
from malecon.presentation.board_context import Drawing
from malecon.presentation.perspective import Scene

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


def benches(drawing: Drawing) -> list[Bench]:
    """Return the four types of laws in their order (CUB-7)."""
    view, scene = drawing.scene.view, drawing.scene
    return [
        Bench(law_type, number, act(bill, scene), act(law, scene), view.vetoed == law_type, view.barred == law_type)
        for law_type, number, bill, law in zip(TYPES, ROMAN, view.bills, view.in_force, strict=True)
    ]


def act(law: LawSeen | None, scene: Scene) -> Act | None:
    """Return a law as it is printed, if there is one."""
    if law is None:
        return None
    title = law_title(law.kind, scene.language)
    text = law_text(law.kind, law.amount, law.most, scene.language)
    return Act(law, title[:1].upper() + title[1:], text[:1].upper() + text[1:])
