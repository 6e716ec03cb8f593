"""The recorded games of Havana together show everything that can happen."""

from functools import cache
from pathlib import Path

import malecon
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.games.havana.cards import CARDS
from malecon.games.havana.events import EVENTS, Ended, Gained, HadNoEffect, Performed, Revealed
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.state import ENDINGS

GAMES = Path(__file__).parent / "havana"


@cache
def recorded() -> list[Match]:
    return [malecon.replay(path.read_text("utf-8")) for path in sorted(GAMES.glob("*.game"))]


@cache
def havana_events() -> list[Event]:
    return [event for match in recorded() for event in match.events]


def havana_moves() -> set[str]:
    return {move for match in recorded() for _, move in match.moves}


def test_every_kind_of_event_happens() -> None:
    assert {type(event) for event in havana_events()} == set(EVENTS)


def test_every_card_is_performed_or_lies_open_and_every_optional_one_is_declined() -> None:
    shown = {card for event in havana_events() if isinstance(event, Revealed) for card in (event.card, event.second)}
    performed = {event.card for event in havana_events() if isinstance(event, Performed)}

    assert shown == performed == {card.name for card in CARDS}
    assert {"refresh nothing", "remove nothing"} <= havana_moves()
    assert any(isinstance(event, HadNoEffect) for event in havana_events())


def test_every_way_to_end_happens() -> None:
    reasons = {event.reason for event in havana_events() if isinstance(event, Ended)}

    assert reasons == set(ENDINGS) - {""}


def test_every_question_is_answered() -> None:
    answered = {QUESTION_TABLE.of(QUESTION_TABLE.notation.parse(move))[0] for move in havana_moves()}

    assert answered == set(QUESTION_TABLE)


def test_every_exchange_is_made() -> None:
    payments = {move for move in havana_moves() if move.startswith("pay ")}

    assert "pay as printed" in payments
    assert any("debris for" in move and "pesos for" not in move for move in payments)
    assert any("pesos for" in move and "debris for" not in move for move in payments)
    assert any("debris for" in move and "pesos for" in move for move in payments)
    for colour in ("brick", "sandstone", "loam", "glass"):
        assert any("debris for" in move and colour in move for move in payments), colour


def test_all_pieces_are_gained_and_both_editions_all_seat_counts_and_own_tiles_are_played() -> None:
    headers = [match.record() for match in recorded()]

    assert {event.piece for event in havana_events() if isinstance(event, Gained)} >= {"debris", "worker", "peso"}
    assert {match.seats for match in recorded()} == {2, 3, 4}
    assert any("edition filosofia" in header for header in headers)
    assert any("ages " in header for header in headers)
    assert any("tile 1:" in header for header in headers)
    assert any("position {" in header for header in headers)
    assert any(len(match.winners) > 1 for match in recorded())
