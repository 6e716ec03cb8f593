"""The computer players of a server, in processes of their own."""

__all__ = ["computer_moves", "jobs", "players"]
