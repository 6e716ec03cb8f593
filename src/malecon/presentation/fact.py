"""Facts of a reason in words: what happens after the better move, and what after the other one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import NamedTuple

from malecon.core.i18n import N_, NN_, Forms, Language
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.narration import Names, Sentences
from malecon.core.reason import ANY_THING, FEW, GAME_END, TIE, WIN, Fact, Reason, Step

ROUNDS = N_("this round"), N_("next round"), N_("later")
"""When something happens, in games of rounds."""
EACH_ROUND = N_("this round"), N_("next round"), N_("two rounds later"), N_("three rounds later"), N_("later")
"""When something happens in one future."""
TENTHS = 10
OUT_OF_TEN = NN_("{count} time out of 10", "{count} times out of 10")
CLEAR = 0.25
"""Chances that differ by less are not told."""
NONE = 0.1
"""Fewer pieces than that are nothing."""
SELDOM = 0.5
"""Fewer pieces than that on average are none where an example has none."""
SURE, OFTEN = 0.9, 0.5
"""From this chance on, it is told how much something is, and not how often; if that hardly differs, from this one."""
ANOTHER = -1
"""The seat of a fact about one of several other players."""
MOST_BESIDES = 2
"""Other things that are told with a victory."""
MOST_KINDS = 2
"""Kinds of pieces that are told of a mean; of an example all."""


MOST_OTHERS, MOST_SOURCES = 2, 4
"""Other players, and sources of points of each player, that a balance tells."""
LEAST_REST = 2
"""Points by all other sources together that are told; fewer may be rounded."""
MORE, FEWER = (
    NN_("{count} point more", "{count} points more"),
    NN_("{count} point fewer", "{count} points fewer"),
)
BY_THE_END = N_("By the end of the game, on average, {players}.")
OVER = N_("In this round, on average, {players}."), N_("In this round and the next ones, on average, {players}.")
"""Until when points are counted, if not to the end of the game."""


class ReasonWords(NamedTuple):
    """What a game declares.

    Attributes:
        clauses: by verb of the ledger, two templates with ``{player}``, ``{thing}``, ``{other}`` and ``{points}``, and
            ``{amount}`` if it is told how much more or less it is, instead of how often it happens; what has none is
            not told.
        thing: returns a thing in words.
        pieces: by kind, a number of them in words, in the order in which they are told.
        points: a number of points in words.
        rounds: by round, when something happens.
        groups: kinds of pieces that are counted together where it does not matter which they are.
        units: by thing, of how many points a multiple is scored.
        fixed: things that always bring the same points: it is told how often they do.
        owners: by verb of what somebody loses by a thing, the verb of what its owner gets by it.
        sources: by thing, or by verb where there is none, what points are scored with, if ``thing`` does not say so.
        at_end: by verb of what is done, the points that it brings at the end of the game.
        is_race: whether points end the game: then it is told which of them do.
    """

    clauses: Mapping[str, Sentences]
    thing: Callable[[str, Language], str]
    pieces: Mapping[str, Forms]
    points: Forms
    rounds: tuple[str, str, str] = ("", "", "")
    groups: tuple[tuple[Forms, frozenset[str]], ...] = ()
    units: Mapping[str, int] = {}
    fixed: frozenset[str] = frozenset()
    owners: Mapping[str, str] = {}
    sources: Mapping[str, str] = {}
    at_end: Mapping[str, int] = {}
    is_race: bool = False


class FactTeller(NamedTuple):
    """Tells facts to a viewer."""

    words: ReasonWords
    language: Language
    names: Names
    viewer: int | None

    def sentence(
        self, fact: Fact, reason: Sequence[Fact] = (), *, in_groups: bool = False, clear: float = CLEAR
    ) -> str:
        """Return a fact as a sentence, with a small letter; empty if there is nothing to be told.

        Args:
            fact: is told.
            reason: facts of the same thing: pieces of other kinds are told with it.
            in_groups: whether it does not matter which pieces they are.
            clear: chances that differ by less are not told.
        """
        if fact.entry.verb not in self.words.clauses:
            return ""
        if fact.entry.lens == PIECES:
            return self._of_pieces(fact, reason, in_groups=in_groups)
        is_counted = "{amount}" in self.words.clauses[fact.entry.verb][0] and fact.entry.thing not in self.words.fixed
        if is_counted or _is_as_often(fact) or self._is_seen_twice(fact):
            return self._of_points(fact)
        return self._of_chances(fact, clear=clear)

    def balance(self, balance: Reason) -> str:
        """Return the balance of the points as a sentence: by player, how many more or fewer, and by what."""
        by_player = [[*facts] for _, facts in groupby(balance.facts, key=lambda fact: fact.entry.seat)]
        lines = [self._scored(*facts) for facts in by_player[: 1 + MOST_OTHERS]]
        first = balance.facts[0]
        template = BY_THE_END if first.entry.thing == GAME_END else OVER[min(first.round, 1)]
        return self.language.say(template, players=reduce(self._then, lines))

    def _then(self, first: str, then: str) -> str:
        """Two clauses, one after the other."""
        return self.language.say(N_("{first}; {then}"), first=first, then=then)

    def _scored(self, whole: Fact, *parts: Fact) -> str:
        """How many points more or fewer a player scores, in all and by sources."""
        more, told = _rounded(whole), _weightiest(parts)
        amount = self.language.say(N_("as many points"))
        if more:
            amount = self.language.count(MORE if more > 0 else FEWER, abs(more))
        is_own = whole.entry.seat == self.viewer
        template = N_("you score {amount}") if is_own else N_("{player} scores {amount}")
        clause = self.language.say(template, player=self._player(whole.entry.seat), amount=amount)
        sources = [(self._scored_with(part.entry.thing), _rounded(part)) for part in told]
        rest = more - sum(points for _, points in sources)
        if abs(rest) >= LEAST_REST:
            sources.append((self.language.say(N_("all else")), rest))
        listed = ", ".join(f"{source} {_signed(points)}" for source, points in sources)
        return self.language.say(N_("{clause} ({sources})"), clause=clause, sources=listed) if told else clause

    def _scored_with(self, source: str) -> str:
        """What points are scored with."""
        named = self.words.sources.get(source)
        return self.language.say(named) if named else self.words.thing(source, self.language)

    def waiting(self, fact: Fact) -> str:
        """Return as a sentence, with a small letter, that what the other move does is done later in the round."""
        return self.language.say(N_("afterwards {clause} all the same."), clause=self._fact(fact))

    def example(self, reason: Reason) -> str:
        """Return the example of a cause as one or two sentences, with a small letter; empty if it has none."""
        counts = map(self._points, reason.scored) if reason.scored and reason.example[0] else ("", "")
        this, that = (self._line(steps, count) for steps, count in zip(reason.example, counts, strict=True))
        if not this:
            return self.language.say(N_("for example, after the other move {that}."), that=that) if that else ""
        template = N_("for example, {this}. After the other move, {that}.") if that else N_("for example, {this}.")
        return self.language.say(template, this=this, that=that)

    def _line(self, steps: Sequence[Step], scored: str) -> str:
        """What happens in a future, in words, and who wins in the end; ``scored``: points with all that is not told."""
        told = list[str]()
        happened, ends = ([step for step in steps if (step.first.verb == WIN) == is_end] for is_end in (False, True))
        for number, group in groupby(happened, key=_round_of):
            of_round = [*group]
            clauses = filter(None, (self._step(step, of_round) for step in of_round))
            told.append(self._in_round(number, ", ".join(clauses)))
        say = self.language.say
        line = reduce(self._then, [*filter(None, told)] or [""])
        if scored:
            template = N_("{line}, with all else {points}") if line else N_("in all {points}")
            line = say(template, line=line, points=scored)
        if not line:
            return "".join(self._in_round(_round_of(step), self._step(step, ends)) for step in ends)
        return ", ".join([line, *(self._step(step, ends) for step in ends)])

    def _in_round(self, number: int, line: str) -> str:
        """What happens in a round, with when that is; empty if nothing does."""
        if not line or not self.words.rounds[0]:
            return line
        return self.language.say(N_("{when} {what}"), when=self.language.say(EACH_ROUND[number]), what=line)

    def _step(self, step: Step, others: Sequence[Step]) -> str:
        """A step as a clause; with what is given for points, these are told; empty if it has no words or is told so.

        ``others``: of the same round.
        """
        entry = step.first
        if entry.verb not in self.words.clauses:
            return ""
        same = [other for other in others if other.first[1] == entry.seat and other.first.thing == entry.thing]
        points = next((other.first.amount for other in same if other.first.lens == POINTS), 0)
        is_given = entry.lens == PIECES and entry.amount < 0
        if entry.lens == POINTS and any(other.first.lens == PIECES and other.first.amount < 0 for other in same):
            return ""
        if entry.piece == TIE:
            clause = self._said(entry._replace(piece=""), "", "", None)
            return self.language.say(N_("{clause} with equal points"), clause=clause)
        amount = self._points(entry.amount)
        if entry.lens == PIECES:
            amount = self._by_kind({each.piece: abs(each.amount) for each in step.entries})
        clause = self._said(
            entry, amount, self._points(entry.amount), step.owner if entry.verb in self.words.owners else None
        )
        if step.price:
            price = self._by_kind({each.piece: abs(each.amount) for each in step.price})
            clause = self.language.say(N_("{clause} for {price}"), clause=clause, price=price)
        if is_given and points:
            return self.language.say(N_("{clause} ({points})"), clause=clause, points=self._points(points))
        return self._with_end(entry, clause)

    def _with_end(self, entry: Entry, clause: str) -> str:
        """The clause of an entry, with the points that it brings at the end of the game."""
        points = self.words.at_end.get(entry.verb, 0)
        template = N_("{clause} ({points} at the end)")
        return self.language.say(template, clause=clause, points=self._points(points)) if points else clause

    def _of_pieces(self, fact: Fact, reason: Sequence[Fact], *, in_groups: bool) -> str:
        """The sentence about pieces: how many more or less."""
        more = _more(fact)
        alike = [each for each in reason if _is_alike(each, fact)] or [fact]
        whole = [each for each in alike if round(_more(each))][: None if fact.seen else MOST_KINDS]
        counts = {each.entry.piece: abs(round(_more(each))) for each in whole}
        grouped = self._in_groups(alike, counts)
        pieces = (in_groups and grouped) or self._by_kind(counts) or grouped
        if not pieces:
            return self._of_chances(fact, reason)
        if instead := self._instead(fact, reason):
            template = N_("{clause}, after the other move {instead}.")
            if more < 0:
                template = N_("after the other move {clause}, after this one {instead}.")
            return self.language.say(template, clause=self._clause(fact, pieces, reason), instead=instead)
        if all(map(_is_all, whole or alike)):
            template = N_("{clause}, after the other move nothing.")
            if more < 0:
                template = N_("after the other move {clause}, after this one nothing.")
            return self.language.say(template, clause=self._clause(fact, pieces, reason))
        if more < 0 and min(fact.amounts) < 0:
            amount = self.language.say(N_("{pieces} more"), pieces=pieces)
            clause = self._clause(fact, amount, reason)
            return self.language.say(N_("after the other move {clause}."), clause=clause)
        amount = self.language.say(N_("{pieces} more") if more > 0 else N_("{pieces} less"), pieces=pieces)
        clause = self._clause(fact, amount, reason)
        return self.language.say(N_("{clause} than after the other move."), clause=clause)

    def _instead(self, fact: Fact, reason: Sequence[Fact]) -> str:
        """Other pieces in words that come, or go, after the other of the moves; empty if there are none."""
        contrary = [each for each in reason if _is_alike(each, fact, is_more=False)]
        told = contrary[: None if fact.seen else MOST_KINDS]
        return self._by_kind({each.entry.piece: abs(round(_more(each))) for each in told})

    def _by_kind(self, counts: Mapping[str, int]) -> str:
        """Numbers of pieces in words, in the order of the game."""
        found = [(piece, counts[piece]) for piece in self.words.pieces if counts.get(piece)]
        return self.language.amounts(self.words.pieces, found)

    def _in_groups(self, alike: Sequence[Fact], counts: Mapping[str, int]) -> str:
        """Pieces of several kinds counted together; empty if that says no more than to tell them one by one."""
        for forms, kinds in self.words.groups:
            inside = [fact for fact in alike if fact.entry.piece in kinds]
            total = round(abs(sum(map(_more, inside))))
            told = sum(count for piece, count in counts.items() if piece in kinds)
            if len(inside) > 1 and total > told:
                return self.language.count(forms, total)
        return ""

    def _of_points(self, fact: Fact) -> str:
        """The sentence about points: how many."""
        whole = [self._whole(fact, amount) for amount in fact.stated]
        if whole[0] == whole[1]:
            return ""
        this, that = map(self._points, whole)
        template = N_("{clause}, after the other move {that}.")
        if not whole[0]:
            this, that, template = that, this, N_("after the other move {clause}, after this one {that}.")
        return self.language.say(template, clause=self._clause(fact, this, points=this), that=that)

    def _is_seen_twice(self, fact: Fact) -> bool:
        """Tell whether the example has points by a thing after both moves: then it is told how many, not how often."""
        is_varied = fact.entry.lens == POINTS and fact.entry.thing not in self.words.fixed
        return is_varied and fact.seen is not None and all(self._whole(fact, amount) for amount in fact.seen)

    def _points(self, amount: float) -> str:
        """A number of points in words."""
        count = round(amount)
        return self.language.count(self.words.points, count) if count else self.language.say(N_("nothing"))

    def _of_chances(self, fact: Fact, reason: Sequence[Fact] = (), *, clear: float = CLEAR) -> str:
        """The sentence about an event: how often."""
        tenths = [round(10 * chance) for chance in fact.chances]
        is_more = fact.entry.lens == POINTS and abs(fact.amounts[0] - fact.amounts[1]) >= FEW
        if tenths[0] == tenths[1] or (abs(fact.chances[0] - fact.chances[1]) < clear and not is_more):
            return ""
        if fact.direct and fact.entry.lens == HAPPENS:  # it is so at once, and needs no round
            template = (
                N_("after this move {clause}.") if tenths[0] > tenths[1] else N_("after the other move {clause}.")
            )
            return self.language.say(template, clause=self._fact(fact, reason=reason))
        this, that = (_often(count, self.language) for count in tenths)
        templates = N_("{clause} {this}, after the other move {that}."), N_("{clause}, after the other move {that}.")
        if tenths[0] < tenths[1]:
            templates = (
                N_("after the other move {clause} {that}, after this one {this}."),
                N_("after the other move {clause}, after this one {this}."),
            )
        each = max(_at_once(fact))
        amount = self._points(self._whole(fact, each))
        if fact.entry.lens == PIECES:
            amount = self.language.amounts(self.words.pieces, [(fact.entry.piece, round(each))])
        template = templates[{0, TENTHS} == {*tenths}]
        return self.language.say(template, clause=self._clause(fact, amount, reason), this=this, that=that)

    def _clause(self, fact: Fact, amount: str = "", reason: Sequence[Fact] = (), points: str = "") -> str:
        """Return the clause of a fact, with its round."""
        said, when = self._fact(fact, amount, reason, points), self.words.rounds[fact.round]
        return f"{said} {self.language.say(when)}" if when else said

    def _fact(self, fact: Fact, amount: str = "", reason: Sequence[Fact] = (), points: str = "") -> str:
        """Return the clause of a fact."""
        points = points or self.language.count(self.words.points, self._whole(fact, max(_at_once(fact))))
        if fact.wins and self.words.is_race:
            points = self._with_victory(points, fact.besides)
        clause = self._said(fact.entry, amount, points, self._owner(fact, reason))
        return clause if fact.seen else self._with_end(fact.entry, clause)  # the example says it, of both moves

    def _said(self, entry: Entry, amount: str, points: str, owner: int | None) -> str:
        """Return the clause of an entry; ``owner``: whose thing it is, if somebody loses by it."""
        third, second = self.words.clauses[entry.verb]
        is_own = entry.seat is not None and entry.seat == self.viewer
        return self.language.say(
            second if is_own else third,
            player=self._player(entry.seat),
            thing=self._thing(entry.thing, owner),
            other=self._other(entry),
            points=points,
            amount=amount,
        )

    def _other(self, entry: Entry) -> str:
        """Before whom somebody acts, or what it is that happens; empty if nothing is said of that."""
        if entry.lens != HAPPENS or not entry.piece:
            return ""
        is_seat = entry.piece.isdecimal()
        return self.names[int(entry.piece)] if is_seat else self.words.thing(entry.piece, self.language)

    def _player(self, seat: int | None) -> str:
        """A player's name; empty for everybody alike."""
        if seat == ANOTHER:
            return self.language.say(N_("another player"))
        return "" if seat is None else self.names[seat]

    def _with_victory(self, points: str, besides: Sequence[str]) -> str:
        """Points in words, and that they bring the victory, with those for other things."""
        told = [self.words.thing(thing, self.language) for thing in besides[:MOST_BESIDES] if thing != ANY_THING]
        things = [*told, self.language.say(N_("some others"))] if len(told) < len(besides) else told
        template = N_("{points} and, with {things}, the victory") if things else N_("{points} and the victory")
        return self.language.say(template, points=points, things=self.language.listing(things) if things else "")

    def _whole(self, fact: Fact, amount: float) -> int:
        """A number of points that can be scored by the thing of a fact."""
        unit = self.words.units.get(fact.entry.thing, 1)
        return unit * round(amount / unit)

    def _thing(self, thing: str, owner: int | None) -> str:
        """A thing in words, with its owner."""
        said = self.words.thing(thing, self.language)
        if owner is None:
            return said
        if owner == self.viewer:
            return self.language.say(N_("your {thing}"), thing=said)
        return self.language.say(N_("{player}’s {thing}"), player=self.names[owner], thing=said)

    def _owner(self, fact: Fact, reason: Sequence[Fact]) -> int | None:
        """The seat that gets by a thing what another one loses; ``None`` if it is not known."""
        entry, verb = fact.entry, self.words.owners.get(fact.entry.verb)
        if verb is None:
            return None
        others = [seat for seat in self.names if seat != entry.seat]
        got = [
            each
            for each in reason
            if each.entry.verb == verb and each.round == fact.round and each.change * fact.change < 0
        ]
        seats = {*others} if len(others) == 1 else {each.entry.seat for each in got}
        return seats.pop() if len(seats) == 1 else None


