"""Why a move was better than the one that was played, as the rules and the lines say it, and what others would do."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from malecon.agents.agent import known_line, line_events
from malecon.agents.review import Forecast, ReviewedDecision
from malecon.core.engine import Event
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.narration import Told
from malecon.presentation.reason import NO_REASON, reasons_in_words
from malecon.web.views.log import sentences_told, without_announcements
from malecon.web.views.review import ReviewedGame, Walk, label_of

MOST_SENTENCES = 3
"""About what a line brings."""
MOST_OF_TURN = 8
"""Moves of a turn that are followed."""
MOST_GUESSED = 5
"""Moves of another seat that are shown with their likelihood; the rest is put together."""

BEST = N_("You chose: {played}. It was the best."), N_("{name} chose: {played}. It was the best.")
ONLY = (
    N_("You chose: {played}. It was the only good one: the next best costs {gain} %."),
    N_("{name} chose: {played}. It was the only good one: the next best costs {gain} %."),
)
HARDLY = (
    N_("You chose: {played}. Hardly better: {best}."),
    N_("{name} chose: {played}. Hardly better: {best}."),
)
WORSE = (
    N_("You chose: {played}. Better: {best} (+{gain} %)."),
    N_("{name} chose: {played}. Better: {best} (+{gain} %)."),
)
"""Judgements, each of the visitor and of another."""


class Reason(NamedTuple):
    """A judgement of a decision, its causes, facts that speak for the best move, and what only it and the other bring.

    All in sentences; the other one is the played move.
    """

    judgement: Markup
    causes: str = ""
    facts: str = ""
    best_brings: Markup = Markup()
    played_brings: Markup = Markup()


def reason_of(reviewed: ReviewedGame, before: Match, decision: ReviewedDecision) -> Reason:
    """Return why the best move was better, or that it was played; ``before``: the game before the decision."""
    best = decision.best[0]
    if decision.played == best.move:
        causes, facts = causes_of(reviewed, decision), _facts(reviewed, before, decision)
        return Reason(_judgement(reviewed, before, decision), causes, facts)
    wanted = _told(reviewed, before, decision.seat, (best.move, *best.line))
    done = _told(reviewed, before, decision.seat, _turn_of(reviewed, decision))
    texts = [{each.text for each in told} for told in (wanted, done)]
    better = [each for each in wanted if each.text not in texts[1]]
    worse = [each for each in done if each.text not in texts[0]]
    facts = _facts(reviewed, before, decision)
    brings = [_html(reviewed, told, decision.seat) for told in (better, worse)]
    return Reason(_judgement(reviewed, before, decision), causes_of(reviewed, decision), facts, *brings)


def causes_of(reviewed: ReviewedGame, decision: ReviewedDecision) -> str:
    """Return the causes of a marked decision, or that none is clear."""
    words, you = reviewed.game.text.reasons, decision.seat if decision.seat in reviewed.own else None
    if words is None or decision.is_rough or not decision.mark:
        return ""
    told = reasons_in_words(decision.reasons, words, reviewed.language, reviewed.names, you)
    told = told or reviewed.language.say(NO_REASON)
    return reviewed.language.say(N_("Why? {reasons}"), reasons=told)


def _facts(reviewed: ReviewedGame, before: Match, decision: ReviewedDecision) -> str:
    """Return facts that speak for the best move, in sentences to the decider."""
    seat, best = decision.seat, decision.best[0]
    known = known_line(before, seat, (best.move, *best.line))
    later = best.line[max(0, len(known) - 1) :]
    said = " ".join(reviewed.game.text.themes.explain(reviewed.perspective(before, seat), best.move, later))
    if not said or seat in reviewed.own:
        return said
    return reviewed.language.say(N_("As {name} saw it: {facts}"), name=reviewed.names[seat], facts=said)


def _judgement(reviewed: ReviewedGame, before: Match, decision: ReviewedDecision) -> Markup:
    """Return in a sentence what was chosen, what was best, and by how much."""
    best, *others = decision.best
    seat, gain = decision.seat, decision.loss
    said = WORSE if round(100 * gain) else HARDLY
    if decision.played == best.move:
        said = ONLY if decision.mark and others else BEST
        gain = best.share - others[0].share if others else 0.0
    moves = {
        "played": label_of(before, seat, decision.played, reviewed),
        "best": label_of(before, seat, best.move, reviewed),
    }
    template = said[seat not in reviewed.own]
    facts = {"name": reviewed.names[seat], "gain": round(100 * gain), **moves}
    return with_bold(reviewed.language.say(template, **facts), {*moves.values()})


def with_bold(text: str, words: Collection[str]) -> Markup:
    """Return a text with some words in bold.

    >>> with_bold("Ana chose: <b>.", ["<b>"])
    Markup('Ana chose: <b>&lt;b&gt;</b>.')
    """
    html = escape(text)
    for each in words:
        html = html.replace(escape(each), Markup("<b>{}</b>").format(each), 1)
    return html


def _turn_of(reviewed: ReviewedGame, decision: ReviewedDecision) -> list[str]:
    """Return the played move and those that its seat made at once after it."""
    made = reviewed.match.moves[decision.number : decision.number + MOST_OF_TURN]
    others = next((place for place, (seat, _) in enumerate(made) if seat != decision.seat), len(made))
    return [move for _, move in made[:others]]


def _told(reviewed: ReviewedGame, before: Match, seat: int, moves: Sequence[str]) -> list[Told]:
    """Return what moves of a seat bring, up to what it could not know."""
    events = without_announcements(line_events(before, seat, moves))
    return tell_known(reviewed, events, seat)


def tell_known(reviewed: ReviewedGame, events: Sequence[Event], seat: int) -> list[Told]:
    """Return sentences about events, as the seat knows them that is about them; *you* if that is the visitor's."""
    you = seat if seat in reviewed.own else None
    narrator = reviewed.game.text.narrator
    paragraphs = narrator.tell_known(events, reviewed.language, reviewed.names, you)
    return [told for _, paragraph in paragraphs for told in paragraph]


