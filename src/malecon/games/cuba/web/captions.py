"""Captions of scenes: what of a sentence is seen on the table is not said, and what all do is said in few words."""

from collections.abc import Mapping, Sequence

import msgspec

from malecon.core.engine import Event
from malecon.core.i18n import N_, NN_, Language
from malecon.core.narration import Told
from malecon.games.cuba import events as on
from malecon.games.cuba import parliament_events as vote
from malecon.games.cuba.text import GAME_TEXT
from malecon.games.cuba.text.words import building_name
from malecon.games.cuba.view import View
from malecon.games.cuba.web.buildings import tip_id
from malecon.presentation.perspective import Perspective
from malecon.presentation.scenes import Column, Face, Scene, called

BUILDS = N_("{player} builds the {building}."), N_("You build the {building}.")
"""Told of another player, and of the viewer."""
SHIPS_LEAVE = NN_("Ship {ships} leaves.", "Ships {ships} leave.")
OTHERS_FOLLOW = NN_("Ship {ships} leaves, the others move up.", "Ships {ships} leave, the others move up.")
SHIPS_MOVE = N_("The ships move up.")
SHARES: Mapping[str, str] = {"subsidy": N_("Subsidy: {all}"), "buildings": N_("Buildings: {all}")}
"""By source, what several players score at once."""
ACTING: Mapping[str, str] = {
    "harvest": "worker",
    "trade": "tradeswoman",
    "build": "architect",
    "activate": "foreman",
    "use": "foreman",
    "load": "mayor",
}
"""By kind of scene, the character whose action it is."""


def captioned(scene: Scene, told: Told, perspective: Perspective[View]) -> Scene:
    """Return the scene of a sentence with its caption, and what is shown beside it."""
    events, language = told.events, perspective.language
    built = next((event for event in events if isinstance(event, on.Built)), None)
    if built is not None and built.seat is not None:
        building = building_name(built.building, language)
        facts = {"player": perspective.names[built.seat], "building": building}
        scene.caption = language.say(BUILDS[built.seat == perspective.viewer], **facts)
        scene.said = [told.text]
    elif any(isinstance(event, on.Paid) and event.source == "cost" for event in events):
        scene.caption = _with_building(told.text, perspective)
    elif scene.kind == "sail" and scene.seat == 0:
        return msgspec.structs.replace(scene, **_sailing([told], language))
    elif scene.kind == "subsidy" and scene.seat == 0:
        scene.caption, scene.said = _shares(events, perspective) or told.text, [told.text]
    scene.reads = _reads(scene.kind, events)
    return _votes(scene, told, perspective)


def _reads(kind: str, events: Sequence[Event]) -> str:
    """The id of the note beside a caption: of the building that is built or used, else of the character who acts."""
    for event in events:
        if isinstance(event, on.Built | on.Used):
            return tip_id(event.building)
        if isinstance(event, on.Played):
            return f"card-{event.character}"
        source = getattr(event, "source", "")
        if kind == "activate" and source:
            return tip_id(source)
    return f"card-{ACTING[kind]}" if kind in ACTING else ""


def summed_up(scene: Scene, told: Sequence[Told], perspective: Perspective[View]) -> Scene:
    """Return a scene of several sentences: what a harvest or the ships do all in all."""
    if len(told) < 2 or scene.kind not in ("harvest", "sail"):
        return scene
    if scene.kind == "sail":
        return scene if scene.seat else msgspec.structs.replace(scene, **_sailing(told, perspective.language))
    events = [event for each in told for event in each.events]
    gains = [event for event in events if isinstance(event, on.Gained)]
    if not gains:
        return scene
    payments = [event for event in events if isinstance(event, on.Paid)]
    played = next((each.text for each in told if isinstance(each.events[0], on.Played)), "")
    caption, note = (_told(events, perspective) for events in (gains, payments))
    said = [each.text for each in told]
    rest = [each.text for each in told if not isinstance(each.events[0], on.Gained | on.Paid | on.Played | on.MovedTo)]
    return msgspec.structs.replace(scene, lead=played, caption=caption, note=" ".join([note, *rest]).strip(), said=said)


