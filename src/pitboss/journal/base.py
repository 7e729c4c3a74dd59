"""What the three stores have in common: opening words, closing words, and the bell."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Self

from pitboss.journal.bell import Bell
from pitboss.journal.envelope import Head
from pitboss.journal.port import Listening, Told


class BaseJournal:
    """Listening and waiting, for stores whose writers are all in this process."""

    def __init__(self) -> None:
        self._bell = Bell()

    def head(self, stream: str) -> Head:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def listen(self, tell: Told) -> Listening:
        self._watch()
        return self._bell.listen(tell)

    def wait(self, stream: str, after: int, timeout_s: float) -> int:
        self._watch()
        return self._bell.wait(stream, after, timeout_s, lambda: self.head(stream).number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _watch(self) -> None:
        """Begin to look out for writers elsewhere, where there can be any."""

    def _ring(self, heads: Mapping[str, Head]) -> None:
        for stream, head in heads.items():
            self._bell.ring(stream, head.number)
