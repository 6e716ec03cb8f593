"""The server: its settings, sockets, connections, log and health."""
