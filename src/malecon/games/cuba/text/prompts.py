"""The questions of Cuba as the viewer is asked them."""

from collections.abc import Callable, Mapping

from malecon.core.i18n import N_, NN_
from malecon.games.cuba.rules.laws import BOTH_POINTS, PAID_POINTS
from malecon.games.cuba.state import LOOKING_IS_USE
from malecon.games.cuba.text.laws import law_text
from malecon.games.cuba.text.means import FIRST_PRODUCT, counts
from malecon.games.cuba.text.words import POINTS, VOTES, building_name, pesos, place_name
from malecon.games.cuba.view import PlayerSeen
from malecon.presentation.perspective import Scene

PROMPTS = {
    "seal": N_("Which character do you seal for the parliament?"),
    "play": N_("Which character do you play?"),
    "move": N_("Where does your pawn go?"),
    "trade": N_("What do you buy or sell?"),
    "build": N_("What do you build?"),
    "use": N_("Which building do you use?"),
    "exchange": N_("What do you exchange?"),
    "veto": N_("Which bill do you remove?"),
    "enact": N_("Which two bills become law?"),
}
"""By the kind of question, where the words are always the same."""
STILL_FREE = NN_(
    "Which product field gives? {count} is still free of charge.",
    "Which product fields give? {count} are still free of charge.",
)
AT_WHARF = NN_(
    "What do you load at the {building}? {count} piece at most.",
    "What do you load at the {building}? {count} pieces at most.",
)


def prompt(scene: Scene) -> str:
    """Return the question to the viewer."""
    kind = scene.view.question.kind
    return scene.language.say(PROMPTS[kind]) if kind in PROMPTS else WITH_FACTS[kind](scene)


def me(scene: Scene) -> PlayerSeen:
    """Return the viewer."""
    viewer: PlayerSeen = scene.view.players[scene.viewer]
    return viewer


def stock(scene: Scene) -> str:
    """Ask what to begin with (CUB-2.5)."""
    if not any(counts(me(scene).pieces)[:FIRST_PRODUCT]):
        return scene.language.say(N_("Which two resources do you begin with?"))
    return scene.language.say(N_("Which two products do you begin with?"))


def swap(scene: Scene) -> str:
    """Ask for a ship of the pile; whoever has looked has used the Lighthouse (CUB-10.22)."""
    if scene.view.version < LOOKING_IS_USE:
        return scene.language.say(N_("Which ship of the pile comes to sea?"))
    return scene.language.say(N_("Which ship of the pile comes to sea, if any? The pile is shuffled either way."))


def harvest(scene: Scene) -> str:
    """Ask for a product field (CUB-4.12)."""
    free = scene.view.question.free
    if free:
        return scene.language.count(STILL_FREE, free)
    return scene.language.say(N_("Which product field gives for 1 water?"))


def place(scene: Scene) -> str:
    """Ask where to build."""
    return scene.language.say(N_("Where do you build the {building}?"), building=building(scene))


def amount(scene: Scene) -> str:
    """Ask how many pieces a building takes."""
    return scene.language.say(N_("How many pieces do you pay at the {building}?"), building=building(scene))


def pay(scene: Scene) -> str:
    """Ask what to pay at a building, or as the duty (CUB-7.2)."""
    if scene.view.question.law is None:
        return scene.language.say(N_("What do you pay at the {building}?"), building=building(scene))
    law = next(law for law in scene.view.in_force if law is not None and law.kind.startswith("duty"))
    asked = law_text(law.kind, law.amount, law.most, scene.language)
    template = N_("Do you pay the duty of {pieces}? It brings {score}, and {more} more if you have paid the tax.")
    return scene.language.say(template, pieces=asked, **reward(scene))


def load(scene: Scene) -> str:
    """Ask what to load (CUB-4.50, CUB-10.7, CUB-10.8)."""
    question, language = scene.view.question, scene.language
    if question.building is not None:
        return language.count(AT_WHARF, question.to_load, building=building(scene))
    if question.dock is not None:
        return language.say(N_("What else do you load at {place}?"), place=place_name(question.dock, language))
    return language.say(N_("What do you load, and on which ship?"))


def bid(scene: Scene) -> str:
    """Ask for a bid (CUB-5.2, CUB-5.4)."""
    viewer, say = me(scene), scene.language.say
    votes = scene.language.count(VOTES, viewer.votes)
    if scene.view.question.ballot == 1:
        return say(N_("You have {votes}. How many pesos do you bid? Every bid is paid."), votes=votes)
    others = [scene.names[seat] for seat in scene.view.question.bidders if seat != scene.viewer]
    template = N_("You are tied with {names}, with {votes} each. How many pesos do you add? Every bid is paid.")
    return say(template, names=scene.language.listing(others), votes=votes)


def tax(scene: Scene) -> str:
    """Ask for the tax (CUB-7.1)."""
    template = N_("Do you pay the tax of {pieces}? It brings {score}, and {more} more if you pay the duty too.")
    return scene.language.say(template, pieces=pesos(scene.view.question.tax, scene.language), **reward(scene))


def reward(scene: Scene) -> Mapping[str, object]:
    """Return the facts about what paying is worth (CUB-7.1 to 7.3)."""
    return {"score": scene.language.count(POINTS, PAID_POINTS), "more": BOTH_POINTS}


def building(scene: Scene) -> str:
    """Return the building that is placed or used."""
    return building_name(scene.view.question.building, scene.language)


WITH_FACTS: Mapping[str, Callable[[Scene], str]] = {
    "stock": stock,
    "harvest": harvest,
    "swap": swap,
    "place": place,
    "amount": amount,
    "pay": pay,
    "load": load,
    "bid": bid,
    "tax": tax,
}
"""By the kind of question, where the words depend on the position."""
