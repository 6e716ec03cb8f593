"""What a server has acknowledged, and whether a database has it: each thing once, in order."""

import threading
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from malecon.storage.schema import MESSAGES, MOVES, SEATS, TABLES
from malecon.storage.store import Store

Key = tuple[str, ...]


@dataclass
class Ledger:
    """What was acknowledged: by kind and place, in the order of the answers. Several threads write."""

    entries: dict[Key, list[str]] = field(default_factory=dict)
    resent: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, *place: str, thing: str) -> None:
        """Note that something was acknowledged; ``place``: table, and who or where there."""
        with self._lock:
            self.entries.setdefault((kind, *place), []).append(thing)

    def note_resent(self) -> None:
        """Note that something was sent again."""
        with self._lock:
            self.resent += 1

    @property
    def size(self) -> int:
        """How much was acknowledged."""
        return sum(map(len, self.entries.values()))

    def counts(self) -> Counter[str]:
        """Return how much of each kind."""
        counts: Counter[str] = Counter()
        for (kind, *_), things in self.entries.items():
            counts[kind] += len(things)
        return counts


@dataclass
class Stored:
    """What a database has, by the same keys as the ledger."""

    entries: dict[Key, list[str]]
    gaps: list[str]

    @classmethod
    def read(cls, store: Store) -> "Stored":
        """Read everything."""
        entries: dict[Key, list[str]] = {}
        gaps = []
        with store.reading() as connection:
            for row in connection.execute(select(TABLES.c.id, TABLES.c.host)):
                entries.setdefault(("tables", row.host or ""), []).append(row.id)
            numbers: dict[str, list[int]] = {}
            for row in connection.execute(select(MOVES).order_by(MOVES.c.table, MOVES.c.number)):
                entries.setdefault(("moves", row.table, str(row.seat)), []).append(row.id)
                numbers.setdefault(row.table, []).append(row.number)
            gaps = [table for table, there in numbers.items() if there != list(range(len(there)))]
            for row in connection.execute(select(SEATS)):
                drafted = [step[1] for step in row.draft]
                entries.setdefault(("moves", row.table, str(row.seat)), []).extend(drafted)
                entries.setdefault(("seats", row.table), []).append(row.person or "")
            for row in connection.execute(select(MESSAGES).order_by(MESSAGES.c.table, MESSAGES.c.number)):
                entries.setdefault(("messages", row.table, row.person or ""), []).append(row.text)
        return cls(entries, gaps)


def verify(ledger: Ledger, stored: Stored) -> list[str]:
    """Return what is wrong: sentences about what is lost, doubled or out of order."""
    wrong = [f"{table}: a move is missing in its log" for table in stored.gaps]
    for key, things in ledger.entries.items():
        there = stored.entries.get(key, [])
        once = Counter(there)
        wrong += [f"{key}: {thing} is lost" for thing in things if not once[thing]]
        wrong += [f"{key}: {thing} is doubled" for thing in things if once[thing] > 1]
        if key[0] in ("moves", "messages") and [each for each in there if each in set(things)] != things:
            wrong.append(f"{key}: out of order")
    return wrong
