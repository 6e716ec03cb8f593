"""Tips in first games: the tables at which they are given, and the people who want none."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns: games that have begun get no tips."""
    op.add_column("tables", sa.Column("coached", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("tips", sa.Boolean(), nullable=False, server_default=sa.true()))
