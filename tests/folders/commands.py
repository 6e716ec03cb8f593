"""Run commands of ``malecon`` in this process, one after the other, and print what each did as JSON.

Run as a program: ``commands.py``, with lists of arguments as JSON on the standard input. One process runs many
commands, for loading them takes longer than running them.
"""

import contextlib
import io
import json
import sys
import traceback

from malecon.cli import main


def run(arguments: list[str]) -> dict[str, object]:
    """Return the exit code and the outputs of a command."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    sys.argv = ["malecon", *arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        except BaseException:
            err.write(traceback.format_exc())
            code = -1
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


if __name__ == "__main__":
    commands = json.load(sys.stdin)
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    print(json.dumps([run(each) for each in commands]))
