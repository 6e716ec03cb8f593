"""The distribution ``malecon``: no code, but ``malecon-engine`` of the same version with what serves pages."""

import re
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
SOURCE = (HERE / "../../src/malecon/__init__.py").read_text("utf-8")
VERSION = re.findall(r'^__version__ = "(.+)"$', SOURCE, re.MULTILINE)[0]

setup(
    version=VERSION,
    install_requires=[f"malecon-engine[serve]=={VERSION}"],
    extras_require={extra: [f"malecon-engine[{extra}]=={VERSION}"] for extra in ("gpu", "hosting", "ray", "research")},
    packages=[],
    py_modules=[],
)
