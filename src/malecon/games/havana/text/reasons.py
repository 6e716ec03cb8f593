"""The sentences about the causes of Havana's moves."""

from malecon.core.i18n import N_, NN_, Language
from malecon.games.havana.buildings import COLOURS
from malecon.games.havana.cards import CODE
from malecon.games.havana.text.words import FORMS, HOUSE_POINTS, card_name, house_name
from malecon.presentation.fact import ROUNDS, ReasonWords

THINGS = {"start": N_("the set-up")}


def thing_in_words(thing: str, language: Language) -> str:
    """Return a thing of the ledger in words.

    >>> thing_in_words("tile 30", Language()), thing_in_words("tax collector", Language())
    ('the Library', 'Tax Collector')
    """
    kind, _, number = thing.partition(" ")
    if kind == "tile" and number.isdecimal():
        return house_name(int(number), language)
    return card_name(thing, language) if thing in CODE else language.say(THINGS.get(thing, thing))


REASON_WORDS = ReasonWords(
    clauses={
        "buy": (N_("{player} buys {thing} ({points})"), N_("you buy {thing} ({points})")),
        "get": (N_("{thing} brings {player} {amount}"), N_("{thing} brings you {amount}")),
        "rob": (N_("{thing} brings {player} {amount}"), N_("{thing} brings you {amount}")),
        "robbed": (N_("{thing} takes {amount} from {player}"), N_("{thing} takes {amount} from you")),
        "taxed": (N_("{thing} takes {amount} from {player}"), N_("{thing} takes {amount} from you")),
        "pay": (N_("{player} buys {thing} for {amount}"), N_("you buy {thing} for {amount}")),
        "take back": (N_("Refreshment brings {player} {thing} back"), N_("Refreshment brings you {thing} back")),
        "open": (N_("{player} has {thing} open"), N_("you have {thing} open")),
        "remove": (N_("{player} removes {thing}"), N_("you remove {thing}")),
        "before": (N_("{player} acts before {other}"), N_("you act before {other}")),
        "end": (N_("the game ends"), ""),
        "win": (N_("{player} wins"), N_("you win")),
    },
    thing=thing_in_words,
    pieces=FORMS,
    points=HOUSE_POINTS,
    rounds=ROUNDS,
    groups=((NN_("{count} coloured cube", "{count} coloured cubes"), frozenset(COLOURS)),),
    owners={"robbed": "rob", "taxed": "get"},
    is_race=True,
)
