"""Games between people: seats, drafts, log, storage. Knows no game and no HTTP."""
