"""Run commands of ``malecon`` in this process, one after the other.

As a program, it reads lines with an environment and lists of arguments as JSON, and answers each with a line that says
what the commands did: loading them takes longer than running them.
"""

import contextlib
import io
import json
import os
import sys
import traceback
from contextvars import copy_context
from typing import NamedTuple

from malecon.cli import main


class Outcome(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def run(arguments: list[str]) -> Outcome:
    """Run a command without input."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    sys.argv, sys.stdin = ["malecon", *arguments], io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            copy_context().run(main)  # the language of one command is not that of the next
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        except BaseException:
            err.write(traceback.format_exc())
            code = -1
    return Outcome(code, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    for line in sys.stdin:
        environment, commands = json.loads(line)
        os.environ.clear()
        os.environ.update(environment)
        print(json.dumps([run(each) for each in commands]), flush=True)
