"""Free seats, clocks, substitutes; messages, results, ratings, notices."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    extend_people()
    extend_tables()
    create_chat()
    create_results()
    create_notices()


def extend_people() -> None:
    """Give people accounts, and sessions names."""
    op.add_column("people", sa.Column("account", sa.String(40)))
    op.add_column("people", sa.Column("password", sa.String(200)))
    op.add_column("people", sa.Column("email", sa.String(254)))
    op.add_column("people", sa.Column("blocked", sa.BigInteger()))
    op.create_index("ix_people_account", "people", ["account"], unique=True)
    op.add_column("sessions", sa.Column("kind", sa.String(8), nullable=False, server_default="browser"))
    op.add_column("sessions", sa.Column("label", sa.String(80), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("used", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("expires", sa.BigInteger()))
    op.execute("UPDATE sessions SET used = created")
    op.create_index("ix_sessions_person", "sessions", ["person"])


def extend_tables() -> None:
    """Give tables what is agreed about them, and seats what a person may lack at times."""
    false = sa.false()
    op.add_column("tables", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("host", sa.String(32)))
    op.add_column("tables", sa.Column("listed", sa.Boolean(), nullable=False, server_default=false))
    op.add_column("tables", sa.Column("watched", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=false))
    op.add_column("tables", sa.Column("origin", sa.String(32)))
    op.add_column("tables", sa.Column("clock", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("paused", sa.BigInteger()))
    op.add_column("tables", sa.Column("closed", sa.String(20), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("invitation", sa.String(32)))
    op.add_column("seats", sa.Column("substitute", sa.String(20)))
    op.add_column("seats", sa.Column("wishes", sa.String(20), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("left", sa.BigInteger()))
    op.add_column("seats", sa.Column("running", sa.BigInteger()))
    op.create_index("ix_seats_invitation", "seats", ["invitation"], unique=True)


def create_chat() -> None:
    """Create the tables of the chat."""
    op.create_table(
        "messages",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=False),
        sa.Column("reported", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_messages_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_messages_person", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_messages"),
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("muted", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mutes_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["muted"], ["people.id"], name="fk_mutes_muted", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
    )


def create_results() -> None:
    """Create the tables of results and ratings."""
    op.create_table(
        "results",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("level", sa.String(20)),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_results_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person", "results", ["person"])
    op.create_index("ix_results_game", "results", ["game", "finished"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "who", name="pk_ratings"),
    )


def create_notices() -> None:
    """Create the tables of notices, of their subscriptions, and of the heartbeats of servers."""
    op.create_table(
        "notices",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_notices_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notices_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "person", "kind", "since", name="pk_notices"),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.String(500), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_subscriptions_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("endpoint", name="pk_subscriptions"),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "pulses",
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", name="pk_pulses"),
    )
