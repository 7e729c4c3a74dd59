"""Exit codes, and input that a verb cannot use."""

from typing import Final

OK: Final = 0
FOUND: Final = 1  # the input could be read, and something is wrong with what it says
BAD_INPUT: Final = 2  # the input could not be used; one line on stderr says why
BUG: Final = 3  # an internal error
INTERRUPTED: Final = 130


class Failure(Exception):
    """Bad input: the text says what is wrong, where, and what would be right, on one line."""


def one_line(text: str) -> str:
    r"""Return the text on one line, with control characters escaped.

    >>> one_line("no\x1b[2Jsuch\nfile")
    'no\\x1b[2Jsuch file'
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))
