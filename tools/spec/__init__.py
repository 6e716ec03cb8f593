"""The specification of a game as an environment: a page made from the game, its rules and its figures."""
