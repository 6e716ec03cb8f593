"""Scenes of Havana: what happens on the page of a viewer, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language, capital
from malecon.core.narration import Told
from malecon.games.havana import events as on
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.text.words import HOUSE_POINTS, house_name
from malecon.games.havana.view import View
from malecon.games.havana.web.cards import sign
from malecon.presentation.perspective import Perspective
from malecon.presentation.scenes import (
    LOSS,
    NEWS,
    Column,
    Effect,
    Face,
    Flight,
    Kinds,
    Scene,
    called,
    joined,
    led_to,
    scene_of,
)

WORKER, PESO = "worker", "peso"
BAG, SUPPLY, BOX = "rest-bag", "rest-supply", ""
"""Where pieces come from that were not on the table, and where they go; the box is not to be seen."""
KINDS: Kinds = {
    "end": (1600, "turn"),
    "reveal": (3000, "reveal"),
    "buy": (1700, "build"),
    "rob": (1450, "loss"),
    "tax": (1450, "loss"),
    "take": (1050, "coin"),
    "draw": (1200, "bag"),
    "remove": (1200, "wood"),
    "refill": (1850, "build"),
    "supply": (1500, "bag"),
    "deal": (900, "bag"),
    "fetch": (1100, "wood"),
    "cover": (800, "card"),
    "back": (900, "card"),
    "perform": (700, ""),
    "note": (0, ""),
    "turn": (0, ""),
}
"""The kinds of scenes, those first that say most, with their milliseconds and sounds."""
OF_CARDS = {"rob", "tax", "take", "draw", "remove", "back", "perform"}
"""Those that show what a card does, if one is performed."""
CARDS_BEGIN_AND_END = (on.Performed, on.TurnBegan, on.Supplied, on.Revealed)
"""Events that say which card is performed, or that none is."""


def _pile(seat: int, piece: str) -> tuple[str, ...]:
    """Return the parts that show the pieces of a kind of a player."""
    return f"piles-{seat + 1}", f"pile-{seat + 1}-{piece}", f"last-{seat + 1}"


def _points(seat: int) -> tuple[str, ...]:
    return f"head-{seat + 1}", f"badge-{seat + 1}"


def _cards(seat: int) -> tuple[str, ...]:
    """Return the parts that show the cards of a player."""
    return f"open-{seat + 1}", f"number-{seat + 1}", f"cards-{seat + 1}", f"last-{seat + 1}"


def _turn(event: on.TurnBegan, view: View) -> Effect:
    seats = range(1, view.seats + 1)
    return Effect("turn", ("order", *(f"{part}-{seat}" for part in ("number", "turn") for seat in seats)))


def _dealt(event: on.Dealt, view: View) -> Effect:
    parts = (*_pile(event.seat or 0, event.piece), "rest")
    counts = {f"{event.piece}-{event.seat}": 1, "bag": -1}
    return Effect("deal", parts, counts, (Flight(f"piece-{event.piece}", 1, BAG, f"piles-{_number(event)}"),))


def _supplied(event: on.Supplied, view: View) -> Effect:
    counts = {f"{event.piece}-square": event.count}
    if event.piece != PESO:
        counts["bag"] = -event.count
    flight = Flight(f"piece-{event.piece}", event.count, SUPPLY if event.piece == PESO else BAG, "square")
    return Effect("supply", (f"heap-{event.piece}", "rest"), counts, (flight,), NEWS)


def _number(event: Event) -> int:
    """Return the number of the player of an event, from 1."""
    return 0 if event.seat is None else event.seat + 1


def _gained(event: on.Gained, view: View, card: str) -> Effect:
    """Return what comes to a player: workers and the tax collector's peso from the supply, all else from the centre."""
    piece, count, number = event.piece, event.count, _number(event)
    is_supply = piece == WORKER or (piece == PESO and card == "tax collector")
    counts = {f"{piece}-{event.seat}": count}
    if not is_supply:
        counts[f"{piece}-square"] = -count
    elif piece == WORKER:
        counts["supply"] = -count
    origin = SUPPLY if is_supply else "square"
    parts = (*_pile(number - 1, piece), "rest" if is_supply else f"heap-{piece}")
    return Effect("take", parts, counts, (Flight(f"piece-{piece}", count, origin, f"piles-{number}"),))


