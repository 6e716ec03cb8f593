"""The sentences about events of Cuba, which ``narration.py`` fills in."""

from collections.abc import Mapping

from malecon.core.engine import Event
from malecon.core.i18n import N_
from malecon.core.narration import JointSentence, Sentences
from malecon.games.cuba import events as on
from malecon.games.cuba import parliament_events

TEMPLATES: Mapping[type[Event], Sentences] = {
    on.BecameFirst: (
        N_("{player} becomes first player with the {fourth}, the highest character played fourth."),
        N_("You become first player with the {fourth}, the highest character played fourth."),
    ),
    on.Arrived: (N_("To the harbour: {ships}."), ""),
    on.MovedUp: (N_("Moving up: {ships}."), ""),
    on.Left: (N_("Leaving the harbour: {ships}."), ""),
    on.RoundBegan: (N_("Round {number} begins."), ""),
    parliament_events.BillTurnedUp: (N_("Bills: {laws}."), ""),
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
    parliament_events.Vetoed: (
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
    parliament_events.Showed: (
        N_("{player} shows the {character} in the parliament: {votes}."),
        N_("You show the {character} in the parliament: {votes}."),
    ),
    parliament_events.Bid: (N_("{player} has decided on a bid."), N_("You bid {bid}.")),
    parliament_events.BidShown: (
        N_("{player} has bid {bid}, which makes {votes}."),
        N_("You have bid {bid}, which makes {votes}."),
    ),
    parliament_events.Tied: (N_("{player} is tied for most votes."), N_("You are tied for most votes.")),
    parliament_events.WonVote: (N_("{player} wins the vote."), N_("You win the vote.")),
    parliament_events.Enacted: (N_("{player} enacts {laws}."), N_("You enact {laws}.")),
    parliament_events.Rejected: (N_("Rejected: {laws}."), ""),
    parliament_events.Withheld: (N_("{player} does not pay the duty."), N_("You do not pay the duty.")),
    parliament_events.BiddingForbidden: (N_("Nobody bids: the corruption act forbids it."), ""),
    parliament_events.Lacked: (N_("{player} cannot pay the duty."), N_("You cannot pay the duty.")),
    parliament_events.MarketMoved: (N_("The trade act adds to the market: {pieces}."), ""),
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
    "alternative": (N_("{player} takes {pieces} instead of trading."), N_("You take {pieces} instead of trading.")),
}


INSTEAD_OF_LOADING: Sentences = (
    N_("{player} takes {pieces} instead of loading."),
    N_("You take {pieces} instead of loading."),
)


PAYMENTS: Mapping[str, Sentences] = {
    "worker": (N_("{player} pays {pieces} for the fields."), N_("You pay {pieces} for the fields.")),
    "cost": (N_("{player} pays {pieces} for a building."), N_("You pay {pieces} for a building.")),
    "tax": (N_("{player} pays the tax of {pieces}."), N_("You pay the tax of {pieces}.")),
    "duty": (N_("{player} pays the duty of {pieces}."), N_("You pay the duty of {pieces}.")),
}


SCORES: Mapping[str, Sentences] = {
    "alternative": (N_("{player} scores {score} instead of building."), N_("You score {score} instead of building.")),
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


FIRST_BY_LOT: Sentences = (N_("{player} is drawn as first player."), N_("You are drawn as first player."))


LAST_OF_TIED: Sentences = (
    N_("{player} becomes first player: {tied} ended with the highest character, the {fourth}, {player} last."),
    N_("You become first player: {tied} ended with the highest character, the {fourth}, you last."),
)


TOWN_HALL: Sentences = (
    N_("{player} uses the {building}: 2 votes more in this parliament."),
    N_("You use the {building}: 2 votes more in this parliament."),
)
NO_TAX: Sentences = (N_("{player} does not pay the tax."), N_("You do not pay the tax."))
LACKS_THE_TAX: Sentences = (N_("{player} cannot pay the tax."), N_("You cannot pay the tax."))


MARKET_LOST: Sentences = (N_("The trade act takes from the market: {pieces}."), "")


JOINT_SENTENCES: Mapping[type[Event], JointSentence] = {
    on.Sealed: (N_("Sealed for the parliament: {all}."), (N_("one of {player}"), N_("your {character}"))),
    parliament_events.Bid: (N_("Secret bids: {all}."), (N_("{player}"), N_("you ({bid})"))),
    parliament_events.Showed: (
        N_("In the parliament: {all}."),
        (N_("{player} shows the {character} ({votes})"), N_("you show the {character} ({votes})")),
    ),
    parliament_events.BidShown: (
        N_("The bids: {all}."),
        (N_("{player} pays {bid} ({votes} in all)"), N_("you pay {bid} ({votes} in all)")),
    ),
    parliament_events.Tied: (N_("Tied for most votes: {all}."), (N_("{player}"), N_("you"))),
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


ALL_LACK: Mapping[str, JointSentence] = {
    "tax": (N_("The tax cannot be paid by: {all}."), (N_("{player}"), N_("you"))),
    "duty": (N_("The duty cannot be paid by: {all}."), (N_("{player}"), N_("you"))),
}
"""By type of law."""
