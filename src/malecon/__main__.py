"""``python -m malecon`` is the command ``malecon``."""

from malecon.cli import main

main()
