"""Learning policy-value networks: by imitation of a teacher or of searches, then by self-play."""
