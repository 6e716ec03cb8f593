"""Alembic's environment: it runs the migrations in the transaction that ``database.migrate`` has begun."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
