"""Networks in which a server is started: IPv6 alone, a port that somebody else has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from installed import ROOT
from places.place import ALONE, FOREIGN, Place, needs, shell


@pytest.fixture
def ipv6_alone(usual: Place) -> Place:
    prefix = (*ALONE, *shell("ip link set lo up; ip address del 127.0.0.1/8 dev lo"))
    needs(*prefix, why="a network of its own")
    return usual.at(prefix=prefix)


def test_a_game_at_the_terminal_with_ipv6_alone(ipv6_alone: Place) -> None:
    ipv6_alone.play_at_the_terminal()


@pytest.mark.parametrize("host", ["::1", "::", "localhost"])
def test_a_game_by_the_page_with_ipv6_alone(ipv6_alone: Place, host: str) -> None:
    with ipv6_alone.serving("--host", host) as server:
        inside = ("nsenter", "--target", str(server.process.pid), "--user", "--preserve-credentials", "--net")
        command = [*inside, sys.executable, "-m", "places.page_player", f"http://[::1]:{server.port}"]
        here = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}"}
        played = subprocess.run(command, env=here, capture_output=True, text=True)

    assert played.returncode == 0, played.stderr
    assert int(played.stdout) > 0  # it ends when the result is shown


def test_a_port_that_another_user_has_is_named_and_another_port_serves(usual: Place, tmp_path: Path) -> None:
    needs(*FOREIGN, why="several users")
    homes = [tmp_path / name for name in ("ana", "ben")]
    for home in homes:
        home.mkdir()
    ana, ben = (usual.at(home=home, prefix=FOREIGN, variables={"HOME": str(home)}) for home in homes)

    with ana.serving() as server:
        refused = ben.run("serve", "--port", server.port)
        assert refused.returncode == 1
        assert str(server.port) in refused.stderr
        ben.play_by_the_page()
        server.play()

    assert len({path.name for path in homes[0].rglob("*.db")} & {path.name for path in homes[1].rglob("*.db")}) == 1
