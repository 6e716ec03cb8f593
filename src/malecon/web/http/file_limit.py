"""How many files a server process may have open."""

import logging
from contextlib import suppress

from malecon.web.http.settings import Settings

LOGGER = logging.getLogger(__name__)
OTHER_FILES = 256
"""Descriptors that a server needs besides connections: those that are refused, the database, processes, files."""


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
