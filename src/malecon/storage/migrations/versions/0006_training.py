"""Lessons that people have done, and puzzles that they have answered."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "training",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("lesson", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_training_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_training"),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("answered", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_puzzle_answers_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", "puzzle", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_game", "puzzle_answers", ["game", "puzzle"])
