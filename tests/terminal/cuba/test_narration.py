"""How Cuba tells its events."""

from pathlib import Path
from typing import Any

import pytest

import malecon
from malecon.core.engine import Event
from malecon.core.i18n import languages, load
from malecon.games.cuba import events as on
from malecon.games.cuba import parliament_events
from malecon.games.cuba.text.narration import NARRATOR, special
from malecon.games.cuba.text.words import ALL_BUILDINGS, character_name, pesos
from terminal.terminal_helpers import NAMES

RECORDED = sorted((Path(__file__).parents[2] / "golden" / "cuba").glob("*.game"))
"""Games that together show everything that can happen."""

FACTS: dict[str, Any] = {
    "ship": 7,
    "old": 12,
    "place": "dock 2",
    "number": 4,
    "law": 3,
    "kind": "duty water",
    "amount": 1,
    "character": "mayor",
    "fourth": "mayor",
    "field": "row 2 column 3",
    "piece": "rum",
    "count": 2,
    "source": "sawmill",
    "pesos": 13,
    "building": "inn",
    "points": 3,
    "votes": 5,
    "tied": 1,
    "law_type": "tax",
}
NOBODYS = (
    on.Arrived, on.MovedUp, on.Left, on.RoundBegan, on.Ended,
    parliament_events.BiddingForbidden, parliament_events.BillTurnedUp, parliament_events.Rejected,
    parliament_events.MarketMoved,
)  # fmt: skip
each_language = pytest.mark.parametrize("code", languages())
each_secret = pytest.mark.parametrize("kind", [kind for kind in on.EVENTS if kind.secret])


def example(kind: type[Event], seat: int = 0) -> Event:
    facts = {name: FACTS[name] for name in kind.__struct_fields__ if name != "seat"}
    return kind(None if kind in NOBODYS else seat, **facts)


def hidden_words(kind: type[Event], code: str) -> list[str]:
    """Return how the secret fields of an example would be said."""
    said = {"character": character_name("mayor", load(code)), "pesos": pesos(13, load(code))}
    return [said[name] for name in kind.secret]


def told(events: list[Event], viewer: int | None = None, code: str = "en") -> list[str]:
    return list(NARRATOR.tell_all(events, load(code), NAMES, viewer))


@each_language
@pytest.mark.parametrize("kind", on.EVENTS)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_every_kind_of_event_is_told(kind: type[Event], code: str, viewer: int | None) -> None:
    said = NARRATOR.tell(example(kind), load(code), NAMES, viewer)

    assert said.endswith(".")
    assert "{" not in said
    assert "  " not in said
    assert ("Ana" in said) == (kind not in NOBODYS and viewer != 0)


@pytest.mark.parametrize("kind", on.EVENTS)
def test_french_has_sentences_of_its_own(kind: type[Event]) -> None:
    for viewer in (None, 0):
        english, french = (NARRATOR.tell(example(kind), load(code), NAMES, viewer) for code in ("en", "fr"))
        assert english != french


def test_some_kinds_of_event_hold_secrets() -> None:
    assert {kind for kind in on.EVENTS if kind.secret} == {on.Sealed, parliament_events.Bid}


@each_language
@each_secret
def test_hidden_fields_are_told_to_the_player_only(kind: type[Event], code: str) -> None:
    hidden = hidden_words(kind, code)

    assert all(word in NARRATOR.tell(example(kind), load(code), NAMES, 0) for word in hidden)
    for viewer in (None, 1):
        assert not any(word in NARRATOR.tell(example(kind), load(code), NAMES, viewer) for word in hidden)


@each_language
@each_secret
def test_what_all_do_in_secret_stays_secret_when_told_at_once(kind: type[Event], code: str) -> None:
    events, hidden = [example(kind, seat) for seat in range(3)], hidden_words(kind, code)

    (for_all,) = told(events, None, code)
    (for_ben,) = told(events, 1, code)

    assert not any(word in for_all for word in hidden)
    assert all(for_ben.count(word) == 1 for word in hidden)


def test_every_source_that_occurs_is_said_in_words() -> None:
    happened = [event for path in RECORDED for event in malecon.replay(path.read_text("utf-8")).events]
    with_source = [event for event in happened if isinstance(event, on.Gained | on.Paid | on.Scored)]

    assert {event.source for event in with_source if special(event, None) is None} <= set(ALL_BUILDINGS)
    assert {event.source for event in with_source} >= {"start", "worker", "alternative", "cost", "tax", "duty", "both"}


