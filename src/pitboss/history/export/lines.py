"""Stored events as JSON Lines and back, to the last byte: the chain can be checked again."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any, Final

import msgspec

from pitboss.journal import Entry

_ABSENT: Final = msgspec.Raw()


class _Line(msgspec.Struct, omit_defaults=True):
    """One line. `cause` and `data` are the stored JSON itself, or base64 where it is no JSON."""

    number: int
    hash: str
    name: str
    at: int
    size: int | None = None
    command: str | None = None
    cause: msgspec.Raw = _ABSENT
    data: msgspec.Raw = _ABSENT
    cause_base64: str | None = None
    data_base64: str | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_Line)


def line_of(entry: Entry) -> bytes:
    """Write an event as one line."""
    fields: dict[str, Any] = {}  # Any: the fields of a line differ in type
    for name, data in (("cause", entry.cause), ("data", entry.data)):
        if data is None:
            continue
        if _is_one_line_of_json(data):
            fields[name] = msgspec.Raw(data)
        else:
            fields[f"{name}_base64"] = b64encode(data).decode()
    line = _Line(
        number=entry.number,
        hash=entry.hash.hex(),
        name=entry.name,
        at=entry.at,
        size=entry.size,
        command=entry.command,
        **fields,
    )
    return _ENCODER.encode(line) + b"\n"


def read_line(stream: str, text: bytes) -> Entry:
    """Read a line of a stream's file back; raises `msgspec.DecodeError` for what is none."""
    line = _DECODER.decode(text)
    return Entry(
        stream=stream,
        number=line.number,
        name=line.name,
        at=line.at,
        size=line.size,
        command=line.command,
        cause=_bytes(line.cause, line.cause_base64),
        data=_bytes(line.data, line.data_base64) or b"",
        hash=bytes.fromhex(line.hash),
    )


def _bytes(raw: msgspec.Raw, text: str | None) -> bytes | None:
    if raw != _ABSENT:
        return bytes(raw)
    return None if text is None else b64decode(text)


def _is_one_line_of_json(data: bytes) -> bool:
    if b"\n" in data or b"\r" in data or data != data.strip():
        return False
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
