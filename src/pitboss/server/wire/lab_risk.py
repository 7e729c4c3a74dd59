"""The lab's plots: a session's course, what strategies cost, what seen cards are worth, meters.

Values are in Antes unless a key says otherwise; what the player gains is positive.
"""

from __future__ import annotations

from msgspec import Struct

from pitboss.server.wire.odds import Exact


class LabFanPoint(Struct, frozen=True):
    """The bankroll in cents after some rounds: five quantiles, and the risk of ruin up to then."""

    round: int
    quantiles: tuple[float, ...]
    ruined: float


class LabSession(Struct, frozen=True, kw_only=True):
    """A session of one seat, followed from the exact distribution of a round; amounts in cents.

    `parts` are the quantiles of each point. A player is ruined when less than `need` is left, what
    a round can ask for at most, and stops. `precision` bounds how far any chance here can be off.
    """

    ante: int
    bankroll: int
    rounds: int
    need: int
    parts: tuple[float, ...]
    fan: tuple[LabFanPoint, ...]
    mean: float
    ahead: float
    ruined: float
    precision: float


class LabSessionAnswer(Struct, frozen=True):
    """A session; `waiting` says that it is being counted: ask again."""

    session: LabSession | None
    waiting: str = ""


class LabStrategy(Struct, frozen=True, kw_only=True):
    """A way of playing: what it costs against the best, and the house edge that it leads to.

    Both are null where `why` says that the game does not allow it.
    """

    name: str
    title: str
    cost: Exact | None
    house_edge: Exact | None
    why: str = ""


class LabStrategiesAnswer(Struct, frozen=True):
    """All strategies that come with pitboss, exactly; `waiting` says how far the count is."""

    strategies: tuple[LabStrategy, ...] | None
    waiting: str = ""


class LabSeen(Struct, frozen=True):
    """The exact value of a round to one who sees cards before the first bet."""

    see: str
    ev: Exact
    command: str


class LabShared(Struct, frozen=True):
    """The sampled value of a round to each of some seats that show one another their cards."""

    seats: int
    mean: float
    standard_error: float
    command: str


class LabExposure(Struct, frozen=True, kw_only=True):
    """What seen and shared cards are worth in the usual game.

    `holds` is False where the variant's numbers are not those of the usual game: then nobody has
    counted it, and the commands, which are for the usual game, say how it is done.
    """

    holds: bool
    seen: tuple[LabSeen, ...]
    shared: tuple[LabShared, ...]


class LabExposureAnswer(Struct, frozen=True):
    """What seen cards are worth; `waiting` says that it is being compiled: ask again."""

    exposure: LabExposure | None
    waiting: str = ""


class LabMeter(Struct, frozen=True, kw_only=True):
    """A meter of a Progressive that every seat bets; amounts in cents, all of them exact.

    `reset` and `mean` are null where no seed is filed, `growth` where no rate is: nothing is taken
    for 0. `hit` is how likely a wager wins some of the meter, `emptied` all of it. `rounds_between`
    are rounds of the table from one hit to the next, on average; `hits` are those of a shift.
    `mean` is what is on the meter on average, `break_even` where the wager is fair to one player.
    """

    name: str
    reset: int | None
    rate: Exact | None
    growth: Exact | None
    hit: Exact
    emptied: Exact
    rounds_between: Exact
    hits: Exact
    mean: Exact | None
    break_even: Exact | None


class LabMeters(Struct, frozen=True, kw_only=True):
    """The meters of a place's Progressive over a shift; `stake` in cents is that of each seat."""

    paytable: str
    stake: int
    seats: int
    rounds: int
    meters: tuple[LabMeter, ...]
    notes: tuple[str, ...]


class LabMetersAnswer(Struct, frozen=True):
    """The meters; `waiting` says that they are being counted: ask again."""

    progressive: LabMeters | None
    waiting: str = ""
