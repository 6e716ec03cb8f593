"""The database: the store, its schema and migrations, and backup."""

__all__ = [
    "administration",
    "backup",
    "damage",
    "data_folder",
    "database",
    "migration",
    "process_log",
    "read_errors",
    "review_file",
    "rows",
    "schema",
    "shared_state",
    "sqlite_pages",
    "store",
]
