"""Standard streams that are closed or full."""

import os
import signal
import socket
import subprocess
from contextlib import suppress

import pytest
from httpx import TransportError, get

from patience import PATIENCE_S
from places.page_player import PagePlayer
from places.place import Place, shell
from web.browsing import until


def test_a_server_whose_streams_are_all_closed(usual: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    place = usual.at(prefix=shell("exec <&- >&- 2>&-"))
    process = subprocess.Popen(place.command("serve", "--port", port), cwd=place.home, env=place.environment)

    def answers() -> bool:
        assert process.poll() is None, "the server ended"
        with suppress(TransportError):
            return get(f"{address}/healthz", trust_env=False).status_code == 200
        return False

    try:
        until(answers)
        with PagePlayer(address) as player:
            player.begin()
            player.play()
            assert "result" in player.wait_for_turn().classes
    finally:
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("command", [("rules", "havana"), ("play", "havana", "--help"), ("--version",)])
def test_an_output_that_is_full_is_said(usual: Place, command: tuple[str, ...]) -> None:
    done = usual.at(prefix=shell("exec > /dev/full")).run(*command)

    assert done.returncode != 0
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "No space left" in done.stderr


@pytest.mark.parametrize("script", ["exec <&-", "exec >&-", "exec 2>&-", "exec >&- 2>&-"])
def test_a_command_with_a_closed_stream(usual: Place, script: str) -> None:
    done = usual.at(prefix=shell(script)).run("rules", "havana", "mama")

    assert done.returncode == 0, done.stderr
    assert ">&-" in script or "HAV-6.13" in done.stdout