def _html(reviewed: ReviewedGame, told: Sequence[Told], seat: int) -> Markup:
    """Return sentences with their pictures; those about the seat that follow each other name it once."""
    language, pictures = reviewed.language, reviewed.game.page.events
    name = language.say(N_("You")) if seat in reviewed.own else reviewed.names[seat]
    said = sentences_told(tuple(told[:MOST_SENTENCES]), pictures, language, seat, name)
    return Markup(" ").join(
        Markup("{} {}").format(each.name, each.html) if each.name and not each.is_repeated else each.html
        for each in said
    )


class Caption(NamedTuple):
    """The last move in words, and what it brought; nobody's at the beginning."""

    seat: int | None = None
    name: str = ""
    move: str = ""
    brought: Markup = Markup()


def caption_of(reviewed: ReviewedGame, before: Match | None) -> Caption:
    """Return the caption of the move that was made in a position; ``None``: at the beginning."""
    if before is None:
        return Caption()
    seat, move = reviewed.match.moves[before.number]
    seen = [event.seen_by(seat) for event in reviewed.match.events_of(before.number)]
    told = tell_known(reviewed, without_announcements(seen), seat)
    return Caption(seat, reviewed.names[seat], label_of(before, seat, move, reviewed), _html(reviewed, told, seat))


class Guess(NamedTuple):
    """What another seat was likely to do: its name, moves in words with their likelihood, and whether they came."""

    seat: int
    name: str
    moves: tuple[tuple[str, float, bool], ...]


def next_decision(reviewed: ReviewedGame, decision: ReviewedDecision, seat: int) -> int | None:
    """Return the number of the next move of another seat after a decision; ``None`` if it makes no more."""
    later = range(decision.number + 1, reviewed.match.number)
    return next((number for number in later if reviewed.match.moves[number][0] == seat), None)


def guesses(reviewed: ReviewedGame, walk: Walk, decision: ReviewedDecision) -> Iterator[Guess]:
    """Yield what the others were likely to do, and what they did."""
    for forecast in decision.forecasts:
        number = next_decision(reviewed, decision, forecast.seat)
        if number is not None and number in walk.states:
            yield _guess(reviewed, forecast, walk.states[number], reviewed.match.moves[number][1])


def _guess(reviewed: ReviewedGame, forecast: Forecast, then: Match, came: str) -> Guess:
    """Return the guess of a seat, with what it did; moves that were not possible any more count among the others."""
    possible = [each for each in forecast.moves if each[0] in then.legal(forecast.seat)][:MOST_GUESSED]
    moves = [(label_of(then, forecast.seat, move, reviewed), share, move == came) for move, share in possible]
    rest = 1 - sum(share for _, share in possible)
    moves.append(("", max(0.0, rest), all(move != came for move, _ in possible)))
    return Guess(forecast.seat, reviewed.names[forecast.seat], tuple(moves))
