"""How a game ends before its last move: somebody resigns, or all agree to end it without a result."""

from dataclasses import replace

import pytest
from sqlalchemy import select

import malecon
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.results import recompute
from malecon.storage.schema import RATINGS, RESULTS, TABLES
from malecon.storage.store import Store
from malecon.tables import MINUTE, Clock, NotYours, TableError
from malecon.tables.clocks import update_clocks
from malecon.tables.endings import AGREED, END, NO_END, offer_end, resign, seats_offering_end
from malecon.tables.outcome import places, winners
from malecon.tables.pauses import NO_PAUSE, ask_pause
from malecon.tables.seat import Occupant
from malecon.tables.stand_ins import hand_over, take_back
from malecon.tables.table import Table
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.finishing import RATED, ended, last_move_missing
from tables.membership import new_members
from tables.sitting import CHOICE, House, in_house, new_table


def results_at(store: Store, table: Table) -> list[tuple[object, ...]]:
    """Return person, place, absence and whether it counts, by seat."""
    columns = RESULTS.c.person, RESULTS.c.place, RESULTS.c.absent, RESULTS.c.rated
    chosen = select(*columns).where(RESULTS.c.table == table.header.id).order_by(RESULTS.c.seat)
    return [tuple(row) for row in store.rows(chosen)]


def with_terms(table: Table, **terms: object) -> Table:
    return replace(table, header=replace(table.header, settings=replace(DEFAULT_SETTINGS, **terms)))  # type: ignore[arg-type]  # of the settings


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_of_two_the_other_wins_and_nobody_moves_any_more(start: str) -> None:
    table = new_table(start)
    after = resign(table, 0, "person-0")

    assert after.is_over
    assert after.is_done
    assert not after.is_running
    assert (places(after), winners(after)) == ((2, 1), (1,))
    assert (after.match.number, after.match.over, after.seats_to_move) == (0, False, ())
    with pytest.raises(TableError, match="nobody can move any more"):
        after.check_running(1)
    with pytest.raises(TableError, match="Nothing goes on"):
        resign(after, 1, "person-1")


def test_of_several_a_computer_player_plays_the_seat_to_the_end_and_the_person_is_last() -> None:
    table = last_move_missing(["ana", "ben", "carla"])
    after = resign(table, 1, "ben")

    assert not after.is_over
    assert after.occupants[1].substitute == "standard"
    assert resign(after, 1, "ben") is after, "twice is once"
    with pytest.raises(TableError, match="You have resigned"):
        take_back(after, 1, "ben")
    over = ended(after)
    assert places(over)[1] == 3
    assert 1 not in winners(over)
    assert sorted(place for seat, place in enumerate(places(over)) if seat != 1)[0] == 1


def test_who_is_left_alone_wins_and_those_who_resigned_share_the_last_place() -> None:
    table = resign(resign(new_table("havana, 3 seats, filosofia"), 0, "person-0"), 2, "person-2")

    assert table.is_over
    assert (places(table), winners(table)) == ((2, 1, 2), (1,))


def test_where_no_person_is_left_the_game_is_over() -> None:
    table = new_table("havana, 3 seats, filosofia")
    occupants = (table.occupants[0], Occupant("Rosa", level="easy"), Occupant("Mateo", level="easy"))
    after = resign(replace(table, occupants=occupants), 0, "person-0")

    assert after.is_over
    assert places(after)[0] == 3


def test_only_the_own_seat_of_a_game_that_goes_on_is_given_up() -> None:
    table = new_table("havana, 2 seats")
    for stranger in (None, "stranger", "person-0"):
        with pytest.raises(NotYours):
            resign(table, 1, stranger)
    with pytest.raises(TableError):
        resign(table.with_occupant(1, Occupant(invitation="come")), 0, "person-0")


def test_a_resigned_game_is_a_record_that_can_be_read_and_says_so() -> None:
    table = new_table("havana, 2 seats").with_step(0, CHOICE, "first", quick=True)
    after = resign(table, 1, "person-1")

    text = after.record()
    assert "# seat 2 resigned after move 1\n" in text
    assert malecon.replay(text).number == 1
    assert malecon.replay(text).moves == after.match.moves


