"""Ultimate Texas Hold'em, run, explained and analysed under the written rules of five places."""

__version__ = "0.1.0"
