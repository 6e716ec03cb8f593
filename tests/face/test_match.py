"""A match as people and programs play it, whatever the game."""

from typing import Any

import pytest

import malecon
from cases import STARTS
from face.playing import SEEDS, begin, finished, random_match
from malecon import UsageError
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.core.options import Kind

each_game = pytest.mark.parametrize("game", malecon.games)
each_start = pytest.mark.parametrize("start", STARTS)
each_seed = pytest.mark.parametrize("seed", SEEDS)


def begun(game: str, seats: int = 2) -> Match:
    return malecon.games[game].start(seats=seats, seed=7)


def test_the_games_are_a_mapping() -> None:
    assert len(malecon.games) == len(list(malecon.games))
    assert all(game.name == name for name, game in malecon.games.items())
    with pytest.raises(KeyError):
        malecon.games["chess"]


@each_start
def test_everybody_sees_which_options_are_played(start: str) -> None:
    game, chosen = STARTS[start]
    match = begin(start, 7)
    default = {option.name: option.usual for option in game.options if option.kind in (Kind.CHOICE, Kind.FLAG)}

    assert match.seen_by(None).options == {name: chosen.get(name, usual) for name, usual in default.items()}


@each_game
def test_an_option_has_a_name_and_a_sentence_for_people(game: str) -> None:
    for option in malecon.games[game].options:
        assert option.help.endswith(").")
        assert option.title or option.kind not in (Kind.CHOICE, Kind.FLAG)


@each_game
@pytest.mark.parametrize("seat", [-1, 2, "0", None, 0.5])
def test_a_seat_that_is_not_there_is_refused(game: str, seat: int) -> None:
    match = begun(game)

    for ask in (match.legal, lambda seat: match.play(seat, match.legal(match.to_move[0])[0])):
        with pytest.raises(UsageError, match=r"seat: is .*, but must be 0 to 1"):
            ask(seat)


@each_game
def test_a_viewer_that_is_not_there_is_refused(game: str) -> None:
    match = begun(game)

    for see in (match.seen_by, match.events_seen_by):
        with pytest.raises(UsageError, match="seat: is 2"):
            see(2)


@each_game
def test_events_that_two_threads_ask_for_at_once_are_seen_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(game)
    match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    kind, expected = type(match.events[0]), match.copy().events_seen_by(None)
    asked: list[None] = []
    see = kind.seen_by

    def seen_while_another_asks(event: Event, viewer: int | None) -> Event:
        if not asked:
            asked.append(None)
            assert match.events_seen_by(None) == expected
        return see(event, viewer)

    monkeypatch.setattr(kind, "seen_by", seen_while_another_asks)

    assert match.events_seen_by(None) == expected
    assert asked


@each_start
@each_seed
def test_the_end_names_winners_with_the_most_points(start: str, seed: int) -> None:
    match = finished(start, seed)

    assert match.over
    assert match.to_move == ()
    assert match.winners
    assert all(match.points[winner] == max(match.points) for winner in match.winners)
    assert all(match.legal(seat) == () for seat in range(match.seats))


@each_start
def test_a_copy_goes_on_by_itself(start: str) -> None:
    for number, (match, seat, move) in enumerate(random_match(start, 4)):
        if number % 20 == 0:
            twin, before = match.copy(), match.record()
            assert twin == match
            twin.play(seat, move)
            assert twin != match
            assert match.record() == before


@each_game
def test_a_match_without_a_seed_has_a_secret_one(game: str) -> None:
    one, other = malecon.games[game].start(seats=2), malecon.games[game].start(seats=2)

    assert one.seed != other.seed
    assert malecon.games[game].start(seats=2, seed=one.seed) == one


@each_game
def test_matches_are_no_keys_and_tell_what_they_are(game: str) -> None:
    match = begun(game)

    with pytest.raises(TypeError):
        hash(match)
    assert repr(match) == f"<{game}, 2 seats, 0 moves>"
    assert match != game


@each_start
@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_a_seed_has_64_bits(start: str, seed: int) -> None:
    match = begin(start, seed)

    assert match.position()["chance"]["key"] == f"{seed:016x}"
    assert malecon.replay(match.record()) == match


@each_game
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 1}, "seats: is 1, but must be 2 to "),
        ({"seats": "3"}, "seats: is '3', but must be 2 to "),
        ({"seats": True}, "seats: is True, but must be 2 to "),
        ({"seed": -1}, "seed: is -1, but must be a whole number from 0 to 18446744073709551615"),
        ({"seed": 2**64}, "seed: is 18446744073709551616, but must be a whole number"),
        ({"seed": 1.5}, "seed: is 1.5, but must be a whole number"),
        ({"house": 1}, "option: is 'house', but must be one of "),
    ],
)
def test_what_no_game_takes_is_refused_with_the_reason(game: str, wrong: dict[str, object], sentence: str) -> None:
    arguments: dict[str, Any] = {"seats": 3, "seed": 1} | wrong

    with pytest.raises(UsageError, match=sentence):
        malecon.games[game].start(**arguments)


@each_game
def test_names_are_kept_and_checked(game: str) -> None:
    match = begun(game, seats=3)
    assert match.names == {}

    match.names = {2: " Ana María #1 ", 0: "easy"}

    assert match.names == {0: "easy", 2: "Ana María #1"}
    assert match.copy().names == match.names
    for wrong in ({3: "x"}, {0: " "}, {0: "a\nb"}):
        with pytest.raises(UsageError):
            match.names = wrong
    assert match.names == {0: "easy", 2: "Ana María #1"}


@each_start
def test_the_points_by_round_end_with_those_of_the_end(start: str) -> None:
    match = finished(start, 7)
    rounds = match.points_by_round

    assert rounds[-1] == match.points
    assert len(rounds) == max(malecon.games[match.game.name].text.rounds(match)) + 1
    assert match.copy().points_by_round == rounds
