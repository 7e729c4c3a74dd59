"""Mistakes that a dealer can make, by wager: when there is occasion, and what the player gains."""