def _drew(event: on.Drew, view: View) -> Effect:
    parts = (*_pile(_number(event) - 1, event.piece), "rest")
    counts = {f"{event.piece}-{event.seat}": 1, "bag": -1}
    return Effect("draw", parts, counts, (Flight(f"piece-{event.piece}", 1, BAG, f"piles-{_number(event)}"),), NEWS)


def _kept_in(piece: str) -> str:
    """Return the part where what players give lies: workers and pesos go to the supply, cubes to the box."""
    return SUPPLY if piece in {WORKER, PESO} else BOX


def _taxed(event: on.Taxed, view: View) -> Effect:
    counts = {f"{event.piece}-{event.victim}": -1} | ({"supply": 1} if event.piece == WORKER else {})
    flight = Flight(f"piece-{event.piece}", 1, f"piles-{event.victim + 1}", _kept_in(event.piece))
    parts = (*_pile(event.victim, event.piece), "rest", f"last-{_number(event)}")
    return Effect("tax", parts, counts, (flight,), LOSS if event.victim == view.viewer else "")


def _robbed(event: on.Robbed, view: View) -> Effect:
    if not event.count:
        return Effect("note")
    piece, victim, number = event.piece, event.victim, _number(event)
    counts = {f"{piece}-{event.seat}": event.count, f"{piece}-{victim}": -event.count}
    flight = Flight(f"piece-{piece}", event.count, f"piles-{victim + 1}", f"piles-{number}")
    parts = (*_pile(number - 1, piece), *_pile(victim, piece))
    return Effect("rob", parts, counts, (flight,), LOSS if victim == view.viewer else "")


def _paid(event: on.Paid, view: View) -> Effect:
    counts = {f"{event.piece}-{event.seat}": -event.count}
    if event.piece == WORKER:
        counts["supply"] = event.count
    flight = Flight(f"piece-{event.piece}", event.count, f"piles-{_number(event)}", _kept_in(event.piece))
    return Effect("buy", (*_pile(_number(event) - 1, event.piece), "rest"), counts, (flight,))


def _bought(event: on.Bought, view: View) -> Effect:
    seat = _number(event) - 1
    parts = ("street", f"tile-{event.tile}", f"bought-{seat + 1}", f"player-{seat + 1}", *_points(seat))
    return Effect("buy", (*parts, f"last-{seat + 1}"), {f"points-{seat}": view.tiles[event.tile - 1].points})


def _refilled(event: on.Refilled, view: View) -> Effect:
    return Effect("refill", ("street", f"tile-{event.tile}", "rest"), {"stack": -1}, (), NEWS)


EFFECTS: Mapping[type[Event], Callable[[Any, View], Effect]] = {
    on.Fetched: lambda event, view: Effect("fetch", ("street", f"tile-{event.tile}", "rest")),
    on.Dealt: _dealt,
    on.Supplied: _supplied,
    on.Chose: lambda event, view: Effect("cover", _cards(event.seat)),
    on.Revealed: lambda event, view: Effect("reveal", _cards(event.seat)),
    on.RoundBegan: lambda event, view: Effect("reveal", ("known", "order")),
    on.Preceded: lambda event, view: Effect("reveal", ("order",)),
    on.TurnBegan: _turn,
    on.Performed: lambda event, view: Effect("perform", (f"open-{event.seat + 1}",)),
    on.HadNoEffect: lambda event, view: Effect("note", (f"open-{event.seat + 1}",)),
    on.Declined: lambda event, view: Effect("note", (f"open-{event.seat + 1}",)),
    on.Refreshed: lambda event, view: Effect("back", _cards(event.seat)),
    on.Drew: _drew,
    on.Removed: lambda event, view: Effect("remove", ("street", f"tile-{event.tile}"), {}, (), NEWS),
    on.Taxed: _taxed,
    on.Robbed: _robbed,
    on.Bought: _bought,
    on.Paid: _paid,
    on.Refilled: _refilled,
    on.Covered: lambda event, view: Effect("cover", _cards(event.seat)),
    on.TookBack: lambda event, view: Effect("back", _cards(event.seat)),
    on.KeptDiscards: lambda event, view: Effect("note"),
    on.Ended: lambda event, view: Effect("end", (), {}, (), NEWS),
}
"""What each kind of event does on the page; what a player gains depends on the card that is performed, too."""


