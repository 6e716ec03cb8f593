"""The memory that a process may use: that of the machine, or less where a control group of Linux limits it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LEAST_FOR_SPARE = 1 << 30
"""Bytes of memory from which on one more process is kept ready: it needs 200 MB."""
CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUP = Path("/proc/self/cgroup")


def has_room_for_spare(setting: str) -> bool:
    """Tell whether a spare process is kept; ``setting``: ``yes``, ``no``, or ``auto`` for enough memory."""
    return setting == "yes" or (setting == "auto" and usable_memory() >= LEAST_FOR_SPARE)


def usable_memory(cgroups: Path = CGROUPS, own: Path = OWN_CGROUP) -> int:
    """Return the bytes of memory that this process may use; 0 where the system does not say it."""
    found = [limit for file in _limit_files(cgroups, own) if (limit := _limit_in(file))]
    with suppress(AttributeError, ValueError, OSError):  # Windows has no sysconf
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(found, default=0)


def _limit_files(cgroups: Path, own: Path) -> Iterator[Path]:
    """Yield the files with the limits of the control group of this process, and of those around it (versions 2, 1)."""
    with suppress(OSError):
        for line in own.read_text("utf-8").splitlines():
            _, controllers, path = [*line.split(":", 2), "", ""][:3]
            if controllers in ("", "memory"):
                root = cgroups / controllers
                name = "memory.limit_in_bytes" if controllers else "memory.max"
                group = Path(path.lstrip("/"))
                yield from (root / each / name for each in (group, *group.parents))


def _limit_in(file: Path) -> int:
    """Return the limit in a file; 0 if there is none."""
    with suppress(OSError, ValueError):
        return int(file.read_text("ascii"))
    return 0
