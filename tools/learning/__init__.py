"""Learning the value networks of the games."""
