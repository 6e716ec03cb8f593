"""The command ``malecon``, but with the same deal at every table: what a test meets does not hang on luck."""

from unittest.mock import patch

from malecon.cli import main
from malecon.core.plain_mode import choose_plain_mode

if __name__ == "__main__":  # a process that thinks is begun with this module, too
    choose_plain_mode()  # as the command does, but before the patch imports the rules
    from malecon.tables import table_header

    with patch.object(table_header, "KEYS", 1):  # the key of every table is 0
        main()
