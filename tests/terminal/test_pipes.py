"""Moves from a pipe, and whatever can be wrong with them."""

import pytest

import malecon as package
from terminal.terminal_helpers import LEVEL, Command, Outcome, finished_match, moves_of_a_game

PLAY = ("play", "havana", "--level", LEVEL, "--seed", 7)


@pytest.mark.parametrize(("game", "with_seats"), [(game, number % 2 == 1) for number, game in enumerate(package.games)])
def test_a_whole_game_from_a_pipe(malecon: Command, game: str, with_seats: bool) -> None:
    seats = package.games[game].seats[-1]
    lines = moves_of_a_game(seats, game)
    moves = "\n".join(line if with_seats else line.partition(" ")[2] for line in lines)

    done = malecon("play", game, "--seed", 7, "--seats", seats, "--you", "all", stdin=f"# a game\n\n{moves}\n")

    assert done.code == 0, done.err
    assert any(rule in done.out for rule, _ in package.games[game].text.endings.values())
    assert [f"{s + 1} {m}" for s, m in package.replay(malecon.games[0].read_text()).moves] == lines


def test_computer_players_make_their_own_moves(malecon: Command) -> None:
    done = malecon(*PLAY, "--you", 1, stdin="choose siesta mama\n")

    assert done.code == 1
    assert "Rosa lays two cards face down." in done.out
    assert "line 1" in done.err
    assert "the game goes on" in done.err
    assert f"malecon resume {malecon.games[0]}" in done.err


@pytest.mark.parametrize("game", package.games)
def test_a_question_mark_shows_the_table_and_all_legal_moves(malecon: Command, game: str) -> None:
    lines = moves_of_a_game(2, game)[:40]
    match = package.games[game].start(seats=2, seed=7)
    for line in lines:
        match.play(int(line[0]) - 1, line.partition(" ")[2])

    done = malecon("play", game, "--seed", 7, "--seats", 2, "--you", "all", stdin="\n".join([*lines, "?"]))

    shown = [line.strip() for line in done.out.splitlines()]
    moves = match.legal(match.to_move[0])
    assert tuple(shown[-len(moves) :]) == moves
    assert f"Player {match.to_move[0] + 1} (you)" in done.out
    assert "The moves end after line 41, but the game goes on." in done.err


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buy upper left", "Something else is to be decided now"),
        ("choose siesta banana", "“choose siesta banana” is no move (column"),
        ("2 choose siesta mama", "seat 2 is played by the computer (random)"),
        ("7 choose siesta mama", "there is no seat 7"),
        ("\udcff", "UTF-8"),
    ],
)
def test_the_first_wrong_line_stops_the_pipe_with_its_number_and_the_reason(
    malecon: Command, line: str, reason: str
) -> None:
    text = f"# comment\n\n{line}\n".encode(errors="surrogateescape")

    done = malecon(*PLAY, "--you", 1, stdin=text)

    assert done.code == 1
    assert "line 3: " in done.err
    assert reason in done.err
    assert "malecon resume" in done.err


def test_an_illegal_move_names_the_rule(malecon: Command) -> None:
    done = malecon(*PLAY, "--you", 1, "--lang", "fr", stdin="buy upper left\n")

    assert done.code == 1
    assert "ligne 1 : Il faut maintenant décider autre chose" in done.err.replace("\u00a0", " ")
    assert "(HAV-2.5)" in done.err


def test_a_pipe_that_ends_early_keeps_the_game(malecon: Command) -> None:
    lines = moves_of_a_game(2)

    done = malecon(*PLAY, "--seats", 2, "--you", "all", stdin="\n".join(lines[:10]))

    assert done.code == 1
    assert "after line 10" in done.err
    assert len(package.replay(malecon.games[0].read_text()).moves) == 10

    rest = malecon("resume", stdin="\n".join(lines[10:15]))
    assert "after line 5" in rest.err
    assert len(package.replay(malecon.games[0].read_text()).moves) == 15


def end(malecon: Command, *more: str) -> Outcome:
    """Make the last two moves of a game from a pipe, with more lines after them."""
    match = finished_match(2)
    file = malecon.keep(match.after(match.number - 2))
    lines = [f"{seat + 1} {move}" for seat, move in match.moves[-2:]]
    return malecon("resume", file, "--you", "all", stdin="\n".join([*lines, *more]))


def test_lines_after_the_end_are_refused_and_the_result_is_told_before(malecon: Command) -> None:
    done = end(malecon, "end turn")

    assert done.code == 1
    assert "line 3: the game is over already" in done.err
    assert done.out.count("The record of the game is in") == 1


def test_a_question_mark_after_the_end_shows_the_result_again(malecon: Command) -> None:
    done = end(malecon, "?")

    assert done.code == 0, done.err
    assert done.out.count("The record of the game is in") == 2


@pytest.mark.parametrize("stdin", ["", "# nothing yet\n"])
def test_an_empty_pipe_is_a_pipe_that_ends_early(malecon: Command, stdin: str) -> None:
    done = malecon(*PLAY, "--you", 1, stdin=stdin)

    assert done.code == 1
    assert "There were no moves." in done.err
    assert f"malecon resume {malecon.games[0]}" in done.err


def test_a_game_in_another_language_is_resumed_in_it(malecon: Command) -> None:
    french = malecon("play", "cuba", "--seats", 2, "--you", "all", "--lang", "fr")
    english = malecon("play", "cuba", "--seats", 2, "--you", "all")

    assert french.err.endswith(".game --lang fr\n")
    assert english.err.endswith(".game\n")
