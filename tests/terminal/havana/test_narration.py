"""How Havana tells its events."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import astuple

from malecon.core.engine import Event
from malecon.core.i18n import languages, load
from malecon.games.havana import events as on
from malecon.games.havana.text.narration import ENDINGS, NARRATOR, WHY_NO_EFFECT
from modes import once
from terminal.terminal_helpers import decisions

NAMES = {0: "Ana", 1: "Ben", 2: "Carla"}
FACTS: dict[str, Any] = {
    "tile": 12,
    "end": "upper left",
    "piece": "brick",
    "count": 2,
    "card": "mama",
    "second": "pesos",
    "number": 4,
    "victim": 1,
    "row": 2,
    "column": 3,
    "covered": "siesta",
    "reason": "no tile left",
    "other": 1,
    "by": "pesos",
}
NOBODYS = (on.Supplied, on.RoundBegan, on.Refilled, on.Ended)


MISSING: Mapping[str, Callable[[Any, int], bool]] = {
    "refreshment": lambda view, seat: view.players[seat].discard_size == 0,
    "debris": lambda view, _: view.centre.debris == 0,
    "conservation": lambda view, _: view.tile_removed,
    "worker": lambda view, _: view.supply_workers <= (view.edition == "filosofia"),
    "architect": lambda view, _: view.supply_workers == 0,
    "pesos thief": lambda view, seat: not robbable(view, seat),
    "materials thief": lambda view, seat: not robbable(view, seat),
    "black market": lambda view, _: sum(astuple(view.bag)) == 0,
    "pesos": lambda view, _: view.centre_pesos == 0,
    "mama": lambda view, _: sum(astuple(view.centre)) == 0,
}
"""By card: what is not there when it has no effect."""


def robbable(view: Any, thief: int) -> list[int]:
    """Return whom a thief may rob (HAV-6.8, HAV-6.10)."""
    following = view.order[view.order.index(thief) + 1 :] or [seat for seat in view.order if seat != thief]
    return [seat for seat in following if "protection" not in view.players[seat].open]


def example(kind: type[Event]) -> Event:
    facts = {name: FACTS[name] for name in kind.__struct_fields__ if name != "seat"}
    return kind(None if kind in NOBODYS else 0, **facts)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("kind", on.EVENTS)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_every_kind_of_event_is_told(kind: type[Event], code: str, viewer: int | None) -> None:
    told = NARRATOR.tell(example(kind), load(code), NAMES, viewer)

    assert told.endswith(".")
    assert "{" not in told
    assert "  " not in told
    assert ("Ana" in told) == (kind not in NOBODYS and viewer != 0)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("kind", [kind for kind in on.EVENTS if kind.secret])
def test_hidden_fields_are_told_to_the_player_only(kind: type[Event], code: str) -> None:
    language, event = load(code), example(kind)
    hidden = [language.word("card", str(FACTS[name]).title()) for name in kind.secret]

    assert all(card in NARRATOR.tell(event, language, NAMES, 0) for card in hidden)
    for viewer in (None, 1):
        assert not any(card in NARRATOR.tell(event, language, NAMES, viewer) for card in hidden)


@pytest.mark.parametrize("reason", ENDINGS)
def test_every_end_is_told(reason: str) -> None:
    assert NARRATOR.tell(on.Ended(None, reason), load("fr"), NAMES, None).startswith("La partie s’arrête")


@pytest.mark.parametrize(
    ("event", "viewer", "told"),
    [
        (on.Gained(0, "peso", 1), None, "Ana takes 1 peso."),
        (on.Gained(0, "peso", 3), 0, "You take 3 pesos."),
        (on.Robbed(0, 1, "peso", 0), 1, "Ana robs you and gets nothing."),
        (on.Robbed(0, 1, "glass", 1), 2, "Ana robs Ben of 1 glass."),
        (on.Taxed(0, 1, "worker"), 1, "Ana makes you give up 1 worker."),
        (on.Taxed(0, 1, "worker"), 0, "You make Ben give up 1 worker."),
        (on.Performed(0, "tax collector"), None, "Ana performs Tax Collector."),
        (on.Revealed(0, "mama", "siesta"), None, "Ana shows 09: Mama and Siesta."),
        (on.Preceded(0, 1, "points"), 1, "Ana shows the same number as you and plays earlier, with fewer points."),
        (on.Preceded(0, 1, "age"), 2, "Ana shows the same number as Ben and plays earlier, as the younger of the two."),
        (on.HadNoEffect(0, "mama"), 0, "Mama has no effect for you: there are no cubes in the centre."),
        (on.HadNoEffect(0, "pesos thief"), 1, "Pesos Thief has no effect for Ana: nobody can be robbed."),
        (on.TookBack(0, 9), 1, "Ana takes back all 9 discarded cards: 2 or fewer were left in hand."),
    ],
)
def test_sentences(event: Event, viewer: int | None, told: str) -> None:
    assert NARRATOR.tell(event, load("en"), NAMES, viewer) == told


@once
def test_why_an_action_had_no_effect_is_true() -> None:
    """The position before the move is asked (HAV-6.1 to HAV-6.13)."""
    told = set[str]()
    for match, seat in decisions("havana", 60):
        if match.seen_by(None).question.kind != "perform":
            continue
        for move in match.legal(seat):
            after = match.copy()
            after.play(seat, move)
            for event in after.events_of(match.number)[1:2]:
                if isinstance(event, on.HadNoEffect):
                    assert MISSING[event.card](match.seen_by(None), seat), event
                    told.add(event.card)
    assert told | {"pesos"} == WHY_NO_EFFECT.keys()  # a centre without pesos is too rare in random games


def test_what_belongs_together_is_told_together() -> None:
    events = [
        on.Supplied(None, "brick", 1),
        on.Supplied(None, "glass", 1),
        on.Supplied(None, "brick", 1),
        on.TurnBegan(0),
        on.Bought(0, 5, "upper left"),
        on.Paid(0, "brick", 1),
        on.Paid(0, "peso", 2),
        on.TurnBegan(1),
    ]

    assert list(NARRATOR.tell_all(events, load("en"), NAMES, None)) == [
        "To the centre: 2 bricks and 1 glass.",
        "Ana buys the Lottery Office (upper left). Ana pays 1 brick and 2 pesos.",
        "It is the turn of Ben.",
    ]
