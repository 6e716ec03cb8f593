"""What Alembic runs: the migrations, in the transaction that ``migrating.py`` has begun."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
