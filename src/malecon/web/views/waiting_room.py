"""The waiting room of a table that waits for players."""

from msgspec import Struct

from malecon.presentation.parts import Part
from malecon.web.rendering import TEMPLATES
from malecon.web.views.presence import WORDS, presence_at
from malecon.web.views.table_context import TableContext
from malecon.web.views.texts import levels_at, terms_of


class Chair(Struct, frozen=True):
    """A seat of a waiting room.

    Attributes:
        name: who sits there.
        level: of a computer player, in words; empty for anybody else.
        presence: whether its person is here, in a key of ``WORDS``; empty for the viewer and for computer players.
        invitation: for the host, as long as the seat is free; empty otherwise.
        may_leave: whether the viewer may stand up here; ``may_clear``: whether the viewer may send that person away.
        is_free: whether nobody sits there yet.
    """

    name: str
    level: str
    presence: str
    invitation: str
    may_leave: bool
    may_clear: bool
    is_free: bool


class WaitingRoom(Struct, frozen=True):
    """A table that waits for players: what is played, its seats, what the viewer may do, whether there is a course.

    ``is_open``: whether it was not cancelled. ``needs_account``: whether the result counts, and the viewer has no name
    and password yet.
    """

    page: str
    game: str
    terms: str
    chairs: tuple[Chair, ...]
    is_open: bool
    may_join: bool
    known_name: str
    needs_account: bool
    is_host: bool
    is_listed: bool
    has_course: bool

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(chair.is_free for chair in self.chairs)


_draw_waiting_room = TEMPLATES.drawer("waiting_room.html", "waiting", presence_words=WORDS)


def waiting_room_part(context: TableContext) -> Part[WaitingRoom] | None:
    """Return the waiting room, if a seat is free."""
    table, visitor, own = context.table, context.visitor, context.own
    if table.is_full:
        return None
    header, settings, is_open = table.header, table.header.settings, not table.closed
    is_host = is_open and visitor.id is not None and visitor.id == settings.host
    levels = levels_at(table, context.language)
    chairs = tuple(
        Chair(
            context.perspective.names[seat],
            levels.get(seat, ""),
            presence_at(context, seat),
            (occupant.invitation or "") if is_host else "",
            may_leave=is_open and not is_host and occupant.person is not None and seat in own,
            may_clear=is_host and occupant.person is not None and seat not in own,
            is_free=occupant.is_free,
        )
        for seat, occupant in enumerate(table.occupants)
    )
    room = WaitingRoom(
        page=context.page,
        game=header.game,
        terms=terms_of(header.game, settings, context.language),
        chairs=chairs,
        is_open=is_open,
        may_join=settings.listed and is_open and not own,
        known_name=visitor.person.name if visitor.person else "",
        needs_account=settings.rated and not (visitor.person and visitor.person.account),
        is_host=is_host,
        is_listed=settings.listed,
        has_course=bool(context.game.course),
    )
    return Part("waiting", _draw_waiting_room, room)
