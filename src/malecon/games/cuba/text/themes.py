"""The themes of Cuba's puzzles: facts of the position, of the best move and of the rest of the turn."""

from collections.abc import Iterator, Mapping, Sequence

from malecon.core.engine import Event
from malecon.core.i18n import N_
from malecon.games.cuba import events as on
from malecon.games.cuba.boards import GOODS
from malecon.games.cuba.buildings import BUILDINGS as BUILDING_NAMES
from malecon.games.cuba.cards import NAMES
from malecon.games.cuba.state import ROUNDS
from malecon.games.cuba.text.words import title_of
from malecon.games.cuba.view import View
from malecon.presentation.game_text import Themes
from malecon.presentation.perspective import Perspective

BEGINNING, CHARACTERS, PLANTATION, MARKET = "beginning", "characters", "plantation", "market"
BUILDINGS, USES, SHIPS, PARLIAMENT = "buildings", "uses", "ships", "parliament"

BROAD = {
    "stock": BEGINNING,
    **dict.fromkeys(("seal", "play"), CHARACTERS),
    **dict.fromkeys(("move", "harvest"), PLANTATION),
    "trade": MARKET,
    **dict.fromkeys(("build", "place"), BUILDINGS),
    **dict.fromkeys(("use", "amount", "pay", "exchange", "veto", "swap"), USES),
    "load": SHIPS,
    **dict.fromkeys(("bid", "enact", "tax"), PARLIAMENT),
}
CARDS = frozenset({"seal", "play"})
TITLES = {
    BEGINNING: N_("Before the first round"),
    CHARACTERS: N_("Characters"),
    PLANTATION: N_("Plantation"),
    MARKET: N_("Market"),
    BUILDINGS: N_("Buildings"),
    USES: N_("Payments and uses"),
    SHIPS: N_("Ships"),
    PARLIAMENT: N_("Parliament"),
    "loading": N_("Loading a ship"),
    "third dock": N_("Dock 3"),
    "building": N_("A new building"),
    "using": N_("The Foreman’s buildings"),
    "goods": N_("Rum and cigars"),
    "harvest": N_("Harvest"),
    "water": N_("Water"),
    "sale": N_("Selling at the market"),
    "purchase": N_("Buying at the market"),
    "storing": N_("Storing in the warehouse"),
    "alternative": N_("The alternative action"),
    "bid": N_("A bid"),
    "no bid": N_("No bid"),
    "law": N_("Laws"),
    "tax": N_("Tax and duty"),
    "last round": N_("The last round"),
    "first round": N_("The first round"),
}
"""The words of the themes."""
BY_EVENT: Mapping[type[Event], str] = {
    on.Loaded: "loading",
    on.Built: "building",
    on.Used: "using",
    on.Sold: "sale",
    on.Bought: "purchase",
    on.Stored: "storing",
}
BY_VERB = {"enact": "law", "veto": "law", "build": "building"}
ALTERNATIVES = {"take pesos", "take points"}
PLANNED, MOST_PLANNED = ("play", "build"), 3
NAMED = {*NAMES, *BUILDING_NAMES}
"""Characters and buildings."""


def find(view: View, move: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield the precise themes of a puzzle."""
    yield from _of_the_move(view, move)
    for event in events:
        if event.seat == view.viewer:
            yield from _of_an_event(event)
    if view.round == ROUNDS:
        yield "last round"
    if view.round == 1:
        yield "first round"


def _of_the_move(view: View, move: str) -> Iterator[str]:
    """Yield the themes of the first move alone."""
    verb = move.partition(" ")[0]
    if verb in BY_VERB:
        yield BY_VERB[verb]
    if move in ALTERNATIVES or (verb == "take" and view.question.kind == "trade"):
        yield "alternative"
    if verb == "bid":
        yield "no bid" if move == "bid 0" else "bid"
    if view.question.law is not None:
        yield "tax"


def _of_an_event(event: Event) -> Iterator[str]:
    """Yield the themes of something that the turn brings."""
    if type(event) in BY_EVENT:
        yield BY_EVENT[type(event)]
    if isinstance(event, on.Loaded) and event.place == "dock 3":
        yield "third dock"
    if isinstance(event, on.Gained) and event.piece in GOODS:
        yield "goods"
    if isinstance(event, on.Gained) and event.source == "worker":
        yield "harvest"
    if isinstance(event, on.Paid) and event.source == "worker":
        yield "water"


def explain(perspective: Perspective[View], move: str, later: Sequence[str]) -> Iterator[str]:
    """Yield of a bid who can have how many votes; then which characters and buildings are planned after the turn."""
    if move.startswith("bid"):
        yield _standing(perspective)
    plans = (each.partition(" ") for each in later)
    names = [title_of(name, perspective.language) for verb, _, name in plans if verb in PLANNED and name in NAMED]
    if names:
        yield perspective.language.say(
            N_("Planned for the next turns: {moves}."), moves=", ".join(names[:MOST_PLANNED])
        )


def _standing(perspective: Perspective[View]) -> str:
    """Return the votes of those who bid, and the pesos that they can add (CUB-5.1, CUB-5.2)."""
    view, names = perspective.view, perspective.names
    seats = sorted(view.question.bidders, key=lambda seat: seat != view.viewer)
    standing = [f"{names[seat]} {view.players[seat].votes} + {view.players[seat].pesos}" for seat in seats]
    return perspective.language.say(N_("Votes, and pesos that can be added: {standing}."), standing=", ".join(standing))


THEMES = Themes(BROAD, CARDS, TITLES, find, explain)
