"""The themes of Havana's puzzles: facts of the position, of the best move and of the rest of the turn."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from malecon.core.engine import Event
from malecon.core.i18n import N_, NN_, Language
from malecon.games.havana import events as on
from malecon.games.havana.amounts import NO_AMOUNTS
from malecon.games.havana.buildings import COLOURS
from malecon.games.havana.choice import Choice
from malecon.games.havana.text.words import card_title, end_name, pieces
from malecon.games.havana.view import View
from malecon.presentation.game_text import Themes
from malecon.presentation.perspective import Perspective

LAYING, ACTING, BUYING, BEGINNING = "laying", "acting", "buying", "beginning"

BROAD = {
    **dict.fromkeys(("choose", "cover", "take back"), LAYING),
    **dict.fromkeys(("perform", "refresh", "remove", "tax", "rob", "steal", "take"), ACTING),
    **dict.fromkeys(("buy", "pay"), BUYING),
    **dict.fromkeys(("fetch", "swap"), BEGINNING),
}
CARDS = frozenset({"choose", "cover", "perform", "refresh"})
TITLES = {
    LAYING: N_("Laying cards"),
    ACTING: N_("Performing cards"),
    BUYING: N_("Buying"),
    BEGINNING: N_("Before the first round"),
    "purchase": N_("A purchase"),
    "two purchases": N_("Several purchases"),
    "winning": N_("The winning purchase"),
    "order": N_("Order"),
    "exchange": N_("Exchange"),
    "waiting": N_("Not buying"),
    "clearing": N_("A house goes away"),
    "theft": N_("Theft"),
    "tax": N_("Tax"),
    "early": N_("Below the others’ numbers"),
    "late": N_("Above the others’ numbers"),
    "cube": N_("The right cube"),
    "card back": N_("A card comes back"),
    "discards": N_("The discard pile"),
    "opening": N_("Opening"),
    "finish": N_("Near the end"),
}
"""The words of the themes."""
THIEVES = {"pesos thief", "materials thief"}
NEAR = 5
"""Points: who lacks so many, or fewer, can win by one purchase."""
NUMBERS = NN_(
    "The cards make {number:02}; the other player shows {shown} now.",
    "The cards make {number:02}; the others show {shown} now.",
)


def find(view: View, move: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield the precise themes of a puzzle."""
    yield from _of_the_move(view, move)
    bought = sum(isinstance(event, on.Bought) for event in events)
    if bought:
        yield "two purchases" if bought > 1 else "purchase"
    choice = choice_of(view, move)
    if choice.wins:
        yield "winning"
    if choice.exchanged != NO_AMOUNTS or move.startswith(("pay debris", "pay pesos")):
        yield "exchange"
    if any(isinstance(event, on.Robbed) and event.seat == view.viewer for event in events):
        yield "theft"
    if any(isinstance(event, on.Taxed) and event.seat == view.viewer for event in events):
        yield "tax"
    if any(isinstance(event, on.Removed) for event in events):
        yield "clearing"
    if max(player.points for player in view.players) >= view.target - NEAR:
        yield "finish"


def choice_of(view: View, move: str) -> Choice:
    """Return a legal move as the view has it."""
    return next(choice for choice in view.choices if choice.notation == move)


def _of_the_move(view: View, move: str) -> Iterator[str]:
    """Yield the themes of the first move alone."""
    verb, _, rest = move.partition(" ")
    if verb == "perform" and len(view.question.cards) > 1:
        yield "order"
    if verb == "choose":
        yield "opening"
    if verb == "cover":
        yield from _of_the_cards(view, move, rest.partition(" with ")[2])
    if move == "end turn" and any(tile.affordable and tile.end for row in view.rows for tile in row):
        yield "waiting"
    if verb == "take" and move != "take back":
        yield "cube"
    if verb == "refresh":
        yield "card back"
    if move in ("take back", "keep discards"):
        yield "discards"


def _of_the_cards(view: View, move: str, laid: str) -> Iterator[str]:
    """Yield the themes of a card that is laid: the number that it makes, and what it does."""
    number = choice_of(view, move).number
    others = [player.number for player in view.players if player.seat != view.viewer and player.number is not None]
    if number is not None and others and number < min(others):
        yield "early"
    if number is not None and others and number > max(others):
        yield "late"
    if laid in THIEVES:
        yield "theft"
    if laid == "tax collector":
        yield "tax"
    if laid == "conservation":
        yield "clearing"
    if laid == "refreshment":
        yield "card back"


def explain(perspective: Perspective[View], move: str, later: Sequence[str]) -> Iterator[str]:
    """Yield facts that speak for a move: the number of its cards, whether it wins, and what is planned after it."""
    say, view = perspective.language.say, perspective.view
    choice = choice_of(view, move)
    others = [player for player in view.players if player.seat != view.viewer and player.number is not None]
    if choice.number is not None and others:
        shown = perspective.language.listing([f"{player.number:02}" for player in others])
        yield perspective.language.count(NUMBERS, len(others), number=choice.number, shown=shown)
    if choice.wins:
        yield say(N_("This house brings the {target} points that win."), target=view.target)
    planned = [words for each in _rest_of_turn(later) if (words := _planned(each, perspective.language))]
    if planned:
        template = N_("Plan for the next turn: {moves}.") if choice.number is not None else N_("Then: {moves}.")
        yield say(template, moves=", ".join(planned))


def _rest_of_turn(moves: Sequence[str]) -> Iterator[str]:
    """Yield moves up to the next cards that are laid, which end the turn."""
    return takewhile(lambda move: not move.startswith("cover"), moves)


def _planned(move: str, language: Language) -> str:
    """Return a move of the plan in words, without what is not known before; empty for one that needs none."""
    verb, _, rest = move.partition(" ")
    if verb == "perform":
        return card_title(rest, language)
    if verb == "refresh" and rest != "nothing":
        return language.say(N_("{card} comes back"), card=card_title(rest, language))
    if verb == "take" and rest in COLOURS:
        return language.say(N_("take {pieces}"), pieces=pieces([(rest, 1)], language))
    if verb == "remove" and rest != "nothing":
        return language.say(N_("remove the house at the {end} from the game"), end=end_name(rest, language))
    if verb == "buy":
        return language.say(N_("buy the house at the {end}"), end=end_name(rest, language))
    return ""


THEMES = Themes(BROAD, CARDS, TITLES, find, explain)
