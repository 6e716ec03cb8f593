"""Features, evaluation, policy and networks of Havana for computer players."""
