"""What whoever confirms a turn reads and sees: what the turn does, and nothing that only its end will show."""

import random
import re
from dataclasses import replace

import pytest

import cuba_table
import malecon
from cases import STARTS
from malecon.agents.agent import Advice, line_events
from malecon.core import contract
from malecon.core.i18n import Language, load
from malecon.core.match import Match
from malecon.games.cuba import events as cuba_events
from malecon.games.cuba.foresight import foresee
from malecon.games.havana.buildings import COLOURS, PIECES
from malecon.games.havana.events import Drew, Gained, Supplied
from malecon.storage.people import Person
from malecon.tables.draft import Draft, Step, foreseen, play_draft
from malecon.tables.seat import STAND_IN
from malecon.tables.table_header import new_id
from malecon.web.http.sender import Visitor
from malecon.web.views.log import without_announcements
from malecon.web.views.status import Hints
from malecon.web.views.table_context import drafted_events
from malecon.web.views.table_page import draw_page
from modes import once
from sampling import close_looks
from tables.sitting import drafted_game, new_table
from worlds import shake

pytestmark = once  # whole games

NAMES = {0: "Ana", 1: "Ben"}
TURNS = 60


def drafted(match: Match, seat: int, chance: random.Random) -> tuple[Match, Draft]:
    """Return a turn of any legal moves, of which the last waits."""
    draft: Draft = ()
    while True:
        ahead, draft = play_draft(match, seat, draft)
        if draft and draft[-1].held:
            return ahead, draft
        draft = (*draft, Step(chance.choice(ahead.legal(seat)), "id"))


def told(match: Match, ahead: Match, seat: int, held: str) -> str:
    narrator = malecon.games[match.game.name].text.narrator
    done = without_announcements((*drafted_events(match, ahead, seat), *(foreseen(ahead, seat, held)[1] or ())))
    return " ".join(narrator.tell_all(done, Language(), NAMES, seat))


def turns_of(game: str) -> dict[str, str]:
    """Return what is said of the turns of a game, by their moves."""
    match, chance, found = malecon.games[game].start(seats=2, seed=4), random.Random(1), dict[str, str]()
    for _ in range(TURNS):
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        found[", ".join(step.notation for step in draft)] = told(match, ahead, seat, draft[-1].notation)
        for step in draft:
            match.play(seat, step.notation)
    return found


def test_a_harvest_field_by_field_is_told_in_one_sentence_with_what_it_costs() -> None:
    pawn, water = cuba_events.DidNothing(0, "worker"), cuba_events.Paid(0, "water", 1, "worker")
    wood, stone = (cuba_events.Gained(0, piece, count, "worker") for piece, count in (("wood", 1), ("stone", 2)))
    harvest = [pawn, wood, water, stone, water, pawn, water]
    narrator = malecon.games["cuba"].text.narrator

    assert narrator.gathered(harvest) == [pawn, wood, stone, water, water, pawn, water]
    told = " ".join(narrator.tell_all(narrator.gathered(harvest)[1:5], Language(), NAMES, 0))
    assert told == "You harvest 1 wood and 2 stone. You pay 2 water for the fields."


def test_a_whole_turn_is_told_with_what_it_costs_and_brings() -> None:
    assert "You score 2 points instead of building." in turns_of("cuba")["play architect, take points"]
    bought = next(said for moves, said in turns_of("havana").items() if "buy" in moves)
    assert "You buy the " in bought
    assert "You pay" in bought
    assert not any(said.startswith("You perform") and "You take" in said for said in turns_of("havana").values())


@pytest.mark.parametrize("game", malecon.games)
def test_what_the_end_of_a_turn_shows_is_not_told_before(game: str) -> None:
    match, chance = malecon.games[game].start(seats=2, seed=4), random.Random(1)
    for key in range(TURNS):
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        other = ahead.copy()
        contract.guess(other.state, seat, key)
        held = draft[-1].notation
        if held in other.legal(seat):
            assert told(match, other, seat, held) == told(match, ahead, seat, held)
        for step in draft:
            match.play(seat, step.notation)


