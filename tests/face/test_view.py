"""What a viewer may know (HAV-1.4): everything open, and nothing that is hidden."""

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

from face.playing import HAVANA, SEEDS, STARTS, random_match
from malecon.core.bits import members
from malecon.core.match import Match
from malecon.core.random import set_key
from malecon.havana.cards import NAMES
from malecon.havana.events import Ended, Revealed
from malecon.havana.questions import ASKED
from malecon.havana.state import NONE, QUESTIONS, State
from malecon.havana.view import View, seen_by

each_start = pytest.mark.parametrize("start", STARTS)
each_seed = pytest.mark.parametrize("seed", SEEDS)


def viewers(match: Match) -> Iterator[int | None]:
    yield None
    yield from range(match.seats)


def sight(state: State, viewer: int | None) -> bytes:
    return msgspec.json.encode(seen_by(state, viewer))


def change_hidden(state: State, viewer: int | None, rng: np.random.Generator) -> None:
    """Change in place all that ``viewer`` may not know, sizes excepted."""
    set_key(state, int(rng.integers(2**40)))
    rng.shuffle(state.stack[: state.stack_size])
    for seat in range(state.seats):
        if seat != viewer:
            change_cards(state, seat, rng)


def change_cards(state: State, seat: int, rng: np.random.Generator) -> None:
    slots = [slot for slot in range(2) if state.laid[seat, slot] != NONE]
    hand, pile = members(int(state.hand[seat])), members(int(state.discards[seat]))
    cards = [*hand, *pile, *(int(state.laid[seat, slot]) for slot in slots)]
    rng.shuffle(cards)
    state.hand[seat] = sum(1 << card for card in cards[: len(hand)])
    state.discards[seat] = sum(1 << card for card in cards[len(hand) : len(hand) + len(pile)])
    for slot, card in zip(slots, cards[len(hand) + len(pile) :], strict=True):
        state.laid[seat, slot] = card


@pytest.mark.rule("HAV-1.4")
@each_start
@each_seed
def test_what_a_viewer_may_not_know_changes_no_byte_of_the_view(start: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for match, _, _ in random_match(start, seed):
        for viewer in viewers(match):
            other = match.state.copy()

            change_hidden(other, viewer, rng)

            assert sight(other, viewer) == sight(match.state, viewer)


@pytest.mark.rule("HAV-1.4")
@each_start
@each_seed
def test_secret_moves_look_the_same_to_everybody_else(start: str, seed: int) -> None:
    for match, seat, move in random_match(start, seed):
        other_move = secret_twin(match, seat, move)
        if other_move is None:
            continue
        one, other = match.copy(), match.copy()
        events = one.play(seat, move)
        other.play(seat, other_move)
        if any(isinstance(event, Revealed) for event in events):
            continue
        for viewer in viewers(match):
            if viewer != seat:
                assert msgspec.json.encode(one.events_seen_by(viewer)) == msgspec.json.encode(
                    other.events_seen_by(viewer)
                )
                assert sight(one.state, viewer) == sight(other.state, viewer)
                assert one.to_move == other.to_move


def secret_twin(match: Match, seat: int, move: str) -> str | None:
    """Return another legal move that nobody else can tell from ``move``, if there is one."""
    stem = {"choose": "choose ", "refresh": "refresh "}.get(move.split()[0])
    if move.startswith("cover"):
        stem = move.split(" with ")[0] + " with "
    if stem is None or move == "refresh nothing":
        return None
    twins = [twin for twin in match.legal(seat) if twin.startswith(stem) and twin not in (move, "refresh nothing")]
    return twins[0] if twins else None


@each_start
def test_an_owner_sees_own_cards_and_nobody_else_does(start: str) -> None:
    for match, _, _ in random_match(start, 5):
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


@each_start
def test_all_that_is_open_is_there(start: str) -> None:
    for match, _, _ in random_match(start, 6):
        view: View = match.seen_by(None)
        position = match.position()
        ids = [seen.tile.id for row in view.rows for seen in row] + [tile.id for tile in view.stack]
        ids += [*view.box_tiles, *(tile for player in view.players for tile in player.tiles)]

        assert sorted(ids) == list(range(1, int(match.state.tiles) + 1))
        assert [tile.id for tile in view.stack] == sorted(position["stack"])
        assert view.question.seats == match.to_move
        assert view.question.asks == ASKED[QUESTIONS.index(view.question.kind)]
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
    for match, seat, move in random_match("2 seats", 1):
        last = match.copy()
        last.play(seat, move)

    view: View = last.seen_by(None)
    ended = last.events[-1]

    assert (view.question.kind, view.question.seats, view.turn) == ("over", (), None)
    assert view.winners == last.winners
    assert isinstance(ended, Ended)
    assert view.ending == ended.reason
    assert view.target == 25
