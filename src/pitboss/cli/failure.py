"""Input that a command cannot use."""


class Failure(Exception):
    """Bad input: the text says what is wrong, where, and what would be right, on one line."""
