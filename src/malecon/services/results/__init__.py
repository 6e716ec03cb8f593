"""What follows from finished games: results, ratings, rankings, statistics."""
