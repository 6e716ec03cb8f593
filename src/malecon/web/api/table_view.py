"""The JSON view of a table for one viewer: what a page shows, in fields instead of pictures."""

import hashlib
import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from malecon import games
from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import Perspective
from malecon.tables import UNCONFIRMED
from malecon.tables.clocks import running_since
from malecon.tables.outcome import winners
from malecon.tables.readiness import seats_missing
from malecon.tables.table import Table
from malecon.web.api.schema import EXAMPLE
from malecon.web.views.result import victory_of
from malecon.web.views.texts import names_at, standstill_text

STATE_DIGITS = 24
CAPITAL = re.compile(r"(?<!^)([A-Z])")

Phase = Literal["waiting", "playing", "paused", "over", "closed"]


class Choice(Struct, frozen=True):
    """A move that can be made."""

    move: Annotated[str, Meta(description="In notation.", examples=["choose siesta mama"])]
    says: Annotated[str, Meta(description="In words.", examples=["lay Siesta and Mama"])]


class Seat(Struct, frozen=True):
    """A seat."""

    seat: Annotated[int, Meta(description="From 0.")]
    who: Annotated[Literal["person", "computer", "free"], Meta(description="Who sits there.")]
    name: Annotated[str, Meta(description="What the player is called; empty on a free seat.")]
    level: Annotated[str | None, Meta(description="Of a computer player whose seat it is.")]
    substitute: Annotated[str | None, Meta(description="Level of a computer player that stands in for a person.")]
    yours: Annotated[bool, Meta(description="Whether it is a seat of the person of the token.")]
    awaited: Annotated[bool, Meta(description="Whether it is to move.")]
    invitation: Annotated[str | None, Meta(description="To the host, what gives a free seat to who knows it, once.")]
    wishes: Annotated[
        str,
        Meta(
            description="What the player wishes: `pause` or `end`, later `again`; or declines: `no pause`, `no end`, "
            "`declined`; or nothing."
        ),
    ]
    left: Annotated[int | None, Meta(description="Milliseconds on its clock when it began to run; null without one.")]
    running: Annotated[int | None, Meta(description="Since when its clock runs, in milliseconds since 1970.")]
    ready: Annotated[bool, Meta(description="False while all clocks wait for the player to come.")]
    resigned: Annotated[bool, Meta(description="Whether the player has resigned.")]


class TableView(Struct, frozen=True):
    """A table with the eyes of one viewer."""

    id: Annotated[str, Meta(description="Of the table.")]
    state: Annotated[str, Meta(description="Differs when anything else here differs; later sent as `known`.")]
    game: Annotated[str, Meta(description="Its name.", examples=[EXAMPLE])]
    options: Annotated[tuple[str, ...], Meta(description="Variants that were chosen, as in a record.")]
    created: Annotated[int, Meta(description="When it was begun, in milliseconds since 1970.")]
    phase: Annotated[Phase, Meta(description="Waits for players, goes on, pauses, is over, or was closed before.")]
    listed: Annotated[bool, Meta(description="Whether anybody may take a free seat.")]
    watched: Annotated[bool, Meta(description="Whether people may look who do not sit there.")]
    rated: Annotated[bool, Meta(description="Whether the result counts.")]
    seats: Annotated[tuple[Seat, ...], Meta(description="Who sits where.")]
    viewer: Annotated[int | None, Meta(description="The seat with whose eyes this is seen; null for a spectator.")]
    status: Annotated[str, Meta(description="Whose turn it is and what is to be done, in words.")]
    number: Annotated[int, Meta(description="How many moves are in the log; later sent as `since`.")]
    mark: Annotated[str | None, Meta(description="Names what the viewer is asked; every action sends it.")]
    legal: Annotated[tuple[Choice, ...], Meta(description="What the viewer can do now.")]
    draft: Annotated[tuple[str, ...], Meta(description="The viewer's steps that are not confirmed, in notation.")]
    held: Annotated[Choice | None, Meta(description="The last of them if it is to be confirmed or taken back.")]
    position: Annotated[
        Any, Meta(description="What the viewer may know, as `Match.seen_by` tells it; null until all seats are taken.")
    ]
    winners: Annotated[tuple[int, ...], Meta(description="The seats that have won; none before the end.")]
    commitment: Annotated[str, Meta(description="The SHA-256 of key, a blank, and salt.")]
    rematch: Annotated[str | None, Meta(description="The table at which the same people play again.")]
    opening: Annotated[tuple[str, str] | None, Meta(description="Key and salt; null before the end.")]
    events: Annotated[
        tuple[dict[str, Any], ...], Meta(description="What the moves from `since` on caused, as the viewer may know.")
    ] = ()
    told: Annotated[tuple[str, ...], Meta(description="The same in words.")] = ()


