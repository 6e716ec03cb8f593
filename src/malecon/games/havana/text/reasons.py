"""The sentences about the causes of Havana's moves."""

from malecon.core.i18n import N_, NN_, Language
from malecon.games.havana.buildings import COLOURS, TILES
from malecon.games.havana.cards import CODE
from malecon.games.havana.text.words import FORMS, HOUSE_POINTS, card_title, house_name
from malecon.presentation.reason import ROUNDS, ReasonWords

DEBRIS, PESOS = N_("5 debris stand for a cube"), N_("5 pesos stand for a worker")
THINGS = {"tiles": N_("houses"), "start": N_("the set-up")}


def thing_in_words(thing: str, language: Language) -> str:
    """Return a thing of the ledger in words.

    >>> thing_in_words("tile 30", Language()), thing_in_words("tax collector", Language())
    ('the Library', 'Tax Collector')
    """
    kind, _, number = thing.partition(" ")
    if kind == "tile" and number.isdecimal():
        return house_name(int(number), language)
    return card_title(thing, language) if thing in CODE else language.say(THINGS.get(thing, thing))


def exchange(piece: str, thing: str) -> str:
    """The exchange by which debris or pesos serve a house that costs none of them (HAV-5.5); empty if it does.

    >>> exchange("debris", "tile 20"), exchange("debris", "tile 30"), exchange("peso", "mama")
    ('5 debris stand for a cube', '', '')
    """
    kind, _, number = thing.partition(" ")
    if kind != "tile" or not number.isdecimal():
        return ""
    cost = TILES[int(number) - 1].cost
    return {"debris": "" if cost.debris else DEBRIS, "peso": "" if cost.pesos else PESOS}.get(piece, "")


REASON_WORDS = ReasonWords(
    clauses={
        "buy": (N_("{player} buys {thing} ({points})"), N_("you buy {thing} ({points})")),
        "get": (N_("{thing} brings {player} {amount}"), N_("{thing} brings you {amount}")),
        "rob": (N_("{thing} brings {player} {amount}"), N_("{thing} brings you {amount}")),
        "robbed": (N_("{thing} takes {amount} from {player}"), N_("{thing} takes {amount} from you")),
        "taxed": (N_("{thing} takes {amount} from {player}"), N_("{thing} takes {amount} from you")),
        "pay": (N_("{player} pays {amount} for {thing}"), N_("you pay {amount} for {thing}")),
        "take back": (N_("Refreshment brings {player} {thing} back"), N_("Refreshment brings you {thing} back")),
        "open": (N_("{thing} lies open before {player}"), N_("{thing} lies open before you")),
        "remove": (N_("{player} removes {thing}"), N_("you remove {thing}")),
        "before": (N_("{player} acts before {other}"), N_("you act before {other}")),
        "end": (N_("the game ends"), ""),
    },
    thing=thing_in_words,
    pieces=FORMS,
    points=HOUSE_POINTS,
    rounds=ROUNDS,
    groups=((NN_("{count} coloured cube", "{count} coloured cubes"), frozenset(COLOURS)),),
    owners={"robbed": "rob", "taxed": "get"},
    is_race=True,
    exchange=exchange,
)
