"""The missions of the guided game that a person has done, in place of the number of lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the column; nobody has done a mission yet."""
    op.add_column("training", sa.Column("missions", sa.Text(), nullable=False, server_default=""))
    op.drop_column("training", "lesson")
