"""Telling what happened: the sentences of Cuba."""

from collections.abc import Mapping, Sequence
from typing import Any

from malecon.core.events import Event
from malecon.core.i18n import N_, Language
from malecon.core.narration import JointSentence, Names, Narrator, Sentences, name_of_number
from malecon.games.cuba import events as on
from malecon.games.cuba.text.laws import law_name
from malecon.games.cuba.text.words import (
    ALL_BUILDINGS,
    LAW,
    PIECE,
    POINTS,
    VOTES,
    building_name,
    character_name,
    field_name,
    pesos,
    pieces,
    pieces_or_text,
    place_name,
)

TEMPLATES: Mapping[type[Event], Sentences] = {
    on.BecameFirst: (N_("{player} is first player."), N_("You are first player.")),
    on.Arrived: (N_("To the harbour: {ships}."), ""),
    on.MovedUp: (N_("Moving up: {ships}."), ""),
    on.Left: (N_("Leaving the harbour: {ships}."), ""),
    on.RoundBegan: (N_("Round {number} begins."), ""),
    on.BillTurnedUp: (N_("Bills: {laws}."), ""),
    on.Sealed: (N_("{player} seals a character."), N_("You seal the {character}.")),
    on.TurnBegan: (N_("It is the turn of {player}."), N_("It is your turn.")),
    on.Played: (N_("{player} plays the {character}."), N_("You play the {character}.")),
    on.DidNothing: (N_("{player} leaves out the action."), N_("You leave out the action.")),
    on.MovedTo: (N_("{player} puts the pawn on {field}."), N_("You put the pawn on {field}.")),
    on.Gained: (N_("{player} gets {pieces} from the {source}."), N_("You get {pieces} from the {source}.")),
    on.Paid: (N_("{player} pays {pieces} at the {source}."), N_("You pay {pieces} at the {source}.")),
    on.Bought: (N_("{player} buys {pieces} for {price}."), N_("You buy {pieces} for {price}.")),
    on.Sold: (N_("{player} sells {pieces} for {price}."), N_("You sell {pieces} for {price}.")),
    on.Built: (N_("{player} builds the {building} on {field}."), N_("You build the {building} on {field}.")),
    on.Used: (N_("{player} uses the {building}."), N_("You use the {building}.")),
    on.Stored: (N_("{player} stores {pieces} in the warehouse."), N_("You store {pieces} in the warehouse.")),
    on.Loaded: (
        N_("{player} loads {pieces} at {place}: {score}."),
        N_("You load {pieces} at {place}: {score}."),
    ),
    on.Scored: (N_("{player} scores {score} with the {source}."), N_("You score {score} with the {source}.")),
    on.Vetoed: (
        N_("{player} removes a bill with the church: {laws}."),
        N_("You remove a bill with the church: {laws}."),
    ),
    on.LookedThroughPile: (
        N_("{player} looks through the ship pile from the lighthouse."),
        N_("You look through the ship pile from the lighthouse."),
    ),
    on.Swapped: (
        N_("{player} sends ship {ship} to sea in place of ship {old}; the pile is shuffled."),
        N_("You send ship {ship} to sea in place of ship {old}; the pile is shuffled."),
    ),
    on.LeftPile: (
        N_("{player} leaves the ships as they are; the pile is shuffled."),
        N_("You leave the ships as they are; the pile is shuffled."),
    ),
    on.Showed: (
        N_("{player} shows the {character} in the parliament: {votes}."),
        N_("You show the {character} in the parliament: {votes}."),
    ),
    on.Bid: (N_("{player} has decided on a bid."), N_("You bid {bid}.")),
    on.BidShown: (N_("{player} has bid {bid}, which makes {votes}."), N_("You have bid {bid}, which makes {votes}.")),
    on.Tied: (N_("{player} is tied for most votes."), N_("You are tied for most votes.")),
    on.WonVote: (N_("{player} wins the vote."), N_("You win the vote.")),
    on.Enacted: (N_("{player} enacts {laws}."), N_("You enact {laws}.")),
    on.Rejected: (N_("Rejected: {laws}."), ""),
    on.Withheld: (N_("{player} does not pay the duty."), N_("You do not pay the duty.")),
    on.MarketMoved: (N_("The trade act adds to the market: {pieces}."), ""),
    on.Returned: (
        N_("{player} loses from the yard: {pieces}."),
        N_("You lose from your yard: {pieces}."),
    ),
    on.Ended: (N_("The game ends after the sixth round."), ""),
}
"""How an event is told as a rule: gains, payments and points as those of a building; ``special`` knows the others."""

