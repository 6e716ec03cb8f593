"""The table of Cuba on a screen of at least 80 columns: what all share. The players are in ``plantation.py``."""

from collections.abc import Hashable, Iterator

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.cards import CHARACTERS, TYPES
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.terminal.marks import MARKS
from malecon.games.cuba.terminal.offer import Offer
from malecon.games.cuba.terminal.plantation import buildings, plantation, players
from malecon.games.cuba.text.choices import typed_law
from malecon.games.cuba.text.explanations import pile_words
from malecon.games.cuba.text.means import ARCHITECT_SPACES, MAYOR_SPACES, NO_RESOURCES, counts
from malecon.games.cuba.text.words import LAW, PIECE, PLACE, title_of
from malecon.games.cuba.view import LawSeen, ShipSeen
from malecon.presentation.perspective import Scene
from malecon.presentation.text_layout import HARD_BLANK, Paragraph, joined

PHASES = {
    "stock": N_("set-up"),
    "seal": N_("bills"),
    "bid": N_("parliament"),
    "enact": N_("parliament"),
    "tax": N_("laws"),
    "over": N_("the end"),
}
"""By the kind of question; during the actions it is the number of the character."""
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


def chapter(scene: Scene) -> Hashable:
    """Return something that changes when the whole table is worth drawing again."""
    return scene.view.round, scene.view.lap, bool(scene.view.ending)


def table(scene: Scene) -> RenderableType:
    """Draw everything that lies on the table, and the viewer's plantation; what is needed least may scroll away."""
    shared = heading(scene), side_by_side(harbour(scene), market(scene)), "", laws(scene), "", *footing(scene)
    own = () if scene.viewer is None else (plantation(scene),)
    return Group(Offer(scene), "", *shared, "", players(scene), *buildings(scene), "", *own, *legend(scene))


def legend(scene: Scene) -> Iterator[RenderableType]:
    """Yield what letters, numbers and marks mean."""
    say = scene.language.say
    numbers = [f"{card.votes} {title_of(card.name, scene.language)}" for card in CHARACTERS]
    marks = [*numbers, say(N_("[T] loaded")), say(N_("◆ pawn"))]
    yield MARKS.legend(scene.language)
    yield Paragraph("  ".join(mark.replace(" ", HARD_BLANK) for mark in marks), style="dim")


def glance(scene: Scene) -> RenderableType:
    """Draw only what changes within an action."""
    part = CHANGING.get(scene.view.question.kind, PLANTATION)
    if part == PLANTATION and scene.viewer is not None and scene.view.question.law is None:
        return Group(plantation(scene), players(scene))
    return Group({HARBOUR: harbour, MARKET: market}.get(part, laws)(scene), "", players(scene))


def side_by_side(left: RenderableType, right: RenderableType) -> RenderableType:
    """Draw two things beside each other."""
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(left, right)
    return grid


def heading(scene: Scene) -> RenderableType:
    """Draw game, round, phase and first player."""
    view, say = scene.view, scene.language.say
    stage = say(N_("round {number} of {last}"), number=view.round, last=ROUNDS) if view.round else ""
    first = say(N_("first player: {name}"), name=scene.names[view.order[0]])
    parts = [say(N_("Cuba")), stage, phase(scene), first]
    return Rule(Text(" · ".join(filter(None, parts)), "bold"), characters="─")


def phase(scene: Scene) -> str:
    """Return the phase of the round."""
    view, say = scene.view, scene.language.say
    if view.question.kind in PHASES:
        return say(PHASES[view.question.kind])
    if view.question.law is not None:
        return say(N_("laws"))
    return say(N_("character {number} of {last}"), number=view.lap + 1, last=LAPS)


