"""Rounds played by the million from a seed, beside exact values; and what a session comes to."""