def table_seen(
    table: Table, viewer: int | None, person: str | None, language: Language, since: int | None = None
) -> TableView:
    """Return a table as a viewer sees it, with the events of the moves from number ``since`` on."""
    ahead, draft = (table.match, ()) if viewer is None else table.preview(viewer)
    perspective = Perspective.of(ahead, viewer, language, names_at(table, language))
    game_text, held = games[table.header.game].text, draft[-1].notation if draft and draft[-1].held else None
    is_asked = viewer in seats_to_move(table, person) and held is None
    seen = TableView(
        id=table.header.id,
        state="",
        game=table.header.game,
        options=table.header.options,
        created=table.header.created,
        phase=_phase_of(table),
        listed=table.header.settings.listed,
        watched=table.header.settings.watched,
        rated=table.header.settings.rated,
        seats=tuple(_seat_seen(table, seat, person) for seat in range(table.header.seats)),
        viewer=viewer,
        status=_status_of(table, perspective, game_text, held),
        number=table.move_count,
        mark=None if viewer is None else table.revision(viewer),
        legal=tuple(_choice_from(perspective, game_text, move) for move in ahead.legal(viewer or 0))
        if is_asked
        else (),
        draft=tuple(step.notation for step in draft),
        held=None if held is None else _choice_from(perspective, game_text, held),
        position=perspective.view if table.is_full else None,
        winners=winners(table),
        commitment=table.header.commitment,
        rematch=table.rematch,
        opening=None if table.key_and_salt is None else (str(table.key_and_salt[0]), table.key_and_salt[1]),
    )
    state = hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:STATE_DIGITS]
    events = () if since is None or not table.is_full else _events_since(table.match, viewer, since)
    told = tuple(game_text.narrator.tell_all(events, language, perspective.names, viewer))
    return msgspec.structs.replace(seen, state=state, events=tuple(map(_event_fields, events)), told=told)


def seats_to_move(table: Table, person: str | None) -> tuple[int, ...]:
    """Return the seats of a person that are to move, without those for which a computer player does."""
    return tuple(
        seat
        for seat in table.seats_of(person)
        if seat in table.seats_to_move and not table.occupants[seat].active_level
    )


def _seat_seen(table: Table, seat: int, person: str | None) -> Seat:
    """Return a seat as a person may know it."""
    sitter, place = table.occupants[seat], table.seat_states[seat]
    is_host = person is not None and person == table.header.settings.host
    return Seat(
        seat=seat,
        who="free" if sitter.is_free else "computer" if sitter.level else "person",
        name=sitter.name,
        level=sitter.level,
        substitute=sitter.substitute,
        yours=seat in table.seats_of(person),
        awaited=seat in table.seats_to_move,
        invitation=sitter.invitation if is_host else None,
        wishes=place.wish,
        left=place.clock_ms,
        running=running_since(table, seat),
        ready=seat not in seats_missing(table),
        resigned=seat in table.resigned_seats,
    )


def _phase_of(table: Table) -> Phase:
    if table.is_over:
        return "over"
    if table.closed:
        return "closed"
    if not table.is_full:
        return "waiting"
    return "playing" if table.paused is None else "paused"


def _status_of(table: Table, perspective: Perspective, game_text: GameText, held: str | None) -> str:
    """Return the status of a table in words: whose turn it is and what is to be done."""
    if table.is_over:
        return victory_of(table, perspective)
    if not table.is_running:
        return standstill_text(table, perspective.language)
    return perspective.language.say(UNCONFIRMED) if held else game_text.status(perspective)


def _choice_from(perspective: Perspective, game_text: GameText, move: str) -> Choice:
    """Return a move in notation and in words."""
    return Choice(move, game_text.label(perspective, move))


def _events_since(match: Match, viewer: int | None, since: int) -> tuple[Event, ...]:
    """Return the events of the moves from number ``since`` on, as a viewer may know them; -1: with the set-up."""
    if since < 0:
        return match.events_seen_by(viewer)
    moves = range(since, match.number)
    return tuple(event.seen_by(viewer) for move in moves for event in match.events_of(move))


def _event_fields(event: Event) -> dict[str, object]:
    """Return an event with its kind and its fields.

    >>> class TookCubes(Event):
    ...     brick: int
    >>> _event_fields(TookCubes(1, brick=2))
    {'kind': 'took_cubes', 'seat': 1, 'brick': 2}
    """
    kind = CAPITAL.sub(r"_\1", type(event).__name__).lower()
    return {"kind": kind} | msgspec.structs.asdict(event)
