"""Cuba on a page, as generic code asks for it (``GamePage``).

The table is a grid of fixed parts: round, players, harbour, plantation, buildings, market, parliament and hand. On a
phone tabs say which of the five in the middle is shown.
"""

from collections.abc import Iterator, Mapping

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_, Language
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.boards import GOODS, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.cards import LAW_COUNT, LAW_KINDS, LAWS, LAWS_OF_A_TYPE, NAMES, TYPES
from malecon.games.cuba.player_view import PlayerSeen
from malecon.games.cuba.rules import BUILDING_POINTS
from malecon.games.cuba.text import POINTS
from malecon.games.cuba.text.descriptions import building_text, law_text, law_title
from malecon.games.cuba.text.words import FORMS, TITLE, title
from malecon.games.cuba.view import View
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.answer_panel import answer_parts
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.buildings import building_parts
from malecon.games.cuba.web.event_pictures import EVENT_PICTURES
from malecon.games.cuba.web.hand import hand_parts
from malecon.games.cuba.web.harbour import harbour_parts
from malecon.games.cuba.web.market import market_parts
from malecon.games.cuba.web.parliament import parliament_parts
from malecon.games.cuba.web.plantation import plantation_parts
from malecon.games.cuba.web.players import player_parts
from malecon.games.cuba.web.progress import round_parts
from malecon.presentation.game_page import BoardContext, GamePage, House
from malecon.presentation.parts import Canvas, Group, Part
from malecon.presentation.perspective import Perspective

__all__ = ["GAME_PAGE"]


PLANTATION, MARKET, HARBOUR, PARLIAMENT, BUILDINGS = ("plantation", "market", "harbour", "parliament", "buildings")
HAND = "hand"
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
"""By the kind of question, the part where it is answered."""
SECTIONS: Mapping[str, str] = {
    PLANTATION: N_("Your plantation"),
    MARKET: N_("Market"),
    HARBOUR: N_("Harbour"),
    BUILDINGS: N_("Buildings"),
    PARLIAMENT: N_("Parliament"),
}
"""The parts of the middle with their titles; on a phone each has a tab."""
KEYS: Mapping[str, str] = {PLANTATION: "f", MARKET: "m", HARBOUR: "s", BUILDINGS: "b", PARLIAMENT: "l"}
"""The keys that lead to them: fields, ships, laws; P pauses what is shown, H asks for a hint."""
TABS: Mapping[str, str] = {**SECTIONS, PLANTATION: N_("Plantation"), PARLIAMENT: N_("Laws")}


class Section(Struct, frozen=True):
    """A part of the middle: its name, and the kind of question that the viewer is asked here; empty for none."""

    name: str
    asks: str


class Tabs(Struct, frozen=True):
    """The tabs, the part where the viewer is asked, and the one that is shown first."""

    sections: tuple[str, ...]
    here: str | None
    front: str


