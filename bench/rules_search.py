"""How well the search in the rules finds a sentence by questions that are not in its index.

``PYTHONPATH=src python bench/rules_search.py``: about a minute. One question after another of each sentence is left out
of the index, of all sentences at once, and asked: docs/measurements/rules-search.md.
"""

import time

from malecon import games
from malecon.core.i18n import languages, load
from malecon.core.rules_search import LONGEST_QUERY, Passage, find_in, index_of
from malecon.presentation.guide import guide_passages

LEFT_OUT, FEW = 5, 3
"""How many questions of each sentence are left out, one after another; the first few answers."""


def left_out(passages: tuple[Passage, ...], number: int) -> tuple[tuple[Passage, ...], list[tuple[str, str]]]:
    """Return passages without one question each, and the ids of the passages with those questions."""
    asked = [(each.id, each.questions[number % len(each.questions)]) for each in passages]
    less = [
        each._replace(questions=tuple(other for other in each.questions if other != question))
        for each, (_, question) in zip(passages, asked, strict=True)
    ]
    return tuple(less), asked


def main() -> None:
    """Print for each game and language how often the right sentence comes first, and among the first few."""
    for game in games:
        for code in languages():
            language, ranks, costs = load(code), list[int](), list[float]()
            passages = guide_passages(games[game], language)
            for number in range(LEFT_OUT):
                less, asked = left_out(passages, number)
                index = index_of(less, language)
                for rule, question in asked:
                    begun = time.process_time()
                    answer = find_in(index, question[:LONGEST_QUERY].lower())
                    costs.append(1000 * (time.process_time() - begun))
                    ids = [found.id for found in answer.passages]
                    ranks.append(ids.index(rule) if rule in ids else len(passages))
            first, few = (sum(rank < most for rank in ranks) / len(ranks) for most in (1, FEW))
            median = sorted(costs)[len(costs) // 2]
            shares = f"first {first:.0%}, among {FEW} {few:.0%}"
            print(f"{game} {code}: {shares}; {median:.1f} to {max(costs):.1f} ms")


if __name__ == "__main__":
    main()