def score(told: Sequence[Told], perspective: Perspective[View], earlier: Sequence[Event]) -> Iterator[Scene]:
    """Yield the scenes of a step; ``earlier``: what happened before it."""
    view, card = perspective.view, ""
    performed = next((event for event in reversed(earlier) if isinstance(event, CARDS_BEGIN_AND_END)), None)
    made: list[tuple[Scene, Told]] = []
    for sentence in told:
        effects = []
        for event in sentence.events:
            card = event.card if isinstance(event, on.Performed) else card
            performed = event if isinstance(event, CARDS_BEGIN_AND_END) else performed
            effects.append(
                _gained(event, view, card) if isinstance(event, on.Gained) else EFFECTS[type(event)](event, view)
            )
        scene = scene_of(sentence, effects, KINDS)
        if bought := next((event for event in sentence.events if isinstance(event, on.Bought)), None):
            scene = msgspec.structs.replace(scene, **_purchase(sentence, bought, perspective))
        if isinstance(performed, on.Performed) and scene.kind in OF_CARDS:
            scene.reads = f"tip-{_number(performed)}-{sign(performed.card, perspective.language).id}"
            if scene.kind == "rob" and card and performed.seat == perspective.viewer:  # no question came between
                scene.note, scene.unasked = perspective.language.say(N_("Nobody else can be robbed.")), True
        made.append((scene, sentence))
    revealed = {part for scene, _ in made if scene.kind == "reveal" for part in scene.parts}
    for scene, _ in made:
        if scene.kind == "cover" and revealed:  # what was laid last is seen only as it is revealed
            scene.kind, scene.ms, scene.cue = "note", 0, ""
            scene.parts = [part for part in scene.parts if part not in revealed]
    yield from _merged(made, perspective, earlier)


BUYS = N_("{player} buys {house}: {points}."), N_("You buy {house}: {points}.")
"""Told of another player, and of the viewer."""


def _purchase(told: Told, event: on.Bought, perspective: Perspective[View]) -> dict[str, Any]:
    """The fields ``caption``, ``said`` and ``reads`` of the scene of a purchase."""
    language, seat = perspective.language, _number(event) - 1
    points = language.count(HOUSE_POINTS, perspective.view.tiles[event.tile - 1].points)
    facts = {"player": perspective.names[seat], "house": house_name(event.tile, language), "points": points}
    caption = capital(language.say(BUYS[seat == perspective.viewer], **facts))
    return {"caption": caption, "said": [told.text], "reads": f"house-{event.tile}"}


def _merged(
    made: Iterable[tuple[Scene, Told]], perspective: Perspective[View], earlier: Sequence[Event]
) -> Iterator[Scene]:
    """Yield scenes, those together that are one: a reveal, a purchase and its payment, a card and what it brings."""
    last: Scene | None = None
    shown: list[Told] = []
    for scene, sentence in made:
        if scene.kind == "reveal":
            shown.append(sentence)
        together = None if last is None else _together(last, scene, sentence)
        if last is not None and together is None:
            yield _revealed(last, shown, perspective, earlier)
        last = together or scene
    if last is not None:
        yield _revealed(last, shown, perspective, earlier)


