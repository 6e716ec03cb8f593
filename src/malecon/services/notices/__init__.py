"""Whom to tell that it is their turn, and where."""
