"""The steps from one schema of the database to the next, run by Alembic; there is no way back to an older one."""
