"""Pictures of all characters, buildings and pieces of Cuba, for the page of the rules."""

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.cards import CHARACTERS
from malecon.games.cuba.text.descriptions import building_text
from malecon.games.cuba.text.words import VOTES, title
from malecon.games.cuba.web import pieces
from malecon.presentation.rendering import render


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
