"""What a viewer may know of a game of Havana (HAV-1.4): everything open."""

from collections.abc import Iterator

import msgspec
import pytest

import malecon
from cases.havana import STARTS
from face.playing import random_match
from malecon.core.bit_set import bit
from malecon.core.match import Match
from malecon.games.havana.asks import QUESTIONS
from malecon.games.havana.cards import CODE, NAMES
from malecon.games.havana.events import Ended
from malecon.games.havana.guess import guess
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.view import View
from sampling import close_looks

HAVANA = malecon.games["havana"]
each_start = pytest.mark.parametrize("start", [f"havana, {start}" for start in STARTS])


def viewers(match: Match) -> Iterator[int | None]:
    yield None
    yield from range(match.seats)


@each_start
def test_an_owner_sees_own_cards_and_nobody_else_does(start: str) -> None:
    for match, _, _ in close_looks(random_match(start, 5)):
        for viewer in viewers(match):
            view: View = match.seen_by(viewer)
            for player in view.players:
                own = player.seat == viewer
                assert (player.hand is not None) == (player.discards is not None) == own
                assert all((card.card is not None) == own for card in player.face_down)
                if player.hand is not None and player.discards is not None:
                    laid = [str(card.card) for card in player.face_down]
                    assert sorted([*player.hand, *player.discards, *player.open, *laid]) == sorted(NAMES)
                    assert (player.hand_size, player.discard_size) == (len(player.hand), len(player.discards))


GUESSES = 60


def test_a_card_is_known_to_be_discarded_if_no_guess_has_it_elsewhere() -> None:
    uncertain = 0
    for match, _, _ in random_match("havana, 4 seats", 9):
        guesses = [match.copy().state for _ in range(GUESSES)]
        for key, guessed in enumerate(guesses):
            guess(guessed, -1, key)
        for player in match.seen_by(None).players:
            piles = [int(guessed.discards[player.seat]) for guessed in guesses]
            always = {card for card in NAMES if all(pile & bit(CODE[card]) for pile in piles)}
            assert set(player.known_discards) == always
            uncertain += len(always) < player.discard_size
    assert uncertain


@each_start
def test_all_that_is_open_is_there(start: str) -> None:
    for match, _, _ in close_looks(random_match(start, 6), every=5):
        view: View = match.seen_by(None)
        position = match.position()
        ids = [seen.tile.id for row in view.rows for seen in row] + [tile.id for tile in view.stack]
        ids += [*view.box_tiles, *(tile for player in view.players for tile in player.tiles)]

        assert sorted(ids) == list(range(1, int(match.state.tiles) + 1))
        assert [tile.id for tile in view.stack] == sorted(position["stack"])
        assert view.question.seats == match.to_move
        asked = QUESTION_TABLE.get(QUESTIONS.index(view.question.kind))
        assert view.question.asks == (asked.asks if asked else "")
        assert tuple(player.points for player in view.players) == match.points
        assert view.order == (tuple(position["order"]) if view.round else ())
        cubes = [view.centre, view.bag, view.box, *(player.cubes for player in view.players)]
        assert sum(sum(msgspec.structs.astuple(some)) for some in cubes) == 80
        assert view.supply_workers + sum(player.workers for player in view.players) == 15


def test_ends_of_rows_are_marked_and_a_single_tile_is_the_left_end() -> None:
    match = HAVANA.start(seats=2, seed=3)
    state = match.state
    assert [seen.end for seen in match.seen_by(None).rows[1]] == ["lower left", *[None] * 4, "lower right"]

    state.row_length[0] = 1
    state.row_length[1] = 0

    rows = match.seen_by(None).rows
    assert [seen.end for seen in rows[0]] == ["upper left"]
    assert rows[1] == ()


def test_a_view_tells_who_has_chosen_but_not_what() -> None:
    match = HAVANA.start(seats=3, seed=3)
    match.play(1, "choose siesta mama")

    view: View = match.seen_by(0)

    assert view.question.seats == (0, 2)
    assert [len(player.face_down) for player in view.players] == [0, 2, 0]
    assert view.players[1].hand_size == 11
    assert {card.card for card in match.seen_by(1).players[1].face_down} == {"siesta", "mama"}


def test_only_its_owner_knows_the_number_of_a_card_that_is_laid() -> None:
    match = HAVANA.start(seats=2, seed=3)
    assert [player.next_number for player in match.seen_by(1).players] == [None, None]

    match.play(1, "choose worker mama")

    assert [player.next_number for player in match.seen_by(1).players] == [None, 49]
    assert [player.next_number for player in match.seen_by(0).players] == [None, None]


def test_tiles_stay_on_their_plots_until_their_row_is_refilled() -> None:
    plots = dict[int, tuple[int, int]]()
    for match, _, _ in random_match("havana, 2 seats", 3):
        view: View = match.seen_by(None)
        for row, (tiles, first) in enumerate(zip(view.rows, view.first_plots, strict=True)):
            on_plots = {seen.tile.id: (row, first + place) for place, seen in enumerate(tiles)}
            stayed = [tile for tile in on_plots if tile in plots]
            is_refilled = len(on_plots) > len(stayed)
            assert is_refilled or all(plots[tile] == on_plots[tile] for tile in stayed)
            assert all(plot < 6 for _, plot in on_plots.values())
            plots |= on_plots
    assert len(plots) > 12, "a row was refilled"


def test_the_fetched_tile_lies_open() -> None:
    match = next(
        m for m in (HAVANA.start(seed=s, **STARTS["3 seats, dear ends"]) for s in range(200)) if len(m.to_move) == 1
    )
    oldest = match.to_move[0]
    move = match.legal(oldest)[0]
    match.play(oldest, move)

    assert match.seen_by(oldest).question.kind == "swap"
    for viewer in (None, 0, 1, 2):
        assert match.seen_by(viewer).question.tile == int(move.split()[1])


def test_the_end_is_seen() -> None:
    for match, seat, move in random_match("havana, 2 seats", 1):
        last = match.copy()
        last.play(seat, move)

    view: View = last.seen_by(None)
    ended = last.events[-1]

    assert (view.question.kind, view.question.seats, view.turn) == ("over", (), None)
    assert view.winners == last.winners
    assert isinstance(ended, Ended)
    assert view.ending == ended.reason
    assert view.target == 25
