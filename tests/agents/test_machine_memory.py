"""The memory that a process may use decides whether a spare one is kept."""

from pathlib import Path

import pytest

from malecon.agents import machine_memory
from malecon.agents.machine_memory import LEAST_FOR_SPARE, has_room_for_spare, usable_memory
from modes import once

pytestmark = once

MIB = 1 << 20


def machine(folder: Path, own: str, **limits: str) -> tuple[Path, Path]:
    """Return the folder of control groups with some limits, and the file that names the group of this process."""
    for place, limit in limits.items():
        file = folder / "cgroup" / place.replace("__", "/").replace("_dot_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{limit}\n", "ascii")
    (folder / "own").write_text(own, "utf-8")
    return folder / "cgroup", folder / "own"


@pytest.mark.parametrize(
    ("own", "limits", "found"),
    [
        ("0::/site\n", {"site__memory_dot_max": f"{300 * MIB}"}, 300 * MIB),
        (
            "0::/site/server\n",
            {"site__memory_dot_max": f"{300 * MIB}", "site__server__memory_dot_max": "max"},
            300 * MIB,
        ),
        ("0::/\n", {"memory_dot_max": f"{200 * MIB}"}, 200 * MIB),
        ("4:memory:/site\n0::/\n", {"memory__site__memory_dot_limit_in_bytes": f"{400 * MIB}"}, 400 * MIB),
        ("3:cpu,cpuacct:/\n0::/a:b\n", {"a:b__memory_dot_max": f"{100 * MIB}"}, 100 * MIB),
    ],
)
def test_the_least_limit_around_a_process_counts(tmp_path: Path, own: str, limits: dict[str, str], found: int) -> None:
    assert usable_memory(*machine(tmp_path, own, **limits)) == found


@pytest.mark.parametrize("own", ["", "nonsense", "0::/gone\n"])
def test_where_nothing_is_said_it_is_that_of_the_machine(tmp_path: Path, own: str) -> None:
    anything = machine(tmp_path, own, other__memory_dot_max="5")

    assert usable_memory(*anything) == usable_memory(tmp_path / "no", tmp_path / "no") > 0


@pytest.mark.parametrize(
    ("setting", "memory", "is_kept"),
    [
        ("auto", LEAST_FOR_SPARE, True),
        ("auto", LEAST_FOR_SPARE - 1, False),
        ("auto", 0, False),
        ("yes", 0, True),
        ("no", 1 << 40, False),
    ],
)
def test_a_spare_process_is_kept_where_there_is_room(
    setting: str, memory: int, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_memory, "usable_memory", lambda: memory)

    assert has_room_for_spare(setting) is is_kept
