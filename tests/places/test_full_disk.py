"""A disk that is full: it is said, nothing acknowledged is lost, and the game goes on once there is room."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from places.forms import Page
from places.page_player import PagePlayer
from places.place import MOUNTING, Place, Server, needs, shell
from terminal.terminal_helpers import moves_of_a_game

SIZE_KIB = 8192


@pytest.fixture
def small_disk(usual: Place, tmp_path: Path) -> Place:
    """Return a place with a disk of its own of a few MB for the games."""
    needs(*MOUNTING, why="mounting")
    disk = tmp_path / "disk"
    disk.mkdir()
    prefix = (*MOUNTING, *shell(f'mount -t tmpfs -o size={SIZE_KIB}k tmpfs "$1"', disk))
    return usual.at(prefix=prefix, folder=disk)


def full(place: Place, file: str) -> Place:
    """Return the place with a disk that is full to the last byte."""
    fill = 'dd if=/dev/zero of="$1" bs=1k status=none 2>/dev/null || true'
    assert place.folder is not None
    return place.at(prefix=(*place.prefix, *shell(fill, place.folder / file)))


@contextmanager
def filled(server: Server, folder: Path) -> Iterator[None]:
    """Fill the disk of a server, which only its processes see, for a while."""
    filler = Path(f"/proc/{server.process.pid}/root{folder}/filler")
    with filler.open("wb", buffering=0) as file:
        for piece in (1 << 16, 1 << 10, 1):
            try:
                while True:
                    file.write(bytes(piece))
            except OSError:
                pass
    yield
    filler.unlink()


def test_the_page_says_so_and_goes_on_once_there_is_room(small_disk: Place) -> None:
    assert small_disk.folder is not None
    with small_disk.serving() as server, PagePlayer(server.address) as player:
        player.begin(is_short=False)  # a short one may be over before the disk is full
        player.play(most=2)
        refused = 0
        with filled(server, small_disk.folder):
            for _ in range(20):
                page = player.wait_for_turn()
                before = {button.value for form, button in player.choices(page)[1]}
                answer = player.send(*player.choose(page))
                if answer.status_code == 200 and not Page(answer.text).errors:
                    continue  # there was room left in the files of the database
                refused += 1
                assert answer.status_code in (200, 503, 507), answer.text
                assert "Traceback" not in answer.text
                again = player.wait_for_turn()
                assert {button.value for form, button in player.choices(again)[1]} == before
                break
        assert refused
        assert player.play(most=player.sent + 3) == player.sent


def test_the_terminal_says_so_and_the_game_is_resumed_once_there_is_room(small_disk: Place, tmp_path: Path) -> None:
    assert small_disk.folder is not None
    lines = moves_of_a_game(2)
    kept = tmp_path / "kept.game"
    begun = small_disk.at(folder=tmp_path).run(
        "play", "havana", "--seats", 2, "--seed", 7, "--you", "all", "--save", kept, stdin="\n".join(lines[:10])
    )
    assert "after line 10" in begun.stderr

    rest = tmp_path / "rest"
    rest.write_text("\n".join(lines[10:]))
    script = 'cp "$1" "$2/a.game"; dd if=/dev/zero of="$2/filler" bs=1k status=none 2>/dev/null || true'
    script += '; "$3" resume "$2/a.game" < "$4" && exit 99; rm "$2/filler"'
    prefix = shell(script, kept, small_disk.folder, small_disk.programs / "malecon", rest)
    done = small_disk.at(prefix=(*small_disk.prefix, *prefix)).run(
        "resume", small_disk.folder / "a.game", stdin="\n".join(lines[10:])
    )

    assert "a.game" in done.stderr  # while the disk was full
    assert done.returncode == 0, done.stderr
    assert "The record of the game is in" in done.stdout


@pytest.mark.parametrize("what", ["TMPDIR", "XDG_CACHE_HOME", "MALECON_CACHE"])
def test_other_folders_may_be_full(small_disk: Place, usual: Place, what: str) -> None:
    assert small_disk.folder is not None
    place = full(small_disk, "filler").at(variables={what: str(small_disk.folder)}, folder=None)
    place.play_at_the_terminal()
    place.play_by_the_page()
