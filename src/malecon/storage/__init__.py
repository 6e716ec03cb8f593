"""The database: the store, its schema and migrations, and backup."""

__all__ = [
    "administration",
    "backup",
    "database",
    "file_identity",
    "folder_lock",
    "heartbeat",
    "integrity",
    "postgres",
    "postgres_import",
    "private_files",
    "quotas",
    "rows",
    "salvage_reader",
    "schema",
    "sizes",
    "sqlite_pages",
    "store",
    "sweep_log",
    "table_queries",
    "threads",
]
