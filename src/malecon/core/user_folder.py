"""The folder in which the games and results of a user are kept unless another one is named."""

from pathlib import Path

import platformdirs

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_

APPLICATION = "malecon"
NO_HOME = N_("This user has no home folder")


class NoUserFolder(MaleconError):
    """The user has no home folder, so nothing is kept unless a place is named."""

    def __init__(self) -> None:
        super().__init__(NO_HOME)


def user_folder() -> Path:
    """Return the folder; nothing is made, and nothing in it is looked at.

    Raises:
        NoUserFolder: the environment names no home folder, and the system knows none.
    """
    try:
        folder = platformdirs.user_data_path(APPLICATION)
    except (RuntimeError, KeyError, OSError):  # what ``Path.home`` and ``pwd`` raise
        raise NoUserFolder from None
    if not folder.is_absolute():  # such as ``~``, where it could not be replaced
        raise NoUserFolder
    return folder
