"""People: who plays, where each is known and by what, and how they leave."""

__all__ = ["accounts", "attempts", "deletion", "export", "passwords", "person", "session_cache", "sessions"]
