"""A process of the server: how its log is written, and how many files it may have open.

The log has one line for each thing, for people or as JSON for programs, on the standard error output. What is written
is said by whoever writes it. Nobody writes names of people, addresses, tokens, or moves of games that go on; a failure
is written with its traceback, which names lines of the program and no values.
"""

import logging
import sys
from contextlib import suppress

import structlog
from structlog.typing import Processor

from malecon.web.settings import Settings

LOGGER = logging.getLogger(__name__)

JSON = "json"
KNOWN: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)

OTHER_FILES = 256
"""Descriptors that a server needs besides connections: those that are refused, the database, processes, files."""


def formatter(log_format: str) -> logging.Formatter:
    """Return the formatter of the log, which turns its records into lines."""
    last: tuple[Processor, ...]
    if log_format == JSON:
        last = (structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False))
    else:
        plain = structlog.dev.plain_traceback
        last = (structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain),)
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=KNOWN, processors=[remove, *last])


def open_log(settings: Settings) -> None:
    """Write all logs of this process as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(settings.log_format))
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    for talkative in ("alembic", "procrastinate"):  # the queue would name tables
        logging.getLogger(talkative).setLevel(logging.WARNING)


def raise_file_limit(settings: Settings) -> None:
    """Let this process have as many files open as the system allows; warn if that is too few for the connections."""
    with suppress(ImportError):  # only Unix has such a limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems do not allow what they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = settings.connections + OTHER_FILES
        if resource.RLIM_INFINITY != allowed < wanted:
            template = "%d files may be open at once, but %d connections need %d; allow more, or lower the setting"
            LOGGER.warning(template, allowed, settings.connections, wanted)
