"""What is installed: all that is asked for, each of one version and known by its digest."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)
DIGEST = re.compile(r"--hash=sha256:[0-9a-f]{64}")

each_lock = pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
each_lock_of_the_program = pytest.mark.parametrize(
    "lock", [lock for lock in LOCKS if "release" not in lock.name], ids=lambda lock: lock.name
)


def folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", name)[0]).lower()


def pinned(lock: Path) -> dict[str, set[str]]:
    """Return the versions of a lock file by name; several where they differ by machine."""
    found: dict[str, set[str]] = {}
    for name, version in PINNED.findall(lock.read_text("utf-8")):
        found.setdefault(folded(name), set()).add(version)
    return found


def asked(lock: Path) -> list[str]:
    """Return what the configuration asks for, of which a lock file must have everything."""
    extras, groups = CONFIGURATION["project"]["optional-dependencies"], CONFIGURATION["dependency-groups"]
    program = [*CONFIGURATION["project"]["dependencies"], *extras["serve"]]
    needed = {
        "requirements.lock": program,
        "requirements-hosting.lock": [*program, *extras["hosting"]],
        "requirements-dev.lock": [
            *program,
            *(name for extra in ("hosting", "research", "ray") for name in extras[extra]),
            *groups["dev"],
        ],
        "requirements-release.lock": groups["release"],
    }
    return [folded(name) for name in needed[lock.name] if not name.startswith(CONFIGURATION["project"]["name"])]


@each_lock
def test_everything_that_is_asked_for_is_locked(lock: Path) -> None:
    assert set(asked(lock)) <= set(pinned(lock))


@each_lock_of_the_program
def test_what_is_locked_is_within_the_bounds_that_are_asked_for(lock: Path) -> None:
    project = CONFIGURATION["project"]
    needed = map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["serve"]])
    bounds = {folded(each.name): each.specifier for each in needed}

    assert bounds["numba"]
    for name, bound in bounds.items():
        assert all(version in bound for version in pinned(lock)[name]), name


@each_lock
def test_everything_that_is_locked_has_digests(lock: Path) -> None:
    entries = re.split(r"^(?=[A-Za-z0-9])", lock.read_text("utf-8"), flags=re.MULTILINE)[1:]

    assert len(entries) >= len(pinned(lock)) > 10
    assert [entry.splitlines()[0] for entry in entries if not PINNED.match(entry) or not DIGEST.search(entry)] == []


def test_what_is_tested_is_what_people_install() -> None:
    installed, tested = pinned(ROOT / "requirements.lock"), pinned(ROOT / "requirements-dev.lock")

    assert {name: versions for name, versions in installed.items() if versions != tested[name]} == {}


def test_what_is_installed_is_checked_against_the_digests() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")

    installing = re.findall(r"pip install .*--requirement.*", makefile)
    assert installing
    assert all("--require-hashes" in line for line in installing)


@each_lock_of_the_program
def test_nothing_asks_for_pydantic_which_takes_megabytes_of_a_server(lock: Path) -> None:
    assert "pydantic" not in pinned(lock)
