"""Evaluation of policies against the levels of the computer players."""

__all__ = ["blocks", "players", "protocol", "results"]
