"""Decoders that several threads ask for at once: none may see one that is half made."""

from __future__ import annotations

import subprocess
import sys

from tests.waiting import WAIT_S_MAX

# In a process of its own: what goes wrong here is no exception but the end of the process.
RACE = """
import threading
from dataclasses import dataclass
from pitboss.journal import codec

begun, read = threading.Event(), threading.Event()

def slow():
    begun.set()  # the class `Shared` is half known now
    read.wait(0.5)
    return int

@dataclass
class Late:
    chips: "slow()"

@dataclass
class Shared:
    late: Late
    seat: int

@dataclass
class Other:
    shared: Shared

maker = threading.Thread(target=codec._decoder, args=(Shared,))
maker.start()
begun.wait()
value = codec._decoder(Other).decode(b'{"shared":{"seat":4,"late":{"chips":5}}}')
read.set()
maker.join()
assert value == Other(Shared(Late(5), 4)), value
"""


def test_two_threads_make_decoders_that_share_a_class() -> None:
    done = subprocess.run(
        [sys.executable, "-c", RACE],
        capture_output=True,
        text=True,
        check=False,
        timeout=WAIT_S_MAX,
    )

    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr}"
