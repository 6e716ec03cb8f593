"""The news of a table besides the game: who is awaited too long or not there yet, what players ask of the others."""

from msgspec import Struct

from malecon.core.i18n import N_
from malecon.tables.clocks import deadline, replaceable_from
from malecon.tables.endings import NO_END, seats_offering_end
from malecon.tables.pauses import NO_PAUSE, PAUSE, seats_asking
from malecon.tables.readiness import seats_missing
from malecon.tables.stand_ins import stand_in_level
from malecon.web.rendering import TEMPLATES
from malecon.web.views.pauses import may_pause, own_playing
from malecon.web.views.table_context import TableContext


class OverdueSeat(Struct, frozen=True):
    """A seat of a person, and from when on it is overdue if it is awaited.

    Attributes:
        seat: whose.
        sentence: what is then said.
        since: from when, in milliseconds since 1970; ``None`` while it is not awaited.
        until: when others may hand the seat over; ``None`` while it is not awaited.
        has_come: whether it is awaited too long now.
        may_go: whether the viewer may hand the seat over now.
        may_later: whether the viewer may hand the seat over once ``until`` has come.
    """

    seat: int
    sentence: str
    since: int | None
    until: int | None
    has_come: bool
    may_go: bool
    may_later: bool


class Request(Struct, frozen=True):
    """What players ask of the others: in words, where the answer goes, and what the viewer can answer, if anything.

    ``verb`` and ``answer``: of the button; ``is_new``: whether the viewer has not answered yet; ``decline``: the words
    of the button that declines, if there is one.
    """

    sentence: str
    path: str
    verb: str
    answer: str
    is_new: bool
    decline: str = ""


class News(Struct, frozen=True):
    """The news of a table.

    Attributes:
        page: address of the table.
        late: the seats that are awaited, now or at another time.
        stand_in_level: the level of a computer player that stands in for them.
        handed: own seats on which a computer player stands in until their person takes them back, each with a sentence.
        requests: what is asked of the others: to pause, to end the game, to get ready; a phone shows the first only.
    """

    page: str
    late: tuple[OverdueSeat, ...]
    stand_in_level: str
    handed: tuple[tuple[int, str], ...]
    requests: tuple[Request, ...]

    @property
    def same_as_time_passes(self) -> tuple[object, ...]:
        """What stays the same while only time passes."""
        late = [(late.seat, late.since, late.until, late.sentence) for late in self.late]
        return late, self.handed, self.requests


draw_news = TEMPLATES.drawer("news.html", "news")


def news_of(context: TableContext) -> News:
    """Return the news of a table."""
    table, names = context.table, context.perspective.names
    handed = (
        (seat, _stand_in(context, seat))
        for seat in context.own
        if table.occupants[seat].substitute and seat not in table.resigned_seats and not table.is_done
    )
    requests = (_pause(context), _end(context), _readiness(context))
    return News(
        page=context.page,
        late=tuple(filter(None, (_overdue(context, seat) for seat in names))),
        stand_in_level=stand_in_level(context.game),
        handed=tuple(handed),
        requests=tuple(filter(None, requests)),
    )


def _stand_in(context: TableContext, seat: int) -> str:
    """Return the sentence that a computer player plays a seat of the viewer, with what that costs."""
    say, is_rated = context.language.say, context.table.header.settings.rated
    if len(context.own) > 1:
        return say(N_("A computer player plays for {name}."), name=context.perspective.names[seat])
    if is_rated:
        return say(N_("A computer player plays for you: come back before the end, or you are last."))
    return say(N_("A computer player plays for you."))


def _readiness(context: TableContext) -> Request | None:
    """Return the request to get ready, while clocks stand because somebody was not there yet."""
    missing, language = seats_missing(context.table) if context.table.is_running else frozenset[int](), context.language
    if not missing:
        return None
    if missing.intersection(context.own):
        all_ready, others_ready = (
            N_("The clocks start when all are ready or have moved."),
            N_("All others are ready: the clocks start when you are, too."),
        )
        sentence = language.say(others_ready if missing.issubset(context.own) else all_ready)
        return Request(sentence, "ready", "ready", language.say(N_("I am ready")), is_new=True)
    names = language.listing([context.perspective.names[seat] for seat in sorted(missing)])
    one, several = N_("The clocks stand until {names} is ready."), N_("The clocks stand until {names} are ready.")
    return Request(language.say(one if len(missing) == 1 else several, names=names), "", "", "", is_new=False)


