"""How often the explainer names the known reason of positions that were built before it, and how long it takes.

``PYTHONPATH=src:tests python bench/explanations.py``: some two minutes. Figures: docs/measurements/explanations.md.
"""

import time
from collections import Counter
from importlib import import_module

from malecon import games
from malecon.agents.agent import known_to
from malecon.agents.explanation import explain
from malecon.agents.levels import config_of
from malecon.agents.preparation import prepare
from malecon.agents.search import Question
from reasons.test_gate import KEYS, judged


def seconds(game: str) -> list[float]:
    """Return the processor time of each position of a game, ascending."""
    found = []
    for built in import_module(f"reasons.{game}_positions").positions():
        parse = games[game].notation.parse
        question = Question(games[game], known_to(built.match, built.seat, 1), built.seat, parse(built.better))
        begun = time.process_time()
        explain(question, parse(built.other), config_of(games[game]), 1)
        found.append(time.process_time() - begun)
    return sorted(found)


def main() -> None:
    """Print the figures of each game."""
    for game in games:
        prepare(games[game])
        first, second = by_key = [judged(game, key) for key in KEYS]
        for key, found in zip(KEYS, by_key, strict=True):
            counts = Counter(judgement for judgement, _ in found.values())
            print(f"{game}, key {key}: {dict(counts)} of {counts.total()}")
        alike = sum(first[name][1] == second[name][1] for name in first)
        times = seconds(game)
        print(f"{game}: same first cause {alike}; {times[len(times) // 2]:.2f} s, at most {times[-1]:.2f} s")


if __name__ == "__main__":
    main()
