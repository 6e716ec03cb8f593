"""What every request passes: its number and its clock, strangers kept out, limits, who asks, what went wrong."""
