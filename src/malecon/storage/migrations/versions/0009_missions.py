"""The missions of the guided game that a person has done, in place of the number of lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ALL_LESSONS = {"havana": (7, "first"), "cuba": (10, "harvest parliament market")}
"""How many lessons a game had, and the missions that somebody has done who had done them."""


def upgrade() -> None:
    """Change the column; who had not done all lessons of a game has done no mission."""
    training = sa.table("training", *map(sa.column, ("game", "lesson", "missions")))
    op.add_column("training", sa.Column("missions", sa.Text(), nullable=False, server_default=""))
    for game, (lessons, missions) in ALL_LESSONS.items():
        here = (training.c.game == game) & (training.c.lesson >= lessons)
        op.execute(training.update().where(here).values(missions=missions))
    op.drop_column("training", "lesson")
