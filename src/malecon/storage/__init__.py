"""The database: the store, its schema and migrations, and backup."""

__all__ = [
    "administration",
    "backup",
    "database",
    "file_identity",
    "folder_lock",
    "heartbeat",
    "integrity",
    "person_changes",
    "postgres",
    "private_files",
    "rows",
    "salvage_reader",
    "schema",
    "sqlite_pages",
    "store",
    "sweep_log",
    "table_queries",
    "threads",
]
