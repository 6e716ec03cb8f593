"""Whatever can be typed wrongly on the command line: one clear sentence, the right exit code, nothing lost."""

import errno
import os

import pytest

import malecon as package
from terminal.terminal_helpers import LEVEL, Command, finished_match

GAME = """havana 1
seats 2
seed 7

"""
TOO_DEAR = "[[building]]\nid = 1\npoints = 9\ncost = { brick = 1 }\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "'chess', but must be one of havana"),
        (["play", "havana", "--seats", "9"], "--seats: is 9, but must be 2 to 4."),
        (["play", "havana", "--seats", "x"], "--seats"),
        (["play", "havana", "--seed", "-1"], "seed: is -1"),
        (["play", "havana", "--seed", "x"], "--seed"),
        (["play", "havana", "--you", "4"], "--you: is '4', but must be a seat from 1 to 3"),
        (["play", "havana", "--you", "Ana"], "--you: is 'Ana'"),
        (["play", "havana", "--you", "1=A\x1bna"], "--you: is '1=A\\x1bna'"),
        (["play", "havana", "--you", "1=Ana,2=\u0410na"], "or nearly so; give one of them another name"),
        (["play", "havana", "--level", "god"], "--level: is 'god', but must be one of random"),
        (["play", "havana", "--edition", "first"], "edition: is 'first'"),
        (["play", "havana", "--ages", "1,1,2"], "ages: is"),
        (["play", "havana", "--ages", "old"], "--ages: is 'old'"),
        (["play", "havana", "--lang", "xx"], "'xx', but must be one of en, fr"),
        (["play", "havana", "--banana"], "--banana"),
        (["play"], "GAME"),
        (["banana"], "banana"),
        (["simulate", "havana", "--games", "0"], "--games"),
        (["simulate", "havana", "--seats", "1"], "--seats: is 1"),
    ],
)
def test_wrong_usage_ends_with_2(malecon: Command, arguments: list[str], sentence: str) -> None:
    done = malecon(*arguments)

    assert done.code == 2
    assert sentence in " ".join(done.err.split())
    assert malecon.games == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read"),
        (b"\xff\xfe\x00", "it is not a text"),
        (b"", "line 1"),
        (b"chess 1\n", "the game is 'chess'"),
        (b"havana 99\nseats 2\nseed 7\n", "version '99', but must be 1"),
        (b"havana 1\nseats 2\n", "without its seed"),
        (GAME.encode() + b"1 choose siesta banana\n", "line 5"),
        (GAME.encode() + b"1 buy upper left\n", "line 5"),
        (GAME.encode() + b"banana\n", "line 5"),
    ],
)
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_file_that_is_no_good_record_is_refused(
    malecon: Command, command: str, content: bytes | None, sentence: str
) -> None:
    file = malecon.folder / "saved"
    if content is not None:
        file.write_bytes(content)

    done = malecon(command, file)

    assert done.code == 1
    assert sentence in done.err
    assert str(file) in done.err
    assert content is None or file.read_bytes() == content


def test_a_saved_game_that_is_cut_short_is_refused(malecon: Command) -> None:
    malecon("play", "havana", "--level", LEVEL, "--seed", 7, stdin="choose siesta mama\n")
    file = malecon.games[0]
    whole = file.read_text().splitlines(keepends=True)
    file.write_text("".join(whole[:-3]))

    done = malecon("resume", file)

    assert done.code == 1
    assert "is cut short" in done.err
    assert malecon("resume").code == 1  # and it is no game that could be found by itself


def test_there_is_nothing_to_resume(malecon: Command) -> None:
    done = malecon("resume")

    assert done.code == 1
    assert "There is no unfinished game in" in done.err


def test_a_finished_game_is_not_resumed(malecon: Command) -> None:
    file = malecon.keep(finished_match(2))

    assert malecon("resume").code == 1
    done = malecon("resume", file)
    assert done.code == 1
    assert "is over" in done.err
    assert "malecon replay" in done.err


def test_a_file_that_exists_is_not_overwritten(malecon: Command) -> None:
    file = malecon.folder / "precious"
    file.write_text("letters")

    done = malecon("play", "havana", "--save", file)

    assert done.code == 2
    assert "exists already" in done.err
    assert file.read_text() == "letters"


@pytest.mark.parametrize(
    ("tiles", "sentence"),
    [(None, "cannot be read"), ("nonsense", "a name, =, and a value are expected"), (TOO_DEAR * 12, "points")],
)
def test_a_wrong_tile_file_is_refused(malecon: Command, tiles: str | None, sentence: str) -> None:
    file = malecon.folder / "tiles.toml"
    if tiles is not None:
        file.write_text(tiles)

    done = malecon("play", "havana", "--tiles", file)

    assert done.code in (1, 2)
    assert sentence in done.err
    assert "tiles.toml" in done.err


def test_a_folder_that_cannot_be_written_ends_with_1(malecon: Command) -> None:
    (malecon.folder / "malecon").write_text("a file where the folder should be")

    done = malecon("play", "havana", "--level", LEVEL, "--seed", 7)

    assert done.code == 1
    assert "The game cannot be saved in" in done.err


def test_a_full_disk_ends_with_1_and_the_last_good_save_stays(
    malecon: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = malecon.folder / "game"
    malecon("play", "havana", "--seats", 2, "--seed", 7, "--you", "all", "--save", file, stdin="choose siesta mama\n")
    good = file.read_bytes()
    monkeypatch.setattr(os, "fsync", full_disk)

    done = malecon("resume", file, stdin="2 choose siesta pesos\n")

    assert done.code == 1
    assert "there is no room on the disk" in done.err
    assert file.read_bytes() == good
    assert [path.name for path in malecon.folder.iterdir() if path.is_file()] == ["game"]


def full_disk(descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_viewer_that_does_not_play_is_refused(malecon: Command) -> None:
    done = malecon("replay", malecon.keep(package.games["havana"].start(seats=3, seed=7)), "--viewer", 4)

    assert done.code == 2
    assert "--viewer: is 4, but must be a seat from 1 to 3." in done.err


def test_rules_that_do_not_exist_are_not_found(malecon: Command) -> None:
    done = malecon("rules", "havana", "rocket")

    assert done.code == 1
    assert "“rocket”" in done.err