def table_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the parts of the table, the whole first."""
    view, viewer = context.perspective.view, context.perspective.viewer
    me = None if viewer is None else view.players[viewer]
    asked = PARLIAMENT if context.question.law else HERE.get(context.question.kind)
    here = asked if viewer in context.question.seats else None
    sections = tuple(section for section in SECTIONS if me is not None or section != PLANTATION)
    front = asked if asked in sections and (here or asked == PARLIAMENT) else sections[0]  # a vote concerns all
    yield Part("table", _draw_table, sections)
    yield Part("symbols", _draw_symbols, None)
    yield Group("middle", _middle, (sections, here, front, context.question.kind))
    yield from round_parts(context)
    yield from player_parts(context)
    if me is not None:
        yield from plantation_parts(me, context)
        yield from hand_parts(me, context)
        yield from answer_parts(context)
    yield from market_parts(context)
    yield from harbour_parts(context)
    yield from building_parts(context)
    yield from parliament_parts(context)


def _middle(sections: tuple[str, ...], here: str | None, front: str, kind: str) -> Iterator[Part]:
    """Yield the parts of the middle with their tabs; ``kind``: of the question that is asked ``here``."""
    yield Part("tabs", _draw_tabs, Tabs(sections, here, front))
    for name in sections:
        yield Part(f"part-{name}", _draw_section, Section(name, kind if name == here else ""))


NOTES: Mapping[str, str] = {
    **dict.fromkeys(RESOURCES, N_("A resource: buildings cost it. It needs no store.")),
    **dict.fromkeys(
        PRODUCTS,
        N_("A product: it is sold, turned into a good, or loaded for points. In the yard it is lost after the round."),
    ),
    **dict.fromkeys(GOODS, N_("A good: it is sold, or loaded on a ship for points. It needs no store.")),
    "peso": N_("Pesos: they buy products and goods, pay taxes, and win votes. They decide between equal points."),
    "yard": N_("The yard: products lie here after the harvest. What is not stored is lost after the round."),
    "barn": N_("The warehouse: what the Foreman stores here stays for all rounds."),
    "supply": N_("The resources that are left in the supply."),
    "sun": N_(
        "Points: who has most after six rounds wins. Then each building that you have built brings {built} more."
    ),
    "ship": N_("The Mayor loads what the ship shows. From round 2 on it leaves dock 3 after the round, full or not."),
    "next-ship": N_("The next ship: it comes to the docks when one of them is free, and takes nothing before."),
    "order": N_(
        "The order of play in this round. The one whose fourth character has the highest number begins the next one."
    ),
    "plates": N_("The five characters with their votes: struck through are those played, gold is the last one."),
    "prices": N_("The track: the cheapest piece is bought first; a sold piece goes to the dearest free space."),
    "stock": N_("So many pieces are in the supply; they are bought when the track is empty."),
    "quay": N_(
        "Each piece that is loaded here brings so many points. After the round full ships leave; after rounds 2 to 5 "
        "the ship at dock 3 does so in any case."
    ),
    **{
        PLANTATION: N_("The Worker moves your pawn: its row and column give. A building takes the place of a field."),
        MARKET: N_("The Tradeswoman buys and sells here. What is bought becomes dearer, what is sold cheaper."),
        HARBOUR: N_("The Mayor loads a ship; dock 3 pays most. After the round the ships move up, and new ones come."),
        BUILDINGS: N_(
            "The Architect builds, the Foreman uses. At the end each that you have built brings {built} points."
        ),
        PARLIAMENT: N_("Whoever has most votes after the four characters makes two bills law, in place of older laws."),
    },
    "rounds": N_("Six rounds; in each everybody plays four characters, and the fifth votes in the parliament."),
}
"""By thing of the table, what it is."""


def _draw_table(canvas: Canvas, sections: tuple[str, ...]) -> Markup:
    """Draw the slots of all parts, and what is said of things that are pointed at."""
    return TEMPLATES.draw(
        "cuba/table.html", canvas, sections=sections, plantation=PLANTATION, notes=NOTES, built=BUILDING_POINTS
    )


_draw_tabs = TEMPLATES.drawer("cuba/tabs.html", "tabs", titles=TABS)
_draw_section = TEMPLATES.drawer("cuba/section.html", "section", titles=SECTIONS, keys=KEYS)


def _draw_symbols(canvas: Canvas, value: None) -> Markup:
    """Draw the pictures of pieces and signs, at which others point."""
    return pieces.icon_symbols(canvas.name)


ENDINGS = ("end harvest", "end trade", "end loading", "end use")


def ending(context: BoardContext[View]) -> str:
    """Return the move that ends the turn that has begun; empty for none, and for the end of a wharf's loading."""
    question = context.question
    is_open = question.begun is not False and not (question.kind == "load" and question.building)
    return next(filter(context.can, ENDINGS), "") if is_open else ""


SIGNS: Mapping[str, Markup] = {
    POINTS[source]: pieces.whole_icon(name)
    for source, name in {
        "ships": "ship",
        "used": "house",
        "paid": "peso",
        "subsidy": "vote",
        "alternative": "sun",
        "buildings": "house",
    }.items()
}
"""By the title of what points come from."""


def houses(player: PlayerSeen, perspective: Perspective) -> list[House]:
    """Return the buildings that a player has built: picture, nothing, words."""
    return [
        House(pieces.house(name, travels=False), Markup(), perspective.language.word(TITLE, title(name)))
        for name in player.buildings
    ]


def belongings(player: PlayerSeen, perspective: Perspective) -> Markup:
    """Return the pesos of a player."""
    return pieces.whole_icon("peso") + perspective.language.count(FORMS["peso"], player.pesos)


def pieces_gallery(language: Language) -> Markup:
    """Return the pieces with their names."""
    return TEMPLATES.render("cuba/gallery.html", language, all_pieces=PIECES)


def buildings_gallery(language: Language) -> Markup:
    """Return the buildings with what they cost and do."""
    costs = [[*zip(RESOURCES, building.cost.resources(), strict=True)] for building in STANDARD]
    buildings = list(zip(STANDARD, costs, strict=True))
    return TEMPLATES.render("cuba/gallery_of_buildings.html", language, buildings=buildings, text_of=building_text)


def laws_gallery(language: Language) -> Markup:
    """Return the law cards by their types."""
    seen = [LawSeen(0, LAW_KINDS[law.code()], law.amount, law.most) for law in LAWS[:LAW_COUNT]]
    types = {TYPES[n]: seen[n * LAWS_OF_A_TYPE : (n + 1) * LAWS_OF_A_TYPE] for n in range(len(TYPES))}
    return TEMPLATES.render("cuba/gallery_of_laws.html", language, types=types, text_of=law_text, title_of=law_title)


def drawing(name: str) -> Markup:
    """Return a character, a piece or sign, or a building, by its name."""
    if name in NAMES:
        return pieces.portrait(name)
    return pieces.icon(name) if name in pieces.ICONS else pieces.house(name, travels=False)


GAME_PAGE: GamePage[View] = GamePage(
    parts=table_parts,
    events=EVENT_PICTURES,
    ending=ending,
    pictures={"en": "start.webp", "fr": "start.fr.webp"},
    galleries={"pieces": pieces_gallery, "buildings": buildings_gallery, "laws": laws_gallery},
    drawing=drawing,
    emblem=pieces.emblem,
    houses=houses,
    belongings=belongings,
    signs=SIGNS,
    teacher=lambda: pieces.portrait("foreman"),
    style="table.css",
    guide_style="guide.css",
    review_style="review.css",
)
