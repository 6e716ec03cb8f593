"""Who was absent at the end of a game, how many opponents a rating comes from, when a session's password was proved.

Ratings begin anew: what counted before could have been made alone, and with data of one's own. No session that is there
has proved its password: the next thing that concerns the account asks for it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column("results", sa.Column("absent", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("ratings", sa.Column("opponents", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("proved", sa.BigInteger()))
    op.execute("DELETE FROM ratings")
    results = sa.table("results", sa.column("rated", sa.Boolean()))
    op.execute(results.update().values(rated=False))
