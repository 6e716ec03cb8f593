"""The buildings as façades, each once on the page and shown wherever it stands or is on offer."""

from collections.abc import Sequence

from markupsafe import Markup

from malecon.cuba.buildings import BUILDINGS, STANDARD
from malecon.web.art.facade import facade

SYMBOL = Markup('<symbol id="house-{code}" viewBox="0 0 120 120">{facade}</symbol>')
HOUSE = Markup('<svg class="house" viewBox="0 0 120 120" aria-hidden="true"><use href="#house-{code}"/></svg>')
MOST_RESOURCES = 5
"""The dearest buildings that come with the game cost as many."""


def house_symbols(names: Sequence[str]) -> Markup:
    """Return the symbols of buildings; dearer ones have richer façades."""
    return Markup("").join(
        SYMBOL.format(code=BUILDINGS.index(name), facade=facade(name, wealth(name))) for name in names
    )


def wealth(name: str) -> float:
    """Return how rich a façade is, 0 to 1, from what the building costs.

    >>> wealth("large bank"), wealth("warehouse")
    (1.0, 0.4)
    """
    return min(1.0, sum(STANDARD[BUILDINGS.index(name)].cost.resources()) / MOST_RESOURCES)


def house(name: str) -> Markup:
    """Return the façade of a building."""
    return HOUSE.format(code=BUILDINGS.index(name))
