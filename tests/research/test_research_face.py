"""The names of the research package: loaded when asked for, with the extra that they need."""

import pkgutil
import subprocess
import sys

import pytest

import malecon.research as research
from modes import once

pytestmark = once

EXTRAS = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pyarrow", "ray", "numba_cuda"}


def python(program: str) -> str:
    """Return what a Python process of its own prints."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_the_base_install_imports_no_extra() -> None:
    assert python(f"import sys, malecon.research, malecon.cli; print(*{EXTRAS} & sys.modules.keys())") == ""


def test_each_name_is_loaded_when_it_is_asked_for() -> None:
    assert all(callable(getattr(research, name)) for name in research.__all__)
    with pytest.raises(AttributeError, match=r"^module 'malecon\.research' has no attribute 'chess'$"):
        _ = research.chess


def test_the_names_are_listed_and_the_nearest_one_is_suggested() -> None:
    assert {*research.__all__} <= {*dir(research)}
    with pytest.raises(AttributeError, match=r"has no attribute 'evalute'; did you mean evaluate\?$"):
        _ = research.evalute


def test_no_module_is_called_like_a_name() -> None:
    """Importing ``malecon.research.batch`` would put a module in the place of a function ``batch``."""
    modules = {module.name for module in pkgutil.iter_modules(research.__path__)}

    assert modules.isdisjoint(research.__all__)


def test_a_missing_extra_is_said_with_the_command_that_installs_it() -> None:
    program = """
import sys
sys.modules["gymnasium"] = None
import malecon.research
try:
    malecon.research.aec
except ImportError as error:
    print(error)
"""

    assert python(program) == 'gymnasium is not installed; type: pip install "malecon-engine[research]"'
