"""The pictures of Cuba, which browsers load once: fields in files of their own, all others in ``static/pictures.svg``.

``PYTHONPATH=tests python -m web.cuba_pictures`` writes them again after a change of what they are made of.
"""

import re
from pathlib import Path

from markupsafe import Markup

from malecon.games.cuba.buildings import STANDARD, Building
from malecon.games.cuba.web import pieces
from malecon.presentation.facade import facade
from malecon.presentation.templates import GAME_TEMPLATES, environment

ENVIRONMENT = environment(GAME_TEMPLATES)
FOLDER = Path(pieces.__file__).parent / "static"
HOUSE = Markup('<symbol id="house-{code}" viewBox="0 0 120 120">{facade}</symbol>')
THING = re.compile(r'^<g id="([^"]+)".*?^</g>\n', re.MULTILINE | re.DOTALL)
"""A thing that is defined to be drawn several times."""
MOST_RESOURCES = 5
"""The dearest buildings that come with the game cost as many."""


def files() -> dict[str, str]:
    """Return all files, by their names in ``static``."""
    land = ENVIRONMENT.get_template("cuba/pictures/land.svg")
    return {"pictures.svg": pictures()} | {
        f"{name}.svg": _with_used_things(land.render(name=name)) for name in pieces.FIELDS
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
    return ENVIRONMENT.get_template("cuba/pictures/all.svg").render(houses=Markup("\n").join(houses))


def _wealth(building: Building) -> float:
    """Return how rich a façade is, 0 to 1, from what the building costs.

    >>> _wealth(STANDARD[0])
    0.6
    """
    return sum(building.cost.resources()) / MOST_RESOURCES


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, "utf-8")
