"""The schema of the oldest databases that are opened: those of the days before 0.1.0.

A new database gets today's schema at once (``migration.create_schema``), so there is nothing to do here. The migrations
that follow change what such a database has.
"""

revision = "0007"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave everything as it is."""
