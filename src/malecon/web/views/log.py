"""The log of a game: what happened, by rounds, in paragraphs."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest

from markupsafe import Markup
from msgspec import Struct, field

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.narration import Told
from malecon.core.narration import paragraph as paragraph_about
from malecon.core.plain_text import initials
from malecon.presentation.escaping import escaped
from malecon.presentation.game_page import EventPictures
from malecon.presentation.parts import Canvas, Group, Part
from malecon.presentation.playable_game import PlayableGame
from malecon.web.rendering import TEMPLATES

MOST_CACHED = 1000
"""Stretches of games whose words are cached; they do not change."""
MOST_TITLES = 256
"""Cached titles of rounds."""

COUNTED = '<span class="counted">{}</span>'
"""A picture with its number, which stay on one line."""


class Sentence(Struct, frozen=True):
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


class Paragraph(Struct, frozen=True):
    """Some sentences. ``seat``: whom they are about; ``None`` for nobody. ``letter``: on that player's badge."""

    sentences: tuple[Sentence, ...]
    seat: int | None = None
    letter: str = ""


class Chapter(Struct, frozen=True):
    """A round, or the set-up.

    Attributes:
        title: of it.
        paragraphs: of it.
        places: of each paragraph the place of its first event in the game.
        first_fresh: the first paragraph since the viewer looked, if it is in it.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    places: tuple[int, ...]
    first_fresh: int | None = None


MOST_LINES = 6
"""Of a section: only the last one changes while a chapter grows, and is sent again."""


class Section(Struct, frozen=True):
    """Some lines of a chapter; the next section, and then the next chapter, stands in it.

    Attributes:
        title: of the chapter that begins here; empty if it goes on.
        lines: the places of the lines, by which they are named.
        first_fresh: the first line since the viewer looked, if it is in this section.
        following: the name of what stands in it after its lines; empty if nothing does.
    """

    title: str
    lines: tuple[int, ...]
    first_fresh: int | None
    following: str

    @property
    def is_fresh(self) -> bool:
        """Whether a chapter begins here of which the viewer has seen nothing."""
        return bool(self.title) and self.first_fresh in self.lines[:1]


class Telling(Struct, frozen=True):
    """The number of events that are told, the paragraphs; of each its events and the first one's place."""

    count: int
    paragraphs: tuple[Paragraph, ...]
    runs: tuple[tuple[Event, ...], ...]
    places: tuple[int, ...]


NOTHING_TOLD = Telling(0, (), (), ())
NOT_SETTLED = 2
"""Paragraphs at the end that more events can change: see ``Narrator.runs``."""


class Tellings(Struct):
    """What a page has told: all events, the names of the players, and by its first event's place each stretch."""

    events: tuple[Event, ...] = ()
    names: tuple[tuple[int, str], ...] = ()
    stretches: dict[int, Telling] = field(default_factory=dict)


def log_of(
    match: Match,
    game: PlayableGame,
    viewer: int | None,
    looked: int | None,
    language: Language,
    names: Mapping[int, str],
    told: Tellings | None = None,
    stood_in: Sequence[bool] = (),
) -> list[Chapter]:
    """Return the log, by rounds.

    Args:
        match: the game.
        game: the game, with its words and pictures.
        viewer: a seat, or ``None`` for a spectator.
        looked: moves that had been made at the last look; ``None`` if everything is to count as seen.
        language: of the words.
        names: of the players, by seat.
        told: by the same page before, which is brought up to date: what has been told stays as it is.
        stood_in: of each move whether a computer player made it in the viewer's place, who is then named.
    """
    events, chapters = match.events_seen_by(viewer), list[Chapter]()
    number = match.number
    seen = len(events) - match.events_since(number if looked is None else min(looked, number))
    named, told = tuple(names.items()), told or Tellings()
    goes_on = told.names == named and events[: len(told.events)] == told.events
    known = told.stretches if goes_on else {}
    told.events, told.names, told.stretches = events, named, {}
    away = _changes_of(match, stood_in)
    for title, first, last in _rounds_of(match, len(events), {seen, *away}, language):
        said = first + bool(title)  # that a round begins, its title says
        telling = known.get(said, NOTHING_TOLD)
        if telling.count != last - said:
            is_away = bisect_right(away, first) % 2 == 1
            telling = _tell(game, events[said:last], language, named, viewer, telling, is_away=is_away)
        told.stretches[said], paragraphs = telling, telling.paragraphs
        places = tuple([said + place for place in telling.places])
        if title or not chapters:
            title = title or language.say(N_("Set-up"))
            chapters.append(Chapter(title, paragraphs, places, 0 if first == seen else None))
        else:
            before = chapters[-1]
            fresh = len(before.paragraphs) if first == seen else before.first_fresh
            both = (*before.paragraphs, *paragraphs), (*before.places, *places)
            chapters[-1] = Chapter(before.title, *both, fresh)
    return chapters


