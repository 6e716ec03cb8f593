"""The pictures of Cuba, which browsers load once: a file for each field, and ``pictures.svg`` for all others."""

import re
from pathlib import Path

from jinja2 import FileSystemLoader
from markupsafe import Markup

from malecon.games.cuba.buildings import STANDARD, Building
from malecon.games.cuba.web import pieces
from malecon.presentation.templates import environment
from pictures.facade import facade

ENVIRONMENT = environment(FileSystemLoader(Path(__file__).parent / "templates"))
FOLDER = Path(pieces.__file__).parent / "static"
HOUSE = Markup('<symbol id="house-{code}" viewBox="0 0 120 120">{facade}</symbol>')
THING = re.compile(r'^<g id="([^"]+)".*?^</g>\n', re.MULTILINE | re.DOTALL)
"""A thing that is defined to be drawn several times."""
MOST_RESOURCES = 5
"""The dearest buildings that come with the game cost as many."""


def files() -> dict[Path, str]:
    """Return the content of each file."""
    land = ENVIRONMENT.get_template("land.svg")
    return {FOLDER / "pictures.svg": pictures()} | {
        FOLDER / f"{name}.svg": _with_used_things(land.render(name=name)) for name in pieces.FIELDS
    }


def _with_used_things(picture: str) -> str:
    """Return a picture without the things that it defines and does not draw."""
    return THING.sub(lambda thing: thing[0] if f'href="#{thing[1]}"' in picture else "", picture)


def pictures() -> str:
    """Return the pictures that are not fields."""
    houses = (
        HOUSE.format(code=code, facade=facade(building.name, _wealth(building)))
        for code, building in enumerate(STANDARD)
    )
    return ENVIRONMENT.get_template("all.svg").render(houses=Markup("\n").join(houses))


def _wealth(building: Building) -> float:
    """Return how rich a façade is, 0 to 1, from what the building costs.

    >>> _wealth(STANDARD[0])
    0.6
    """
    return sum(building.cost.resources()) / MOST_RESOURCES
