"""What each game has made of the ratings of its players."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns: of older games they are filled when the ratings are computed again."""
    op.add_column("results", sa.Column("rating_before", sa.Integer()))
    op.add_column("results", sa.Column("rating_after", sa.Integer()))