@pytest.mark.parametrize(
    ("event", "viewer", "said"),
    [
        (on.Gained(0, "peso", 4, "alternative"), None, "Ana takes 4 pesos instead of loading."),
        (on.Gained(0, "wood", 1, "alternative"), 0, "You take 1 wood instead of trading."),
        (on.Gained(0, "peso", 2, "small bank"), 0, "You get 2 pesos from the small bank."),
        (on.Gained(0, "cigars", 1, "canadian embassy"), None, "Ana gets 1 cigar from the Canadian Embassy."),
        (on.Paid(0, "wood", 2, "cost"), None, "Ana pays 2 wood for a building."),
        (on.Paid(0, "stone", 3, "cement factory"), 0, "You pay 3 stone at the cement factory."),
        (on.Scored(0, 1, "both"), None, "Ana scores 1 point for paying both."),
        (on.Scored(0, 2, "hotel"), None, "Ana scores 2 points with the hotel."),
        (on.Bought(0, "rum", 7, "supply"), None, "Ana buys 1 rum from the supply for 7 pesos."),
        (on.Sold(0, "rum", 3, "supply"), 0, "You sell 1 rum to the supply for 3 pesos."),
        (on.Used(0, "town hall"), None, "Ana uses the town hall: 2 votes more in this parliament."),
        (parliament_events.Withheld(0, "tax"), None, "Ana does not pay the tax."),
        (parliament_events.Withheld(0, "duty"), 0, "You do not pay the duty."),
        (parliament_events.BiddingForbidden(None), 0, "Nobody bids: the corruption act forbids it."),
        (parliament_events.Lacked(0, "tax"), 0, "You cannot pay the tax."),
        (parliament_events.Lacked(0, "duty"), None, "Ana cannot pay the duty."),
        (parliament_events.MarketMoved(None, "sugar", -2), None, "The trade act takes from the market: 2 sugar cane."),
        (parliament_events.MarketMoved(None, "sugar", 1), None, "The trade act adds to the market: 1 sugar cane."),
        (
            parliament_events.Vetoed(0, 6, "tax buildings", 1),
            1,
            "Ana removes a bill with the church: tax (1 peso for each building, warehouse included).",
        ),
        (parliament_events.Bid(0, 0), 0, "You bid 0 pesos."),
    ],
)
def test_sentences(event: Event, viewer: int | None, said: str) -> None:
    assert NARRATOR.tell(event, load("en"), NAMES, viewer) == said


def test_a_turn_is_one_paragraph() -> None:
    events: list[Event] = [
        on.TurnBegan(0),
        on.Played(0, "worker"),
        on.MovedTo(0, "row 1 column 4"),
        on.Gained(0, "stone", 1, "worker"),
        on.Gained(0, "wood", 2, "worker"),
        on.Gained(0, "citrus", 1, "worker"),
        on.Paid(0, "water", 1, "worker"),
        on.Gained(0, "citrus", 1, "worker"),
        on.TurnBegan(1),
    ]

    assert told(events) == [
        "Ana plays the worker. Ana puts the pawn on row 1, column 4. Ana harvests 1 stone, 2 wood and 1 citrus. "
        "Ana pays 1 water for the fields. Ana harvests 1 citrus.",
        "It is the turn of Ben.",
    ]


def test_purchases_and_sales_are_told_together() -> None:
    events: list[Event] = [
        on.Sold(0, "rum", 4, "market"),
        on.Sold(0, "sugar", 3, "market"),
        on.Sold(0, "sugar", 1, "supply"),
        on.Bought(0, "cigars", 4, "market"),
        on.Bought(0, "cigars", 5, "market"),
    ]

    assert told(events) == [
        "Ana sells 1 rum and 1 sugar cane for 7 pesos. Ana sells 1 sugar cane to the supply for 1 peso. "
        "Ana buys 2 cigars for 9 pesos."
    ]


def test_a_building_is_paid_for_and_built() -> None:
    events: list[Event] = [
        on.Paid(0, "wood", 2, "cost"),
        on.Paid(0, "stone", 1, "cost"),
        on.Paid(0, "peso", 2, "cost"),
        on.Built(0, "sawmill", "row 2 column 1"),
    ]

    assert told(events, 0) == [
        "You pay 2 wood, 1 stone and 2 pesos for a building. You build the sawmill on row 2, column 1."
    ]


