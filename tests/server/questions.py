"""Questions for the odds service in tests; a worker process that imports this starts quickly."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from pitboss.odds.counting.executor import Progress

PAUSE_S = 0.01


@dataclass(frozen=True)
class Pid:
    """Which process answers; `number` tells questions apart."""

    number: int = 0

    def answer(self, _: Progress, /) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Counted:
    """Adds a line to a file each time it is counted, and waits until another one is there."""

    file: str
    until: str = ""

    def answer(self, _: Progress, /) -> int:
        with open(self.file, "a") as file:
            file.write(f"{os.getpid()}\n")
        while self.until and not os.path.exists(self.until):
            time.sleep(PAUSE_S)
        return len(Path(self.file).read_text().split())


@dataclass(frozen=True)
class BusyUntil:
    """Holds the interpreter, as compiling does, until a file is there."""

    file: str

    def answer(self, _: Progress, /) -> int:
        while not os.path.exists(self.file):  # quick
            pass
        return os.getpid()


@dataclass(frozen=True)
class Fails:
    text: str

    def answer(self, _: Progress, /) -> None:
        raise LookupError(self.text)


class Unsendable(Exception):
    def __init__(self) -> None:
        super().__init__("with a lambda")
        self.held = lambda: None


@dataclass(frozen=True)
class FailsUnsendably:
    def answer(self, _: Progress, /) -> None:
        raise Unsendable


@dataclass(frozen=True)
class Dies:
    """Ends its process, the first `times` times; a file remembers how often it was counted."""

    file: str
    times: int

    def answer(self, _: Progress, /) -> int:
        with open(self.file, "a") as file:
            file.write("x")
        if os.path.getsize(self.file) <= self.times:
            os._exit(3)
        return os.path.getsize(self.file)


@dataclass(frozen=True)
class InParts:
    parts: int

    def answer(self, tell: Progress, /) -> int:
        for part in range(self.parts):
            tell(part + 1, self.parts)
        return self.parts


@dataclass(frozen=True)
class Large:
    size: int

    def answer(self, _: Progress, /) -> bytes:
        return bytes(self.size)
