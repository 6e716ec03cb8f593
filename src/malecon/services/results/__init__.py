"""Results of finished games, ratings, rankings, statistics."""

__all__ = ["ranking", "results", "statistics"]
