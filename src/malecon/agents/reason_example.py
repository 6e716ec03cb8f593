"""Examples of reasons: one future of each of two moves, in the same world, in which a cause is seen at work.

A mean over many futures is an amount that perhaps nobody can take, and does not say in which order things happen. So of
the pairs of futures in which all that is told of a cause is so, the one most like the mean is told, as far as its two
futures differ.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from malecon.agents.future_table import AFTER, Numbers, Table
from malecon.agents.reason_chain import NOTABLE
from malecon.core import AnyState
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry, Ledger
from malecon.core.reason import GAME_END, ORDER, TIE, WIN, Example, Fact, Reason, Step

TOLD = 4.0
"""So much more what is told counts than all else that differs, when the futures most like the mean are looked for."""
VICTORY = 1000
"""More points than anybody scores."""
TRIED = 32
"""Pairs of futures of which one is told."""
BALANCED = 0.1
"""Share of points of which no more is left where others get as many by the same."""
MOST_STEPS = 5
"""Of a future."""
OF_ELSE, OF_WANTED, OF_POINTS, OF_CAUSE = range(4)
"""How much a step belongs to a cause: not at all; it serves something; it scores; it is told, or serves by the move."""

Line = Sequence[tuple[int, Entry]]
"""What happens in a future, in order: entries, each with its round."""
Group = tuple[int, Entry]
"""What is one step: a round, and an entry with amount 1, pieces of all kinds together."""


def with_example(
    reason: Reason,
    others: Sequence[Reason],
    table: Table,
    state: AnyState,
    ledger: Ledger,
    seat: int,
    moves: Sequence[str] = ("", ""),
) -> Reason:
    """Return a reason with an example; without one if what is told of it is nowhere so, or speaks for the other move.

    Args:
        reason: with its links.
        others: all that differs between the two moves.
        table: their futures.
        state: the position.
        ledger: of the game.
        seat: of the reason.
        moves: the better and the other one, as notations: what they say, the example does not.
    """
    told, stable = _told(reason), [fact for other in others for fact in other.facts if fact.entry in table.entries]
    last = _last_round(told, table, seat)
    orders = [fact for fact in stable if fact.entry.thing == ORDER and fact.change > 0 and fact.round <= last]
    differing = {fact.entry for fact in (*told, *stable)}

    def example_of(pair: int) -> Example:
        lines = [
            sorted(
                [
                    *((fact.round, fact.entry) for fact in orders if table.column(fact)[side, pair]),
                    *table.happened.entries(pair + side * table.totals.shape[2], last),
                ],
                key=lambda each: each[0],
            )
            for side in range(2)
        ]
        steps = [
            [step for step in line if not _is_said(step, seat, move, ledger, state)]
            for move, line in zip(moves, steps_that_differ(lines, ledger), strict=True)
        ]
        ends = [_victory(table, last, side, pair, lines[side]) for side in range(2)]
        direct = {table.entries[column] for column in np.flatnonzero(table.direct[:, pair].any(axis=0)).tolist()}
        every = [step for line in steps for step in line]
        about = _About(reason, state, ledger, seat, told, differing, direct, every)
        better, worse = (about.chosen(line) for line in steps)
        others_told = {each for step in worse for each in (step.first.seat, step.owner)}
        better = tuple(step for step in better if step.first.thing != ORDER or int(step.first.piece) in others_told)
        if [step.first.seat for step in ends[0]] == [step.first.seat for step in ends[1]]:
            return better, worse
        return (*better, *ends[0]), (*worse, *ends[1])

    examples = [(pair, example_of(pair)) for pair in _most_typical(told, stable, table, seat)[:TRIED]]
    is_own = reason.ends.entry[:2] == (POINTS, seat)
    least = 1 if is_own else 0
    speaking = [
        (pair, example)
        for pair, example in examples
        if _lead(example, seat) >= least
        and not (is_own and _is_beaten(example, seat))
        and _is_worth_more(reason, table, pair)
        and (reason.ends.entry.lens != POINTS or _is_ahead(example, table, seat, pair, last))
    ]
    if not speaking:
        return reason
    typical = max(1, _typical_lead(reason.ends))
    clear = (each for enough in (typical, 1) for each in speaking if _lead(each[1], seat) >= enough)
    pair, (this, that) = next(clear, speaking[0])
    told_by_moves = {other.thing for other in others if other.named}
    if not any(_says_more(step, reason, told_by_moves) for step in (*this, *that)):
        this, that = (), ()

    def seen(fact: Fact) -> Fact:
        if fact.entry not in table.entries:
            return fact
        return structs.replace(fact, seen=tuple(table.column(fact)[:, pair].tolist()))

    return structs.replace(
        reason,
        facts=tuple(map(seen, (*reason.facts, *_of_other_kinds(reason, table)))),
        purpose=reason.purpose and seen(reason.purpose),
        example=(this, that),
        scored=_scored((this, that), table, seat, pair, last),
    )


def _is_said(step: Step, seat: int, move: str, ledger: Ledger, state: AnyState) -> bool:
    """Tell whether a move of a seat says all of a step."""
    first = step.first
    may_be_said = step.round == 0 and first.lens == HAPPENS and first.seat == seat and not step.price
    return may_be_said and ledger.says(state, move, first)


def _of_other_kinds(reason: Reason, table: Table) -> list[Fact]:
    """Facts about pieces that come as those of the first fact do, of kinds that do not differ over many futures."""
    lead, found = reason.lead, {fact.entry for fact in reason.facts}
    if lead.entry.lens != PIECES:
        return []
    alike = [each for each in table.entries if each[:4] == lead.entry[:4] and each not in found]
    facts = [structs.replace(lead, entry=each, amounts=(0.0, 0.0), chances=(0.0, 0.0), weight=0.0) for each in alike]
    return [fact for fact in facts if table.column(fact).any()]


def _typical_lead(fact: Fact) -> int:
    """How many points more or less a fact brings on average; 0 if it is about something else."""
    return round(abs(fact.amounts[0] - fact.amounts[1])) if fact.entry.lens == POINTS else 0


def _scored(example: Example, table: Table, seat: int, pair: int, last: int) -> tuple[int, int] | None:
    """The points of a seat in all in an example, up to a round; ``None`` if it tells them all, or not more of them."""
    this, that = map(round, table.points(seat)[: last + 1, :, pair].sum(0).tolist())
    told = [sum(entry.amount for entry in _points(line) if entry.seat == seat) for line in example]
    return None if [this, that] == told or this <= that else (this, that)


def _points(line: Sequence[Step]) -> list[Entry]:
    """The points that are told of a future."""
    return [step.first for step in line if step.first.lens == POINTS]


def _is_beaten(example: Example, seat: int) -> bool:
    """Tell whether a seat is told to score more after the other move, and not to win after the better one."""
    this, that = (sum(entry.amount for entry in _points(line) if entry.seat == seat) for line in example)
    return this < that and _won(example[0], seat) <= 0


def _is_ahead(example: Example, table: Table, seat: int, pair: int, last: int) -> bool:
    """Tell whether a seat gains more on the others after the better move, told or not, or wins.

    ``last``: the last round whose points count.
    """
    own, *others = (
        table.points(each)[: last + 1, :, pair].sum(0)
        for each in (seat, *{entry.seat for entry in table.entries if entry.seat not in {seat, None}})
    )
    this, that = own - np.max(others, axis=0) if others else own
    return _won(example[0], seat) > _won(example[1], seat) or bool(this > that)


def _is_worth_more(reason: Reason, table: Table, pair: int) -> bool:
    """Tell whether the points of a cause are worth more in the first future, with those that others get by the same."""
    ends, worths = reason.ends, list[float]()
    if ends.entry.lens != POINTS or ends not in reason.facts:
        return True
    for fact in reason.facts:
        is_alike = fact.entry._replace(seat=ends.entry.seat) == ends.entry and fact.round == ends.round
        if is_alike and fact.entry in table.entries:
            column = table.column(fact)
            usual = float(np.subtract(*column.mean(1)))
            worths.append(fact.weight * float(column[0, pair] - column[1, pair]) / usual if usual else 0.0)
    return sum(worths) > BALANCED * max(worths)


def _won(line: Sequence[Step], seat: int) -> int:
    """1 if a seat wins a future, -1 if another one does, 0 if that is not told."""
    winners = [step.first.seat for step in line if step.first.verb == WIN]
    return sum(1 if winner == seat else -1 for winner in winners)


def _victory(table: Table, last: int, side: int, pair: int, line: Line) -> tuple[Step, ...]:
    """The step that says who wins a future up to a round, in the last round that is told of it; none if nobody does."""
    winners = (winner for winner in table.winner[: last + 1, side, pair].tolist() if winner >= 0)
    number, decided = line[-1][0] if line else 0, TIE if table.is_tied[side, pair] else ""
    return tuple(Step(number, (Entry(HAPPENS, winner, WIN, GAME_END, 1, decided),)) for winner in winners)


def _lead(example: Example, seat: int) -> int:
    """How many points more are told of the first future than of the second: the seat's, less those of others.

    A victory counts more than all points.
    """
    this, that = (sum(each.amount if each.seat == seat else -each.amount for each in _points(line)) for line in example)
    won = _won(example[0], seat) - _won(example[1], seat)
    return VICTORY * won + this - that


def _last_round(told: Sequence[Fact], table: Table, seat: int) -> int:
    """The last round that is told: that of a cause, or the next one, if the seat has scored more only by that."""
    scored = table.points(seat).mean(2)
    ahead = (scored[:, 0] - scored[:, 1]).cumsum().tolist()
    last = max(fact.round for fact in told)
    return next((number for number in range(last, AFTER) if ahead[number] > 0), last)


def _says_more(step: Step, reason: Reason, named: Collection[str]) -> bool:
    """Tell whether a step says more than a cause, as its price, and than that something is done which a move names."""
    first = step.first
    if first.lens == PIECES and first.amount < 0 and first.seat == reason.ends.entry.seat:
        return True
    return first.thing != reason.ends.entry.thing and not (first.lens == HAPPENS and first.thing in named)


def _told(reason: Reason) -> list[Fact]:
    """The facts of a cause that are told: what leads to it, its first one, and what it is for."""
    return [*reason.means, reason.lead, *([reason.purpose] if reason.purpose else [])]


def _most_typical(told: Sequence[Fact], stable: Sequence[Fact], table: Table, seat: int) -> list[int]:
    """The numbers of the pairs of futures in which all that is told is so, the one most like the mean first.

    What the seat scores in all counts as much as what is told: else the example could speak for the other move.
    ``stable``: all that differs.
    """
    columns = [table.column(fact) for fact in told if fact.entry in table.entries]
    is_so = np.full(table.totals.shape[2], bool(columns))
    for column in columns:
        is_so &= (column[0] - column[1]) * (column.mean(1)[0] - column.mean(1)[1]) > 0
    distance = np.sum([TOLD * _distance(column) for column in (*columns, table.points(seat).sum(0))], axis=0)
    for fact in stable:
        distance += abs(fact.weight) * _distance(table.column(fact))
    order: list[int] = np.argsort(distance, kind="stable").tolist()
    return [pair for pair in order if is_so[pair]]


def _distance(column: Numbers) -> NDArray[np.float64]:
    """How far each pair of futures is from the mean, in standard deviations (float64 ``[futures]``)."""
    distance: NDArray[np.float64] = np.abs(column - column.mean(1, keepdims=True)).sum(0) / (column.std() or 1.0)
    return distance


def steps_that_differ(lines: Sequence[Line], ledger: Ledger) -> list[list[Step]]:
    """Return of two futures the steps that are not the same in the other one, in order.

    Of what is done in one turn all is returned, if any of it differs.
    """
    this, that = (_grouped(line, ledger) for line in lines)
    turns = {_turn_of(group) for group in {**this, **that} if this.get(group) != that.get(group)}
    return [
        [
            step
            for group, step in each.items()
            if step != other.get(group) or (step.first.verb in ledger.together and _turn_of(group) in turns)
        ]
        for each, other in ((this, that), (that, this))
    ]


def _turn_of(group: Group) -> tuple[int, int | None, str]:
    """The round, the seat and the verb of a step."""
    number, entry = group
    return number, entry.seat, entry.verb


def _grouped(line: Line, ledger: Ledger) -> dict[Group, Step]:
    """Return the steps of a future, in order: what comes to a seat by one thing in a round, at its first place."""
    found, owners = dict[Group, Counter[Entry]](), dict[Group, int | None]()
    for place, (number, entry) in enumerate(line):
        group = number, entry._replace(amount=1, piece="" if entry.lens == PIECES else entry.piece)
        found.setdefault(group, Counter())[entry._replace(amount=1)] += entry.amount
        if entry.verb in ledger.harms:
            owner = _owner(line, place)
            owners[group] = owner if owners.get(group, owner) == owner else None  # several harm him
    amounts = {
        group: tuple(entry._replace(amount=amount) for entry, amount in sorted(entries.items()) if amount)
        for group, entries in found.items()
    }
    prices = {group: price for group in amounts if (price := _price_of(group, ledger)) in amounts}
    return {
        group: Step(group[0], entries, owners.get(group), amounts[prices[group]] if group in prices else ())
        for group, entries in amounts.items()
        if entries and group not in prices.values()
    }


def _price_of(group: Group, ledger: Ledger) -> Group | None:
    """The step that says what is given or got for another one in the same round; ``None`` if it has no price."""
    number, entry = group
    if entry.verb not in ledger.prices or entry.lens == POINTS:
        return None
    verb, thing = ledger.prices[entry.verb]
    return number, Entry(PIECES, entry.seat, verb, thing)


def clause_of(step: Step) -> tuple[int, int | None, str, str]:
    """What is told together in one clause: what is given for points with these.

    >>> give = Step(0, (Entry(PIECES, 0, "give", "dock 1", -1, "rum"),))
    >>> clause_of(give) == clause_of(Step(0, (Entry(POINTS, 0, "load", "dock 1", 3),)))
    True
    """
    first = step.first
    is_trade = first.lens == POINTS or first.amount < 0
    return step.round, first.seat, first.thing, "" if is_trade else first.verb


def _owner(line: Line, place: int) -> int | None:
    """The seat to which a thing brings something by which another one is harmed; ``None`` if there is none."""
    number, harm = line[place]
    seats = {
        (abs(place - near), near): entry.seat
        for near, (of_round, entry) in enumerate(line)
        if of_round == number and entry.thing == harm.thing and entry.seat != harm.seat and entry.amount > 0
    }
    return seats[min(seats)] if seats else None


class _About(NamedTuple):
    """What a cause is about: it says which steps of its example are told.

    Attributes:
        told: its facts.
        differing: entries that differ over many futures: others differ in these two by chance.
        direct: those that a move itself brings.
        steps: of both futures.
    """

    reason: Reason
    state: AnyState
    ledger: Ledger
    seat: int
    told: Sequence[Fact]
    differing: Collection[Entry]
    direct: Collection[Entry]
    steps: Sequence[Step]

    def chosen(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """The steps of a future that are told, in order: those that belong to the cause most."""
        last = max((place for place, step in enumerate(steps) if self._is_end(step.first)), default=len(steps))
        degrees = {
            place: self._degree(step, steps)
            for place, step in enumerate(steps)
            if place <= last or step.first.lens != PIECES or step.first.amount < 0  # what comes later serves nothing
        }
        ranked = sorted((place for place in degrees if degrees[place]), key=lambda place: -degrees[place])
        clauses = dict.fromkeys(clause_of(steps[place]) for place in ranked)
        told = {*[*clauses][:MOST_STEPS]}
        return tuple(
            self._shortened(step, steps)
            for place, step in enumerate(steps)
            if clause_of(step) in told
            and (degrees.get(place) or step.first.lens == POINTS or step.first.seat == self.seat)
        )

    def _shortened(self, step: Step, line: Sequence[Step]) -> Step:
        """A step, of what is paid instead only the kinds that are missed."""
        if step.first.seat != self.seat or step.price or not self._is_paid(step):
            return step
        missed = self._missed(line)
        return structs.replace(step, entries=tuple(entry for entry in step.entries if entry.piece in missed))

    def _is_paid(self, step: Step) -> bool:
        """Tell whether pieces are given for something that brings no points by itself."""
        first = step.first
        scores = any(other.first.lens == POINTS and other.first.thing == first.thing for other in self.steps)
        return first.amount < 0 and first.verb not in self.ledger.harms and not scores

    def _degree(self, step: Step, line: Sequence[Step]) -> int:
        """How much a step of a future belongs to the cause."""
        first = step.first
        if first.thing == ORDER:
            return OF_WANTED
        if self._is_in_both(step):
            return OF_WANTED if self._is_done_with_others(step) else OF_ELSE
        if not first.thing or first.verb in self.ledger.pays or self._is_told_besides(step, line):
            return OF_ELSE
        if first.seat not in {self.seat, None, *(fact.entry.seat for fact in self.told)}:
            return OF_WANTED if self._is_contested(first) else OF_ELSE
        pieces = {entry.piece for entry in step.entries}
        given, got = ({entry.piece for entry in step.price if entry.amount * sign > 0} for sign in (-1, 1))
        if self._missed(line) & given or self._wanted(first.seat) & got:
            return OF_WANTED
        if self._is_paid(step):
            return OF_WANTED if pieces & self._missed(line) else OF_ELSE
        if first.thing in self.reason.things:
            return OF_CAUSE
        if first.seat is None:
            return OF_ELSE
        if self._is_end(first):
            return OF_POINTS if first._replace(amount=1) in self.differing else OF_ELSE
        if first.lens == HAPPENS:
            happened = {first.verb, f"{first.verb} {first.thing}"}
            if happened & self._wanted(first.seat) or first.verb in self.ledger.harms:
                return OF_WANTED
            if self._prevents(step, line):
                return OF_POINTS
            return OF_CAUSE if self._is_direct(step) and happened & self._served(first.seat, line) else OF_ELSE
        wanted = self._wanted(first.seat, is_gained=first.verb not in self.ledger.harms)
        if not pieces & wanted:
            return OF_ELSE
        return OF_CAUSE if self._is_direct(step) else OF_WANTED

    def _prevents(self, step: Step, line: Sequence[Step]) -> bool:
        """Tell whether what happens to a seat keeps it from harm in the next round that is told of the other future."""
        prevented = f"not {step.first.verb} {step.first.thing}"
        other = [each for each in self.steps if each not in line]
        return any(
            (harm.round, harm.first.seat) == (step.round + 1, step.first.seat)
            and prevented in self._needed([harm.first])
            and self._degree(harm, other)
            for harm in other
            if harm.first.verb in self.ledger.harms
        )

    def _is_done_with_others(self, step: Step) -> bool:
        """Tell whether a thing of the cause is used in the same turn, in one of the futures alone."""
        alike = (other for other in self.steps if other.round == step.round and other.first[:3] == step.first[:3])
        return any(other.first.thing in self.reason.things and not self._is_in_both(other) for other in alike)

    def _is_in_both(self, step: Step) -> bool:
        """Tell whether a step is told of both futures, if at all."""
        return self.steps.count(step) > 1

    def _is_direct(self, step: Step) -> bool:
        """Tell whether a move itself brings something of a step."""
        return step.round == 0 and any(entry._replace(amount=1) in self.direct for entry in step.entries)

    def _served(self, seat: int | None, line: Sequence[Step]) -> frozenset[str]:
        """What a seat needs for points and pieces that are told of a future."""
        found = (step for step in line if step.first.seat == seat and step.first.lens != HAPPENS)
        return self._needed(step.first for step in found if self._degree(step, line))

    def _is_end(self, entry: Entry) -> bool:
        """Tell whether something is worth something by itself: it scores, or is done at a cost."""
        if not entry.thing or self.ledger.is_means(entry) or entry.verb in self.ledger.harms:
            return False
        return entry.lens == POINTS or bool(self.ledger.needs(self.state, entry))

    def _is_contested(self, entry: Entry) -> bool:
        """Tell whether another player has by the thing of the cause what the seat of its first fact has otherwise."""
        lead = self.reason.lead
        facts = (fact for fact in self.reason.facts if fact.entry[:4] == entry[:4])
        return any(fact.change * lead.change < 0 and abs(fact.change) >= NOTABLE for fact in facts)

    def _is_told_besides(self, step: Step, line: Sequence[Step]) -> bool:
        """Tell whether another step says the same: what the same thing then brings, or whom it harms.

        Harm that the seat does is told by what it gets, if it gets the same, other harm by what is lost.
        """
        first = step.first
        others = [other for other in line if other.round == step.round and other.first.thing == first.thing]
        if step.owner == self.seat:
            got = {entry.piece for other in others if other.first.seat == self.seat for entry in other.entries}
            return {entry.piece for entry in step.entries} <= got
        if first.lens == HAPPENS:
            is_means = self.ledger.is_means(first) and not self._is_direct(step)
            return is_means and any(other.first.seat == first.seat and other.first.lens != HAPPENS for other in others)
        return first.seat != self.seat and any(other.owner == first.seat for other in others)

    def _wanted(self, seat: int | None, *, is_gained: bool = True) -> frozenset[str]:
        """What a seat needs for what is told, and for what it scores in the two futures; ``is_gained``: and lacks."""
        entries = [fact.entry for fact in self.told]
        entries += [step.first for step in self.steps if self._is_end(step.first)]
        return self._needed((entry for entry in entries if entry.seat == seat), is_gained=is_gained)

    def _missed(self, line: Sequence[Step]) -> frozenset[str]:
        """What the seat lacks for what is told, if that does not happen in a future."""
        happened = {(step.first.verb, step.first.thing) for step in line}
        entries = (fact.entry for fact in self.told if fact.entry.seat == self.seat)
        return self._needed(entry for entry in entries if (entry.verb, entry.thing) not in happened)

    def _needed(self, entries: Iterable[Entry], *, is_gained: bool = True) -> frozenset[str]:
        """What entries need; ``is_gained``: of pieces only those that are lacking."""
        return frozenset[str]().union(*(self.ledger.wants(self.state, entry, is_gained=is_gained) for entry in entries))
