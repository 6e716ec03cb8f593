"""Favourite buildings: those that a person has built or bought most often in finished games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from malecon import games
from malecon.core.i18n import load
from malecon.presentation.game_page import House
from malecon.presentation.perspective import Perspective
from malecon.services.ranking import FinishedGame
from malecon.storage.store import Store
from malecon.tables.errors import Unplayable

MOST_REPLAYED = 100
"""Games that are looked at, the newest."""
MOST_SHOWN = 12
MOST_KEPT = 4096
"""Seats whose buildings are cached: a game that is over stays as it is."""


@dataclass(frozen=True, slots=True)
class Favourite:
    """A building: its picture, its points, words, and how often."""

    house: Markup
    sun: Markup
    words: str
    times: int


def favourites(store: Store, played: Sequence[FinishedGame], language: str) -> list[Favourite]:
    """Return the favourite buildings of games of one kind; ``played``: the oldest first. Blocks."""
    built = [
        house for game in played[-MOST_REPLAYED:] for house in buildings_at(store, game.table_id, game.seat, language)
    ]
    pictures = {words: (house, sun) for house, sun, words in built}
    times = Counter(words for _, _, words in built)
    return [Favourite(*pictures[words], words, count) for words, count in times.most_common(MOST_SHOWN)]


@lru_cache(MOST_KEPT)
def buildings_at(store: Store, table_id: str, seat: int, language: str) -> Sequence[House]:
    """Return the buildings of a seat in a finished game: picture, points, words; none if its rules are gone."""
    try:
        match = store.load(table_id).match
    except Unplayable:
        return ()
    perspective = Perspective.of(match, None, load(language), match.names)
    return games[match.game.name].page.houses(perspective.view.players[seat], perspective)
