"""The ledgers of the games: their entries are all points and pieces, and each can be told."""

from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

import malecon
from cases import STARTS
from cuba_table import table
from malecon.agents import LEVELS
from malecon.core.engine import Event
from malecon.core.i18n import languages, load
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.match import Match
from malecon.games.cuba.boards import PIECES as CUBAN
from malecon.games.cuba.reasons import LEDGER
from malecon.games.havana.buildings import CUBES, TILES
from malecon.games.havana.events import Revealed
from malecon.games.havana.reasons import entries, needs

GAMES = range(3)


def begin(start: str, seed: int) -> Match:
    """Return the beginning of a match, by its short name."""
    game, options = STARTS[start]
    return game.start(seed=seed, **options)


def entries_of(match: Match, events: Iterable[Event]) -> list[Entry]:
    """Return the entries of some events of a match."""
    ledger = match.game.ledger
    assert ledger is not None
    announced, found = None, list[Entry]()
    for event in events:
        if isinstance(event, ledger.announcing):
            announced = event
        found += ledger.entries(event, announced, match.state)
    return found


def owned(match: Match) -> Mapping[tuple[int, str], int]:
    """Return how many pieces of each kind each seat owns."""
    state, found = match.state, Counter[tuple[int, str]]()
    for seat in range(match.seats):
        found[seat, "peso"] = int(state.pesos[seat])
        if match.game.name == "havana":
            found[seat, "worker"] = int(state.workers[seat])
        kinds, counts = (CUBES, state.cubes) if match.game.name == "havana" else (CUBAN, state.own)
        for piece, count in zip(kinds, counts[seat].tolist(), strict=True):
            found[seat, piece] = count
    return found


@pytest.mark.parametrize("start", STARTS)
def test_the_entries_are_all_points_and_pieces_of_a_game(start: str) -> None:
    for seed in GAMES:
        match = begin(start, seed=seed)
        before, first = owned(match), match.event_count
        while not match.over:
            seat = match.to_move[0]
            match.play(seat, LEVELS["random"].choose(match, seat, key=match.number))
        found = Counter[tuple[int | None, str]]()
        for entry in entries_of(match, match.events[first:]):
            if entry.lens in (POINTS, PIECES):
                found[entry.seat, entry.piece if entry.lens == PIECES else "points"] += entry.amount
        for seat in range(match.seats):
            assert found[seat, "points"] == match.points[seat]
        for (seat, piece), count in owned(match).items():
            assert before[seat, piece] + found[seat, piece] == count, (seat, piece)


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 3 seats, sealed"])
@pytest.mark.parametrize("code", languages())
def test_each_thing_and_verb_of_a_ledger_has_words(start: str, code: str) -> None:
    language, things, verbs = load(code), set[str](), set[str]()
    for seed in GAMES:
        match = begin(start, seed=seed)
        while not match.over:
            seat = match.to_move[0]
            match.play(seat, LEVELS["random"].choose(match, seat, key=match.number))
        entries = entries_of(match, match.events_seen_by(None))
        things |= {entry.thing for entry in entries if entry.thing}
        verbs |= {entry.verb for entry in entries}
    words = malecon.games[match.game.name].text.reasons

    assert words is not None
    assert len(things) > 20
    assert not [thing for thing in things if not words.thing(thing, language)]
    assert verbs <= {*words.clauses}
    assert {verb for verb, (third, _) in words.clauses.items() if "{player}" not in third} <= {"enact", "leave", "end"}


def test_a_pawn_reaches_the_buildings_in_its_new_row_and_column_and_leaves_those_of_the_old_ones() -> None:
    built = {0: {"row 1 column 2": "dam", "row 2 column 4": "hotel", "row 3 column 1": "sawmill"}}
    laid = table(2, hand={0: "worker"}, pawn={0: "row 3 column 2"}, built=built)
    before = laid.state.copy()
    events = laid.play(0, "play worker", "move to row 2 column 1")
    found = [entry for event in events for entry in LEDGER.entries(event, None, before)]

    assert {(each.verb, each.thing) for each in found if each.verb in {"reach", "move away"}} == {
        ("reach", "hotel"),
        ("reach", "warehouse"),
        ("move away", "dam"),
    }


def test_a_house_that_asks_for_the_architect_needs_him_among_the_open_cards() -> None:
    """HAV-5.4."""
    state = malecon.games["havana"].start(seats=2, seed=1).state
    open_architect = Entry(HAPPENS, 1, "open", "architect")
    asked = {
        number: needs(state, Entry(POINTS, 1, "buy", f"tile {number}")) & {"open architect"}
        for number in range(1, len(TILES) + 1)
    }

    assert [*entries(Revealed(1, "architect", "worker"), None, state)] == [open_architect]
    assert [*entries(Revealed(1, "mama", "architect"), None, state)] == [open_architect]
    assert [*entries(Revealed(1, "mama", "worker"), None, state)] == []
    assert {number for number, found in asked.items() if found} == {tile.id for tile in TILES if tile.architect}


def test_who_is_robbed_or_taxed_shows_no_protection() -> None:
    """HAV-6.2."""
    state = malecon.games["havana"].start(seats=2, seed=1).state
    robbed = Entry(PIECES, 0, "robbed", "materials thief", -1, "brick")

    assert [*entries(Revealed(0, "protection", "mama"), None, state)] == [Entry(HAPPENS, 0, "open", "protection")]
    assert needs(state, robbed) == needs(state, robbed._replace(verb="taxed")) == {"not open protection"}
