"""A schema with one migration more than there is: it creates the table ``notes``."""

import shutil
from pathlib import Path

import pytest

from malecon.storage import migration

LATER = """
import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade():
    op.create_table("notes", sa.Column("id", sa.Integer()))
"""


def add_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process know a migration more; what it makes at once lacks the table, as if it were an older one."""
    shutil.copytree(str(migration.FOLDER), folder)
    (folder / "versions/0012_notes.py").write_text(LATER, "utf-8")
    monkeypatch.setattr(migration, "FOLDER", folder)
