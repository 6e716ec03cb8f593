"""A deal that is known is played again, from its beginning or from a move, and never counts."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

import malecon
from cases import STARTS
from malecon.core.match import Match
from malecon.storage.finished_games import FinishedGames
from malecon.storage.ranking import Rankings
from malecon.storage.rows import rebuild_table
from malecon.tables import TableSettings
from malecon.tables.commands import CreateTable
from malecon.tables.seat import Move, Occupant, SeatState, player_names
from malecon.tables.table_header import new_header
from modes import once
from waiting import finish
from web.visiting import Reading, Site, Visitor

pytestmark = once  # whole games

GOLDEN = Path(__file__).parent.parent / "golden"
RECORD = GOLDEN / "cuba/3-seats-shared-victory.game"
HAVANA_RECORD = GOLDEN / "havana/2-seats-by-points.game"
PHONE = ViewportSize(width=360, height=740)
KEY = 77
each_game = pytest.mark.parametrize("game", malecon.games)
EVERY = 12
"""Positions of a game from which it goes on: each is built from the beginning."""


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


@cache
def finished(site: Site, ana: Visitor, game: str = "havana", seats: int = 2) -> str:
    """Return the address of a table whose game is over; its key is not that of others."""
    sitters = [Occupant(f"Player {seat + 1}", ana.id) for seat in range(seats)]

    create = partial(site.tables.create, CreateTable(game, {}, sitters, TableSettings(host=ana.id), key=KEY))
    table = f"/table/{site.call(create)}"
    site.finish(table)
    return table


def choice(seats: int, mine: int = 1) -> dict[str, str]:
    """Return a form in which a person takes a seat, and a level the others."""
    return {f"seat-{seat}": "me" if seat == mine else "random" for seat in range(1, seats + 1)}


def played_at_random(start: str) -> Match:
    game, options = STARTS[start]
    match = game.start(seed=KEY, **options)
    number = 0
    while not match.over:
        seat = match.to_move[number % len(match.to_move)]
        legal = match.legal(seat)
        match.play(seat, legal[(number * 7919) % len(legal)])
        number += 1
    return match


@pytest.mark.parametrize("start", STARTS)
def test_from_every_position_the_game_goes_on_as_it_was(start: str) -> None:
    match = played_at_random(start)
    options = match.game.read_options(list(enumerate(match.game.write_options(match.begun), start=1)))
    header = new_header(match.game.name, match.seats, options, 0, TableSettings(origin="x"), match.seed)
    sitters = [Occupant(f"Player {seat}", "ana") for seat in range(match.seats)]
    match.names = player_names(sitters)
    record = match.record()
    for at in range(0, len(match.moves), EVERY):
        log = [Move(seat, notation, f"{number}") for number, (seat, notation) in enumerate(match.moves[:at])]

        begun = rebuild_table(header, sitters, log, [SeatState()] * match.seats)

        then = match.after(at)
        assert begun.match.state.tobytes() == then.state.tobytes()
        assert begun.match.to_move == then.to_move
        assert record.startswith(begun.match.record())
        assert not begun.match.over


@each_game
@pytest.mark.parametrize("part", [0.0, 0.01, 0.5, 1.0])
def test_a_person_plays_on_from_a_move_against_computer_players(
    site: Site, ana: Visitor, game: str, part: float
) -> None:
    table = finished(site, ana, game)
    original = site.look(table)
    at = round(part * (original.move_count - 1))
    ben = site.somebody(name="Ben")

    page = ben.get(f"{table}/play-on?at={at}")
    answer = ben.post(f"{table}/play-on", {"at": str(at), **choice(2, mine=2)})

    assert Reading(page.text).wrong == []
    assert (f"Play on from move {at}" if at else "Play this deal again") in page.text
    assert answer.status_code == 303
    begun = site.look(answer.headers["location"])
    assert begun.header.key == KEY
    assert begun.header.salt != original.header.salt
    assert begun.header.options == original.header.options
    assert begun.header.settings == TableSettings(host=ben.id, origin=original.header.id)
    assert [(sitter.person, sitter.level) for sitter in begun.occupants] == [(None, "random"), (ben.id, None)]
    assert begun.match.moves[:at] == original.match.moves[:at]
    assert begun.match.after(at).state.tobytes() == original.match.after(at).state.tobytes()
    shown = ben.get(answer.headers["location"]).text
    assert f'This deal was played before; the game does not count for the ranking. <a href="{table}/replay">' in shown


def test_friends_play_the_same_deal(site: Site, ana: Visitor) -> None:
    table = finished(site, ana)

    answer = ana.post(f"{table}/play-on", {"seat-1": "me", "seat-2": "free"})

    begun = site.look(answer.headers["location"])
    assert [sitter.is_free for sitter in begun.occupants] == [False, True]
    assert begun.header.key == KEY
    assert not begun.header.settings.rated


def test_what_was_chosen_in_secret_is_kept(site: Site, ana: Visitor) -> None:
    table = finished(site, ana, seats=3)
    original = site.look(table)
    assert original.match.after(1).to_move == (1, 2), "one has chosen, two have not"

    answer = ana.post(f"{table}/play-on", {"at": "1", **choice(3, mine=2)})

    begun = site.look(answer.headers["location"])
    assert begun.match.moves[0] == original.match.moves[0]


def test_a_deal_that_is_known_enters_neither_ranking_nor_statistics(site: Site) -> None:
    eva = site.somebody(name="Eva")
    table = finished(site, eva)
    again = eva.post(f"{table}/play-on", {"seat-1": "me", "seat-2": "person"}).headers["location"]
    site.finish(again)
    store = site.client.app.state.services.store

    assert site.look(again).match.over
    assert finish(FinishedGames(store).games_of(eva.id)) == []
    assert eva.id not in {each.key for each in finish(Rankings(store).ranking("havana"))}


def test_nobody_plays_a_deal_that_is_still_secret(site: Site, ana: Visitor) -> None:
    table = site.open(ana, None)

    assert ana.get(f"{table}/play-on").status_code == 409
    assert ana.post(f"{table}/play-on", choice(2)).status_code == 409
    assert "key" not in ana.get(f"{table}/play-on").text


@pytest.mark.parametrize(
    "form",
    [
        {"at": "9999", **choice(2)},
        {"at": "9" * 5000, **choice(2)},
        {"at": "-1", **choice(2)},
        {"at": "0", **choice(3)},
        {"at": "0", "seat-1": "me"},
        {"at": "0", "seat-1": "me", "seat-2": "nobody"},
        {"at": "0", "opponents": "2", "level": "easy"},
    ],
)
def test_a_wrong_form_is_refused_and_can_be_mended(site: Site, ana: Visitor, form: dict[str, str]) -> None:
    table = finished(site, ana)

    answer = ana.post(f"{table}/play-on", form)

    assert answer.status_code == 422
    assert Reading(answer.text).wrong == []
    assert '<p class="error" role="alert">' in answer.text
    assert f'action="{table}/play-on"' in answer.text


@pytest.mark.usefixtures("older_rules")
@pytest.mark.parametrize("version", [2, 1])
def test_a_record_is_played_on_by_its_rules(site: Site, ana: Visitor, version: int) -> None:
    text, at = RECORD.read_text("utf-8").replace("cuba 2", f"cuba {version}"), 20
    address = ana.post("/records", files={"record": ("my.game", text.encode())}).headers["location"]
    record = address.removesuffix("/replay")
    original = malecon.replay(text)

    page = ana.get(f"{record}/play-on?at={at}").text
    answer = ana.post(f"{record}/play-on", {"at": f"{at}", **choice(original.seats)})

    begun = site.look(answer.headers["location"])
    assert f'action="{record}/play-on"' in page
    assert begun.match.moves[:at] == original.moves[:at]
    assert (begun.header.key, begun.header.rules) == (original.seed, original.version)
    assert f'<a href="{record}/replay">' in ana.get(answer.headers["location"]).text


def test_a_record_that_begins_from_a_position_has_no_key(site: Site, ana: Visitor) -> None:
    match = malecon.games["havana"].start(2, 1)
    later = malecon.games[match.game.name].from_position(match.position())
    later.play(0, later.legal(0)[0])
    files = {"record": ("my.game", later.record().encode())}
    address = ana.post("/records", files=files).headers["location"]

    assert "/play-on" not in ana.get(address).text
    assert ana.get(address.replace("/replay", "/play-on")).status_code == 409


def test_each_move_of_a_replay_has_a_link_and_leads_on(site: Site, ana: Visitor) -> None:
    table = finished(site, ana)
    last = site.look(table).move_count
    begin, middle, end = (ana.get(f"{table}/replay?at={at}&viewer=1").text for at in (0, 9, last))

    assert f'href="{table}/replay?at=9&amp;viewer=1">Link to this move</a>' in middle
    assert f'href="{table}/play-on?at=9">Play on from here</a>' in middle
    assert f'href="{table}/play-on">Play this deal again</a>' in begin
    assert f'href="{table}/play-on">Play this deal again</a>' in end
    assert f'href="{table}/play-on">Play this deal again</a>' in ana.get(table).text


def test_the_link_to_a_move_is_copied_and_is_a_link_without_a_script(visit: Callable[..., Page]) -> None:
    for scripts, record in ((True, HAVANA_RECORD), (False, RECORD)):
        page = visit(java_script_enabled=scripts, permissions=["clipboard-read", "clipboard-write"], viewport=PHONE)
        page.set_input_files("input[name=record]", record)
        page.get_by_role("button", name="Replay").click()
        page.get_by_role("link", name="Next move").click()
        for part in (
            page.locator("h1"),
            page.get_by_role("link", name="Round 1", exact=True).or_(page.get_by_role("combobox", name="Round")),
            page.get_by_label("Seen by"),
        ):
            part.click(trial=True)  # none lies under another
        address = f"{page.url.partition('?')[0]}?at=1&viewer=0"

        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Link to this move").click()

        if scripts:
            page.get_by_role("link", name="Copied").wait_for()
            assert page.evaluate("navigator.clipboard.readText()") == address
        assert page.url == address
