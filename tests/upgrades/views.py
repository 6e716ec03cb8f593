"""What must be the same in a later version: what people see at a table, and times wherever they stand."""

import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

Json = dict[str, Any]
OLDEST_MS = 1_000_000_000_000
"""Whole numbers from here on (2001) are times in milliseconds since 1970; no count is as high."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
WORDING = ("state", "status", "told")
"""Of a table: sentences, which may be said better one day, and a digest of all."""
LATER_EVENTS = ("lacked", "bidding_forbidden")
"""Kinds of events that older versions did not tell."""


def essence(table: Json) -> Json:
    """Return a table as the API tells it, without what is only said in other words."""
    found = {key: value for key, value in table.items() if key not in WORDING}
    found["position"] = without_asks(table["position"])
    found["legal"] = [choice["move"] for choice in table["legal"]]
    found["held"] = table["held"] and table["held"]["move"]
    found["events"] = [event for event in table["events"] if event["kind"] not in LATER_EVENTS]
    return found


def without_asks(position: Json | None) -> Json | None:
    """Return a position, if there is one, without the sentence that says what is asked."""
    if position is None:
        return None
    return position | {"question": {key: fact for key, fact in position["question"].items() if key != "asks"}}


def only(now: Any, before: Any) -> Any:
    """Return plain data without what an older version did not tell: what is told besides is no loss."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {key: only(value, before[key]) for key, value in now.items() if key in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [only(*each) for each in zip(now, before, strict=True)]
    return now


def earlier(facts: Any, shift: int) -> Any:
    """Return plain data with each time in it moved back by ``shift`` milliseconds, a whole number of seconds."""
    if isinstance(facts, dict):
        return {key: earlier(value, shift) for key, value in facts.items()}
    if isinstance(facts, list):
        return [earlier(value, shift) for value in facts]
    if isinstance(facts, str) and MOMENT.fullmatch(facts):
        return (datetime.fromisoformat(facts) - timedelta(milliseconds=shift)).isoformat()
    return facts - shift if isinstance(facts, int) and facts > OLDEST_MS else facts


def move_times(file: Path, shift: int) -> None:
    """Move each time in a database later by ``shift`` milliseconds, so that nothing has run out since it was kept."""
    with closing(sqlite3.connect(file)) as connection, connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for _, column, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
                if kind == "BIGINT":
                    later = f'UPDATE "{table}" SET "{column}" = "{column}" + ? WHERE "{column}" > ?'
                    connection.execute(later, (shift, OLDEST_MS))
