"""Plain values as TOML text; only what a round's file needs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.rules.user_toml import TomlTable


@dataclass(frozen=True, slots=True)
class Bare:
    """A value that is written as it is: a time of day."""

    text: str


def text_of(value: object) -> str:
    r"""Write a value on one line.

    >>> text_of({"hand": 'a "pair"', "cards": ["2c", "2d"], "void": False, "seat": 3})
    '{ hand = "a \\"pair\\"", cards = ["2c", "2d"], void = false, seat = 3 }'
    """
    if isinstance(value, Bare):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        # JSON's escapes are TOML's too, save for one letter; half a letter cannot be written.
        whole = value.encode("utf-8", "backslashreplace").decode()
        return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {text_of(v)}' for k, v in value.items())} }}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(text_of, value))}]"
    raise TypeError(f"a round's file has no {type(value).__name__}")


def toml_lines(values: TomlTable) -> Iterator[str]:
    """Write a table line by line; what is None is left out."""
    for key, value in values.items():
        if value is not None:
            yield f"{_key(key)} = {text_of(value)}"


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "a").replace("-", "a").isalnum()
    return key if bare else text_of(key)
