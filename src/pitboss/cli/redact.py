"""How the address of a journal is shown: on one line, and never with a password in it."""

from __future__ import annotations

import re
from typing import Final

from pitboss.cli.errors import one_line

SHOWN_MAX: Final = 200  # characters: longer than any that works
_USER: Final = re.compile(r"^([a-z+]+://[^:/?@]*):.*@")
_OPTION: Final = re.compile(r"((?:ssl)?password=)[^&\s]*", re.IGNORECASE)


def shown(where: str) -> str:
    """The address for people, logs and documents.

    >>> shown("postgresql://ann:secret@db/pit?sslpassword=too")
    'postgresql://ann:…@db/pit?sslpassword=…'
    >>> shown("pit.db")
    'pit.db'
    """
    return one_line(_OPTION.sub(r"\1…", _USER.sub(r"\1:…@", where)))[:SHOWN_MAX]
