"""Telling what happened in a game of Cuba: which of its sentences (``sentences.py``) is said, and the words in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.narration import JointSentence, Names, Narrator, Sentences, name_of_number
from malecon.games.cuba import events as on
from malecon.games.cuba import parliament_events
from malecon.games.cuba.text.descriptions import law_name
from malecon.games.cuba.text.sentences import (
    ALL_LACK,
    ALL_SCORE,
    ALL_WITHHOLD,
    FIRST_BY_LOT,
    FIRST_OF_TIED,
    GAINS,
    INSTEAD_OF_LOADING,
    JOINT_SENTENCES,
    LACKS_THE_TAX,
    LAST_OF_TIED,
    MARKET_LOST,
    NO_TAX,
    PAYMENTS,
    SCORES,
    SUPPLIED,
    TEMPLATES,
    TO_SUPPLY,
    TOWN_HALL,
)
from malecon.games.cuba.text.words import (
    ALL_BUILDINGS,
    LAW,
    POINTS,
    VOTES,
    building_name,
    character_name,
    field_name,
    pesos,
    piece_name,
    pieces,
    pieces_or_text,
    place_name,
)


def special(event: Event, viewer: int | None) -> Sentences | None:
    """Return the sentences of events that are not told like others of their kind."""
    if isinstance(event, on.BecameFirst) and (not event.fourth or event.tied > 1):
        return LAST_OF_TIED if event.fourth else FIRST_BY_LOT
    if isinstance(event, on.Gained) and event.piece == "peso" and event.source == "alternative":
        return INSTEAD_OF_LOADING
    if isinstance(event, on.Gained):
        return GAINS.get(event.source)
    if isinstance(event, on.Paid):
        return PAYMENTS.get(event.source)
    if isinstance(event, on.Scored):
        return SCORES.get(event.source)
    if isinstance(event, on.Bought) and event.source == "supply":
        return SUPPLIED
    if isinstance(event, on.Sold) and event.source == "supply":
        return TO_SUPPLY
    if isinstance(event, on.Used) and event.building == "town hall":
        return TOWN_HALL
    if isinstance(event, parliament_events.Withheld) and event.law_type == "tax":
        return NO_TAX
    if isinstance(event, parliament_events.Lacked) and event.law_type == "tax":
        return LACKS_THE_TAX
    if isinstance(event, parliament_events.MarketMoved) and event.count < 0:
        return MARKET_LOST
    if isinstance(event, parliament_events.WonVote) and event.tied > 1:
        return FIRST_OF_TIED
    return None


def _joint_sentence(event: Event) -> JointSentence | None:
    """Return the sentence for what several players have one after the other."""
    if isinstance(event, on.Scored):
        return ALL_SCORE.get(event.source)
    if isinstance(event, parliament_events.Withheld):
        return ALL_WITHHOLD[event.law_type]
    if isinstance(event, parliament_events.Lacked):
        return ALL_LACK[event.law_type]
    return JOINT_SENTENCES.get(type(event))


def _is_implied(event: Event, following: Event | None) -> bool:
    """Tell whether the next event says it too: whose turn begins does something, a building that is used gives it."""
    if following is None or following.seat != event.seat:
        return False
    if isinstance(event, on.Used):
        return (
            isinstance(following, on.Stored | parliament_events.Vetoed | on.LookedThroughPile | on.Swapped)
            or getattr(following, "source", None) == event.building
        )
    return isinstance(event, on.TurnBegan)


def _more(run: Sequence[Any], language: Language) -> Mapping[str, object]:
    """Return the joint facts of a run of events."""
    event = run[0]
    facts: dict[str, object] = {}
    if hasattr(event, "piece"):
        facts["pieces"] = pieces([(one.piece, abs(getattr(one, "count", 1))) for one in run], language)
    if hasattr(event, "points"):
        facts["score"] = language.count(POINTS, sum(one.points for one in run))
    if hasattr(event, "votes"):
        facts["votes"] = language.count(VOTES, event.votes)
    if hasattr(event, "kind"):
        facts["laws"] = language.listing([law_name(one.kind, one.amount, language) for one in run])
    if hasattr(event, "place"):
        facts["ships"] = language.listing([_ship_at(one, language) for one in run if hasattr(one, "ship")])
    if hasattr(event, "pesos"):
        facts["bid"] = "" if event.pesos is None else pesos(event.pesos, language)
        facts["price"] = pesos(sum(one.pesos or 0 for one in run), language)
    return facts


def _ship_at(event: on.Arrived | on.MovedUp | on.Left, language: Language) -> str:
    place = place_name(event.place, language)
    return language.say(N_("ship {ship} ({place})"), ship=event.ship, place=place)


def _character_of(character: str | None, language: Language, names: Names) -> str:
    """Return a character; nothing for one that the listener may not know."""
    return character_name(character, language) if character else ""


def _building_of(building: str, language: Language, names: Names) -> str:
    """Return a building; other sources have sentences of their own."""
    return building_name(building, language) if building in ALL_BUILDINGS else building


def _law_type_of(law_type: str, language: Language, names: Names) -> str:
    return language.word(LAW, law_type)


def _pieces_of(fact: str, language: Language, names: Names) -> str:
    """Return numbers of pieces in words, or another text."""
    return pieces_or_text(fact, language)


NARRATOR = Narrator(
    templates=TEMPLATES,
    special=special,
    joined={
        on.Arrived: (),
        on.MovedUp: (),
        on.Left: (),
        parliament_events.BillTurnedUp: (),
        on.Gained: ("source",),
        on.Paid: ("source",),
        on.Bought: ("source",),
        on.Sold: ("source",),
        on.Stored: (),
        on.Loaded: ("place",),
        parliament_events.Enacted: (),
        parliament_events.Rejected: (),
        parliament_events.MarketMoved: (),
        on.Returned: (),
    },
    words={
        "character": _character_of,
        "fourth": _character_of,
        "source": _building_of,
        "building": _building_of,
        "field": lambda field, language, _: field_name(field, language),
        "place": lambda place, language, _: place_name(place, language),
        "law_type": _law_type_of,
    },
    more=_more,
    is_implied=_is_implied,
    reasons={
        "player": name_of_number,
        "character": _character_of,
        "played": _character_of,
        "building": _building_of,
        "piece": lambda piece, language, _: piece_name(piece, language),
        "law_type": _law_type_of,
        "missing": _pieces_of,
        "price": _pieces_of,
        "owned": _pieces_of,
        "lowest": _pieces_of,
        "left": _pieces_of,
    },
    joint_sentence=_joint_sentence,
)
"""Tells games of Cuba."""
