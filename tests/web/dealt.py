"""The command ``malecon``, but with the same deal at every table: what a test meets does not hang on luck."""

from unittest.mock import patch

from malecon.cli import main
from malecon.tables import table_header

if __name__ == "__main__":  # a process that thinks is begun with this module, too
    with patch.object(table_header, "KEYS", 1):  # the key of every table is 0
        main()
