"""The database: schema, migrations, repositories, backup and repair."""
