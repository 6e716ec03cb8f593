"""Results of finished games, ratings, rankings, statistics."""