def harbour(scene: Scene) -> RenderableType:
    """Draw the ships, dock 3 first: points a piece, the ship's number, its spaces."""
    say = scene.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for title in (N_("harbour"), N_("points"), N_("ship"), N_("spaces")):
        grid.add_column(say(title), no_wrap=True)
    docks = list(enumerate(scene.view.harbour[:-1], start=1))
    for dock, seen in reversed(docks):
        grid.add_row(scene.language.word(PLACE, f"dock {dock}"), str(dock), *ship_cells(seen, scene))
    grid.add_row(scene.language.word(PLACE, "sea"), "–", *ship_cells(scene.view.harbour[-1], scene))
    return grid


def ship_cells(seen: ShipSeen | None, scene: Scene) -> Iterator[RenderableType]:
    """Yield the number of a ship and its spaces; loaded ones are in brackets."""
    if seen is None:
        yield from ("–", say_nothing_lies_here(scene))
        return
    yield str(seen.ship.id)
    spaces = []
    for piece, (needed, loaded) in enumerate(
        zip(seen.ship.needs(), counts(seen.cargo), strict=True), start=len(NO_RESOURCES)
    ):
        letter, style = MARKS.letter(piece, scene.language), MARKS.styles[piece]
        spaces += [Text(f"[{letter}]", "dim")] * loaded + [Text(letter, style)] * (needed - loaded)
    yield Text(" ").join(spaces)


def say_nothing_lies_here(scene: Scene) -> str:
    """Return the words for a place without a ship."""
    return scene.language.say(N_("no ship"))


def market(scene: Scene) -> RenderableType:
    """Draw the tracks: pieces, what one costs, what one brings; and the supply."""
    say, word = scene.language.say, scene.language.word
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for title in (N_("market"), "", N_("buy"), N_("sell"), N_("supply")):
        grid.add_column(say(title), no_wrap=True)
    supply = counts(scene.view.supply)
    for track in scene.view.market:
        filled = TAKEN * track.count + FREE * (len(track.prices) - track.count)
        left = str(supply[PIECES.index(track.piece)])
        grid.add_row(word(PIECE, track.piece), filled, f"{track.buying}$", f"{track.selling}$", left)
    return grid


def laws(scene: Scene) -> RenderableType:
    """Draw the laws in force and the bills, with what they say."""
    say, view = scene.language.say, scene.view
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (N_("law"), N_("in force"), N_("bill")):
        grid.add_column(say(title))
    for law_type, in_force, bill in zip(TYPES, view.in_force, view.bills, strict=True):
        said = say(N_("removed")) if law_type == view.vetoed else law_words(bill, scene)
        grid.add_row(scene.language.word(LAW, law_type), Paragraph(law_words(in_force, scene)), Paragraph(said))
    return grid


def law_words(law: LawSeen | None, scene: Scene) -> str:
    """Return a law beside its type; a dash for none."""
    return "–" if law is None else typed_law(law, scene)


def footing(scene: Scene) -> Iterator[RenderableType]:
    """Yield the alternatives that are still free, and the resources of the supply."""
    say = scene.language.say
    free = joined(list(free_alternatives(scene))) or "–"
    yield Paragraph(free, head=say(N_("Alternatives")) + " ", head_style="bold")
    supply = MARKS.line(counts(scene.view.supply)[: len(NO_RESOURCES)], scene.language)
    yield Text.assemble((say(N_("Supply")), "bold"), " ", supply, f" · {pile_words(scene)}")


def free_alternatives(scene: Scene) -> Iterator[str]:
    """Yield the alternatives whose spaces are not covered (CUB-4.4)."""
    view, say = scene.view, scene.language.say
    if not (view.resource_taken or view.product_taken):
        yield say(N_("tradeswoman: resource, product"))
    elif not view.resource_taken:
        yield say(N_("tradeswoman: resource"))
    elif not view.product_taken:
        yield say(N_("tradeswoman: product"))
    if view.points_taken < len(ARCHITECT_SPACES):
        left = "+".join(map(str, ARCHITECT_SPACES[view.points_taken :]))
        yield say(N_("architect: {points} pt"), points=left)
    if view.pesos_taken < len(MAYOR_SPACES):
        left = "+".join(map(str, MAYOR_SPACES[view.pesos_taken :]))
        yield say(N_("mayor: {pesos}$"), pesos=left)
