"""A machine with 300 MB in all: a server, a computer player that thinks, and a dozen people who sign in at once."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx import Client

from places.page_player import PagePlayer
from places.place import Place, shell, with_cache
from web.browsing import until

pytestmark = [pytest.mark.place]
LIMIT = 300 << 20
PEOPLE = 12
GROUPS = Path("/sys/fs/cgroup")
FILES = ("memory.max", "memory.swap.max")
OLD_FILES = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
"""Of a control group of the first version."""


@contextmanager
def memory_group() -> Iterator[Path]:
    """Have a control group whose processes have so much memory in all."""
    is_old = (GROUPS / "memory").is_dir()
    memory, swap = OLD_FILES if is_old else FILES
    group = (GROUPS / "memory" if is_old else GROUPS) / f"malecon-place-{os.getpid()}"
    try:
        group.mkdir()
        (group / memory).write_text(str(LIMIT))
        if (group / swap).exists():
            (group / swap).write_text(str(LIMIT if is_old else 0))  # in the old groups it counts memory too
    except OSError as error:
        if group.is_dir():
            group.rmdir()
        pytest.skip(f"no control group can be made here, which limits memory: {error}")
    try:
        yield group
    finally:
        until(lambda: not (group / "cgroup.procs").read_text())  # computer players end after their server
        group.rmdir()


def test_the_server_goes_on_while_a_dozen_people_sign_in_at_once(usual: Place, compiled: Path) -> None:
    with memory_group() as group:
        place = with_cache(usual.at(prefix=shell('echo $$ > "$1"', group / "cgroup.procs")), compiled)
        with place.serving("--limits", "no") as server, PagePlayer(server.address) as player:
            player.begin(level="easy")
            with ThreadPoolExecutor(PEOPLE) as people:
                answers = [people.submit(sign_in, server.address, f"somebody-{i}") for i in range(PEOPLE)]
                player.play()
            assert {answer.result() for answer in answers} <= {200, 400, 403, 422, 429, 503}
            assert "result" in player.wait_for_turn().classes
            assert player.client.get("healthz").status_code == 200


def sign_in(address: str, name: str) -> int:
    """Try a wrong password, and return the status of the answer."""
    with Client(base_url=address, headers={"Origin": address}, timeout=300, trust_env=False) as client:
        return client.post("/sign-in", data={"name": name, "password": "a wrong password, a long one"}).status_code
