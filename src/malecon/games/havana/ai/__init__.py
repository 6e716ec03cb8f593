"""Features, evaluation, policy and networks of Havana for computer players."""

__all__ = ["evaluation", "features", "game_ai", "policy", "value_features"]
