"""The questions of a game: one record for each, and the table of all of them, from which the rest follows.

A record is all that is said of a question: its answers, the rule that carries one out, why another is refused. From the
table follow the numbers and the notation of all moves, the legal ones with what they bring, refusals, how a hand-made
position asks again, and the rules that ``core.turns`` calls. Those rules are compiled; the rest is Python only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from typing_extensions import TypeVar

from malecon.core import AnyState, contract, turns
from malecon.core.actions import Actions
from malecon.core.bit_set import bit, has, is_single
from malecon.core.codecs import members
from malecon.core.contract import Journal
from malecon.core.errors import Facts, IllegalMove
from malecon.core.fields import AnyDtype
from malecon.core.i18n import N_
from malecon.core.jit import JIT, AnyFunction, rule, uncompiled
from malecon.core.notation import Notation
from malecon.core.position_checks import ensure
from malecon.core.random import Source
from malecon.core.turns import Asking, mover, register_turns

State = TypeVar("State", default=AnyState)
Choice = TypeVar("Choice", default=Any)
Reason = tuple[str, str]
"""The id of a sentence of the rules, and a template for people with ``{player}``, the seat that is asked."""


class Many(Struct, Generic[State], frozen=True, eq=False):
    """The answers to a question with more of them than a bit set holds, or other ones for each seat, by two rules.

    Attributes:
        list: fills ``out`` with the answers of a seat, ascending, each raised by ``first``, and returns how many.
        sample: returns one of them, each equally likely; consumes the random ``source``.
    """

    list: Callable[[State, int, int, NDArray[np.int16]], int]
    sample: Callable[[State, int, Source], int]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question(Generic[State, Choice]):
    """One thing that a game waits for.

    Attributes:
        number: its place in the game's list (the state's ``question``).
        asks: the question in words.
        rule: the id of the sentence that lets the game ask it.
        answers: their notations; the place of one is the answer.
        also: further spellings that are read but never written, with their answers.
        many: the legal answers, where a bit set does not hold them.
        asked: returns the seats that it goes to, as a bit set (a rule); ``None``: to the mover.
        play: carries the answer of a seat out, in place (a rule).
        again: lets the rules ask it again in a hand-made position, in place, or raises ``UsageError``.
        refuse: why a seat may not give an answer that is not legal; ``None`` where all are legal when it is asked.
        preview: what follows at once from a legal answer of a seat, given with its notation; ``None``: nothing.
        wait: why others may not act meanwhile; ``None``: for the reason of most questions.
    """

    number: int
    asks: str
    rule: str
    answers: Sequence[str]
    also: Mapping[str, int] | None = None
    many: Many[State] | None = None
    asked: Callable[[State], int] | None = None
    play: Callable[[State, int, int, Journal], None]
    again: Callable[[State], None] | None = None
    refuse: Callable[[State, int, int], IllegalMove] | None = None
    preview: Callable[[State, int, int, str], Choice] | None = None
    wait: Reason | None = None


Q = TypeVar("Q", bound=Question[Any, Any], default=Question[Any, Any])


class Refusals(Struct, Generic[Q], frozen=True, eq=False):
    """Why a move is illegal that is no answer to the question, in the words of a game.

    Attributes:
        over: returns why, once the game is over.
        wait: why others may not act during most questions.
        waiting: returns why a seat may not act during the question, if there is more to say than its ``wait``.
        instead: returns why another question may not be answered now, if there is more to say than what is asked.
    """

    over: Callable[[AnyState], IllegalMove]
    wait: Reason
    waiting: Callable[[AnyState, int, Facts], IllegalMove | None] = lambda state, seat, facts: None
    instead: Callable[[AnyState, int, Q, int], IllegalMove | None] = lambda state, seat, question, answer: None


class QuestionTable(Generic[Q]):
    """All questions of a game, by number.

    Attributes:
        first: int16 ``[questions + 1]``, by question the number of its first action; the last is the count of all.
        actions, notation: all moves, in the order of the questions.
        widest: the most answers that a question has.
    """

    def __init__(self, game: str, names: Sequence[str], refusals: Refusals[Q], *questions: Q) -> None:
        """``names``: of steps, questions and the end, in the order of their numbers."""
        self._game, self._names, self._refusals, self._all = game, names, refusals, questions
        self.end = len(names) - 1
        self.steps = self.end - len(questions)
        if [each.number for each in questions] != [*range(self.steps, self.end)]:
            raise ValueError("questions: their numbers do not follow each other")
        sizes = [len(each.answers) for each in questions]
        self.widest = max(sizes)
        self.first = np.cumsum([0] * (self.steps + 1) + sizes, dtype=np.int16)
        self.actions = Actions({names[each.number]: each.answers for each in questions})
        also = {text: int(self.first[each.number]) + n for each in questions for text, n in (each.also or {}).items()}
        self.notation = Notation(self.actions.names, also=also)

    def __iter__(self) -> Iterator[Q]:
        return iter(self._all)

    def __getitem__(self, number: int) -> Q:
        """Return a question by its number."""
        return self._all[int(number) - self.steps]

    def get(self, number: int) -> Q | None:
        """Return a question by its number; ``None`` for a step or the end."""
        return self[number] if self.steps <= number < self.end else None

    def of(self, action: int) -> tuple[Q, int]:
        """Return the question that an action answers, and which answer it is."""
        return self._all[int(self.actions.question[action])], int(self.actions.answer[action])

    def choices(self, state: AnyState, seat: int, plain: Callable[[str], Choice]) -> tuple[Choice, ...]:
        """Return the legal actions of ``seat`` in ascending order; none for a seat that is not asked.

        ``plain`` makes one of a notation, if nothing follows from the action at once.
        """
        out = np.zeros(self.widest, np.int16)
        count = contract.legal(state, seat, out)
        return tuple(self._choice(state, seat, action, plain) for action in out[:count].tolist())

    def _choice(self, state: AnyState, seat: int, action: int, plain: Callable[[str], Choice]) -> Choice:
        question, answer = self.of(action)
        notation = self.notation.format(action)
        return question.preview(state, seat, answer, notation) if question.preview else plain(notation)

    def refuse(self, state: AnyState, seat: int, action: int) -> IllegalMove:
        """Return why ``seat`` may not do ``action`` now; it must be illegal."""
        now = self.get(int(state.question))
        if now is None:
            return self._refusals.over(state)
        if not has(state.awaited, seat):
            facts: Facts = {"player": members(state.awaited)[0] + 1}
            return self._refusals.waiting(state, seat, facts) or IllegalMove(*(now.wait or self._refusals.wait), facts)
        question, answer = self.of(action)
        if question is now:
            assert now.refuse is not None, "every answer is legal"
            return now.refuse(state, seat, answer)
        template = N_("Something else is to be decided now: {asked}.")
        return self._refusals.instead(state, seat, question, answer) or IllegalMove(
            now.rule, template, {"asked": now.asks}
        )

    def ask_again(self, state: AnyState) -> None:
        """Let the rules ask the question of a hand-made position again, in place.

        Raises:
            UsageError: they would not, or not wait for an answer.
        """
        number, now = int(state.question), self.get(int(state.question))
        if now is not None:
            assert now.again is not None, "no position of this question is read"
            now.again(state)
            waits = state.answers != 0 and not uncompiled(is_single)(int(state.answers))
            ensure(state.question == number and waits, f"question: the game would not ask {self._names[number]} here")
        state.awaited = turns.asked(state)

    def register(self, dtype: AnyDtype, *own: AnyFunction) -> None:
        """Make the rules of the questions those of the game whose states are of ``dtype``, with its ``own``.

        ``own``: what ``core.turns`` asks of the game besides (``lay_out``, ``is_best``; ``step`` and ``mover`` if the
        game has steps and turns), and answers to the contract.
        """
        first, steps, end = self.first, self.steps, self.end
        others = [*((each.number, each.asked) for each in self if each.asked), (end, _nobody)]
        ask_others = self._dispatch(_asking, others)
        not_the_mover = sum(bit(number) for number, _ in others)  # the rest are asked first: 4 % of a random game

        def first_action(state: Asking) -> int:
            return int(first[state.question])

        def is_step(state: Asking) -> bool:
            return state.question < steps

        def is_end(state: Asking) -> bool:
            return state.question == end

        def asked(state: Asking) -> int:
            return int(ask_others(state)) if has(not_the_mover, state.question) else bit(mover(state))

        many = [(each.number, each.many) for each in self if each.many] or [(end, Many(_list_none, _sample_none))]
        register_turns(dtype, step=_no_step, mover=_first_seat)
        register_turns(
            dtype,
            *map(self._rule, (first_action, is_step, is_end, asked)),
            *own,
            answer=self._dispatch(_playing, [(each.number, each.play) for each in self]),
            list_many=self._dispatch(_listing, [(number, each.list) for number, each in many]),
            sample_many=self._dispatch(_sampling, [(number, each.sample) for number, each in many]),
        )

    def _dispatch(
        self, fork: Callable[[int, AnyFunction, AnyFunction], AnyFunction], rules: Sequence[tuple[int, AnyFunction]]
    ) -> AnyFunction:
        """Return one rule that calls that of the question, found by halves; for a question that has none, any.

        One *if* after another made random games up to 3 % slower. In plain Python, where each fork would be a
        call, the rule is looked up.
        """
        if not JIT:
            by_number, (_, last) = dict(rules), rules[-1]
            return lambda state, *rest: by_number.get(int(state.question), last)(state, *rest)
        if len(rules) == 1:
            return rules[0][1]
        half = len(rules) // 2
        low, high = self._dispatch(fork, rules[:half]), self._dispatch(fork, rules[half:])
        return self._rule(fork(rules[half][0], low, high), f"_{rules[half][0]}")

    def _rule(self, function: AnyFunction, place: str = "") -> AnyFunction:
        """Return a function as a rule whose name no other has: machine code is named after it."""
        function.__qualname__ = f"{function.__name__}_{self._game}{place}"
        return rule(function)


def _playing(number: int, low: AnyFunction, high: AnyFunction) -> AnyFunction:
    def answer(state: Asking, seat: int, given: int, journal: Journal) -> None:
        if state.question < number:
            low(state, seat, given, journal)
        else:
            high(state, seat, given, journal)

    return answer


def _listing(number: int, low: AnyFunction, high: AnyFunction) -> AnyFunction:
    def list_many(state: Asking, seat: int, first: int, out: NDArray[np.int16]) -> int:
        if state.question < number:
            return int(low(state, seat, first, out))
        return int(high(state, seat, first, out))

    return list_many


def _sampling(number: int, low: AnyFunction, high: AnyFunction) -> AnyFunction:
    def sample_many(state: Asking, seat: int, source: Source) -> int:
        if state.question < number:
            return int(low(state, seat, source))
        return int(high(state, seat, source))

    return sample_many


def _asking(number: int, low: AnyFunction, high: AnyFunction) -> AnyFunction:
    def asked(state: Asking) -> int:
        return int(low(state)) if state.question < number else int(high(state))

    return asked


@rule
def _list_none(state: Asking, seat: int, first: int, out: NDArray[np.int16]) -> int:
    """Return that there are none, in a game whose answers all are bit sets."""
    return 0


@rule
def _sample_none(state: Asking, seat: int, source: Source) -> int:
    """Return any number, in a game whose answers all are bit sets."""
    return 0


@rule
def _no_step(state: Asking, journal: Journal) -> None:
    """Take no step, in a game that has none."""


@rule
def _first_seat(state: Asking) -> int:
    """Return seat 0, in a game whose questions all go to several seats."""
    return 0


@rule
def _nobody(state: Asking) -> int:
    """Return no seats, once the game is over."""
    return 0
