"""Input that a command cannot use."""


class Failure(Exception):
    """Bad input: the text says what is wrong, where, and what would be right, on one line."""


def one_line(text: str) -> str:
    r"""Put a complaint on one line, whatever it was written on; nothing in it steers a screen.

    >>> one_line("no\x1b[2Jsuch\nfile")
    'no\\x1b[2Jsuch file'
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))
