"""Builds rounds that fit a submission, as round files; the engine plays and settles them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from pitboss.cards import parse_cards
from pitboss.history.export.toml import Bare, toml_lines
from pitboss.reports.binder.example_deals import LaidCards
from pitboss.reports.settlement import round_document
from pitboss.round.movement import Settlement
from pitboss.round.play import PlayedScript, play
from pitboss.round.refusal import Broken
from pitboss.round.roundfile import script_from
from pitboss.round.script import Script, SeatScript
from pitboss.round.state import TableFacts
from pitboss.rules import Chips, Rules, Street, Wager, plain
from pitboss.rules.user_toml import Document, TomlTable

STAKE: Final = Chips(1000)  # where the submission posts no minimum
BANK_ANTES: Final = 1000  # a player-dealer's stake that covers every line of one seat
PLAYED: Final = (Wager.ANTE, Wager.BLIND)


@dataclass(frozen=True, slots=True)
class ExampleSeat:
    """One seat of an example: its cards, opening wagers and acts."""

    cards: str
    wagers: Mapping[Wager, Chips]
    acts: Sequence[str] = ()
    tips: Mapping[Wager, Chips] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExampleRound:
    """A round as its file has it, and as the engine settled it."""

    slug: str
    title: str
    data: TomlTable
    played: PlayedScript
    document: Document


class RoundMaker:
    """Makes rounds under one submission: its options, its limits, its meters, a bank if one is."""

    def __init__(self, rules: Rules, given: Mapping[str, Any]) -> None:  # Any: TOML values
        self.rules, self.given = rules, given

    # -- stakes and acts --------------------------------------------------------------------------

    def least(self, wager: Wager) -> Chips:
        """Return the smallest stake that may be bet and pays whole cents."""
        if wager == Wager.PROGRESSIVE:
            return self.rules.progressive_wagers[0]
        span, step = self.rules.limits[wager], self.step(wager)
        return Chips(-(-(span.least or STAKE) // step) * step)

    def step(self, wager: Wager) -> Chips:
        """Return the step of a wager; Ante and Blind are equal, and so share the larger one."""
        return self.rules.step(Wager.BLIND if wager in PLAYED else wager)

    @property
    def meters_known(self) -> bool:
        """Whether every meter has an amount to be paid from."""
        return all(plan.reset is not None for plan in self.rules.meters.values())

    def bets(
        self, *wagers: Wager, stakes: Mapping[Wager, Chips] | None = None
    ) -> dict[Wager, Chips]:
        """Return these wagers and all that must lie beside them, each at its least or as given."""
        chosen = {**dict.fromkeys(PLAYED), **dict.fromkeys(wagers)}
        for wager in wagers:
            chosen |= dict.fromkeys(self.rules.set.wagers[wager].needs)
        if self.rules.flag("trips.mandatory"):
            chosen |= {Wager.TRIPS: None}
        given = stakes or {}
        ante = given.get(Wager.BLIND, given.get(Wager.ANTE, self.least(Wager.ANTE)))
        both = dict.fromkeys(PLAYED, ante)
        return {
            w: both.get(w, given.get(w, self.least(w))) for w in self.rules.offered() if w in chosen
        }

    def acts(self, street: Street, times: int | None = None) -> list[str]:
        """Return the acts of a seat that plays on this street; the largest multiple by default."""
        before = {Street.DEAL: 0, Street.FLOP: 1, Street.RIVER: 2}[street]
        most = max(self.rules.street(street).play) if times is None else times
        return [*["check"] * before, f"play {most}x"]

    @property
    def first_play(self) -> list[str]:
        """Return the acts of a seat that plays as soon as it may."""
        return self.acts(next(s for s in Street if self.rules.street(s).play))

    # -- rounds -----------------------------------------------------------------------------------

    def round(
        self,
        title: str,
        laid: LaidCards,
        seats: Sequence[ExampleSeat],
        *,
        bank: Chips | None = None,
        irregularities: Sequence[Mapping[str, object]] = (),
    ) -> ExampleRound:
        """Let the engine play and settle one round."""
        data = self._data(title, laid, seats, bank)
        if irregularities:
            data["irregularities"] = [dict(one) for one in irregularities]
        played = play(script_from(data, title))
        slug = "".join(c if c.isalnum() else "-" for c in title.lower()).strip("-")
        while "--" in slug:
            slug = slug.replace("--", "-")
        return ExampleRound(slug, title, data, played, round_document(played))

    def one_seat(
        self, title: str, laid: LaidCards, wagers: Mapping[Wager, Chips], acts: Sequence[str]
    ) -> ExampleRound:
        """Settle a round of a single seat."""
        return self.round(title, laid, [ExampleSeat(laid.hole, wagers, acts)])

    def settlement(self, laid: LaidCards, seats: Sequence[ExampleSeat]) -> Settlement:
        """Settle a round that no file is written of."""
        rules = self.rules
        script = Script(
            name="",
            title="",
            rules=rules,
            given=self.given,
            dealer=parse_cards(laid.dealer),
            board=parse_cards(laid.board),
            box=parse_cards(laid.box),
            seats=tuple(_script(n, seat) for n, seat in enumerate(seats, 1)),
            meters={name: Chips(plan.reset or 0) for name, plan in rules.meters.items()}
            if any(Wager.PROGRESSIVE in seat.wagers for seat in seats)
            else {},
            bank=None if rules.house_banks else (rules.seats, self._bank(seats)),
            facts=TableFacts(),
            progressive_chips=None,
            irregularities=(),
            expect={},
        )
        settled = play(script).round.settlement
        if settled is None:
            raise Broken("a round that was played to its end has no settlement")
        return settled

    def _bank(self, seats: Sequence[ExampleSeat]) -> Chips:
        return Chips(BANK_ANTES * max(max(seat.wagers.values()) for seat in seats))

    def _data(
        self, title: str, laid: LaidCards, seats: Sequence[ExampleSeat], bank: Chips | None
    ) -> dict[str, Any]:  # Any: TOML values
        rules = self.rules
        cards = {"dealer": laid.dealer, "board": laid.board}
        if laid.box:
            cards["six_card"] = laid.box
        data: dict[str, Any] = {  # Any: as above
            "title": title,
            "rules": rules.set.name,
            "edition": rules.set.edition,
            "options": dict(self.given),
            "cards": cards,
            "seats": [_seat(n, seat) for n, seat in enumerate(seats, 1)],
        }
        if rules.meters and any(Wager.PROGRESSIVE in seat.wagers for seat in seats):
            data["meters"] = {
                name: dollars_of(plan.reset or 0) for name, plan in rules.meters.items()
            }
        if not rules.house_banks:
            data["bank"] = {"seat": rules.seats, "stake": dollars_of(bank or self._bank(seats))}
        return data


def dollars_of(chips: int) -> int | Decimal:
    """Write an amount as a round file has it: 5 or 2.50."""
    return chips // 100 if chips % 100 == 0 else Decimal(plain(chips))


def _script(number: int, seat: ExampleSeat) -> SeatScript:
    cards = parse_cards(seat.cards)
    return SeatScript(f"seats[{number - 1}]", number, seat.wagers, cards, acts=tuple(seat.acts))


def _seat(number: int, seat: ExampleSeat) -> dict[str, object]:
    found: dict[str, object] = {"seat": number, "cards": seat.cards}
    found |= {wager.value: dollars_of(chips) for wager, chips in seat.wagers.items()}
    if seat.tips:
        found["tips"] = {wager.value: dollars_of(chips) for wager, chips in seat.tips.items()}
    return found | {"acts": list(seat.acts)}


# -- as a file ------------------------------------------------------------------------------------


def round_file(example: ExampleRound) -> str:
    """Write the round as a file for `pitboss settle`, with what every wager came to."""
    return "\n".join((*_tables(example), ""))


def _tables(example: ExampleRound) -> Iterator[str]:
    data = example.data
    yield from toml_lines({key: data[key] for key in ("title", "rules", "edition")})
    for name in ("options", "cards", "meters", "bank"):
        if name in data:
            yield from ("", f"[{name}]", *toml_lines(_written(data[name])))
    for name in ("seats", "irregularities"):
        for one in data.get(name, ()):
            yield from ("", f"[[{name}]]", *toml_lines(_written(one)))
    for seat in example.document["seats"]:
        yield from ("", f"[expect.{seat['seat']}]", *toml_lines(_nets(seat)))


def _nets(seat: Document) -> dict[str, object]:
    return {wager: entry["net"] for wager, entry in seat["wagers"].items()} | {"net": seat["net"]}


def _written(table: TomlTable) -> dict[str, Any]:  # Any: TOML values
    return {key: _plain(value) for key, value in table.items()}


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return Bare(str(value))
    if isinstance(value, Mapping):
        return _written(value)
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
