"""The pictures of the games, drawn once: pages take them from files."""
