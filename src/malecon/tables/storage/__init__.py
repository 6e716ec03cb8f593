"""Where it is all kept: a database, its schema, what those do who run a site."""
