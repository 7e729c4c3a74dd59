"""Ways to play: strategies as data, what each one does everywhere, and what it costs."""
