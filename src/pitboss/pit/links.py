"""Linked meters as a table reads them: the link's own stream and what all its tables have fed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.journal import Journal, Tally
from pitboss.journal.codec import decode_link_event
from pitboss.pit.streams import link_stream, table_name
from pitboss.table.link import Fed, Link, evolve_link, meters_of


@dataclass(frozen=True, slots=True)
class LinkReading:
    """The meters of a link, and what they were read from: its event `number` and the sums fed."""

    number: int
    link: Link
    fed: tuple[Fed, ...]

    @property
    def meters(self) -> dict[str, Fraction]:
        """Add up what stands on the meters."""
        return meters_of(self.link, self.fed)


def read_link(journal: Journal, name: str) -> LinkReading:
    """Read a link as it stands now. It never waits for tables that feed it."""
    link, number = Link(), 0
    for entry in journal.read(link_stream(name)):
        link = evolve_link(link, decode_link_event(entry.name, entry.data))
        number = entry.number
    fed = tuple(
        Fed(table_name(tally.stream), tally.number, fed_from(tally.data))
        for tally in journal.tallies(link_stream(name))
    )
    return LinkReading(number, link, fed)


def tally_of(link: str, fed: Mapping[str, Fraction]) -> Tally:
    """Write what a table has fed in all."""
    data = json.dumps({meter: str(amount) for meter, amount in fed.items()}, sort_keys=True)
    return Tally(link_stream(link), data.encode())


def fed_from(data: bytes) -> dict[str, Fraction]:
    """Read what a table has fed in all."""
    return {meter: Fraction(amount) for meter, amount in json.loads(data).items()}
