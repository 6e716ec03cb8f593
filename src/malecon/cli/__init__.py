"""The command line of ``malecon``: its commands, settings as options, the server and the administration of a site."""

import io
import os
import sys

from malecon.cli.commands import app
from malecon.core.errors import MaleconError, UsageError
from malecon.core.process import collect_seldom

__all__ = ["app", "main"]

EXIT_FAILURE, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130


def main() -> None:
    """Run the command of the command line; print an error as one sentence on the standard error output."""
    collect_seldom()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without accents shows question marks
    try:
        app()
    except UsageError as error:
        _fail(str(error), EXIT_USAGE)
    except MaleconError as error:
        _fail(str(error), EXIT_FAILURE)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:  # the reader of the output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILURE)


def _fail(sentence: str, exit_code: int) -> None:
    """Print an error and exit."""
    print(f"malecon: {sentence}", file=sys.stderr)
    sys.exit(exit_code)