def _together(last: Scene, scene: Scene, sentence: Told) -> Scene | None:
    """Return two scenes that are one; ``None`` if they are two."""
    if last.kind == scene.kind == "reveal":
        return joined(last, scene)
    if last.seat != scene.seat:
        return None
    if last.kind == scene.kind == "buy":
        is_payment = any(isinstance(event, on.Paid) for event in sentence.events)
        return joined(last, scene) if is_payment else None
    if last.kind == "perform" and scene.kind not in ("turn", "note", "buy"):
        return led_to(last, scene)
    return joined(last, scene) if scene.kind == "note" and last.ms else None


def _revealed(scene: Scene, shown: Sequence[Told], perspective: Perspective[View], earlier: Sequence[Event]) -> Scene:
    """Return a scene as it is, or the reveal: all show together, the order follows (HAV-3.2, HAV-4.6).

    While somebody is asked about the discards the order is still that of the round that ends, and a round that begins
    after it is no reveal (HAV-4.8).
    """
    revealed = [event for told in shown for event in told.events if isinstance(event, on.Revealed)]
    pairs = {event.seat: event for event in revealed if event.seat is not None}
    if scene.kind != "reveal":
        return scene
    if not pairs:
        return msgspec.structs.replace(scene, kind="note", ms=0, cue="")
    order = sorted((seat for seat in perspective.view.order if seat in pairs), key=lambda seat: number(pairs[seat]))
    numbers = " · ".join(f"{called(seat, perspective)} {number(pairs[seat]):02}" for seat in order)
    first, ties = _why_first(order, pairs, shown, perspective)
    return msgspec.structs.replace(
        scene,
        seat=0,
        caption=first or numbers[:1].upper() + numbers[1:],
        note=ties,
        said=[told.text for told in shown],
        columns=[_column(pairs[seat], earlier, perspective) for seat in sorted(pairs)],
        order=[seat + 1 for seat in order],
        digits=2,
    )


def _why_first(
    order: Sequence[int], pairs: Mapping[int, on.Revealed], shown: Sequence[Told], perspective: Perspective[View]
) -> tuple[str, str]:
    """Two sentences: who begins with the lowest number, empty if several have it; what decides then (HAV-3.3)."""
    first, *others = order
    ties = " ".join(told.text for told in shown if any(isinstance(event, on.Preceded) for event in told.events))
    if number(pairs[first]) in (number(pairs[seat]) for seat in others):
        return "", ties
    is_own = first == perspective.viewer
    template = N_("You have the lowest number and begin.") if is_own else N_("{name} has the lowest number and begins.")
    return perspective.language.say(template, name=perspective.names[first]), ties


def number(event: on.Revealed) -> int:
    """Return the number that two cards make: the lower digit first (HAV-3.1)."""
    low, high = sorted(CARDS[CODE[card]].digit for card in (event.card, event.second))
    return 10 * low + high


def _column(event: on.Revealed, earlier: Sequence[Event], perspective: Perspective[View]) -> Column:
    """Return what a player shows: the cards, the lower digit first, what lay there before, and both numbers."""
    before = next((e for e in reversed(earlier) if isinstance(e, on.Revealed) and e.seat == event.seat), None)
    was = [] if before is None else [before.card, before.second]
    stays = [card for card in (event.card, event.second) if card in was]
    new = [card for card in (event.card, event.second) if card not in was]
    covered = [card for card in was if card not in stays]
    backs: list[Face | None] = [*(_face(card, perspective.language) for card in covered)] or [None] * len(new)
    turned = {card: (back, _face(card, perspective.language)) for back, card in zip(backs, new, strict=False)}
    drawn = turned | {card: (_face(card, perspective.language),) for card in stays}
    seat = _number(event)
    return Column(
        seat,
        called(seat - 1, perspective),
        [drawn[card] for card in sorted(drawn, key=lambda card: CARDS[CODE[card]].digit)],
        None if before is None else number(before),
        number(event),
    )


def _face(card: str, language: Language) -> Face:
    """Return a card as it lies open in a reveal."""
    shown = sign(card, language)
    return Face(shown.colour, shown.digit, f"card-{shown.id}", shown.title)
