"""The server: its settings, sockets, connections, log and health."""

__all__ = ["connections", "health", "logbook", "move_benchmark", "secret_keys", "settings", "sockets"]
