"""Cuba at the terminal."""
