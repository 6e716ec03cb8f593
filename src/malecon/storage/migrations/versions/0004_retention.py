"""When people and tables were last in use, and the sweeps that remove what nobody uses."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NEWEST_MOVE = '(SELECT MAX(made) FROM moves WHERE moves."table" = tables.id)'
NEWEST_USE = "(SELECT MAX(used) FROM sessions WHERE sessions.person = people.id)"


def upgrade() -> None:
    """Make the change."""
    op.add_column("people", sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute(f"UPDATE people SET seen = COALESCE({NEWEST_USE}, created)")
    op.create_index("ix_people_seen", "people", ["seen"])
    op.add_column("tables", sa.Column("touched", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute(f"UPDATE tables SET touched = COALESCE(finished, {NEWEST_MOVE}, created)")
    op.create_index("ix_tables_finished", "tables", ["finished", "touched"])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_origin", "tables", ["origin"])
    op.create_index("ix_messages_person", "messages", ["person", "sent"])
    op.create_table(
        "sweeps",
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("removed", sa.JSON(), nullable=False),
        sa.Column("days", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("begun", name="pk_sweeps"),
    )
