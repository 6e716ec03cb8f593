"""The commands that serve, with their settings and their log."""
