"""The chat of a table."""

from msgspec import Struct

from malecon.presentation.parts import Part
from malecon.tables.chat import may_talk, remarks_for
from malecon.tables.table import Remark
from malecon.web.rendering import TEMPLATES
from malecon.web.views.table_context import TableContext


class Chat(Struct, frozen=True):
    """The chat.

    Attributes:
        page: address of the table.
        remarks: those that the viewer may read, the oldest first.
        muted: the people whom the viewer does not want to hear.
        person: the viewer; ``None`` for who is not known yet.
        sits: whether the viewer sits here; may_talk: whether the viewer may say something.
        needs_name: whether the viewer has to say a name for that.
        is_aside: whether who plays reads later what the viewer says.
    """

    page: str
    remarks: tuple[Remark, ...]
    muted: frozenset[str]
    person: str | None
    sits: bool
    may_talk: bool
    needs_name: bool
    is_aside: bool


_draw_chat = TEMPLATES.drawer("chat.html", "chat")


def chat_part(context: TableContext) -> Part[Chat] | None:
    """Return the chat, if two people at least sit here on different devices, or messages are there."""
    table, visitor = context.table, context.visitor
    remarks, sits = remarks_for(table, visitor.id), bool(context.own)
    if len(context.people) < 2 and not remarks:
        return None
    chat = Chat(
        page=context.page,
        remarks=remarks,
        muted=visitor.muted,
        person=visitor.id,
        sits=sits,
        may_talk=may_talk(table, visitor.id),
        needs_name=not sits and not (visitor.person and visitor.person.name),
        is_aside=not sits and not table.is_done,
    )
    return Part("talk", _draw_chat, chat)
