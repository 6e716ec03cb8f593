"""The computer players of a server, in processes of their own."""
