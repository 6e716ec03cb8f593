"""The log of a game: what happened, by rounds, in paragraphs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.engine import Event, RoundBeginning
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.narration import Told
from malecon.core.plain_text import initials
from malecon.presentation.game_page import EventPictures
from malecon.presentation.parts import Drawn, Part, draw, drawn
from malecon.presentation.playable_game import PlayableGame
from malecon.web.rendering import TEMPLATES

MOST_CACHED = 1000
"""Stretches of games whose words are cached; they do not change."""
MOST_CHAPTERS, MOST_LINES = 2048, 1024
"""Drawn chapters of logs that are cached, and paragraphs: those of chapters that grow."""

COUNTED = Markup('<span class="counted">{}</span>')
"""A picture with its number, which stay on one line."""


class Sentence(NamedTuple):
    """A sentence of a paragraph.

    Attributes:
        html: the sentence with its pictures, without the name with which it begins; a semicolon ends it if the next
            one is about the same player, too.
        parts: the parts of the table that it is about, separated by blanks.
        name: that of the player, or *You*, if it begins with it.
        is_repeated: whether the sentence before it begins with this name, too.
    """

    html: Markup
    parts: str
    name: str = ""
    is_repeated: bool = False


class Paragraph(NamedTuple):
    """Some sentences. ``seat``: whom they are about; ``None`` for nobody. ``letter``: on that player's badge."""

    sentences: tuple[Sentence, ...]
    seat: int | None = None
    letter: str = ""


class Chapter(NamedTuple):
    """A round, or the set-up; its hash needs only the last paragraph, for a log is looked up often.

    ``first_fresh``: the first paragraph since the viewer looked, if it is in this chapter.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    first_fresh: int | None = None

    def __hash__(self) -> int:
        return hash((self.title, len(self.paragraphs), self.paragraphs[-1:], self.first_fresh))


class Stretch(tuple[Event, ...]):
    """Events that follow each other; a cache finds them by their number and the last one, and compares all."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((len(self), self[-1:]))


def log_of(
    match: Match,
    game: PlayableGame,
    viewer: int | None,
    looked: int | None,
    language: Language,
    names: Mapping[int, str],
) -> list[Chapter]:
    """Return the log, by rounds.

    Args:
        match: the game.
        game: the game, with its words and pictures.
        viewer: a seat, or ``None`` for a spectator.
        looked: moves that had been made at the last look; ``None`` if everything is to count as seen.
        language: of the words.
        names: of the players, by seat.
    """
    events, chapters = match.events_seen_by(viewer), list[Chapter]()
    number = match.number
    seen = len(events) - match.events_since(number if looked is None else min(looked, number))
    for title, first, last in _rounds_of(events, seen, language):
        said = first + bool(title)  # that a round begins, its title says
        paragraphs = _paragraphs_of(game, Stretch(events[said:last]), language, tuple(names.items()), viewer)
        if title or not chapters:
            chapters.append(Chapter(title or language.say(N_("Set-up")), paragraphs, 0 if first == seen else None))
        else:
            before = chapters[-1]
            chapters[-1] = Chapter(before.title, (*before.paragraphs, *paragraphs), len(before.paragraphs))
    return chapters


_draw_log = TEMPLATES.drawer("log.html", "has_begun")
_draw_chapter = TEMPLATES.drawer("chapter.html", "placed_chapter")
_draw_line = TEMPLATES.drawer("line.html", "paragraph")


def draw_log(log: Sequence[Chapter], language: Language) -> dict[str, Drawn]:
    """Return the parts of the log, by their names: chapters, and each paragraph, so that none is sent twice."""
    parts = {"log": drawn(Part("log", _draw_log, bool(log)), language)}
    for place, chapter in enumerate(log, 1):
        parts.update(_drawn_chapter(place, chapter, place == len(log), language))
    return parts


@lru_cache(MOST_CHAPTERS)
def _drawn_chapter(place: int, chapter: Chapter, is_last: bool, language: Language) -> Mapping[str, Drawn]:
    """Return the parts of a chapter of the log; the next chapter stands in it, so that the log need not list all."""
    whole = Part(f"chapter-{place}", _draw_chapter, (chapter, place, is_last))
    lines = [Part(f"line-{place}-{n}", _draw_line, paragraph) for n, paragraph in enumerate(chapter.paragraphs)]
    return {whole.name: draw(whole, language)} | {line.name: _drawn_line(line, language) for line in lines}


_drawn_line = lru_cache(MOST_LINES)(draw)


