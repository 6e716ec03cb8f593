"""Cuba in words."""
