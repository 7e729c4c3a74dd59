"""Which pitboss made a document: its version, and one checksum over all its sources and data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import pitboss

SOURCES: Final = (".py", ".toml", ".typ", ".css")  # programs, rules and templates
BUILT: Final = "static"  # the browser client, made from sources that lie elsewhere


@dataclass(frozen=True, slots=True)
class Software:
    """The program behind a figure; `checksum` is SHA-256 over every source file and its path."""

    name: str
    version: str
    checksum: str


@cache
def this_software() -> Software:
    """Describe the pitboss that runs; equal checksums mean equal programs and equal rules."""
    root = Path(pitboss.__file__).parent
    sums = sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in SOURCES):
        inside = path.relative_to(root).as_posix()
        if BUILT in path.parts:
            continue
        sums.update(f"{sha256(path.read_bytes()).hexdigest()}  {inside}\n".encode())
    return Software("pitboss", pitboss.__version__, sums.hexdigest())
