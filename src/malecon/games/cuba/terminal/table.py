"""The table of Cuba on a screen of at least 80 columns: what all share. The players are in ``players.py``."""

from collections.abc import Hashable, Iterator

from msgspec.structs import astuple
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_
from malecon.games.cuba.board_view import LawSeen, ShipSeen
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.cards import CHARACTERS, TYPES
from malecon.games.cuba.state import ROUNDS
from malecon.games.cuba.terminal.buildings import Offer, buildings
from malecon.games.cuba.terminal.marks import MARKS
from malecon.games.cuba.terminal.players import plantation, players
from malecon.games.cuba.text import GAME_TEXT
from malecon.games.cuba.text.descriptions import pile_words, typed_law
from malecon.games.cuba.text.table import free_alternatives, phase
from malecon.games.cuba.text.words import LAW, NO_RESOURCES, PLACE, piece_name, title_of
from malecon.presentation.perspective import Perspective
from malecon.presentation.text_layout import HARD_BLANK, Paragraph, joined

HARBOUR, MARKET, LAWS, PLANTATION = range(4)
CHANGING = {
    "stock": MARKET,
    "seal": LAWS,
    "trade": MARKET,
    "veto": LAWS,
    "swap": HARBOUR,
    "load": HARBOUR,
    "bid": LAWS,
    "enact": LAWS,
    "tax": LAWS,
}
"""By the kind of question, the part of the table that matters; of all others the plantation."""
TAKEN, FREE = "●", "○"


def chapter(perspective: Perspective) -> Hashable:
    """Return something that changes when the whole table is worth drawing again."""
    return perspective.view.round, perspective.view.lap, bool(perspective.view.ending)


def table(perspective: Perspective) -> RenderableType:
    """Draw everything that lies on the table, and the viewer's plantation; what is needed least may scroll away."""
    shared = (
        _heading(perspective),
        *_variant(perspective),
        _side_by_side(_harbour(perspective), _market(perspective)),
        "",
        _laws(perspective),
        "",
        *_footing(perspective),
    )
    own = () if perspective.viewer is None else (plantation(perspective),)
    return Group(
        Offer(perspective),
        "",
        *shared,
        "",
        players(perspective),
        *buildings(perspective),
        "",
        *own,
        *_legend(perspective),
    )


def _legend(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the legend of letters, numbers and marks."""
    say = perspective.language.say
    numbers = [f"{card.votes} {title_of(card.name, perspective.language)}" for card in CHARACTERS]
    marks = [*numbers, say(N_("[T] loaded")), say(N_("◆ pawn"))]
    yield MARKS.legend(perspective.language)
    yield Paragraph("  ".join(mark.replace(" ", HARD_BLANK) for mark in marks), style="dim")


def glance(perspective: Perspective) -> RenderableType:
    """Draw only what changes within an action."""
    part = CHANGING.get(perspective.view.question.kind, PLANTATION)
    if part == PLANTATION and perspective.viewer is not None and perspective.view.question.law is None:
        return Group(plantation(perspective), players(perspective))
    return Group({HARBOUR: _harbour, MARKET: _market}.get(part, _laws)(perspective), "", players(perspective))


def _side_by_side(left: RenderableType, right: RenderableType) -> RenderableType:
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(left, right)
    return grid


def _variant(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the variant that is played, if it is not the usual one."""
    said = GAME_TEXT.variant(perspective)
    if said:
        yield Paragraph(said, style="dim")


def _heading(perspective: Perspective) -> RenderableType:
    """Draw game, round, phase and first player."""
    view, say = perspective.view, perspective.language.say
    stage = say(N_("round {number} of {last}"), number=view.round, last=ROUNDS) if view.round else ""
    first = say(N_("first player: {name}"), name=perspective.names[view.order[0]])
    parts = [say(N_("Cuba")), stage, phase(perspective), first]
    return Rule(Text(" · ".join(filter(None, parts)), "bold"), characters="─")


def _harbour(perspective: Perspective) -> RenderableType:
    """Draw the ships, dock 3 first: points a piece, the ship's number, its spaces."""
    say = perspective.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for title in (N_("harbour"), N_("points"), N_("ship"), N_("spaces")):
        grid.add_column(say(title), no_wrap=True)
    docks = list(enumerate(perspective.view.harbour[:-1], start=1))
    for dock, seen in reversed(docks):
        grid.add_row(perspective.language.word(PLACE, f"dock {dock}"), str(dock), *_ship_cells(seen, perspective))
    grid.add_row(perspective.language.word(PLACE, "sea"), "–", *_ship_cells(perspective.view.harbour[-1], perspective))
    return grid


def _ship_cells(seen: ShipSeen | None, perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the number of a ship and its spaces; loaded ones are in brackets."""
    if seen is None:
        yield from ("–", perspective.language.say(N_("no ship")))
        return
    yield str(seen.ship.id)
    spaces = []
    for piece, (free, loaded) in enumerate(
        zip(astuple(seen.free), astuple(seen.cargo), strict=True), start=len(NO_RESOURCES)
    ):
        letter, style = MARKS.letter(piece, perspective.language), MARKS.styles[piece]
        spaces += [Text(f"[{letter}]", "dim")] * loaded + [Text(letter, style)] * free
    yield Text(" ").join(spaces)


def _market(perspective: Perspective) -> RenderableType:
    """Draw the tracks: pieces, what one costs, what one brings; and the supply."""
    say = perspective.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for title in (N_("market"), "", N_("buy"), N_("sell"), N_("supply")):
        grid.add_column(say(title), no_wrap=True)
    supply = astuple(perspective.view.supply)
    for track in perspective.view.market:
        filled = TAKEN * track.count + FREE * (len(track.prices) - track.count)
        left = str(supply[PIECES.index(track.piece)])
        grid.add_row(
            piece_name(track.piece, perspective.language), filled, f"{track.buying}$", f"{track.selling}$", left
        )
    return grid


def _laws(perspective: Perspective) -> RenderableType:
    """Draw the laws in force and the bills, with what they say."""
    say, view = perspective.language.say, perspective.view
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (N_("law"), N_("in force"), N_("bill")):
        grid.add_column(say(title))
    for law_type, in_force, bill in zip(TYPES, view.in_force, view.bills, strict=True):
        said = say(N_("removed")) if law_type == view.vetoed else _law_words(bill, perspective)
        grid.add_row(
            perspective.language.word(LAW, law_type), Paragraph(_law_words(in_force, perspective)), Paragraph(said)
        )
    return grid


def _law_words(law: LawSeen | None, perspective: Perspective) -> str:
    """Return a law beside its type; a dash for none."""
    return "–" if law is None else typed_law(law, perspective)


def _footing(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the alternatives that are still free, and the resources of the supply."""
    say = perspective.language.say
    free = joined(list(free_alternatives(perspective))) or "–"
    yield Paragraph(free, head=say(N_("Alternatives")) + " ", head_style="bold")
    supply = MARKS.line(astuple(perspective.view.supply)[: len(NO_RESOURCES)], perspective.language)
    yield Text.assemble((say(N_("Supply")), "bold"), " ", supply, f" · {pile_words(perspective)}")
