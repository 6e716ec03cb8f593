"""The commands that serve, with their settings and their log."""

__all__ = ["connections", "health", "logbook", "move_benchmark", "settings", "sockets"]
