"""Pictures of all characters, buildings and pieces of Cuba, for the page of the rules."""

from markupsafe import Markup

from malecon.core.language import Language
from malecon.cuba.boards import PIECES
from malecon.cuba.buildings import STANDARD
from malecon.cuba.cards import CHARACTERS
from malecon.cuba.words import VOTES, title
from malecon.telling.cuba.choices import building_text
from malecon.web.cuba import pieces
from malecon.web.showing.rendering import render


def gallery(language: Language) -> Markup:
    """Return the pictures with their words."""
    return render(
        "cuba/gallery.html",
        language,
        all_pieces=PIECES,
        characters=CHARACTERS,
        buildings=STANDARD,
        icon=pieces.icon,
        portrait=pieces.portrait,
        house=pieces.house,
        titled=title,
        text_of=building_text,
        VOTES=VOTES,
    )


def invitation() -> Markup:
    """Return two people and a ship that waits for them."""
    return pieces.portrait("foreman") + pieces.vessel(1) + pieces.portrait("tradeswoman")
