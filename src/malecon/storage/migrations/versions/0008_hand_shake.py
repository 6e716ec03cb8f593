"""The table at which the same people play again, and the seats whose person has resigned."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns, empty."""
    op.add_column("tables", sa.Column("rematch", sa.String(32)))
    op.add_column("seats", sa.Column("resigned", sa.Integer()))
