"""The image of the Dockerfile, built by Podman, and a container of it with a foreign user and a read-only root.

The base is Debian's Python, so that no registry of images is needed: mmdebstrap makes it of Debian's packages.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from installed import ROOT
from places.page_player import PagePlayer
from web.browsing import until

pytestmark = [pytest.mark.place]
BASE = "localhost/malecon-places-base"
IMAGE = "localhost/malecon-places"
PACKAGES = "python3,python3-venv,ca-certificates"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
LIMITS = ("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024")
"""A machine that is a container itself may not raise its own."""
OLD_GROUPS = 'for each in /sys/fs/cgroup/unified; do mountpoint -q $each && umount $each; done; exec "$@"'
"""Hides the new control groups where the old ones are used too, which crun cannot bear."""


def podman(*arguments: object) -> str:
    """Run Podman; return what it prints."""
    command = ["podman", *map(str, arguments)]
    if Path("/sys/fs/cgroup/unified").is_dir() and os.geteuid() == 0:
        command = ["unshare", "--mount", "sh", "-c", OLD_GROUPS, "sh", *command]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout.strip()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of an image of Debian with its Python."""
    if shutil.which("podman") is None:
        pytest.skip("there is no program podman here: sudo apt install podman")
    try:
        podman("info")
    except AssertionError as error:
        pytest.skip(f"podman does not run here: {error}")
    if not podman("images", "--quiet", BASE):
        if shutil.which("mmdebstrap") is None:
            pytest.skip("there is no program mmdebstrap here: sudo apt install mmdebstrap")
        root = tmp_path_factory.mktemp("debian") / "root.tar"
        suite = "bookworm"
        made = subprocess.run(
            ["mmdebstrap", "--variant=minbase", f"--include={PACKAGES}", suite, root], capture_output=True, text=True
        )
        if made.returncode:
            pytest.skip(f"Debian cannot be fetched: {made.stderr.strip().splitlines()[-1:]}")
        podman("import", root, BASE)
        root.unlink()
    return BASE


@pytest.fixture(scope="module")
def image(base: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of the image, built as the Dockerfile says, with this machine's way to the package index."""
    settings = tmp_path_factory.mktemp("pip") / "pip.conf"
    index = subprocess.run(["pip", "config", "get", "global.index-url"], capture_output=True, text=True).stdout.strip()
    lines = ["[global]", *([f"index-url = {index}"] if index else [])]
    lent = ["--volume", f"{settings}:/etc/pip.conf:ro"]
    if CERTIFICATES.exists():
        lines.append(f"cert = {CERTIFICATES}")
        lent += ["--volume", f"{CERTIFICATES}:{CERTIFICATES}:ro"]
    settings.write_text("\n".join(lines) + "\n")
    how = ("--format", "docker", "--isolation", "chroot", "--network", "host", *LIMITS, *lent)
    podman("build", *how, "--build-arg", f"BASE={base}", "--tag", IMAGE, ROOT)
    return IMAGE


@contextmanager
def container(image: str, data: Path, *options: str) -> Iterator[str]:
    """Have a container with few rights; yield its id."""
    rights = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")
    how = ("--detach", "--network", "host", *LIMITS, *rights, "--volume", f"{data}:/data", *options)
    name = podman("run", *how, image).splitlines()[-1]
    try:
        yield name
    finally:
        podman("rm", "--force", "--time", "20", name)


def test_a_foreign_user_with_a_read_only_root_plays_against_a_player_that_thinks(image: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 1234, 1234)
    options = ("--user", "1234:1234", "--env", "MALECON_PORT=8765", "--env", "MALECON_HOST=127.0.0.1")

    with container(image, data, *options) as name:
        until(lambda: "Malecón is at" in podman("logs", name))
        with PagePlayer("http://127.0.0.1:8765") as player:
            player.begin(level="easy")
            player.play()
            assert "result" in player.wait_for_turn().classes
        podman("healthcheck", "run", name)
        assert "Traceback" not in podman("logs", name)

    assert {file.stat().st_uid for file in data.rglob("*")} == {1234}


def test_the_compiled_code_of_the_image_is_used_by_any_user(image: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 1234, 1234)
    rights = ("--rm", "--network", "none", *LIMITS, "--read-only", "--tmpfs", "/tmp", "--user", "1234:1234")
    told = podman(
        "run", *rights, "--volume", f"{data}:/data", image, "sh", "-c",
        "malecon simulate havana --games 1 --seats 2 >&2 && find /app/compiled /tmp /data -type f",
    )  # fmt: skip
    files = [Path(line) for line in told.splitlines()]
    image_files = {file.name for file in files if file.is_relative_to("/app")}

    assert len(image_files) > 50
    assert image_files.isdisjoint({file.name for file in files if not file.is_relative_to("/app")})
