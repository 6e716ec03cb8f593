"""A worker: computer players that answer the questions of all servers, on any machine.

When a worker dies, its jobs go back into the queue as soon as its heartbeat has stopped for a while. What it had in
hand is then answered by another; should it be alive after all, the revision of the question lets one answer stand.
"""

import asyncio
import logging
import signal
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from malecon.core.errors import MaleconError
from malecon.services.computer_players import ComputerPlayers
from malecon.services.table_service import TableService
from malecon.storage import jobs
from malecon.storage.store import Store, in_thread
from malecon.storage.table_queries import TableQueries
from malecon.tables import Missing, Unplayable

if TYPE_CHECKING:
    from procrastinate import App

HEART_S = 1.0
"""Seconds from one beat of a worker's heart to the next."""
STALLED_S = 6.0
"""Seconds without a beat after which a worker is taken for dead."""
POLL_S = 1.0
"""Seconds after which a worker looks for jobs that it was not told of."""
RETRY_S = 5
"""Seconds until a job is tried again whose answer could not be written."""
TIME_S = 2.0
"""Seconds after which a worker's clock is held against that of the database."""
GRACE_S = 10.0
"""Seconds that computer players have to end their thought when the worker is to stop."""

LOGGER = logging.getLogger(__name__)


class Worker:
    """Takes jobs out of the queue, one for each computer player that may think at once."""

    def __init__(self, store: Store, players: ComputerPlayers) -> None:
        """``store``: where the tables are. ``players``: who decides."""
        self._store = store
        self._players = players
        self._tables = TableService(store, players)

    async def run(self) -> None:
        """Work until the process is told to stop."""
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        tasks = [
            asyncio.create_task(work) for work in (self._work(), self._enqueue_missing(), self._synchronise_clock())
        ]
        await stop.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._tables.close()

    async def _work(self) -> None:
        """Work; when the database is away for a while, begin anew."""
        while True:
            try:
                await self._work_on_one_connection()
            except Exception as error:  # whatever it is: a worker that does not work is of no use
                LOGGER.warning("the queue cannot be used: %s", error.__cause__ or error)
            await asyncio.sleep(POLL_S)

    async def _work_on_one_connection(self) -> None:
        app = self._queue()
        async with app.open_async():
            rescuing = asyncio.create_task(_rescue_jobs(app))
            try:
                await app.run_worker_async(
                    queues=[jobs.QUEUE],
                    concurrency=self._players.processes,
                    delete_jobs="successful",
                    fetch_job_polling_interval=POLL_S,
                    update_heartbeat_interval=HEART_S,
                    stalled_worker_timeout=STALLED_S,
                    shutdown_graceful_timeout=GRACE_S,
                    install_signal_handlers=False,
                )
            finally:
                rescuing.cancel()

    def _queue(self) -> "App":
        """Return the queue, and what is done with a job."""
        from procrastinate import RetryStrategy

        app = jobs.worker_queue(self._store, self._players.processes + 3)

        @app.task(name=jobs.TASK, queue=jobs.QUEUE, retry=RetryStrategy(wait=RETRY_S))
        async def move(seat: int, mark: str, **stored: str) -> None:
            table_id = stored["table"]  # as jobs of earlier versions have it
            try:
                await self._tables.computer_moves.answer(table_id, seat, mark)
            except (Missing, Unplayable) as error:
                LOGGER.warning("table %s: %s", table_id, error)

        return app

    async def _synchronise_clock(self) -> None:
        """Correct the clock of this process by that of the servers, again and again."""
        while True:
            with suppress(MaleconError):
                await in_thread(self._store.synchronise_clock)()
            await asyncio.sleep(TIME_S)

    async def _enqueue_missing(self) -> None:
        """Enqueue jobs for questions without one, as at tables that were begun without a queue, or restored."""
        for table in await TableQueries(self._store).with_computers():
            with suppress(MaleconError):
                await in_thread(jobs.enqueue_missing)(self._store, table)


async def _rescue_jobs(app: "App") -> None:
    """Put the jobs of dead workers back into the queue, again and again."""
    from procrastinate.exceptions import ConnectorException

    while True:
        with suppress(ConnectorException):  # somebody else was faster, or the database is away
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_S):
                await app.job_manager.retry_job(job, retry_at=datetime.now(UTC))
        await asyncio.sleep(STALLED_S / 3)
