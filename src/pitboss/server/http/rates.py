"""Rate limits: token buckets by address or person, in a dictionary of bounded size."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from pitboss.server.http.connections import Connections

BUCKETS_MAX: Final = 20_000  # addresses or people remembered; the longest unseen goes first


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket's size and its refill each second."""

    burst: int
    a_second: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rate limits of a server; `message` is that of one socket."""

    address: Rate = Rate(240, 40)
    person: Rate = Rate(120, 20)
    guest: Rate = Rate(30, 0.1)  # new guests from one address
    password: Rate = Rate(10, 0.1)  # log-ins and accounts, from one address
    socket: Rate = Rate(40, 2)  # new sockets of one address
    message: Rate = Rate(60, 20)  # on one socket
    table: Rate = Rate(12, 0.02)  # new tables from one address
    odds: Rate = Rate(60, 10)  # questions about odds, from one address
    drill: Rate = Rate(30, 0.5)  # new drills of one person
    connections: int = 300  # that one address has open at a time


_FREE: Final = Rate(1_000_000, 1_000_000.0)
UNBOUNDED: Final = Rates(  # for tests and measurements
    _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, connections=1_000_000
)


class Bucket:
    """A token bucket. The caller gives the time, in seconds; it never goes back."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._at = now

    def take(self, now: float) -> float:
        """Take one token and return 0, or return the seconds until there is one."""
        passed = max(0.0, now - self._at)
        self._at = max(now, self._at)
        self._left = min(self._rate.burst, self._left + passed * self._rate.a_second)
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate.a_second


class Buckets:
    """A bucket for each key; a key that is dropped starts full again, so no limit gets stricter."""

    def __init__(self, rate: Rate, most: int = BUCKETS_MAX) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> float:
        """Take one from the bucket of this key, as `Bucket.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now)

    def __len__(self) -> int:
        return len(self._buckets)


class Limits:
    """The buckets of one process, by address or by person."""

    def __init__(self, rates: Rates, proxies: str = "") -> None:
        self.connections = Connections(rates.connections, proxies)
        self.address = Buckets(rates.address)
        self.person = Buckets(rates.person)
        self.guest = Buckets(rates.guest)
        self.password = Buckets(rates.password)
        self.socket = Buckets(rates.socket)
        self.table = Buckets(rates.table)
        self.odds = Buckets(rates.odds)
        self.drill = Buckets(rates.drill)
