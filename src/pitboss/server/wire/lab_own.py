"""The lab: a side bet of one's own, and a variant checked as a submission."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from pitboss.server.wire.odds import Deviation, Exact

OWN_BET_MAX: Final = 4_000  # characters; the longest example has 500


class AskOwnBet(Struct, frozen=True, forbid_unknown_fields=True):
    """A side bet of one's own, as the TOML that `pitboss lab sidebet` reads."""

    toml: Annotated[str, Meta(max_length=OWN_BET_MAX)]


class LabOwnLine(Struct, frozen=True):
    """A line of such a bet: what it pays, and how many deals it decides; null where none."""

    name: str
    pays: str
    deals: int
    probability: Exact
    one_in: Exact | None


class LabOwnBet(Struct, frozen=True, kw_only=True):
    """A side bet with its exact figures over all deals, in units of the stake."""

    name: str
    ev: Exact
    house_edge: Exact
    hit_frequency: Exact
    standard_deviation: Deviation
    deals: int
    lines: tuple[LabOwnLine, ...]


class LabOwnBetAnswer(Struct, frozen=True):
    """A counted side bet; `waiting` says how far the count is: ask again, or it is given up."""

    bet: LabOwnBet | None
    waiting: str = ""


class LabProblem(Struct, frozen=True, kw_only=True):
    """One thing to say about a submission, as `pitboss rules check` says it."""

    code: str
    severity: str
    key: str
    what: str
    right: str
    clauses: tuple[str, ...]


class LabSubmission(Struct, frozen=True, kw_only=True):
    """A variant as a submission file, and everything that is wrong with it.

    `status` is "accepted", "unsigned" or "rejected". A variant that its place does not offer is
    rejected: the file has the choices that it does offer, and `problems` begins with the others.
    """

    toml: str
    status: str
    problems: tuple[LabProblem, ...]
