"""Where the heavy sums run: threads here, or the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

THREADS: Final = "threads"
DASK: Final = "dask"
Progress = Callable[[int, int], None]  # called with the parts that are done, and how many there are

CONNECT_SECONDS: Final = 10  # to find the scheduler, before we say that it is not there


class ExecutorError(ValueError):
    """An executor that cannot be had: one line that says what is wrong and what would be right."""


@contextmanager
def executor_for(text: str) -> Iterator[Executor | None]:
    """Return the executor that "threads" or "dask://host:port" names; None stands for our threads.

    The workers of a cluster need pitboss installed, of the same version.
    """
    if text == THREADS:
        yield None
        return
    with _cluster(_scheduler(text)) as executor:
        yield executor


def _scheduler(text: str) -> str:
    right = 'write "threads" or "dask://host:port"'
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise ExecutorError(f"executor {text[:60]!r}: {error}; {right}") from None
    if parts.scheme != DASK or not parts.hostname or port is None or parts.path.strip("/"):
        raise ExecutorError(f"executor {text[:60]!r} is not known; {right}")
    return f"tcp://{parts.hostname}:{port}"


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise ExecutorError(
            "a Dask cluster needs the extra `cluster`: pip install 'pitboss[cluster]'"
        ) from None
    try:
        client = Client(  # type: ignore[no-untyped-call]  # distributed has no types
            address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError) as error:
        raise ExecutorError(
            f"no Dask scheduler answers at {address} ({type(error).__name__}); "
            "start one with `dask scheduler`, then `dask worker`"
        ) from None
    try:
        yield client.get_executor()  # type: ignore[no-untyped-call]  # as above
    finally:
        client.close()  # type: ignore[no-untyped-call]  # as above
