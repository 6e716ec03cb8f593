"""The command ``malecon``, which has loaded everything and waits for a line before it begins: so it is up at once."""

import sys

import malecon.cli.server  # noqa: F401  # the most of a start
from malecon.cli import main

if __name__ == "__main__" and sys.stdin.readline():
    main()
