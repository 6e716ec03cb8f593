"""How a player asks for a pause, leaves a seat to a computer player, resigns, or offers to end the game."""

from msgspec import Struct

from malecon.presentation.parts import Part
from malecon.tables.endings import ends_by_resigning, may_offer_end, may_resign, seats_offering_end
from malecon.tables.pauses import PAUSE, seats_asking
from malecon.web.rendering import TEMPLATES
from malecon.web.views.table_context import TableContext


class Pauses(Struct, frozen=True):
    """What the viewer may do besides playing: some of it with seats, each with its name.

    Attributes:
        page, game: address of the table; the name of the game.
        may_pause: whether the viewer may ask for a pause.
        may_leave, may_resign: the seats that the viewer may hand over, and give up.
        may_end: whether the viewer may offer to end the game; ``is_alone``: whether that ends it at once.
        ends_game: whether the game is over when the viewer resigns.
    """

    page: str
    game: str
    may_pause: bool
    may_leave: tuple[tuple[int, str], ...]
    may_resign: tuple[tuple[int, str], ...]
    may_end: bool
    is_alone: bool
    ends_game: bool


_draw_pauses = TEMPLATES.drawer("pause_and_stand_in.html", "pauses")


def may_pause(context: TableContext) -> bool:
    """Tell whether the viewer may ask for a pause, and there is somebody or something to pause."""
    is_something = len(context.people) > 1 or context.table.header.settings.clock is not None
    return is_something and context.table.is_running and bool(own_playing(context))


def own_playing(context: TableContext) -> tuple[int, ...]:
    """Return the seats of the viewer for whom no computer player stands in; none if nothing goes on."""
    table = context.table
    return tuple(seat for seat in table.playing_seats if seat in context.own and table.is_full and not table.is_done)


def pauses_part(context: TableContext) -> Part[Pauses] | None:
    """Return what the viewer may do besides playing, if anything."""
    table, names, own = context.table, context.perspective.names, own_playing(context)
    if not own:
        return None
    is_missed, is_rated = len(context.people) > 1, table.header.settings.rated
    counts = is_missed or is_rated
    left = len(table.playing_seats) - len(own)
    pauses = Pauses(
        page=context.page,
        game=context.game.name,
        may_pause=may_pause(context) and not seats_asking(table, PAUSE),
        may_leave=tuple((seat, names[seat]) for seat in own if is_missed and not is_rated),
        may_resign=tuple((seat, names[seat]) for seat in own if counts and may_resign(table, seat)),
        may_end=may_offer_end(table) and not seats_offering_end(table),
        is_alone=not left,
        ends_game=ends_by_resigning(table, own[0]),
    )
    is_anything = pauses.may_pause or pauses.may_leave or pauses.may_resign or pauses.may_end
    return Part("absence", _draw_pauses, pauses) if is_anything else None