GAINS: Mapping[str, Sentences] = {
    "start": (N_("{player} begins with {pieces}."), N_("You begin with {pieces}.")),
    "worker": (N_("{player} harvests {pieces}."), N_("You harvest {pieces}.")),
    "alternative": (N_("{player} takes {pieces} instead."), N_("You take {pieces} instead.")),
}
PAYMENTS: Mapping[str, Sentences] = {
    "worker": (N_("{player} pays {pieces} for the fields."), N_("You pay {pieces} for the fields.")),
    "cost": (N_("{player} pays {pieces} for a building."), N_("You pay {pieces} for a building.")),
    "tax": (N_("{player} pays the tax of {pieces}."), N_("You pay the tax of {pieces}.")),
    "duty": (N_("{player} pays the duty of {pieces}."), N_("You pay the duty of {pieces}.")),
}
SCORES: Mapping[str, Sentences] = {
    "alternative": (N_("{player} scores {score} instead."), N_("You score {score} instead.")),
    "tax": (N_("{player} scores {score} for the tax."), N_("You score {score} for the tax.")),
    "duty": (N_("{player} scores {score} for the duty."), N_("You score {score} for the duty.")),
    "both": (N_("{player} scores {score} for paying both."), N_("You score {score} for paying both.")),
    "subsidy": (N_("{player} scores {score} by the subsidy."), N_("You score {score} by the subsidy.")),
    "buildings": (N_("{player} scores {score} for buildings."), N_("You score {score} for buildings.")),
}
"""By source."""
SUPPLIED: Sentences = (
    N_("{player} buys {pieces} from the supply for {price}."),
    N_("You buy {pieces} from the supply for {price}."),
)
TO_SUPPLY: Sentences = (
    N_("{player} sells {pieces} to the supply for {price}."),
    N_("You sell {pieces} to the supply for {price}."),
)
FIRST_OF_TIED: Sentences = (
    N_("{player} comes first in turn order and wins the vote."),
    N_("You come first in turn order and win the vote."),
)
NOT_SHUFFLED: Sentences = (N_("{player} leaves the ships as they are."), N_("You leave the ships as they are."))
"""In games by version 1 of the rules."""
NO_TAX: Sentences = (N_("{player} does not pay the tax."), N_("You do not pay the tax."))
MARKET_LOST: Sentences = (N_("The trade act takes from the market: {pieces}."), "")

JOINT_SENTENCES: Mapping[type[Event], JointSentence] = {
    on.Sealed: (N_("Characters are sealed: {all}."), (N_("{player}"), N_("you the {character}"))),
    on.Bid: (N_("In secret, {all}."), (N_("{player} bids"), N_("you bid {bid}"))),
    on.Showed: (
        N_("In the parliament: {all}."),
        (N_("{player} shows the {character} ({votes})"), N_("you show the {character} ({votes})")),
    ),
    on.BidShown: (
        N_("The bids: {all}."),
        (N_("{player} pays {bid} ({votes} in all)"), N_("you pay {bid} ({votes} in all)")),
    ),
    on.Tied: (N_("Tied for most votes: {all}."), (N_("{player}"), N_("you"))),
    on.Returned: (
        N_("Lost from the yards: {all}."),
        (N_("{player} ({pieces})"), N_("you ({pieces})")),
    ),
}
ALL_SCORE: Mapping[str, JointSentence] = {
    "subsidy": (N_("By the subsidy: {all}."), (N_("{player} scores {score}"), N_("you score {score}"))),
    "buildings": (N_("For buildings: {all}."), (N_("{player} scores {score}"), N_("you score {score}"))),
}
"""What happens to all, by source."""
ALL_WITHHOLD: Mapping[str, JointSentence] = {
    "tax": (N_("The tax is not paid by: {all}."), (N_("{player}"), N_("you"))),
    "duty": (N_("The duty is not paid by: {all}."), (N_("{player}"), N_("you"))),
}
"""By type of law."""