def _told(events: Sequence[Event], perspective: Perspective[View]) -> str:
    """Return the sentences about events, those that can share one together."""
    narrator, names = GAME_TEXT.narrator, dict(perspective.names)
    return " ".join(narrator.tell_all(narrator.gathered(events), perspective.language, names, perspective.viewer))


def _sailing(told: Sequence[Told], language: Language) -> dict[str, object]:
    """The fields ``caption``, ``note`` and ``said`` of the scene of ships: which leave, then which come."""
    events = [event for each in told for event in each.events]
    left = [str(event.ship) for event in events if isinstance(event, on.Left)]
    is_moved = any(isinstance(event, on.MovedUp) for event in events)
    others = [each.text for each in told if not isinstance(each.events[0], on.Left | on.MovedUp)]
    said = [each.text for each in told]
    if left:
        template = OTHERS_FOLLOW if is_moved else SHIPS_LEAVE
        caption = language.count(template, len(left), ships=language.listing(left))
        return {"caption": caption, "note": " ".join(others), "said": said}
    if is_moved:
        return {"caption": language.say(SHIPS_MOVE), "note": " ".join(others), "said": said}
    return {"caption": others[0], "note": " ".join(others[1:]), "said": said}


def _shares(events: Sequence[Event], perspective: Perspective[View]) -> str:
    """The caption of points that several players score at once, the most first; empty for other events."""
    points = {event.seat: event.points for event in events if isinstance(event, on.Scored) and event.seat is not None}
    source = next((event.source for event in events if isinstance(event, on.Scored)), "")
    if source not in SHARES or len(points) < 2:
        return ""
    shares = {seat: f"+{number}" for seat, number in sorted(points.items(), key=lambda each: -each[1])}
    return perspective.language.say(SHARES[source], all=_listed(shares, perspective))


def _with_building(said: str, perspective: Perspective[View]) -> str:
    """Return a sentence about a payment, with the building that is still to be placed, if any."""
    question, language = perspective.view.question, perspective.language
    if question.kind != "place" or question.building is None:
        return said
    name = building_name(question.building, language)
    return language.say(N_("{said}: {building}."), said=said.removesuffix("."), building=name)


def _votes(scene: Scene, sentence: Told, perspective: Perspective[View]) -> Scene:
    """Return a scene as it is; what all show together in few words: characters, or bids, most votes first (CUB-5.3)."""
    characters = {e.seat: e.votes for e in sentence.events if isinstance(e, vote.Showed) and e.seat is not None}
    if characters:
        votes = _standing(characters, perspective)
        caption = perspective.language.say(N_("In the parliament: {all}."), all=votes)
        return msgspec.structs.replace(scene, caption=caption, said=[sentence.text])
    bids = (event for event in sentence.events if isinstance(event, vote.BidShown))
    shown = {event.seat: event for event in bids if event.seat is not None}
    if not shown:
        return scene
    votes_of = {seat: bid.votes for seat, bid in shown.items()}
    return msgspec.structs.replace(
        scene,
        seat=0,
        caption=perspective.language.say(N_("Votes: {all}"), all=_standing(votes_of, perspective)),
        said=[sentence.text],
        columns=[_column(seat, shown[seat], perspective) for seat in sorted(shown)],
        order=[seat + 1 for seat in _by_votes(votes_of)],
    )


def _standing(votes_of: Mapping[int, int], perspective: Perspective[View]) -> str:
    """Return the players with their votes, the most first."""
    return _listed({seat: votes_of[seat] for seat in _by_votes(votes_of)}, perspective)


def _listed(numbers: Mapping[int, object], perspective: Perspective[View]) -> str:
    """Return players, by their seats, each with a number."""
    return " · ".join(f"{called(seat, perspective)}\N{NO-BREAK SPACE}{number}" for seat, number in numbers.items())


def _by_votes(votes_of: Mapping[int, int]) -> list[int]:
    return sorted(votes_of, key=lambda seat: -votes_of[seat])


def _column(seat: int, event: vote.BidShown, perspective: Perspective[View]) -> Column:
    """Return the column of a bid: its pesos, and the votes before and with them."""
    bid, before = Face("bid", event.pesos, "icon-coin"), event.votes - event.pesos
    return Column(seat + 1, called(seat, perspective), [(None, bid)], before, event.votes)
