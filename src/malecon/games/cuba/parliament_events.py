"""What can happen to bills and laws in a game of Cuba, and in the parliament (CUB-3.2, chapters 5 to 7)."""

from malecon.core.engine import Event


class BillTurnedUp(Event, frozen=True, tag="bill turned up"):
    """A law card was turned up as a bill (CUB-3.2)."""

    reveals = True

    law: int
    kind: str
    amount: int


class Vetoed(Event, frozen=True, tag="vetoed"):
    """A player removed a bill with the Church (CUB-6.1)."""

    law: int
    kind: str
    amount: int


class Showed(Event, frozen=True, tag="showed"):
    """A player showed the fifth character, with this many votes, a Town hall's included (CUB-5.1)."""

    reveals = True

    character: str
    votes: int


class Bid(Event, frozen=True, tag="bid"):
    """A player decided in secret how much to bid (CUB-5.2)."""

    secret = ("pesos",)
    passes = True

    pesos: int | None


class BidShown(Event, frozen=True, tag="bid shown"):
    """A bid was shown and paid, which makes this many votes in all (CUB-5.2, CUB-5.4)."""

    reveals = True

    pesos: int
    votes: int


class Tied(Event, frozen=True, tag="tied"):
    """A player is tied for most votes and bids again (CUB-5.4)."""


class WonVote(Event, frozen=True, tag="won vote"):
    """A player won the parliament (CUB-5.3); of so many ``tied`` for most votes this one comes first (CUB-5.4)."""

    tied: int


class Enacted(Event, frozen=True, tag="enacted"):
    """A bill became law and replaced the law of its type (CUB-5.6)."""

    passes = True

    law: int
    kind: str
    amount: int


class Rejected(Event, frozen=True, tag="rejected"):
    """A bill that was not chosen left the game (CUB-5.6)."""

    law: int
    kind: str
    amount: int


class Withheld(Event, frozen=True, tag="withheld"):
    """A player did not pay the tax or the duty (CUB-7.1, CUB-7.2)."""

    passes = True

    law_type: str


class BiddingForbidden(Event, frozen=True, tag="bidding forbidden"):
    """Nobody bids, for the corruption act forbids it (CUB-5.5)."""


class Lacked(Event, frozen=True, tag="lacked"):
    """A player could not pay the tax or the duty, and was not asked (CUB-7.7)."""

    law_type: str


class MarketMoved(Event, frozen=True, tag="market moved"):
    """A trade act added products to the market, or removed them (CUB-7.5)."""

    piece: str
    count: int