def test_pieces_loaded_at_one_dock_are_told_together() -> None:
    events: list[Event] = [
        on.Loaded(0, "rum", "dock 3", 3),
        on.Loaded(0, "rum", "dock 3", 3),
        on.Loaded(0, "citrus", "dock 3", 3),
        on.Loaded(0, "citrus", "dock 1", 1),
    ]

    assert told(events) == ["Ana loads 2 rum and 1 citrus at dock 3: 9 points. Ana loads 1 citrus at dock 1: 1 point."]


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (on.Gained(0, "water", 2, "dam"), "Ana gets 2 water from the dam."),
        (on.Stored(0, "citrus", 2), "Ana stores 2 citrus in the warehouse."),
        (on.Swapped(0, 1, 3), "Ana sends ship 1 to sea in place of ship 3; the pile is shuffled."),
        (on.Loaded(0, "rum", "dock 1", 1), "Ana uses the dam. Ana loads 1 rum at dock 1: 1 point."),
        (on.Gained(0, "peso", 2, "small bank"), "Ana uses the dam. Ana gets 2 pesos from the small bank."),
        (on.Gained(1, "water", 2, "dam"), "Ana uses the dam."),
    ],
)
def test_a_use_goes_without_saying_when_what_it_does_tells_it(effect: Event, said: str) -> None:
    assert told([on.Used(0, "dam"), effect])[0] == said


def test_gains_and_payments_of_two_buildings_are_told_apart() -> None:
    events: list[Event] = [
        on.Paid(0, "wood", 1, "sawmill"),
        on.Paid(0, "wood", 1, "resource market"),
        on.Gained(0, "peso", 2, "resource market"),
        on.Gained(0, "peso", 2, "small bank"),
    ]

    assert told(events) == [
        "Ana pays 1 wood at the sawmill. Ana pays 1 wood at the resource market. "
        "Ana gets 2 pesos from the resource market. Ana gets 2 pesos from the small bank."
    ]


def test_the_harbour_is_told_by_what_ships_do() -> None:
    events: list[Event] = [
        on.Left(None, 2, "dock 3"),
        on.MovedUp(None, 13, "dock 3"),
        on.MovedUp(None, 9, "dock 2"),
        on.Arrived(None, 10, "dock 1"),
        on.Arrived(None, 4, "sea"),
    ]

    assert told(events) == [
        "Leaving the harbour: ship 2 (dock 3).",
        "Moving up: ship 13 (dock 3) and ship 9 (dock 2).",
        "To the harbour: ship 10 (dock 1) and ship 4 (sea).",
    ]


def test_the_parliament_is_told_for_all_at_once() -> None:
    events: list[Event] = [
        parliament_events.Showed(0, "mayor", 5),
        parliament_events.Showed(1, "worker", 3),
        parliament_events.Bid(0, 1),
        parliament_events.Bid(1, 3),
        parliament_events.BidShown(0, 1, 6),
        parliament_events.BidShown(1, 3, 6),
        parliament_events.Tied(0),
        parliament_events.Tied(1),
        parliament_events.WonVote(1, 2),
        parliament_events.Enacted(1, 3, "tax pesos", 3),
        parliament_events.Enacted(1, 10, "duty water", 1),
    ]

    assert told(events, 1) == [
        "In the parliament: Ana shows the mayor (5 votes); you show the worker (3 votes).",
        "Secret bids: Ana; you (3 pesos).",
        "The bids: Ana pays 1 peso (6 votes in all); you pay 3 pesos (6 votes in all).",
        "Tied for most votes: Ana; you.",
        "You come first in turn order and win the vote. You enact tax (3 pesos) and duty (1 water).",
    ]


def test_laws_are_told_for_all_at_once() -> None:
    events: list[Event] = [
        parliament_events.Withheld(0, "tax"),
        parliament_events.Withheld(1, "tax"),
        parliament_events.Withheld(0, "duty"),
        parliament_events.Lacked(1, "duty"),
        on.Scored(0, 3, "subsidy"),
        on.Scored(1, 1, "subsidy"),
        on.Scored(0, 4, "buildings"),
        on.Scored(1, 6, "buildings"),
        on.Returned(0, "citrus", 2),
        on.Returned(0, "tobacco", 1),
        on.Returned(1, "sugar", 1),
    ]

    assert told(events, 0) == [
        "The tax is not paid by: you; Ben.",
        "You do not pay the duty.",
        "Ben cannot pay the duty.",
        "By the subsidy: you score 3 points; Ben scores 1 point.",
        "For buildings: you score 4 points; Ben scores 6 points.",
        "Lost from the yards: you (2 citrus and 1 tobacco); Ben (1 sugar cane).",
    ]


def test_that_the_pile_is_shuffled_is_told() -> None:
    assert told([on.Used(0, "lighthouse"), on.LookedThroughPile(0), on.LeftPile(0)]) == [
        "Ana looks through the ship pile from the lighthouse. Ana leaves the ships as they are; the pile is shuffled."
    ]