def test_what_waits_of_the_own_turn_is_lost_and_the_clock_stands() -> None:
    table = with_terms(new_table("havana, 3 seats, filosofia"), clock=Clock(stock=MINUTE)).with_step(0, CHOICE, "first")
    after = update_clocks(table, resign(table, 0, "person-0"), 0)

    assert after.seat_states[0].draft == ()
    assert after.seat_states[0].running_since is None


@in_house
async def test_a_resignation_counts_is_stored_and_read_again(house: House) -> None:
    ana, ben = new_members(house.store, 2)
    table_id = await house.nearly_over(ana, ben)
    after = await house.tables.seats.resign(table_id, ben, 1)

    assert results_at(house.store, after) == [(ana, 1, False, True), (ben, 2, True, True)]
    assert house.store.value(select(TABLES.c.finished).where(TABLES.c.id == table_id)) is not None
    house.restart()
    again = await house.tables.find(table_id)
    assert again == after
    assert again.is_over
    ratings = house.store.rows(select(RATINGS).order_by(RATINGS.c.who))
    assert {row.who: row.games for row in ratings} == {ana: 1, ben: 1}
    assert max(ratings, key=lambda row: row.mu).who == ana
    with house.store.writing() as connection:
        recompute(connection)
    assert house.store.rows(select(RATINGS).order_by(RATINGS.c.who)) == ratings


@in_house
async def test_of_three_who_resigned_is_rated_as_the_last_at_the_end(house: House) -> None:
    ana, ben, carla = new_members(house.store, 3)
    table = last_move_missing([ana, ben, carla])
    resigned = resign(table, 1, ben)
    house.store.create(table, CHANGE_WRITERS)
    resigned = house.store.save(table, resigned, CHANGE_WRITERS)
    over = house.store.save(resigned, ended(resigned), CHANGE_WRITERS)

    assert results_at(house.store, over)[1] == (ben, 3, True, True)


@in_house
async def test_who_resigned_is_rated_behind_who_was_handed_over(house: House) -> None:
    ana, ben, carla = new_members(house.store, 3)
    for players, seats in (((ana, ben), (1, 2)), ((ana, ben, carla), (2, 3, 1))):
        table = last_move_missing([*players])
        resigned = resign(hand_over(table, 0, "standard"), 1, ben)
        house.store.create(table, CHANGE_WRITERS)
        over = house.store.save(table, resigned if resigned.is_over else ended(resigned), CHANGE_WRITERS)
        changes = [change.after - change.before for change in over.rating_changes]

        assert places(over) == seats
        assert sorted(range(len(players)), key=lambda seat: -changes[seat]) == sorted(
            range(len(players)), key=lambda seat: seats[seat]
        ), changes


@pytest.mark.parametrize("seat", [0, 1])
def test_where_the_result_counts_who_is_absent_at_the_end_is_behind_who_stayed(seat: int) -> None:
    over = ended(hand_over(last_move_missing(["ana", "ben"]), seat, "standard"))

    assert winners(over) == (1 - seat,)
    by_game = ended(hand_over(last_move_missing(["ana", "ben"], DEFAULT_SETTINGS), seat, "standard"))
    assert winners(by_game) == by_game.match.winners
    with pytest.raises(TableError, match="Nothing goes on"):
        take_back(over, seat, ("ana", "ben")[seat])


def test_a_game_ends_without_a_result_when_all_who_play_agree() -> None:
    table = new_table("havana, 3 seats, filosofia")
    for seat in (0, 1):
        table = offer_end(table, f"person-{seat}", True)
        assert not table.is_done
    assert offer_end(table, "person-1", True) is table
    taken_back = offer_end(table, "person-0", False)
    assert not offer_end(taken_back, "person-2", True).is_done

    after = offer_end(table, "person-2", True)
    assert (after.closed, after.is_done, after.is_over) == (AGREED, True, False)
    assert (winners(after), after.key_and_salt) == ((), None)
    with pytest.raises(TableError):
        offer_end(after, "person-0", True)
    for stranger in (None, "stranger"):
        with pytest.raises(NotYours):
            offer_end(table, stranger, True)