@pytest.mark.parametrize("game", malecon.games)
def test_what_a_turn_does_is_seen_before_it_is_confirmed_and_nothing_new(game: str) -> None:
    match, chance, done = malecon.games[game].start(seats=2, seed=4), random.Random(1), 0
    for key in range(TURNS):
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        after, _ = foreseen(ahead, seat, draft[-1].notation)
        done += after.players != ahead.seen_by(seat).players
        other = ahead.copy()
        contract.guess(other.state, seat, key)
        if draft[-1].notation in other.legal(seat):
            assert foreseen(other, seat, draft[-1].notation)[0] == after
        for step in draft:
            match.play(seat, step.notation)

    assert done > TURNS / 4


@pytest.mark.parametrize("start", STARTS)
def test_a_turn_that_is_not_confirmed_shows_nothing_hidden_of_others(start: str) -> None:
    """As in a sealed game, where the next player has one card left and plays it by itself."""
    chance = random.Random(2)
    for table, seat in drafted_game(start, 1):
        ahead, draft = table.preview(seat)
        if draft and draft[-1].held and chance.random() < 0.5:
            match = table.match.copy()
            shake(match, seat, chance)
            other, same = replace(table, match=match).preview(seat)
            if same == draft:
                assert foreseen(other, seat, draft[-1].notation) == foreseen(ahead, seat, draft[-1].notation)


def test_a_ship_that_is_filled_under_the_harbour_act_is_seen_before_it_leaves() -> None:
    cargo = {"dock 2": "1 citrus 1 sugar 1 tobacco"}
    game = cuba_table.table(
        laws=["harbour act"], ships=[12, 13, 14, 15], cargo=cargo, own={cuba_table.ANA: "1 citrus 1 cigars"}
    )
    game.play(cuba_table.ANA, "play mayor", "load citrus on dock 2")
    after, count = foresee(game.state, cuba_table.ANA, malecon.games["cuba"].notation.parse("load cigars on dock 2"))
    foreseen_cargo, score = after.cargo[1].tolist(), int(after.points[cuba_table.ANA])
    in_force = after.in_force.tolist() == game.state.in_force.tolist()
    events = game.play(cuba_table.ANA, "load cigars on dock 2")

    assert foreseen_cargo == [2, 1, 1, 0, 1]
    assert score == 4 == game.points[cuba_table.ANA]
    assert in_force
    assert [type(event) for event in events[:count]] == [cuba_events.Loaded]
    assert cuba_events.Left in map(type, events)


def test_the_last_turn_of_a_round_is_seen_on_the_table_but_not_what_ends_the_round() -> None:
    match, chance, last = malecon.games["havana"].start(seats=3, seed=4), random.Random(1), 0
    while not match.over:
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        before, (after, _) = ahead.seen_by(seat), foreseen(ahead, seat, draft[-1].notation)
        for step in draft:
            events = match.play(seat, step.notation)
        kinds = {type(event) for event in events}
        if draft[-1].notation.startswith("perform") and Supplied in kinds and Drew not in kinds:
            gained = [event for event in events if isinstance(event, Gained) and event.seat == seat]
            pieces = zip(PIECES, before.players[seat].pieces, after.players[seat].pieces, strict=True)
            assert sum(now - then for _, then, now in pieces) == sum(event.count for event in gained)
            assert (after.round, after.bag, after.question.kind) == (before.round, before.bag, before.question.kind)
            last += bool(gained)

    assert last


