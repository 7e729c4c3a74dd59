"""Rounds that are over: followed into the index, found again, replayed, proved and exported."""