def wishes(table: Table) -> list[str]:
    return [state.wish for state in table.seat_states]


def test_who_is_asked_can_decline_until_somebody_asks_again() -> None:
    offered = offer_end(new_table("havana, 3 seats, filosofia"), "person-0", True)
    declined = offer_end(offered, "person-2", False)

    assert wishes(declined) == ["", "", NO_END]
    assert not offer_end(declined, "person-1", True).is_done
    assert wishes(offer_end(declined, "person-0", True)) == [END, "", ""]
    assert wishes(offer_end(declined, "person-2", True)) == ["", "", END]
    asked = ask_pause(declined, "person-1", True, 0)
    assert wishes(ask_pause(asked, "person-0", False, 0)) == [NO_PAUSE, "", NO_END]


@in_house
async def test_a_move_of_who_is_asked_declines_an_offer_to_end_and_no_pause(house: House) -> None:
    table_id = await house.open(house.ana, house.ben)
    await house.tables.seats.offer_end(table_id, house.ana, True)

    moved = await house.step(table_id, house.ana, 0, CHOICE, quick=True)
    assert wishes(moved) == [END, ""], "who offers it moves, and the offer stands"
    answered = await house.step(table_id, house.ben, 1, CHOICE, quick=True)
    assert wishes(answered) == ["", NO_END]
    assert not (await house.tables.seats.offer_end(table_id, house.ben, True)).is_done

    await house.tables.seats.offer_end(table_id, house.ana, False)
    paused = await house.tables.seats.ask_pause(table_id, house.ben, True)
    assert wishes(paused) == [NO_END, "pause"]
    while not any(move.seat == 1 for move in paused.log[2:]):
        seat = paused.seats_to_move[0]
        person, choice = (house.ana, house.ben)[seat], paused.match.legal(seat)[0]
        paused = await house.step(table_id, person, seat, choice, quick=True)
    assert wishes(paused) == ["", "pause"], "the next move of others ends what is said of an answer"


def test_who_resigned_or_is_stood_in_for_is_not_asked() -> None:
    table = resign(new_table("havana, 3 seats, filosofia"), 2, "person-2")

    assert offer_end(offer_end(table, "person-0", True), "person-1", True).closed == AGREED
    with pytest.raises(NotYours):
        offer_end(table, "person-2", True)


def test_nobody_gets_away_from_computer_players_where_the_result_counts() -> None:
    table = last_move_missing(["ana", "easy"], RATED)

    with pytest.raises(TableError, match="to its end, or given up"):
        offer_end(table, "ana", True)
    assert winners(resign(table, 0, "ana")) == (1,)
    assert offer_end(last_move_missing(["ana", "easy"], DEFAULT_SETTINGS), "ana", True).closed == AGREED


def test_nobody_ends_a_game_that_counts_while_a_computer_player_stands_in() -> None:
    table = last_move_missing(["ana", "ben"])
    offered = offer_end(table, "ben", True)
    handed = hand_over(offered, 0, "standard")

    assert seats_offering_end(handed) == ()
    with pytest.raises(TableError, match="to its end, or given up"):
        offer_end(handed, "ben", True)
    back = take_back(handed, 0, "ana")
    assert seats_offering_end(back) == (1,)
    assert offer_end(back, "ana", True).closed == AGREED
    at_home = hand_over(last_move_missing(["ana", "ben"], DEFAULT_SETTINGS), 0, "standard")
    assert offer_end(at_home, "ben", True).closed == AGREED


@in_house
async def test_an_agreed_end_writes_no_result(house: House) -> None:
    table_id = await house.nearly_over(*new_members(house.store, 2))
    table = await house.tables.find(table_id)
    for occupant in table.occupants:
        await house.tables.seats.offer_end(table_id, occupant.person, True)

    assert results_at(house.store, table) == []
    house.restart()
    assert (await house.tables.find(table_id)).closed == AGREED
