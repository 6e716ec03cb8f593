"""Places where people start it, each a function that makes it of a usual one."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from places.place import FOREIGN, MOUNTING, Place, needs, shell

Making = Callable[[Place, Path], Place]
"""Makes a place of the usual one; the path is an empty folder for what it needs besides."""
PLACES: dict[str, Making] = {}


def place(make: Making) -> Making:
    """Add a place to those in which games are played; its name is that of the function."""
    PLACES[make.__name__.replace("_", " ")] = make
    return make


# --- homes and users


@place
def no_home_and_no_user(usual: Place, beside: Path) -> Place:
    needs(*FOREIGN, why="a user whom the system does not know")
    return usual.at(prefix=FOREIGN, without=("HOME",), folder=beside)


@place
def a_home_that_does_not_exist(usual: Place, beside: Path) -> Place:
    needs(*FOREIGN, why="a user whom the system does not know")
    return usual.at(prefix=FOREIGN, variables={"HOME": "/proc/nonexistent"}, folder=beside)


@place
def a_home_that_is_a_file(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"HOME": "/dev/null"}, folder=beside)


@place
def an_empty_name_as_home(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"HOME": ""}, folder=beside)


@place
def a_read_only_home(usual: Place, beside: Path) -> Place:
    needs(*FOREIGN, why="a user who may not write everywhere")
    usual.home.chmod(0o500)
    return usual.at(prefix=FOREIGN, folder=beside)


@place
def a_read_only_installation(usual: Place, beside: Path) -> Place:
    needs(*MOUNTING, why="mounting")
    inside = usual.programs.parent
    script = 'mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"; if touch "$1/x" 2>/dev/null; then exit 99; fi'
    return usual.at(prefix=(*MOUNTING, *shell(script, inside)), variables={"PYTHONDONTWRITEBYTECODE": ""})


@place
def a_name_of_the_user_with_blanks(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"USER": "Señora de la Habana", "LOGNAME": "Señora de la Habana"})


# --- folders


@place
def a_folder_with_blanks_and_foreign_letters(usual: Place, beside: Path) -> Place:
    home = beside / "Año 2026 — ¿qué? #1, 100 %41 & 'más'"
    home.mkdir()
    temporary = home / "tmp ü"
    temporary.mkdir()
    return usual.at(home=home, variables={"TMPDIR": str(temporary)})


@place
def a_folder_that_was_removed(usual: Place, beside: Path) -> Place:
    script = 'mkdir "$1/gone"; cd "$1/gone"; rmdir "$1/gone"'
    return usual.at(prefix=shell(script, beside))


@place
def a_folder_behind_a_link(usual: Place, beside: Path) -> Place:
    (beside / "elsewhere").mkdir()
    usual.home.rmdir()
    usual.home.symlink_to(beside / "elsewhere")
    return usual


@place
def no_programs_from_the_folder_of_temporary_files(usual: Place, beside: Path) -> Place:
    needs(*MOUNTING, why="mounting")
    script = 'mount -t tmpfs -o noexec,size=20m tmpfs "$1"'
    return usual.at(prefix=(*MOUNTING, *shell(script, beside)), variables={"TMPDIR": str(beside)})


@place
def no_folder_of_temporary_files(usual: Place, beside: Path) -> Place:
    needs(*MOUNTING, why="mounting")
    script = (
        "mount -t tmpfs -o ro,size=4k tmpfs /var/tmp; mount -t tmpfs -o ro,size=4k tmpfs /usr/tmp 2>/dev/null || true"
    )
    return usual.at(prefix=(*MOUNTING, *shell(script)), variables={"TMPDIR": "/proc/nonexistent"})


@place
def no_shared_memory(usual: Place, beside: Path) -> Place:
    needs(*MOUNTING, why="mounting")
    return usual.at(prefix=(*MOUNTING, *shell("mount -t tmpfs -o ro,size=4k tmpfs /dev/shm")))


@place
def no_proc(usual: Place, beside: Path) -> Place:
    needs(*MOUNTING, why="mounting")
    return usual.at(prefix=(*MOUNTING, *shell("mount -t tmpfs -o ro,size=4k tmpfs /proc")))


@place
def files_that_anybody_may_write(usual: Place, beside: Path) -> Place:
    return usual.at(prefix=shell("umask 000"))


@place
def files_that_only_the_owner_may_read(usual: Place, beside: Path) -> Place:
    return usual.at(prefix=shell("umask 077"))


# --- languages, clocks and terminals


@place
def an_unknown_time_zone_and_ascii_only(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"TZ": "Nowhere/Nothing", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})


@place
def a_time_zone_that_is_garbage(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"TZ": ":/etc/passwd\n<>,M99", "LC_ALL": "xx_YY.nonsense", "LANGUAGE": "xx:../..:fr"})


@place
def a_locale_with_commas_in_numbers(usual: Place, beside: Path) -> Place:
    if shutil.which("localedef") is None:
        pytest.skip("there is no program localedef here")
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", beside / "de_DE.UTF-8"], capture_output=True)
    if made.returncode > 1 or not (beside / "de_DE.UTF-8").exists():
        pytest.skip(f"no German locale can be made: {made.stderr.decode(errors='replace').strip()}")
    return usual.at(variables={"LOCPATH": str(beside), "LC_ALL": "de_DE.UTF-8"})


@place
def turkish(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"})


@place
def a_terminal_that_can_nothing(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"TERM": "", "COLUMNS": "0", "LINES": "-1"})


@place
def an_unknown_terminal_with_colours(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"TERM": "no-such-terminal", "COLORTERM": "???", "FORCE_COLOR": "1", "COLUMNS": "wide"})


# --- processes


@place
def no_variables_at_all(usual: Place, beside: Path) -> Place:
    """The games have their folder: without ``HOME`` they would be kept in the real home of whoever tests."""
    return usual.at(prefix=("env", "-i", "MALECON_JIT=0"), folder=beside)


@place
def the_variables_of_a_service(usual: Place, beside: Path) -> Place:
    service = {"PATH": "/usr/bin:/bin", "STATE_DIRECTORY": str(beside), "INVOCATION_ID": "0", "JOURNAL_STREAM": "8:1"}
    return usual.at(prefix=shell("cd /"), variables=service, without=("HOME", "LC_ALL"), folder=beside)


@place
def few_open_files(usual: Place, beside: Path) -> Place:
    return usual.at(prefix=shell("ulimit -n 64"))


@place
def one_core(usual: Place, beside: Path) -> Place:
    needs("taskset", "--cpu-list", "0", why="one core")
    return usual.at(prefix=("taskset", "--cpu-list", "0"))


@place
def the_first_process_of_a_container(usual: Place, beside: Path) -> Place:
    new = (*MOUNTING, "--pid", "--fork", "--kill-child", "--mount-proc")
    needs(*new, why="processes with numbers of their own")
    return usual.at(prefix=new)


@place
def a_host_name_that_is_no_name(usual: Place, beside: Path) -> Place:
    new = ("unshare", "--user", "--map-root-user", "--uts")
    needs(*new, why="a host name of its own")
    return usual.at(prefix=(*new, *shell('printf "Ana\\047s PC_\\303\\261\\377" > /proc/sys/kernel/hostname')))


@place
def a_proxy_for_everything(usual: Place, beside: Path) -> Place:
    names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
    return usual.at(variables=dict.fromkeys(names, "http://127.0.0.1:9"))


# --- Python


@place
def python_without_assertions(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"PYTHONOPTIMIZE": "1"})


@place
def python_without_docstrings(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"PYTHONOPTIMIZE": "2"})


@place
def python_with_warnings_as_errors(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"PYTHONWARNINGS": "error"})


@place
def python_in_development_mode(usual: Place, beside: Path) -> Place:
    return usual.at(variables={"PYTHONDEVMODE": "1"})


@place
def python_with_a_safe_path(usual: Place, beside: Path) -> Place:
    for name in ("malecon.py", "numpy.py", "random.py", "sitecustomize.py"):
        (usual.home / name).write_text("raise SystemExit('a file of the current folder was loaded')")
    return usual.at(variables={"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"})
