"""A battery of tests for decks and for the bytes that they are drawn from."""
