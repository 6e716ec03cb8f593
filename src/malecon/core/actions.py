"""The actions of a game: their numbers, names, and each as the answer to a question, for factored policies.

The numbers of the answers to one question follow each other, so that a policy may choose among a few hundred actions of
which most answer other questions, or among the answers to the question that is asked.

>>> actions = Actions({"move": ["left", "right"], "take": ["brick", "glass", "nothing"]})
>>> actions.count, actions.names[3]
(5, 'glass')
>>> actions.questions[actions.question[3]], int(actions.answer[3]), actions.action(1, 1)
('take', 1, 3)
"""

from collections.abc import Mapping, Sequence

import numpy as np

from malecon.core.errors import UsageError

MANY = (1 << 63) - 1
"""Stands for the answers to a question that has more of them than a bit set holds, or other ones for each seat."""


class Actions:
    """All actions of a game, by number.

    Attributes:
        names: their notations.
        questions: the names of the questions, in the order of their answers.
        sizes: int16 ``[questions]``, how many answers each question has.
        question: int16 ``[count]``, the place of an action's question in ``questions``.
        answer: int16 ``[count]``, which of the answers to it the action is, from 0.
    """

    def __init__(self, answers: Mapping[str, Sequence[str]]) -> None:
        """``answers``: the notations of each question's answers, in the order of the actions' numbers."""
        self.names = tuple(name for names in answers.values() for name in names)
        self.questions = tuple(answers)
        self.sizes = np.array([len(names) for names in answers.values()], np.int16)
        self._first = np.cumsum(self.sizes) - self.sizes
        self.question = np.repeat(np.arange(len(self.questions), dtype=np.int16), self.sizes)
        self.answer = (np.arange(self.count) - self._first[self.question]).astype(np.int16)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.names)

    def action(self, question: int, answer: int) -> int:
        """Return the number of the action that is an answer to a question.

        Raises:
            UsageError: there is no such question, or it has no such answer.
        """
        if not 0 <= question < len(self.questions):
            raise UsageError(f"question: is {question}, but must be 0 to {len(self.questions) - 1}")
        if not 0 <= answer < self.sizes[question]:
            name, last = self.questions[question], self.sizes[question] - 1
            raise UsageError(f"answer to {name!r}: is {answer}, but must be 0 to {last}")
        return int(self._first[question]) + answer