_draw_log = TEMPLATES.drawer("log.html", "has_begun")
_draw_section = TEMPLATES.drawer("log_section.html", "section")


def _draw_line(canvas: Canvas, paragraph: Paragraph) -> Markup:
    """Draw a paragraph; without a template, for most parts of a page are lines."""
    seat = "" if paragraph.seat is None else f' class="seat-{paragraph.seat + 1}"'
    by = f' data-by="{escaped(paragraph.letter)}"' if paragraph.letter else ""
    said = " ".join([_drawn_sentence(sentence, by) for sentence in paragraph.sentences])
    return Markup(f'<p id="{canvas.name}"{seat}>{said}</p>')


def _drawn_sentence(sentence: Sentence, by: str) -> str:
    """Return a sentence as HTML; ``by``: the attribute with the letter of the player, if it is about one."""
    parts = f' data-parts="{escaped(sentence.parts)}"' if sentence.parts else ""
    hidden = ' class="unseen"' if sentence.is_repeated else ""
    name = f"<b{hidden}>{escaped(sentence.name)}</b> " if sentence.name else ""
    return f"<span{by}{parts}>{name}{escaped(sentence.html)}</span>"


Sections = dict[int, tuple[tuple[Chapter, bool], list[Group]]]
"""By the places of chapters: the chapter with whether it is the last one, and its sections."""


def log_parts(log: Sequence[Chapter], made: Sections | None = None) -> Iterator[Part | Group]:
    """Yield the log: a group for each section of a chapter, each paragraph of it a part, so that none is sent twice.

    ``made``: for the same page before, which is brought up to date: those of a chapter that has not changed stay.
    """
    made = {} if made is None else made
    yield Part("log", _draw_log, bool(log))
    for place, chapter in enumerate(log, 1):
        known, wanted = made.get(place), (chapter, place == len(log))
        if known is None or known[0] != wanted:
            known = made[place] = wanted, [*_sections_of(chapter, place, is_last=wanted[1])]
        yield from known[1]


def _sections_of(chapter: Chapter, place: int, *, is_last: bool) -> Iterator[Group]:
    """Yield the sections of a chapter."""
    count, fresh = len(chapter.paragraphs), chapter.first_fresh
    for first in range(0, max(count, 1), MOST_LINES):
        lines = range(first, min(first + MOST_LINES, count))
        goes_on = lines.stop < count
        following = _section_name(place, lines.stop) if goes_on else "" if is_last else _section_name(place + 1)
        name, places = _section_name(place, first), chapter.places[first : lines.stop]
        first_fresh = chapter.places[fresh] if fresh is not None and fresh in lines else None
        section = Section("" if first else chapter.title, places, first_fresh, following)
        yield Group(name, _parts_of_section, (name, section, chapter.paragraphs[first : lines.stop]))


def _parts_of_section(name: str, section: Section, paragraphs: tuple[Paragraph, ...]) -> Iterator[Part]:
    """Yield a section of the log, and its lines: each keeps its name when others before it come or go."""
    yield Part(name, _draw_section, section)
    for place, paragraph in zip(section.lines, paragraphs, strict=True):
        yield Part(f"line-{place}", _draw_line, paragraph)


def _section_name(place: int, first: int = 0) -> str:
    """Return the name of the section of a chapter that begins with a line."""
    return f"chapter-{place}-{first}" if first else f"chapter-{place}"


def sentences_of(
    game: PlayableGame, events: Sequence[Event], language: Language, names: Mapping[int, str], viewer: int | None
) -> tuple[Sentence, ...]:
    """Return sentences with pictures about events as the viewer may know them."""
    paragraphs = _tell(game, events, language, tuple(names.items()), viewer).paragraphs
    return tuple(sentence for paragraph in paragraphs for sentence in paragraph.sentences)


