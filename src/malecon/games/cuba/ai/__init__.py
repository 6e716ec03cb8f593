"""Features, evaluation, policy and networks of Cuba for computer players."""
