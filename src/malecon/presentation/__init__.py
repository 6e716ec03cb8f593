"""What a game offers to be shown, in words, at the terminal and on a page, and the tools to draw it."""
