"""Users for whom nothing can be kept: each command that needs no folder works, the others say how to name one."""

from pathlib import Path

import pytest

from patience import PATIENCE_S
from places.place import Place
from places.quick_places import PLACES


@pytest.fixture(
    params=["no home and no user", "a home that does not exist", "a home that is a file", "a read only home"]
)
def nowhere(request: pytest.FixtureRequest, usual: Place, tmp_path: Path) -> Place:
    return PLACES[request.param](usual, tmp_path).at(folder=None)


def test_the_rules_can_be_read(nowhere: Place) -> None:
    read = nowhere.run("rules", "havana", "mama")

    assert (read.returncode, read.stderr) == (0, "")
    assert "HAV-6.13" in read.stdout


def test_a_game_is_played_and_it_is_said_that_it_is_not_saved(nowhere: Place) -> None:
    played = nowhere.run("play", "havana", "--seed", 7, "--level", "random", stdin="choose siesta mama\n")

    assert "Rosa lays two cards face down." in played.stdout
    assert "save FILE" in played.stderr
    assert "The game is not saved." in played.stderr


def test_a_server_names_the_option_for_a_folder(nowhere: Place) -> None:
    refused = nowhere.run("serve", "--port", 0, longest_s=PATIENCE_S)

    assert refused.returncode == 1
    assert "--folder" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