def sentences_of(
    game: PlayableGame, events: Sequence[Event], language: Language, names: Mapping[int, str], viewer: int | None
) -> tuple[Sentence, ...]:
    """Return sentences with pictures about events as the viewer may know them."""
    paragraphs = _paragraphs_of(game, Stretch(events), language, tuple(names.items()), viewer)
    return tuple(sentence for paragraph in paragraphs for sentence in paragraph.sentences)


@lru_cache(MOST_CACHED)
def _paragraphs_of(
    game: PlayableGame,
    events: Stretch,
    language: Language,
    names: tuple[tuple[int, str], ...],
    viewer: int | None,
) -> tuple[Paragraph, ...]:
    """Return paragraphs about events as the viewer may know them."""
    named = dict(names)
    subjects = named if viewer is None else named | {viewer: language.say(N_("You"))}
    letters = dict(zip(named, initials(tuple(named.values())), strict=True))
    return tuple(
        Paragraph(
            sentences_told(told, game.page.events, language, viewer, "" if seat is None else subjects[seat]),
            seat,
            "" if seat is None else letters[seat],
        )
        for seat, told in game.text.narrator.tell_by_seat(events, language, named, viewer)
    )


@lru_cache(MOST_CACHED)
def sentences_told(
    paragraph: tuple[Told, ...], pictures: EventPictures, language: Language, viewer: int | None, name: str
) -> tuple[Sentence, ...]:
    """Return sentences with the pictures of what they name, and the parts of the table where that is."""
    named = [is_begun_with(name, told.text) for told in paragraph]
    repeated = [*map(all, pairwise([False, *named, False]))]
    return tuple(
        Sentence(
            _html_of(told, pictures, language, name if begins else "", goes_on=goes_on),
            " ".join(dict.fromkeys(part for event in told.events for part in pictures.places(event, viewer) if part)),
            name if begins else "",
            is_repeated,
        )
        for told, begins, (is_repeated, goes_on) in zip(paragraph, named, pairwise(repeated), strict=True)
    )


def is_begun_with(name: str, text: str) -> bool:
    """Tell whether a sentence begins with a name and goes on with a verb, and so can be told below the name.

    >>> is_begun_with("Ana", "Ana takes 1 peso."), is_begun_with("Ana", "Ana Maria takes 1 peso.")
    (True, False)
    """
    return bool(name) and text.startswith(f"{name} ") and text[len(name) + 1].islower()


@lru_cache(MOST_CACHED)
def _html_of(told: Told, pictures: EventPictures, language: Language, name: str, *, goes_on: bool) -> Markup:
    """Return a sentence with the pictures of what it names, without the name; with a semicolon if the next goes on."""
    said = told.text.removeprefix(f"{name} ")
    if goes_on:
        said = language.say(N_("{before}; {after}"), before=said.removesuffix("."), after="").rstrip()
    return with_pictures(said, pictures.pictured(told.events, language))


def with_pictures(text: str, pictured: Iterable[tuple[str, Markup]]) -> Markup:
    """Return a text in which words have their pictures; a word without a number once, for players' names come first.

    >>> with_pictures("Mama takes (1 peso) & plays Mama.", [("Mama", Markup("<i/>Mama")), ("1 peso", Markup("<b/>"))])
    Markup('Mama takes <span class="counted">(<b/></span>) &amp; plays <i/>Mama.')
    """
    drawn = {words: markup for words, markup in pictured if words}
    places = {words: [*re.finditer(rf"(?<!\w)(\(?){re.escape(words)}(?!\w)", text)] for words in drawn}
    shown = ((words, place) for words, all in places.items() for place in (all if words[0].isdigit() else all[-1:]))
    found = sorted(
        (place.start(), place.end(), COUNTED.format(place[1] + drawn[words]))
        if words[0].isdigit()
        else (*place.span(), place[1] + drawn[words])
        for words, place in shown
    )
    html, end = Markup(), 0
    for begin, until, markup in found:
        if begin >= end:
            html, end = html + text[end:begin] + markup, until
    return html + text[end:]


def _rounds_of(events: Sequence[Event], seen: int, language: Language) -> Iterator[tuple[str, int, int]]:
    """Yield stretches of events that belong together: a title if a round begins there, first and last place."""
    titles = {0: ""} | {
        place: language.say(N_("Round {number}"), number=event.number)
        for place, event in enumerate(events)
        if isinstance(event, RoundBeginning)
    }
    if 0 < seen < len(events):
        titles.setdefault(seen, "")
    places = [*sorted(titles), len(events)]
    for first, last in pairwise(places):
        yield titles[first], first, last


def without_announcements(events: Sequence[Event]) -> Sequence[Event]:
    """Return events without those that only announce what follows them."""
    return [event for event, following in zip_longest(events, events[1:]) if not (event.announces and following)]
