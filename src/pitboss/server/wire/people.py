"""People and accounts, the lobby, and the tables that may be opened from it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.rules import Wager
from pitboss.server.wire.ask import SeatNumber
from pitboss.server.wire.words import HandPhase, TableKind
from pitboss.table.state import Standing

PersonName = Annotated[str, Meta(min_length=2, max_length=24)]
StaffRole = Literal["player", "floor", "auditor", "teacher", "administrator"]
Password = Annotated[str, Meta(min_length=10, max_length=200)]


class Sitting(Struct, frozen=True):
    """A seat of yours at a table; `title` is the table's name for people."""

    table: str
    title: str
    seat: int


class Me(Struct, frozen=True):
    """The person behind the cookie. `csrf` goes back as the header x-csrf with every change."""

    name: str
    guest: bool
    roles: tuple[str, ...]
    purse: int
    sits: tuple[Sitting, ...]
    csrf: str
    last_login: int | None
    grant: int


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a person who sits at no table."""

    name: PersonName


class MakeAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Make an account of this guest: a name and a password."""

    name: PersonName
    password: Password


class LogIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in to an account; with `take_training` it gets what you have practised as a guest."""

    name: Annotated[str, Meta(max_length=60)]
    password: Annotated[str, Meta(max_length=200)]
    take_training: bool = False


class ChangePassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password for your account."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class GiveRoles(Struct, frozen=True, forbid_unknown_fields=True):
    """The roles of a person, beside that of a player."""

    roles: Annotated[tuple[StaffRole, ...], Meta(max_length=8)]


class PersonCard(Struct, frozen=True):
    """A person, as an administrator sees them."""

    name: str
    guest: bool
    roles: tuple[str, ...]
    last_login: int | None


class TableCard(Struct, frozen=True):
    """A table as the lobby shows it. Bots sit at `bot_seats`.

    `link` is for the owner of a private table: everybody who has it may come in.
    """

    table: str
    title: str
    rules: str
    rules_title: str
    kind: TableKind
    standing: Standing
    seats: int
    taken: int
    bots: int
    free: tuple[int, ...]
    ante_least: int
    ante_most: int | None
    side: tuple[Wager, ...]
    house_banks: bool
    meter: int | None
    meter_name: str
    rounds: int
    phase: HandPhase
    edge_percent: str
    you: int
    bot_seats: tuple[int, ...] = ()
    link: str = ""


class Lobby(Struct, frozen=True, tag_field="type", tag="lobby"):
    """All public tables, and those of your own."""

    tables: tuple[TableCard, ...]
    rule_sets: tuple[RuleSetCard, ...]
    people: int


class PaytableChoice(Struct, frozen=True):
    """A choice for a new table: its option, in words, the default and all values."""

    key: str
    label: str
    usual: str
    values: tuple[str, ...]


class RuleSetCard(Struct, frozen=True):
    """A place whose rules may be played; `solo_bots` come to a solo table, to take the bank."""

    name: str
    title: str
    edition: int
    words: str
    seats: int
    house_banks: bool
    edge_percent: str
    side: tuple[Wager, ...]
    solo_bots: int = 0
    choices: tuple[PaytableChoice, ...] = ()


BotStyle = Literal["optimal", "simple", "timid", "random"]
OptionPart = str | int | float | bool
# A list, and an amount for each meter: {"major": 1000, "minor": 250}.
OptionValue = OptionPart | list[OptionPart] | dict[str, OptionPart]


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table of your own: private (others come by its link) or solo (no clock).

    `variant` is one of the lab, as JSON text: it changes the place's rules.
    """

    rules: Annotated[str, Meta(max_length=40)]
    kind: Literal["private", "solo"]
    bots: Annotated[int, Meta(ge=0, le=6)] = 0
    style: BotStyle = "simple"
    options: dict[str, OptionValue] = {}
    variant: Annotated[str, Meta(max_length=2_000)] = ""


class Opened(Struct, frozen=True):
    """A table was opened; `path` is where to go."""

    table: str
    path: str


class AddBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Seat a bot (at any seat where none is named) at a table of your own."""

    style: BotStyle = "simple"
    seat: SeatNumber | None = None


class Problem(Struct, frozen=True):
    """A problem document (RFC 9457), the one shape of every refused request."""

    type: str
    title: str
    status: int
    detail: str
    reason: str
    clauses: tuple[str, ...] = ()
