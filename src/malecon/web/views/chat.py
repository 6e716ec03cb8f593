"""The chat of a table."""

from typing import NamedTuple

from malecon.presentation.parts import Part
from malecon.tables.table import Remark
from malecon.web.rendering import TEMPLATES
from malecon.web.views.table_context import TableContext


class Chat(NamedTuple):
    """The chat: remarks, whom the viewer does not want to hear, who the viewer is, and whether the viewer sits here."""

    page: str
    remarks: tuple[Remark, ...]
    muted: frozenset[str]
    person: str | None
    sits: bool


_draw_chat = TEMPLATES.drawer("chat.html", "chat")


def chat_part(context: TableContext) -> Part[Chat] | None:
    """Return the chat, if two people at least sit here on different devices, or messages are there."""
    remarks, visitor = context.table.remarks, context.visitor
    if len(context.people) < 2 and not remarks:
        return None
    return Part("talk", _draw_chat, Chat(context.page, remarks, visitor.muted, visitor.id, bool(context.own)))
