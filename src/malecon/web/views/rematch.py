"""The offer to play again, at the end of a game: who wants it, who does not, and where it begins."""

from msgspec import Struct

from malecon.core.i18n import N_
from malecon.presentation.parts import Part
from malecon.tables.rematch import may_play_again, people_at, people_declining, people_offering
from malecon.web.rendering import TEMPLATES
from malecon.web.views.records import address_of
from malecon.web.views.table_context import TableContext


class Rematch(Struct, frozen=True):
    """The offer to play again.

    Attributes:
        page, game: address of the table; the name of the game.
        sits: whether the viewer has played.
        is_alone: whether nobody else has to accept.
        said: whether somebody wants it, or does not, in words; empty as long as nobody has said anything.
        people: the names of the people, each with whether they have accepted; none before there is an offer.
        has_accepted, has_declined: whether the viewer has; ``is_declined``: whether somebody else has.
        begun: address of the table at which they play again; empty before.
    """

    page: str
    game: str
    sits: bool
    is_alone: bool
    said: str
    people: tuple[tuple[str, bool], ...]
    has_accepted: bool
    has_declined: bool
    is_declined: bool
    begun: str

    @property
    def is_asked(self) -> bool:
        """Whether others wait for the answer of the viewer."""
        return self.sits and bool(self.people) and not self.has_accepted


_draw_rematch = TEMPLATES.drawer("rematch.html", "rematch")


def rematch_part(context: TableContext) -> Part[Rematch] | None:
    """Return the offer to play again, if the game is over; to people without a seat the address of the next game."""
    table, visitor = context.table, context.visitor
    if not may_play_again(table):
        return None
    people, offering, declining = people_at(table), people_offering(table), people_declining(table)
    names = {occupant.person: context.perspective.names[seat] for seat, occupant in enumerate(table.occupants)}
    rematch = Rematch(
        page=context.page,
        game=context.game.name,
        sits=bool(context.own),
        is_alone=people == {visitor.id},
        said=_said(context, [names[person] for person in offering | declining if person != visitor.id], declining),
        people=tuple((names[person], person in offering) for person in names if person in people) if offering else (),
        has_accepted=visitor.id in offering,
        has_declined=visitor.id in declining,
        is_declined=bool(declining - {visitor.id}),
        begun=address_of(table.rematch) if table.rematch else "",
    )
    return Part("again", _draw_rematch, rematch)


def _said(context: TableContext, others: list[str], declining: frozenset[str]) -> str:
    """Return what others have said, in words; that the viewer waits, if nobody else has said anything."""
    language, visitor = context.language, context.visitor
    if visitor.id in declining:
        return language.say(N_("You do not want to play again now."))
    if not others:
        return language.say(N_("You want to play again; the others are asked.")) if _waits(context) else ""
    names = language.listing(sorted(others))
    if declining:
        return language.say(N_("{name} does not want to play again now, but can offer it later."), name=names)
    one, several = N_("{names} wants to play again."), N_("{names} want to play again.")
    return language.say(one if len(others) == 1 else several, names=names)


def _waits(context: TableContext) -> bool:
    """Tell whether the viewer has accepted."""
    return context.visitor.id in people_offering(context.table)