def _weightiest(parts: Sequence[Fact]) -> list[Fact]:
    """The parts of a balance that are told, in their order."""
    least = sorted((abs(part.amounts[0] - part.amounts[1]) for part in parts), reverse=True)[:MOST_SOURCES]
    return [part for part in parts if abs(part.amounts[0] - part.amounts[1]) >= least[-1]]


def _rounded(fact: Fact) -> int:
    """How many points more there are after the better move."""
    return round(fact.amounts[0] - fact.amounts[1])


def _signed(number: int) -> str:
    """A number with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}"


def _round_of(step: Step) -> int:
    """The round of a step, of those that have a name."""
    return min(step.round, len(EACH_ROUND) - 1)


def _often(count: int, language: Language) -> str:
    """Return a number of times out of ten in words."""
    if count in (0, TENTHS):
        return language.say(N_("nearly always") if count else N_("hardly ever"))
    return language.count(OUT_OF_TEN, count)


def _is_as_often(fact: Fact) -> bool:
    """Tell whether something that brings points happens about as often after both moves, but brings more or less."""
    least, difference = min(fact.chances), abs(fact.chances[0] - fact.chances[1])
    return fact.entry.lens == POINTS and (least >= SURE or (least >= OFTEN and difference < CLEAR))


def _more(fact: Fact) -> float:
    """The pieces more that come, or go, after the better move; below 0 if there are fewer."""
    this, that = fact.stated
    return abs(this) - abs(that)


def _is_all(fact: Fact) -> bool:
    """Tell whether pieces come, or go, after one of the moves only: mostly, if an example shows it."""
    few = min(map(abs, fact.amounts))
    return few < NONE or (few < SELDOM and fact.seen is not None and 0 in fact.seen)


def _is_alike(fact: Fact, first: Fact, *, is_more: bool = True) -> bool:
    """Tell whether a fact says of the same player, verb and round that more pieces come, or go, as the first does.

    ``is_more``: else less.
    """
    is_same = (fact.entry.seat, fact.entry.verb, fact.round) == (first.entry.seat, first.entry.verb, first.round)
    return is_same and _more(fact) * _more(first) * (1 if is_more else -1) > 0


def _at_once(fact: Fact) -> Iterator[float]:
    """The amount each time that it happens, after each of the moves; 0 where it never does."""
    if fact.seen and any(fact.seen):
        yield from map(abs, fact.seen)
    else:
        for amount, chance in zip(fact.amounts, fact.chances, strict=True):
            yield abs(amount) / chance if chance else 0.0
