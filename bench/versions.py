"""Random games of two versions of the sources in turn, as pairs of short runs, in processor seconds.

``python bench/versions.py OTHER/src src --pairs 150``: the frequency of a processor changes by half within a minute, so
only runs that follow each other are compared. Each version compiles into its own folder of ``MALECON_CACHE`` first.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time


def play(game: str, seats: int) -> None:
    """Play as many games as each line of the standard input says, and print decisions a second after each."""
    import malecon
    from malecon.core.contract import new_journal, play_many
    from malecon.core.fields import aligned_records
    from malecon.core.random import new_source

    states, journal = aligned_records(2, malecon.games[game].state), new_journal(is_open=False)
    states[0] = malecon.games[game].new_state(seats)
    play_many(states, 1, new_source(1), journal)  # which compiles
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # both on one core: another may share its units
    print("ready", flush=True)
    for line in sys.stdin:
        source, begun = new_source(1), time.process_time()
        decisions = int(play_many(states, int(line), source, journal))
        print(decisions / (time.process_time() - begun), flush=True)


class Version:
    """A process that plays with the sources in a folder."""

    def __init__(self, folder: str, game: str, seats: int) -> None:
        command = [sys.executable, __file__, "--play", game, str(seats)]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._answer() != "ready\n":
            raise SystemExit(f"{folder}: cannot play {game}")

    def _answer(self) -> str:
        return self.process.stdout.readline() if self.process.stdout else ""

    def rate(self, games: int) -> float:
        """Return decisions a second of so many random games."""
        print(games, file=self.process.stdin, flush=True)
        return float(self._answer())


def compare(game: str, seats: int, folders: list[str], pairs: int) -> None:
    """Print medians of both versions, and of their ratio with its quartiles."""
    versions = [Version(folder, game, seats) for folder in folders]
    found = []
    for pair in range(pairs):
        order = versions if pair % 2 else versions[::-1]
        rates = {version: version.rate(600) for version in order}
        found.append((rates[versions[0]], rates[versions[1]]))
    for version in versions:
        version.process.communicate("")
    before, after = (statistics.median(rates) / 1e6 for rates in zip(*found, strict=True))
    low, middle, high = statistics.quantiles([after / before for before, after in found], n=4)
    print(f"{game}, {seats} seats: {before:.1f} M, {after:.1f} M, {middle:.3f} ({low:.3f} to {high:.3f})", flush=True)


def main() -> None:
    """Compare two versions, for both games with 2 and 4 seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--pairs", type=int, default=150)
    parser.add_argument("--play", nargs=2, metavar=("GAME", "SEATS"), help=argparse.SUPPRESS)
    choice = parser.parse_args()
    if choice.play:
        play(choice.play[0], int(choice.play[1]))
        return
    if len(choice.folders) != 2:
        parser.error("expected are two folders")
    for game in ("havana", "cuba"):
        for seats in (2, 4):
            compare(game, seats, choice.folders, choice.pairs)


if __name__ == "__main__":
    main()