def test_a_turn_is_told_with_what_it_began_with_by_itself() -> None:
    found = 0
    for table, seat in drafted_game("havana, 2 seats", 1):
        _, draft = table.preview(seat)
        before = table.match.events_of(table.match.number - 1) if table.match.number else ()
        debris = [each.count for each in before if isinstance(each, Gained) and each.piece == "debris"]
        told = re.search(
            '<p class="held"><span>You take ([^.]*)', str(draw_page(table, seat, Visitor(None, load("en"))).html)
        )
        if debris and told and draft[0].notation.removeprefix("take ") in COLOURS:  # Mama was carried out before
            assert f"{debris[-1]} debris" in told[1]
            found += 1

    assert found


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_the_log_names_who_was_away_and_says_you_of_own_moves(start: str) -> None:
    table, chance = new_table(start), random.Random(3)
    away = range(30, 60)
    while table.move_count < 90:
        seat = chance.choice(table.match.to_move)
        by = STAND_IN if table.move_count in away else ""
        table = table.with_moves(seat, [Step(chance.choice(table.match.legal(seat)), by + new_id())])
    visitor = Visitor(Person("person-0"), load("en"))
    own = replace(table, log=tuple(replace(move, id=move.id.removeprefix(STAND_IN)) for move in table.log))
    name = draw_page(table, 0, visitor).perspective.names[0]

    said, before = ([*LINE.findall(draw_page(each, 0, visitor).html)] for each in (table, own))

    first, last = said.index(name), len(said) - said[::-1].index(name)
    assert name not in before
    assert set(before) == {"You", *said} - {name}
    assert "You" in said[:first]
    assert "You" in said[last:]
    assert said[first:last].count(name) > 5


LINE = re.compile(r'<span data-by="[^"]*"[^>]*><b[^>]*>([^<]*)</b>')
"""The name with which a sentence of the log begins."""


def test_a_hint_says_what_the_turn_brings_and_what_the_second_best_lacks() -> None:
    tables = (table for table, _ in drafted_game("havana, 2 seats", 4))
    table = next(table for table in tables if table.match.to_move == (0,) and len(table.preview(0)[0].legal(0)) > 1)
    ahead, _ = table.preview(0)
    best, second = ahead.legal(0)[:2]
    hints = [Advice(best, 0.62, 90), Advice(second, 0.55, 10)]
    page = draw_page(table, 0, Visitor(Person("person-0"), load("en")), hints=Hints(hints))
    narrator = malecon.games["havana"].text.narrator
    events = narrator.gathered(without_announcements(line_events(ahead, 0, (best,))))
    brought = " ".join(narrator.tell_all(events, load("en"), page.perspective.names, 0))

    assert "<b>wins 62 of 100 games</b>" + (f"<small>{brought}</small>" if brought else "") in page.html
    assert "<b>wins 55 of 100 games</b> <span>(7 fewer)</span>" in page.html
    hints = [hints[0], Advice(second, 0.55, 9)]
    page = draw_page(table, 0, Visitor(Person("person-0"), load("en")), hints=Hints(hints))
    assert "of 100 games</b>" in page.html.replace("wins 55 of 100 games", "")
    assert "wins 55 of 100 games" not in page.html, "it was tried too seldom to say"
    assert "fewer)" not in page.html
    hints = [Advice(best, 0.01, 90)]
    page = draw_page(table, 0, Visitor(Person("person-0"), load("fr")), hints=Hints(hints))
    assert "<b>gagne 1 partie sur 100</b>" in page.html


def test_a_hint_does_not_say_twice_what_is_done() -> None:
    table, seat = next(drafted_game("cuba, 2 seats", 1))
    ahead, _ = table.preview(seat)
    assert ahead.seen_by(seat).question.kind == "stock"
    hints = Hints([Advice(ahead.legal(seat)[0], 0.5, 90)])
    page = draw_page(table, seat, Visitor(Person(f"person-{seat}"), load("en")), hints=hints)

    assert "<li>Begin with " in page.html
    assert "You begin with " not in page.html


def test_what_a_line_brings_ends_before_what_nobody_knows() -> None:
    for start in ("havana, 2 seats", "cuba, 2 seats"):
        for table, _ in close_looks(drafted_game(start, 6)):
            match = table.match
            for seat in match.to_move:
                before = match.record()
                moves = match.legal(seat)
                assert not any(
                    event.reveals or event.passes for move in moves for event in line_events(match, seat, [move])
                )
                assert match.record() == before
