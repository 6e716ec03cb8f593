"""Cuba in words: the record, and how a game ends."""

from collections.abc import Iterator, Mapping, Sequence

from malecon.core.events import Event
from malecon.core.i18n import N_
from malecon.games.cuba import events as on
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.options import OPTIONS
from malecon.games.cuba.text import descriptions, words
from malecon.games.cuba.text.choices import LABELS
from malecon.games.cuba.text.explanations import RULES_TEXT, explain
from malecon.games.cuba.text.narration import NARRATOR
from malecon.games.cuba.text.prompts import TITLES, prompt
from malecon.games.cuba.text.sentences import TEMPLATES
from malecon.games.cuba.view import ENDING, PlayerSeen
from malecon.presentation.game_text import GameText

HOW_IT_ENDED = {ENDING: ("CUB-9.1", TEMPLATES[on.Ended][0])}
"""By ending, the sentence of the rules and how it is said."""
TIE = "CUB-9.2", N_("The points are equal; more pesos decide.")
"""The sentence of the rules about equal points, and how it is said."""

POINTS = {
    "ships": N_("ships"),
    "used": N_("buildings used"),
    "tax": N_("tax"),
    "duty": N_("duty"),
    "both": N_("both paid"),
    "subsidy": N_("subsidy"),
    "alternative": N_("alternatives"),
    "buildings": N_("buildings at the end"),
}
"""What points come from: ``Scored.source``, all buildings that are used together, or loaded pieces."""


def ranking_key(player: PlayerSeen) -> tuple[int, int]:
    """Return what decides the ranking: points, then pesos (CUB-9.2)."""
    return player.points, player.pesos


def pesos(player: PlayerSeen) -> str:
    """Return a player's pesos."""
    return str(player.pesos)


def building_count(player: PlayerSeen) -> str:
    """Return how many buildings a player has built."""
    return str(len(player.buildings))


def round_of(event: Event) -> int | None:
    """Return the number of the round that an event begins."""
    return event.number if isinstance(event, on.RoundBegan) else None


def score_of(event: Event) -> tuple[str, int]:
    """Return where the points of an event come from, by ``POINTS``, and how many; ``""`` and 0 for other events."""
    if isinstance(event, on.Loaded):
        return "ships", event.points
    if isinstance(event, on.Scored):
        return "used" if event.source in BUILDINGS else event.source, event.points
    return "", 0


def sources(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Return by what points come from how many each seat has of it."""
    scored = {title: [0] * seats for title in POINTS.values()}
    for event in events:
        source, points = score_of(event)
        if points and event.seat is not None:
            scored[POINTS[source]][event.seat] += points
    return scored


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from descriptions.texts()


GAME_TEXT = GameText(
    title=N_("Cuba"),
    pitch=N_("ship sugar, rum and cigars from Cuba"),
    rules_text=RULES_TEXT,
    narrator=NARRATOR,
    examples=("mayor", "hotel", "tax", "ship 4", "buildings", "CUB-4.12"),
    prompt=prompt,
    labels=LABELS,
    titles=TITLES,
    explain=explain,
    endings=HOW_IT_ENDED,
    tie=TIE,
    standing=ranking_key,
    columns={N_("pesos"): pesos, N_("buildings"): building_count},
    sources=sources,
    round_of=round_of,
    options=OPTIONS,
    texts=texts,
)