def _tell(
    game: PlayableGame,
    events: Sequence[Event],
    language: Language,
    names: tuple[tuple[int, str], ...],
    viewer: int | None,
    before: Telling = NOTHING_TOLD,
    *,
    is_away: bool = False,
) -> Telling:
    """Return paragraphs about events as the viewer may know them.

    Args:
        game: the game, with its words and pictures.
        events: that are told.
        language: of the words.
        names: of the players, by seat.
        viewer: a seat, or ``None`` for a spectator.
        before: what was told of the first of them.
        is_away: whether somebody else moved in the viewer's place.
    """
    if before.count > len(events):
        before = NOTHING_TOLD
    narrator, kept = game.text.narrator, max(0, len(before.places) - NOT_SETTLED)
    first = before.places[kept] if kept else 0
    paragraphs, runs, places = [*before.paragraphs[:kept]], [*before.runs[:kept]], [*before.places[:kept]]
    players = tuple(name for _, name in names)
    subjects: dict[int | None, str] = {None: ""} | dict(names)
    letters: dict[int | None, str] = {None: ""} | dict(zip(dict(names), initials(players), strict=True))
    addressed = None if is_away else viewer
    if addressed is not None:
        subjects[addressed] = language.say(N_("You"))
    for number, (place, seat, run) in enumerate(narrator.runs(events[first:]), kept):
        if before.runs[number : number + 1] == (run,):
            paragraph = before.paragraphs[number]
        else:
            told = paragraph_about(narrator, run, language, names, addressed)
            sentences = sentences_told(told, game.page.events, language, viewer, subjects[seat])
            paragraph = Paragraph(sentences, seat, letters[seat])
        paragraphs.append(paragraph)
        runs.append(run)
        places.append(first + place)
    return Telling(len(events), tuple(paragraphs), tuple(runs), tuple(places))


@lru_cache(MOST_CACHED)
def sentences_told(
    paragraph: tuple[Told, ...], pictures: EventPictures, language: Language, viewer: int | None, name: str
) -> tuple[Sentence, ...]:
    """Return sentences with the pictures of what they name, and the parts of the table where that is."""
    named = [is_begun_with(name, told.text) for told in paragraph]
    repeated = [*map(all, pairwise([False, *named, False]))]
    return tuple(
        Sentence(
            _joined(_html_of(told, pictures, language, name if begins else ""), language, goes_on=goes_on),
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
def _html_of(told: Told, pictures: EventPictures, language: Language, name: str) -> Markup:
    """Return a sentence with the pictures of what it names, without the name."""
    return with_pictures(told.text.removeprefix(f"{name} "), pictures.pictured(told.events, language))


def _joined(html: Markup, language: Language, *, goes_on: bool) -> Markup:
    """Return a sentence as it is, or with a semicolon if the next one goes on."""
    if not goes_on:
        return html
    return Markup(language.say(N_("{before}; {after}"), before=html.removesuffix("."), after="").rstrip())


def with_pictures(text: str, pictured: Iterable[tuple[str, Markup]]) -> Markup:
    """Return a text in which words have their pictures; a word without a number once, for players' names come first.

    >>> with_pictures("Mama takes (1 peso) & plays Mama.", [("Mama", Markup("<i/>Mama")), ("1 peso", Markup("<b/>"))])
    Markup('Mama takes <span class="counted">(<b/></span>) &amp; plays <i/>Mama.')
    """
    drawn = {words: markup for words, markup in pictured if words}
    places = {words: [*_pattern(words).finditer(text)] for words in drawn}
    shown = ((words, place) for words, all in places.items() for place in (all if words[0].isdigit() else all[-1:]))
    found = sorted(
        (place.start(), place.end(), COUNTED.format(place[1] + drawn[words]))
        if words[0].isdigit()
        else (*place.span(), place[1] + drawn[words])
        for words, place in shown
    )
    html, end = list[str](), 0
    for begin, until, markup in found:
        if begin >= end:
            html += escaped(text[end:begin]), markup
            end = until
    return Markup("".join([*html, escaped(text[end:])]))


@lru_cache(MOST_CACHED)
def _pattern(words: str) -> re.Pattern[str]:
    """Return what finds words, with a parenthesis that opens before them."""
    return re.compile(rf"(?<!\w)(\(?){re.escape(words)}(?!\w)")


def _changes_of(match: Match, stood_in: Sequence[bool]) -> list[int]:
    """Return the places of events where a stand-in begins to move for the viewer, and where it ends, in turns."""
    changes = [move for move, (before, now) in enumerate(pairwise([False, *stood_in, False])) if before != now]
    return [match.event_count - match.events_since(move) for move in changes]


def _rounds_of(match: Match, count: int, cuts: Collection[int], language: Language) -> Iterator[tuple[str, int, int]]:
    """Yield stretches of events that belong together: a title if a round begins there, first and last place.

    ``cuts``: where another one begins without a round.
    """
    titles = {0: ""}
    for place, number in match.rounds:
        titles[place] = _round_title(number, language)
    for place in cuts:
        if 0 < place < count:
            titles.setdefault(place, "")
    for first, last in pairwise([*sorted(titles), count]):
        yield titles[first], first, last


@lru_cache(MOST_TITLES)
def _round_title(number: int, language: Language) -> str:
    """Return the title of a round."""
    return language.say(N_("Round {number}"), number=number)


def without_announcements(events: Sequence[Event]) -> Sequence[Event]:
    """Return events without those that only announce what follows them."""
    return [event for event, following in zip_longest(events, events[1:]) if not (event.announces and following)]
