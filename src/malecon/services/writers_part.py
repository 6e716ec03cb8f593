"""Moved from malecon.services.table_repository."""

from malecon.services.computers.jobs import enqueue_questions
from malecon.services.outbox import write_notices
from malecon.services.results import write_results
from malecon.storage.store import ChangeWriter

CHANGE_WRITERS: tuple[ChangeWriter, ...] = (write_results, enqueue_questions, write_notices)
"""In this order: none is lost, and none is there for what was not stored."""
