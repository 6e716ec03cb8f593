"""What is written in the transaction of a change of a table, so that none of it is lost."""

from malecon.storage.jobs import write_jobs
from malecon.storage.notices import write_notices
from malecon.storage.rated_games import check_rated
from malecon.storage.results import write_results
from malecon.storage.store import ChangeWriter

CHANGE_WRITERS: tuple[ChangeWriter, ...] = (check_rated, write_results, write_jobs, write_notices)
"""Run in this order, in the transaction that stores the change."""
