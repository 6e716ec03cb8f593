"""The pages: what each is asked, and how it answers."""