def special(event: Event, viewer: int | None) -> Sentences | None:
    """Return the sentences of events that are not told like others of their kind."""
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
    if isinstance(event, on.Withheld) and event.law_type == "tax":
        return NO_TAX
    if isinstance(event, on.MarketMoved) and event.count < 0:
        return MARKET_LOST
    if isinstance(event, on.LeftPile) and not event.is_shuffled:
        return NOT_SHUFFLED
    if isinstance(event, on.WonVote) and event.tied > 1:
        return FIRST_OF_TIED
    return None


def joint_sentence(event: Event) -> JointSentence | None:
    """Return the sentence for what several players have one after the other."""
    if isinstance(event, on.Scored):
        return ALL_SCORE.get(event.source)
    return ALL_WITHHOLD[event.law_type] if isinstance(event, on.Withheld) else JOINT_SENTENCES.get(type(event))


def is_implied(event: Event, following: Event | None) -> bool:
    """Tell whether the next event says it too: whose turn begins does something, a building that is used gives it."""
    if following is None or following.seat != event.seat:
        return False
    if isinstance(event, on.Used):
        return (
            isinstance(following, on.Stored | on.Vetoed | on.LookedThroughPile | on.Swapped)
            or getattr(following, "source", None) == event.building
        )
    return isinstance(event, on.TurnBegan)


def more(run: Sequence[Any], language: Language) -> Mapping[str, object]:
    """Return what a run of events has together."""
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
        facts["ships"] = language.listing([ship_at(one, language) for one in run if hasattr(one, "ship")])
    if hasattr(event, "pesos"):
        facts["bid"] = "" if event.pesos is None else pesos(event.pesos, language)
        facts["price"] = pesos(sum(one.pesos or 0 for one in run), language)
    return facts


def ship_at(event: on.Arrived | on.MovedUp | on.Left, language: Language) -> str:
    """Return a ship with its place."""
    place = place_name(event.place, language)
    return language.say(N_("ship {ship} ({place})"), ship=event.ship, place=place)


def character_of(character: str | None, language: Language, names: Names) -> str:
    """Return a character; nothing for one that the listener may not know."""
    return "" if character is None else character_name(character, language)


def building_of(building: str, language: Language, names: Names) -> str:
    """Return a building; other sources have sentences of their own."""
    return building_name(building, language) if building in ALL_BUILDINGS else building


def field_of(field: str, language: Language, names: Names) -> str:
    """Return where a field lies."""
    return field_name(field, language)


def place_of(place: str, language: Language, names: Names) -> str:
    """Return a dock, or the sea."""
    return place_name(place, language)


def piece_of(piece: str, language: Language, names: Names) -> str:
    """Return the word for a piece."""
    return language.word(PIECE, piece)


def law_type_of(law_type: str, language: Language, names: Names) -> str:
    """Return the word for a type of law."""
    return language.word(LAW, law_type)


def pieces_of(fact: str, language: Language, names: Names) -> str:
    """Return numbers of pieces in words, or another text."""
    return pieces_or_text(fact, language)


NARRATOR = Narrator(
    templates=TEMPLATES,
    special=special,
    joined={
        on.Arrived: (),
        on.MovedUp: (),
        on.Left: (),
        on.BillTurnedUp: (),
        on.Gained: ("source",),
        on.Paid: ("source",),
        on.Bought: ("source",),
        on.Sold: ("source",),
        on.Stored: (),
        on.Loaded: ("place",),
        on.Enacted: (),
        on.Rejected: (),
        on.MarketMoved: (),
        on.Returned: (),
    },
    words={
        "character": character_of,
        "source": building_of,
        "building": building_of,
        "field": field_of,
        "place": place_of,
        "law_type": law_type_of,
    },
    more=more,
    is_implied=is_implied,
    reasons={
        "player": name_of_number,
        "character": character_of,
        "played": character_of,
        "building": building_of,
        "piece": piece_of,
        "law_type": law_type_of,
        "missing": pieces_of,
        "price": pieces_of,
        "owned": pieces_of,
        "lowest": pieces_of,
        "left": pieces_of,
    },
    joint_sentence=joint_sentence,
)
"""Tells games of Cuba."""
