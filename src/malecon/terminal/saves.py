"""Files of saved games. The whole record is written after every move, so that the file is complete at any moment."""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs

import malecon
from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.record import game_of
from malecon.terminal.arguments import prepare_games

FIRST_LINE = "# A saved game of Malecón; go on with: malecon resume FILE"
LAST_LINE = "# saved"
SUFFIX = ".game"


class SaveError(MaleconError):
    """A game cannot be written or read; ``str()`` is a sentence for people."""


def folder() -> Path:
    """Return the folder of the saved games."""
    return platformdirs.user_data_path("malecon") / "games"


def new_file(game: str, *, now: float | None = None) -> Path:
    """Return the path of a file that does not exist yet, named after the game and the time."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(now))
    number, file = 1, folder() / f"{game}-{stamp}{SUFFIX}"
    while file.exists():
        number += 1
        file = folder() / f"{game}-{stamp}-{number}{SUFFIX}"
    return file


def write(match: Match, file: Path, language: Language) -> None:
    """Write the record of ``match`` to ``file``: wholly, or not at all.

    Raises:
        SaveError: it cannot be written; what the file held before is still there.
    """
    text = f"{FIRST_LINE}\n{match.record()}{LAST_LINE}\n"
    try:
        _write_atomically(file, text.encode())
    except OSError as error:
        template = N_("The game cannot be saved in {file}: {reason}. What was saved there before is still there.")
        raise SaveError(language.say(template, file=file, reason=error.strerror or error)) from None


def _write_atomically(file: Path, content: bytes) -> None:
    """Write a temporary file in the same folder, flush it to the disk, then rename it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with open(descriptor, "wb") as temporary:
            temporary.write(content)
            temporary.flush()
            os.fsync(temporary.fileno())
        os.replace(name, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def read(file: Path, language: Language) -> Match:
    """Return the match in ``file``.

    Raises:
        SaveError: there is no such file, it cannot be read, or it is no whole saved game of this version.
    """
    text = _read_text(file, language)
    if text.startswith(FIRST_LINE) and not text.rstrip().endswith(LAST_LINE):
        raise SaveError(language.say(N_("{file} is cut short: its end is missing."), file=file))
    try:
        prepare_games(language, game_of(text, malecon.games))
        return malecon.replay(text)
    except (ParseError, IllegalMove) as error:
        template = N_("{file}, line {line}: {reason}.")
        raise SaveError(language.say(template, file=file, line=error.line, reason=error.sentence.rstrip("."))) from None
    except MaleconError as error:
        raise SaveError(f"{file}: {error}") from None


def _read_text(file: Path, language: Language) -> str:
    """Return the text of a file, or raise ``SaveError``."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        template = N_("{file} cannot be read: {reason}.")
        raise SaveError(language.say(template, file=file, reason=error.strerror or error)) from None
    except UnicodeDecodeError:
        raise SaveError(language.say(N_("{file} is no saved game: it is not a text."), file=file)) from None


def _newest_first() -> list[Path]:
    """Return the files of all saved games."""
    files = folder().glob(f"*{SUFFIX}") if folder().is_dir() else iter(())
    return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def _unfinished_games(language: Language) -> Iterator[tuple[Path, Match]]:
    """Yield the matches that are not over, the newest first; files that cannot be read are left out."""
    for file in _newest_first():
        try:
            match = read(file, language)
        except SaveError:
            continue
        if not match.over:
            yield file, match


def newest_unfinished(language: Language) -> tuple[Path, Match]:
    """Return the newest match that is not over, with its file, or raise ``SaveError``."""
    for found in _unfinished_games(language):
        return found
    raise SaveError(language.say(N_("There is no unfinished game in {folder}."), folder=folder()))
