"""Which irregularities may be declared at a table now, and what has to be said about each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.irregular import FACE_UP_MAX
from pitboss.round.refusal import Reason
from pitboss.rules import Rules
from pitboss.rules.words import kind_title
from pitboss.server.wire.floor import Declaration, IrregularityField, IrregularityKind
from pitboss.server.wire.words import FieldKind
from pitboss.table import Order, Person, Role, Table, decide, rules_of

ANYBODY: Final = Person("somebody", Role.FLOOR)  # for asking what could be declared at all

Fields = Callable[[Table, Rules], tuple[IrregularityField, ...]]


def _field(
    name: str, label: str, kind: FieldKind, *options: str, needed: bool = True
) -> IrregularityField:
    return IrregularityField(name, label, kind, options, needed)


def _seats(table: Table) -> tuple[str, ...]:
    round_ = table.round
    return tuple(str(spot.seat) for spot in round_.spots) if round_ is not None else ()


def _wrong_count(table: Table, rules: Rules) -> tuple[IrregularityField, ...]:
    places = tuple(rules.set.irregularities["wrong-card-count"])
    return (
        _field("where", "Where the number is wrong", "choice", *places),
        _field("seat", "Seat", "choice", *_seats(table), needed=False),
        _field("count", "Cards counted there", "number"),
    )


_FIELDS: Final[Mapping[str, Fields]] = {
    "face-up-card": lambda _, __: (
        _field("count", "Cards that lay face up", "choice",
               *(str(n) for n in range(1, FACE_UP_MAX + 1))),
    ),
    "wrong-card-count": _wrong_count,
    "shuffler-jam": lambda _, __: (
        _field("holds", "Deck in the shuffler: of this round, or the other", "choice",
               "in_play", "idle"),
    ),
    "stub-count": lambda _, __: (
        _field("count", "Cards counted in the stub", "number"),
        _field("misdealt", "A wrong deal was found", "flag", needed=False),
    ),
    "deck-count": lambda _, __: (_field("count", "Cards that the shuffler counted", "number"),),
    "player-left": lambda table, _: (
        _field("seat", "Seat of the player who left", "choice", *_seats(table)),
        _field("ruling", "Ruling on the wagers", "choice", "abandoned", "settled"),
    ),
    "device-out-of-order": lambda _, __: (
        _field("how", "How it is marked", "choice", "covered", "signed"),
    ),
}  # fmt: skip


def kinds_now(table: Table) -> Iterator[IrregularityKind]:
    """List what may be declared at this moment; nothing between two rounds."""
    if table.identity.rules is None or table.round is None:
        return
    rules = rules_of(table.identity.rules)
    for kind in rules.set.irregularities:
        found = decide(table, Order(round_ask.Declare(kind), ANYBODY, table.clock.at))
        if isinstance(found, Refusal) and found.reason != Reason.IRREGULARITY_FACTS:
            continue
        fields = _FIELDS.get(kind)
        yield IrregularityKind(
            kind, kind_title(kind), fields(table, rules) if fields is not None else ()
        )


def declare_command(what: Declaration, note: str = "", second: str = "") -> round_ask.Declare:
    """Translate a declaration into the round's command."""
    return round_ask.Declare(
        kind=what.kind,
        seat=what.seat,
        where=what.where,
        count=what.count,
        misdealt=what.misdealt,
        holds=what.holds,
        ruling=what.ruling,
        how=what.how,
        note=note,
        second=second,
    )
