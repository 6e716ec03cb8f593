"""The tip of a coach, as the page of somebody's first whole game shows it: the card of a lesson with other buttons."""

from markupsafe import Markup
from msgspec import Struct

from malecon.presentation.parts import Part
from malecon.presentation.tips import due_tip
from malecon.tables.draft import is_further
from malecon.web.rendering import TEMPLATES, emphasized
from malecon.web.views.table_context import TableContext


class TipCard(Struct, frozen=True):
    """The card of a tip.

    Attributes:
        page: address of the table.
        title, text: what it says; without a title there is none.
        lit, wide: ids of the parts of the page that it speaks of, separated by blanks; ``wide``: not on a phone.
        teacher: who speaks.
    """

    page: str
    title: str = ""
    text: Markup = Markup()
    lit: str = ""
    wide: str = ""
    teacher: Markup = Markup()


_draw_tip = TEMPLATES.drawer("tip.html", "tip")


def tip_part(context: TableContext) -> Part[TipCard] | None:
    """Return the tip that is due, or an empty card where one may come; ``None`` where nobody is given tips."""
    table, person = context.table, context.visitor.person
    if not (table.header.settings.coached and context.viewer is not None and person and person.tips):
        return None
    return Part("lesson-card", _draw_tip, _card_of(context, context.viewer) or TipCard(context.page))


def _card_of(context: TableContext, seat: int) -> TipCard | None:
    """Return the card of the tip that is due at the decision of a seat; ``None`` if there is none."""
    course, text = context.game.course, context.game.text
    if course is None or not context.my_turn or context.board.held or context.table.is_done:
        return None
    sent = (*(move.id for move in context.table.log), *(step.id for step in context.draft))
    unasked = {number for number, each in enumerate(sent) if is_further(each)}
    tip = due_tip(context.ahead, seat, course.tips, text, unasked)
    if tip is None:
        return None
    facts = text.lesson_facts(context.perspective, "")
    say = context.language.say
    lit, wide = (" ".join(parts).format(seat=seat + 1) for parts in (tip.lit, tip.wide))
    title, words = say(tip.title), emphasized(say(tip.text, **facts))
    return TipCard(context.page, title, words, lit, wide, context.game.page.teacher())
