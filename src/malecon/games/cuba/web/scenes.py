"""Scenes of Cuba: what happens on the page of a viewer, one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from malecon.core.engine import Event
from malecon.core.narration import Told
from malecon.games.cuba import events as on
from malecon.games.cuba import parliament_events as vote
from malecon.games.cuba.boards import FIELD_NAMES, GOODS, PLACES, PRODUCTS
from malecon.games.cuba.cards import OTHER, TYPES
from malecon.games.cuba.state import MAX_SEATS
from malecon.games.cuba.view import View
from malecon.games.cuba.web.buildings import tile_id
from malecon.games.cuba.web.captions import captioned, summed_up
from malecon.games.cuba.web.event_places import places_of
from malecon.games.cuba.web.harbour import berth_id
from malecon.games.cuba.web.parliament import bill_id, force_id
from malecon.games.cuba.web.plantation import STORES, heap_id
from malecon.presentation.perspective import Perspective
from malecon.presentation.scenes import (
    LOSS,
    NEWS,
    Effect,
    Flight,
    Kinds,
    Scene,
    joined,
    led_to,
    scene_of,
)

MOST_EFFECTS = 2048
"""Cached effects of events, of which most come again and again."""
PESO, SUN = "icon-peso", "icon-sun"
KINDS: Kinds = {
    "end": (1600, "turn"),
    "bids": (3200, "reveal"),
    "sail": (2600, "sail"),
    "law": (1500, "wood"),
    "bills": (1400, "card"),
    "first": (1300, "turn"),
    "build": (2000, "build"),
    "load": (1900, "wood"),
    "trade": (1700, "coin"),
    "harvest": (1900, "wood"),
    "lose": (1500, "loss"),
    "tax": (1600, "coin"),
    "subsidy": (1900, "coin"),
    "activate": (1500, "coin"),
    "use": (900, "coin"),
    "instead": (1200, "coin"),
    "market": (1300, "bag"),
    "play": (900, "card"),
    "bid": (600, "card"),
    "show": (1600, "card"),
    "say": (900, ""),
    "note": (0, ""),
    "turn": (0, ""),
}
"""The kinds of scenes, those first that say most, with their milliseconds and sounds."""
TOGETHER = frozenset({"sail", "law", "build", "trade", "harvest", "tax", "activate", "bids"})
"""The kinds of which several in a row of one player, or of nobody, are one scene."""
FRONTS = {
    "bids": "parliament",
    "sail": "harbour",
    "law": "parliament",
    "bills": "parliament",
    "build": "plantation",
    "load": "harbour",
    "trade": "market",
    "harvest": "plantation",
    "tax": "parliament",
    "subsidy": "parliament",
    "activate": "plantation",
    "use": "plantation",
    "market": "market",
}
"""By kind of scene, the part of the table in which it is seen."""
BY_EVENT: Mapping[type[Event], str] = {
    on.BecameFirst: "first",
    on.Arrived: "sail",
    on.MovedUp: "sail",
    on.Left: "sail",
    on.Swapped: "sail",
    on.RoundBegan: "note",
    on.TurnBegan: "turn",
    on.Sealed: "bid",
    on.Played: "play",
    on.DidNothing: "note",
    on.MovedTo: "harvest",
    on.Bought: "trade",
    on.Sold: "trade",
    on.Built: "build",
    on.Used: "use",
    on.Stored: "activate",
    on.Loaded: "load",
    on.LookedThroughPile: "say",
    on.LeftPile: "say",
    on.Returned: "lose",
    on.Ended: "end",
    vote.BillTurnedUp: "bills",
    vote.Vetoed: "law",
    vote.Showed: "show",
    vote.Bid: "bid",
    vote.BiddingForbidden: "say",
    vote.BidShown: "bids",
    vote.Tied: "note",
    vote.WonVote: "note",
    vote.Enacted: "law",
    vote.Rejected: "law",
    vote.Withheld: "say",
    vote.Lacked: "say",
    vote.MarketMoved: "market",
}
"""The kind of the scene of an event; what is gained, paid or scored has one by its source."""
BY_SOURCE: Mapping[str, str] = {
    "start": "instead",
    "worker": "harvest",
    "cost": "build",
    "alternative": "instead",
    "bid": "bids",
    "tax": "tax",
    "duty": "tax",
    "both": "tax",
    "subsidy": "subsidy",
    "buildings": "subsidy",
}
"""The other sources are buildings that are used."""
WAITING: Mapping[str, frozenset[str]] = {
    "bills": frozenset(map(bill_id, TYPES)),
    "first": frozenset({"order", *(f"seat-{number}" for number in range(1, MAX_SEATS + 1))}),
}
"""By kind of scene, the parts that stay as they are until then, whatever else changes them: bills, and who is first."""
STAYING = frozenset({"", "parliament", *map(force_id, TYPES), *WAITING["first"]})
"""Ends of flights that stay as they are: what a law brings does not change it, and pieces stand in their own parts."""


def score(told: Sequence[Told], perspective: Perspective[View], earlier: Sequence[Event]) -> Iterator[Scene]:
    """Yield the scenes of a step."""
    waiting, scenes = frozenset[str](), [*_scenes(told, perspective)]
    for scene in reversed(scenes):
        scene.parts = [part for part in scene.parts if part not in waiting]
        waiting |= WAITING.get(scene.kind, frozenset())
    yield from scenes


def _scenes(told: Sequence[Told], perspective: Perspective[View]) -> Iterator[Scene]:
    """Yield the scenes of a step; sentences that say one thing are one scene."""
    last: Scene | None = None
    so_far = list[Told]()
    viewer, seats = perspective.viewer, perspective.view.seats
    for sentence in told:
        effects = [_effect(event, viewer, seats) for event in sentence.events]
        scene = captioned(scene_of(sentence, effects, KINDS), sentence, perspective)
        scene.front = _front(scene, perspective.viewer)
        together = None if last is None else _together(last, scene)
        if last is not None and together is None:
            yield summed_up(last, so_far, perspective)
            so_far = []
        so_far.append(sentence)
        last = together or scene
    if last is not None:
        yield summed_up(last, so_far, perspective)


def _together(last: Scene, scene: Scene) -> Scene | None:
    """Return two scenes that are one; ``None`` if they are two."""
    if scene.kind == "note" and last.kind == "bids":
        return joined(last, scene)
    if last.seat != scene.seat:
        return None
    if last.kind in ("play", "use") and scene.kind not in ("turn", "note"):
        scene.reads = last.reads if last.kind == "use" else scene.reads
        return led_to(last, scene)
    if last.kind == scene.kind == "build":
        return joined(last, scene) if "buildings" in last.parts else joined(scene, last)
    if last.kind == scene.kind == "harvest":
        return led_to(last, scene) if _brings(scene) and not _brings(last) else joined(last, scene)
    if last.kind == scene.kind and scene.kind in TOGETHER:
        return joined(last, scene) if last.kind != "activate" or last.reads == scene.reads else None  # one building
    return joined(last, scene) if scene.kind == "note" and last.ms else None


def _brings(scene: Scene) -> bool:
    """Tell whether a player gets pieces in a scene."""
    return any(flight.end == "stores" or flight.end.startswith("seat-") for flight in scene.flights)


def _front(scene: Scene, viewer: int | None) -> str:
    """Return the part that comes to the front: of the table, or the plantation of another player; empty for any."""
    part = FRONTS.get(scene.kind, "")
    if part == "plantation" and scene.seat and (viewer is None or scene.seat != viewer + 1):
        return f"fields-{scene.seat}"
    return f"part-{part}" if part else ""


@lru_cache(MOST_EFFECTS)
def _effect(event: Any, viewer: int | None, seats: int) -> Effect:
    """Return the effect of an event on the page of the viewer, in a game with so many seats."""
    kind = BY_EVENT.get(type(event)) or BY_SOURCE.get(event.source, "activate")
    begin, end = places_of(event, viewer)
    tone = ""
    if isinstance(event, on.Returned) and event.seat == viewer:
        tone = LOSS
    elif event.seat is None and kind != "note":
        tone = NEWS
    ends = (part for part in (begin, end) if part not in STAYING and (part != "stores" or hasattr(event, "piece")))
    parts = dict.fromkeys([*_parts(event, viewer, seats), *ends])
    return Effect(kind, tuple(parts), _counts(event), tuple(_flights(event, begin, end)), tone)


def _counts(event: Any) -> dict[str, int]:
    """Return the differences of points and pesos by an event, by the names of their counts."""
    counts: dict[str, int] = {}
    if isinstance(event, on.Scored | on.Loaded):
        counts[f"points-{event.seat}"] = event.points
    if isinstance(event, on.Gained | on.Paid) and event.piece == "peso":
        counts[f"pesos-{event.seat}"] = event.count if isinstance(event, on.Gained) else -event.count
    elif isinstance(event, on.Bought | vote.BidShown):
        counts[f"pesos-{event.seat}"] = -event.pesos
    elif isinstance(event, on.Sold):
        counts[f"pesos-{event.seat}"] = event.pesos
    return counts


def _flights(event: Any, begin: str, end: str) -> Iterator[Flight]:
    """Yield the pieces, pesos and points that fly; for what is bought or sold pesos go the other way."""
    if not begin or not end or begin == end:
        return
    if hasattr(event, "piece"):
        yield Flight(f"icon-{event.piece}", abs(getattr(event, "count", 1)), begin, end)
    if isinstance(event, on.Bought | on.Sold) and event.pesos:
        yield Flight(PESO, event.pesos, end, begin)
    if isinstance(event, on.Scored):
        yield Flight(SUN, 1, begin, end)


def _parts(event: Any, viewer: int | None, seats: int) -> Iterator[str]:
    """Yield the parts that change with an event, besides those where it begins and ends."""
    seat, own = event.seat, event.seat is not None and event.seat == viewer
    if seat is not None:
        yield from (f"{part}-{seat + 1}" for part in ("worths", "plates", "last"))
        if hasattr(event, "piece") and own:
            yield from ("stores", *(heap_id(store, event.piece) for store in STORES))
        elif hasattr(event, "piece"):
            yield f"purse-{seat + 1}"
        if isinstance(event, vote.BidShown) or (isinstance(event, on.Paid) and event.source == "tax"):
            yield f"seat-{seat + 1}"
    if isinstance(event, on.MovedTo | on.Built):
        fields = (f"field-{place}" for place in range(len(FIELD_NAMES)))
        yield from fields if own or seat is None else (f"fields-{seat + 1}",)
    if isinstance(event, on.Built):
        yield from ("buildings", tile_id(event.building))
    if hasattr(event, "piece"):
        yield from (f"stall-{event.piece}", f"resources-{event.piece}")
    if isinstance(event, on.Arrived | on.MovedUp | on.Left | on.Swapped | on.Loaded):
        yield from ("pile", *map(berth_id, PLACES))
    if isinstance(event, on.Left):  # what it carried goes back to the supply
        yield from (f"stall-{piece}" for piece in (*PRODUCTS, *GOODS))
    if isinstance(event, vote.BillTurnedUp | vote.Vetoed | vote.Enacted | vote.Rejected):
        law_type = event.kind.partition(" ")[0]
        law_type = law_type if law_type in TYPES else TYPES[OTHER]
        yield bill_id(law_type)
        if isinstance(event, vote.Enacted):
            yield force_id(law_type)
    if isinstance(event, on.RoundBegan | on.TurnBegan | on.BecameFirst):
        yield from ("round", "order")
        yield from (f"{part}-{number + 1}" for number in range(seats) for part in ("turn", "plates"))
    if isinstance(event, on.RoundBegan | on.BecameFirst):
        yield from (f"seat-{number + 1}" for number in range(seats))
