"""The health of a store: whether the last transactions of each kind could be carried out.

A heartbeat that can be written proves little: the rows of tables may be locked, or their part of the disk full. So each
kind of transaction has its own state, and the heartbeat, which has one of its own (``heartbeat.py``), changes none.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from threading import Lock

from sqlalchemy.exc import IntegrityError

from malecon.core.clock import elapsed_ms
from malecon.tables import MINUTE, StorageError

RECENT_MS = MINUTE
"""A failure counts for so long: without another attempt nobody knows whether it still holds."""

LOGGER = logging.getLogger(__name__)


class Work(Enum):
    """A kind of transaction, with its words in the log."""

    SAVING_TABLES = "tables cannot be saved"
    WRITING = "something other than tables cannot be saved"
    LOADING_TABLES = "tables cannot be read"
    READING = "something other than tables cannot be read"


WRITES = (Work.SAVING_TABLES, Work.WRITING)


class StoreHealth:
    """The last outcome of each kind of transaction. It may be used by several threads at once."""

    def __init__(self, clock: Callable[[], int] = elapsed_ms) -> None:
        """``clock``: tells milliseconds, and never jumps."""
        self._clock = clock
        self._lock = Lock()
        self._failed: dict[Work, int] = {}

    @property
    def problem(self) -> str:
        """``cannot write`` or ``cannot read`` if the last transaction of a kind failed, within a minute; or empty."""
        with self._lock:
            since = self._clock() - RECENT_MS
            failing = [work for work, at in self._failed.items() if at > since]
        if not failing:
            return ""
        return "cannot write" if any(work in WRITES for work in failing) else "cannot read"

    def clear(self) -> None:
        """Forget the failures: what made the heartbeat fail as well has passed."""
        with self._lock:
            self._failed.clear()

    @contextmanager
    def noted(self, work: Work) -> Iterator[None]:
        """Note whether a transaction fails because of the database; other errors are those of the caller."""
        try:
            yield
        except StorageError as error:
            self._note_failure(work, error)
            raise
        except IntegrityError as error:
            if work is Work.SAVING_TABLES:  # elsewhere it is an answer: the name is taken, the person is gone
                self._note_failure(work, error.orig or error)
            raise
        else:
            self._note_success(work)

    def _note_failure(self, work: Work, error: BaseException) -> None:
        with self._lock:
            is_first = work not in self._failed
            self._failed[work] = self._clock()
        if is_first:  # a full disk must not be filled by the log
            LOGGER.error("%s: %s", work.value, " ".join(str(error).split()))

    def _note_success(self, work: Work) -> None:
        if work in self._failed:
            with self._lock:
                had_failed = self._failed.pop(work, None) is not None
            if had_failed:
                LOGGER.warning("no longer: %s", work.value)
