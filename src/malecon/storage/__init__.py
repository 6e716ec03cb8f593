"""The database: the store, its schema and migrations, and backup."""
