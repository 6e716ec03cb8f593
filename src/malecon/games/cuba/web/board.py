"""The table of Cuba as a page: what ``seen_by`` shows, drawn, with the moves as buttons on the pieces."""

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import N_, Language
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.text import words
from malecon.games.cuba.text.explanations import pile_words
from malecon.games.cuba.web import game_board, pieces, plantations
from malecon.games.cuba.web.formulas import building_formula, formula_of, law_formula
from malecon.presentation.board_context import BoardContext
from malecon.presentation.rendering import render

PLANTATION, HAND, MARKET, HARBOUR, PARLIAMENT, BUILDINGS, PLAYERS = (
    "plantation", "hand", "market", "harbour", "parliament", "buildings", "players",
)  # fmt: skip
OWN = (PLANTATION, HAND)
"""What only a player has."""
HERE = {
    "stock": PLANTATION,
    "seal": HAND,
    "play": HAND,
    "move": PLANTATION,
    "harvest": PLANTATION,
    "trade": MARKET,
    "build": BUILDINGS,
    "place": PLANTATION,
    "use": PLANTATION,
    "amount": PLANTATION,
    "pay": PLANTATION,
    "exchange": PLANTATION,
    "veto": PARLIAMENT,
    "swap": HARBOUR,
    "load": HARBOUR,
    "bid": PARLIAMENT,
    "enact": PARLIAMENT,
    "tax": PARLIAMENT,
}
"""By the kind of question, the part of the table where it is answered."""
MOST_FRAGMENTS = 1024
"""Kept."""
LAP = 80
"""Spaces of the score track (CUB-9.2)."""
PARTS: Mapping[str, str] = {
    PLANTATION: N_("Your plantation"),
    PARLIAMENT: N_("Parliament"),
    HAND: N_("Your hand"),
    MARKET: N_("Market"),
    HARBOUR: N_("Harbour"),
    BUILDINGS: N_("Buildings"),
    PLAYERS: N_("Players"),
}
"""The parts of the table with their headings, in their order while the viewer is asked nothing."""


def draw(drawing: BoardContext) -> Markup:
    """Return the table as HTML."""
    view, viewer = drawing.perspective.view, drawing.perspective.viewer
    question = drawing.question
    me = None if viewer is None else view.players[viewer]
    tabs = {part: title for part, title in PARTS.items() if me is not None or part not in OWN}
    here = HERE.get(question.kind) if viewer in question.seats else None
    return render(
        "cuba/table.html",
        drawing.perspective.language,
        drawing=drawing,
        view=view,
        question=question,
        me=me,
        names=drawing.perspective.names,
        here=here,
        unfolded=here or (PLAYERS if me is None else PLANTATION),
        tabs=tabs,
        rounds=ROUNDS,
        laps=LAPS,
        lap=LAP,
        counters=pieces.counters(
            {player.seat: player.points for player in view.players}, drawing.perspective.names, LAP
        ),
        berths=game_board.berths(drawing),
        pile=game_board.pile(drawing),
        pile_words=pile_words(drawing.perspective),
        stalls=list(game_board.stalls(drawing)),
        resources=plantations.heaps(astuple(view.supply)[: len(words.NO_RESOURCES)]),
        benches=game_board.benches(drawing),
        alternatives=plantations.alternatives(drawing),
        tiles=game_board.tiles(drawing),
        single={tile.building.name for tile in view.tiles if tile.building.copies == 1},
        **ART,
    )


@lru_cache(MOST_FRAGMENTS, typed=True)  # a text and Markup of the same letters are equal
def fragment(name: str, language: Language, **facts: object) -> Markup:
    """Return a template of what often stays as it is, filled in; the facts, all that it shows, can be hashed."""
    return render(f"cuba/{name}", language, **ART, **facts)


ART: Mapping[str, object] = {
    "fragment": fragment,
    "icon": pieces.icon,
    "pesos": pieces.pesos,
    "points": pieces.points,
    "land": pieces.field,
    "house": pieces.house,
    "portrait": pieces.portrait,
    "vessel": pieces.vessel,
    "badge": pieces.badge,
    "disc": pieces.disc,
    "pawn": pieces.pawn,
    "building_formula": building_formula,
    "law_formula": law_formula,
    "fields_of": plantations.fields_of,
    "kept": plantations.kept_heaps,
    "yard": plantations.yard_heaps,
    "stored": plantations.stored_heaps,
    "cards": plantations.cards,
    "formula_of": formula_of,
    "titled": words.title,
    "POINTS": words.POINTS,
    "VOTES": words.VOTES,
    "PESOS": words.FORMS["peso"],
}
"""What templates draw with."""
