"""People: who plays, where each is known and by what, and how they leave."""
