"""Exact mathematics of the game: every choice valued by counting all deals, in integers."""
