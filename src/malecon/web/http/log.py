"""The log of a process: one line for each thing, for people or as JSON for programs, on the standard error output.

What is written is said by whoever writes it. Nobody writes names of people, addresses, tokens, or moves of games that
go on; a failure is written with its traceback, which names lines of the program and no values.
"""

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

import msgspec

from malecon.web.http.settings import Settings

JSON = "json"
SECURITY_LOG = "malecon.web.security_log"
"""Name of the logger of security events."""
REPORT_ID: ContextVar[str] = ContextVar("REPORT_ID", default="")
"""Of the request to which all entries belong that are written meanwhile; empty outside requests."""
USUAL = frozenset({*vars(logging.makeLogRecord({})), "message", "asctime", "color_message"})
"""What every record has; all else was given by whoever writes the entry."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Signs with which an entry could look like two, or steer a terminal."""


@contextmanager
def reported_as(report: str) -> Iterator[None]:
    """Write the id of a report into all entries of the log that belong to a request."""
    token = REPORT_ID.set(report)
    try:
        yield
    finally:
        REPORT_ID.reset(token)


def _given_facts(record: logging.LogRecord) -> dict[str, object]:
    """Return the facts of an entry besides its text: those that were given, and the id of the report."""
    report = {"report": REPORT_ID.get()} if REPORT_ID.get() else {}
    return report | {name: value for name, value in vars(record).items() if name not in USUAL}


def _moment_of(record: logging.LogRecord) -> str:
    """Return when an entry was written, in UTC."""
    return f"{datetime.fromtimestamp(record.created, UTC).replace(tzinfo=None).isoformat()}Z"


class TextFormatter(logging.Formatter):
    """Writes an entry as a line for people, and a failure with its traceback below."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of an entry."""
        said = f"{_moment_of(record)} [{record.levelname.lower():8}] {record.getMessage()} [{record.name}]"
        line = " ".join([said, *(f"{name}={value}" for name, value in _given_facts(record).items())])
        line = CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """Writes an entry as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of an entry."""
        entry = {"event": record.getMessage(), "level": record.levelname.lower(), "logger": record.name}
        failure = {"exception": self.formatException(record.exc_info)} if record.exc_info else {}
        facts = {**entry, **_given_facts(record), "timestamp": _moment_of(record), **failure}
        return msgspec.json.encode(facts, enc_hook=str).decode()


def formatter(log_format: str) -> logging.Formatter:
    """Return the formatter of the log, which turns its records into lines."""
    return JsonFormatter() if log_format == JSON else TextFormatter()


def open_log(settings: Settings) -> None:
    """Write all logs of this process as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(settings.log_format))
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    for talkative in ("alembic", "procrastinate"):  # the queue would name tables
        logging.getLogger(talkative).setLevel(logging.WARNING)
    logging.getLogger(SECURITY_LOG).setLevel(logging.INFO)  # whatever the setting says
