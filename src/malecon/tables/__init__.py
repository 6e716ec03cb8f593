"""The domain of games between people: tables, seats, drafts, clocks, chat. Pure: no storage, no HTTP, no game."""
