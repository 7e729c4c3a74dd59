"""Finds the line on which a key of a TOML file stands, by reading its text once more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED: Final = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER: Final = re.compile(rf"[ \t]*\[\[?[ \t]*({_DOTTED})[ \t]*\]")
_KEY: Final = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")
_PARTS: Final = re.compile(_PART)
# What may stand in a value: texts of four kinds, remarks, brackets, and anything else.
_TOKEN: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"""'
    r"|'''.*?'''"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|[\[\]{}\n]"
    r"|[^\[\]{}\n\"'#]+"
    r"|.",
    re.DOTALL,
)


class Lines:
    """The lines of a file's keys, by dotted path."""

    __slots__ = ("_lines",)

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        for path, line in _paths(text):
            self._lines.setdefault(path, line)

    def of(self, path: str) -> int | None:
        """Give the line of a key; for one that is not there, that of the table around it."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path.rpartition(".")[0]
        return None


def _paths(text: str) -> Iterator[tuple[str, int]]:
    table, start, line = "", 0, 1
    while start < len(text):
        if header := _HEADER.match(text, start):
            table = _joined(header[1])
            yield table, line
        elif key := _KEY.match(text, start):
            path = _joined(key[1])
            yield (f"{table}.{path}" if table else path), line
            start = key.end()
        end = _end_of_value(text, start)
        line += text.count("\n", start, end)
        start = end


def _joined(dotted: str) -> str:
    parts = (part[1:-1] if part[0] in "\"'" else part for part in _PARTS.findall(dotted))
    return ".".join(parts)


def _end_of_value(text: str, start: int) -> int:
    """The place after the line break that ends the value which begins at `start`."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        elif token[0] == "\n" and depth <= 0:
            return token.end()
    return len(text)