def _pause(context: TableContext) -> Request | None:
    """Return the request for a pause, or to go on after one."""
    table, language = context.table, context.language
    if table.paused is not None and context.own and not table.is_done:
        return Request("", "pause", "go-on", language.say(N_("Go on with the game")), is_new=False)
    asking = seats_asking(table, PAUSE) if table.is_running else ()
    asks, own = N_("{name} asks for a pause."), N_("You ask for a pause. It begins when all who play want it.")
    return _request(context, asking, "pause", (asks, own), ("pause", N_("I agree"), N_("No pause after all"))) or (
        _refusal(context, NO_PAUSE, N_("{name} wants no pause now."))
    )


def _end(context: TableContext) -> Request | None:
    """Return the offer to end the game."""
    asks, own = (
        N_("{name} offers to end the game without a result."),
        N_("You offer to end the game. All have to agree."),
    )
    texts = "end", N_("I agree"), N_("Play on after all")
    return _request(context, seats_offering_end(context.table), "end", (asks, own), texts) or (
        _refusal(context, NO_END, N_("{name} wants to play on."))
    )


def _refusal(context: TableContext, wish: str, sentence: str) -> Request | None:
    """Return that somebody else has declined what was asked for."""
    refusing = [] if context.table.is_done else seats_asking(context.table, wish)
    names = [context.perspective.names[seat] for seat in refusing if seat not in context.own]
    if not names:
        return None
    return Request(context.language.say(sentence, name=context.language.listing(names)), "", "", "", is_new=False)


def _request(
    context: TableContext, asking: tuple[int, ...], path: str, sentences: tuple[str, str], answers: tuple[str, str, str]
) -> Request | None:
    """Return what some seats ask of the others.

    Args:
        context: the table.
        asking: the seats; there is no request without any.
        path: where the answer goes.
        sentences: for others, with a ``name``, and for who asks.
        answers: the verb that agrees; the words of the button that does, and of the one that takes it back.
    """
    if not asking:
        return None
    say, names = context.language.say, context.perspective.names
    verb, agree, take_back = answers
    if set(asking).intersection(context.own):
        return Request(say(sentences[1]), path, "none", say(take_back), is_new=False)
    told = say(sentences[0], name=context.language.listing([names[seat] for seat in asking]))
    may_answer = may_pause(context) if verb == PAUSE else bool(own_playing(context))
    return Request(told, path, verb, say(agree) if may_answer else "", is_new=may_answer, decline=say(N_("No")))


def _overdue(context: TableContext, seat: int) -> OverdueSeat | None:
    """Return a seat with the times from which it is overdue; ``None`` if nobody ever waits for a person there."""
    table, at = context.table, context.at
    is_alone = len(context.people) == 1
    if seat not in table.playing_seats or table.is_done or (is_alone and table.header.settings.clock is None):
        return None
    since, until = deadline(table, seat), replaceable_from(table, seat)
    may_later = bool(context.own) and seat not in context.own
    sentence = _sentence(context, seat, is_alone=is_alone)
    has_come, may_go = (time is not None and at >= time for time in (since, until))
    return OverdueSeat(seat, sentence, since, until, has_come, may_later and may_go, may_later)


def _sentence(context: TableContext, seat: int, *, is_alone: bool) -> str:
    """Return what is said when a seat is overdue."""
    say, is_own = context.language.say, seat in context.own
    if seat in seats_missing(context.table):
        waited = N_("You are awaited.") if is_own else N_("{name} has not come yet.")
    elif context.table.header.settings.clock is None:
        waited = N_("You have been awaited for a day.") if is_own else N_("{name} has been awaited for a day.")
    else:
        waited = N_("Your time is up.") if is_own else N_("{name}’s time is up.")
    sentence = say(waited, name=context.perspective.names[seat])
    warning = say(N_("Move soon: the others may hand your seat to a computer player."))
    return f"{sentence} {warning}" if is_own and not is_alone else sentence
