"""All pictures of Cuba in one file, which browsers load once: ``static/cuba.svg``.

``python -m malecon.web.cuba.pictures`` writes it again after a change of what it is made of.
"""

from pathlib import Path

from markupsafe import Markup

from malecon.cuba.buildings import STANDARD, Building
from malecon.web.art.facade import facade
from malecon.web.rendering import ENVIRONMENT

FILE = Path(__file__).parent.parent / "static" / "cuba.svg"
HOUSE = Markup('<symbol id="house-{code}" viewBox="0 0 120 120">{facade}</symbol>')
MOST_RESOURCES = 5
"""The dearest buildings that come with the game cost as many."""


def pictures() -> str:
    """Return the file."""
    houses = (
        HOUSE.format(code=code, facade=facade(building.name, wealth(building)))
        for code, building in enumerate(STANDARD)
    )
    return ENVIRONMENT.get_template("cuba/pictures/all.svg").render(houses=Markup("\n").join(houses))


def wealth(building: Building) -> float:
    """Return how rich a façade is, 0 to 1, from what the building costs.

    >>> wealth(STANDARD[0])
    0.6
    """
    return sum(building.cost.resources()) / MOST_RESOURCES


if __name__ == "__main__":
    FILE.write_text(pictures(), "utf-8")
