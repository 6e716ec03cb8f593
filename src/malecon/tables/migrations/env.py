"""What Alembic runs: the migrations, in the transaction that ``migrating.py`` has begun."""

from alembic import context

from malecon.tables.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
