"""`pitboss audit replay`: prints any round again, as one viewer saw it or in full."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rich.console import Console
from rich.text import Text

from pitboss.cards import Card, cards_symbols
from pitboss.cli.audit.reading import reading
from pitboss.cli.errors import Failure, one_line
from pitboss.cli.options import AsJson, JournalName, Option
from pitboss.cli.output import page, print_json, sources, table
from pitboss.cli.parse import whole
from pitboss.cli.settle_tables import show
from pitboss.history.moments import chosen_tables, table_moments
from pitboss.history.periods import moment, utc_text
from pitboss.history.replay import (
    ROUND_MAX,
    Replay,
    ReplayError,
    ReplayStep,
    find_round,
    replay_round,
)
from pitboss.history.replay_document import replay_document
from pitboss.history.shuffle_proof import ShuffleProof
from pitboss.history.viewer import SeenCards, Viewpoint, ViewpointError, read_viewpoint
from pitboss.reports.settlement import round_document
from pitboss.round.play import PlayedScript
from pitboss.round.script import Script, SeatScript
from pitboss.round.state import TableFacts
from pitboss.rules import money

VIEWERS = {"public": "anybody at the table", "floor": "the floor"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss audit replay`."""

    journal: JournalName
    name: Annotated[str, Option("Name of the table.", "NAME", name="--table")]
    number: Annotated[str, Option("Number of the round.", "N", name="--round")]
    viewer: Annotated[
        str, Option("Whose view to show.", "seat:3|public|floor|full", name="--as")
    ] = "full"
    as_json: AsJson = False


def run(options: Options) -> int:
    """Read what is asked, find the round, show it."""
    wanted = whole("--round", options.number, 1, ROUND_MAX)
    try:
        viewer = read_viewpoint(options.viewer)
        with reading(options.journal) as journal:
            (chosen,) = chosen_tables(journal, options.name)
            played = find_round(table_moments(journal, chosen), wanted, chosen)
        replay = replay_round(played, viewer)
    except (ViewpointError, ReplayError) as error:
        raise Failure(str(error)) from None
    if options.as_json:
        document = replay_document(replay)
        document["settlement"] = _settlement(replay)
        print_json(document)
    else:
        _show(replay)
    return 0


def _title(replay: Replay) -> str:
    played = replay.played
    return f"table {played.table}, round {played.number}"


def _settlement(replay: Replay) -> dict[str, object] | None:
    settled = _played(replay)
    return None if settled is None else round_document(settled)


def _played(replay: Replay) -> PlayedScript | None:
    """Return the round as settlements are printed from it; hidden hands have no cards."""
    round_, played = replay.round, replay.played
    if round_.settlement is None:
        return None
    seats = tuple(
        SeatScript(f"seat {spot.seat}", spot.seat, spot.wagers, spot.cards, spot.tips)
        for spot in round_.spots
    )
    bank = (round_.bank.seat, round_.bank.stake) if round_.bank else None
    script = Script(
        name=one_line(_title(replay)),
        title="",
        rules=played.rules,
        given={},
        dealer=round_.dealer,
        board=round_.board,
        box=round_.box,
        seats=seats,
        meters={},
        bank=bank,
        facts=TableFacts(),
        progressive_chips=None,
        irregularities=(),
        expect={},
    )
    return PlayedScript(script, round_, ())


# -- for people -----------------------------------------------------------------------------------


def _show(replay: Replay) -> None:
    screen = page()
    played = replay.played
    begun, ended = played.moments[0].at, played.moments[-1].at
    until = f" to {utc_text(ended)}" if played.ended else ""
    screen.print(
        Text(f"REPLAY · {one_line(_title(replay))} · {_whose(replay.viewpoint)}", style="bold")
    )
    screen.print(Text(f"  {utc_text(begun)}{until}"))
    place = f"{played.rules.set.title}, edition {played.choice.edition}"
    screen.print(Text(f"  {place} · {replay.outcome}"))
    if not played.ended:
        screen.print(Text("  the round is not over: only what this viewer has seen so far"))
    _show_steps(screen, replay)
    _show_purses(screen, replay)
    if replay.proof is not None:
        _show_proof(screen, replay.proof)
    elif replay.viewpoint.full:
        screen.print(Text("  proof   the cards of this table do not come from a provable shuffle"))
    if replay.viewpoint.full:
        _show_layout(screen, replay)
        _show_transfers(screen, replay)
    settled = _played(replay)
    if settled is not None:
        screen.print(Text("\nSettlement", style="bold"))
        show(round_document(settled), settled, explain=replay.viewpoint.full)
    screen.print(Text("End of the replay. Nothing here is being played.", style="bold"))


def _whose(viewpoint: Viewpoint) -> str:
    if viewpoint.viewer is None:
        return "in full, as it was"
    return f"as {VIEWERS.get(viewpoint.word) or f'seat {viewpoint.viewer.seat}'} saw it"


def _show_steps(screen: Console, replay: Replay) -> None:
    rows = [_step_row(step) for step in replay.steps]
    screen.print(table("Step by step", ("event", "time (UTC)", "what happened", "sources"), rows))


def _step_row(step: ReplayStep) -> tuple[str, ...]:
    text = one_line(step.text)
    if step.cards is not None and (lies := _lies(step.cards)):
        text += f"\n  {lies}"
    clock = f"{moment(step.at):%H:%M:%S}.{step.at % 1000:03d}"
    return str(step.number), clock, text, sources(step.cite)


def _lies(cards: SeenCards) -> str:
    parts = [_pile(f"seat {n}", shown, cards.held.get(n, 0)) for n, shown in cards.seats.items()]
    parts.append(_pile("dealer", cards.dealer, cards.dealer_held))
    for label, pile in (
        ("board", cards.board),
        ("box", cards.box),
        ("set aside", cards.set_aside),
        ("burned", cards.burned),
    ):
        parts.append(_pile(label, pile, len(pile)))
    return " · ".join(part for part in parts if part)


def _pile(label: str, shown: tuple[Card, ...], held: int) -> str:
    if not held:
        return ""
    return f"{label} {cards_symbols(shown) if shown else ' '.join(['▮'] * held)}"


def _show_purses(screen: Console, replay: Replay) -> None:
    columns = ("seat", "player", "before", "bought", "taken away", "after")
    rows = [
        (
            str(purse.seat),
            one_line(purse.player) + (" (bot)" if purse.bot else ""),
            money(purse.before),
            money(purse.bought) if purse.bought else "",
            money(purse.cashed) if purse.cashed else "",
            money(purse.after),
        )
        for purse in replay.chips_in_round
    ]
    screen.print(table("Chips in front of the players", columns, rows))


def _show_proof(screen: Console, proof: ShuffleProof) -> None:
    fits = "fits the commitment" if proof.fits else "DOES NOT FIT THE COMMITMENT"
    screen.print(Text("Proof", style="bold"))
    screen.print(Text(f"  commitment  {proof.commitment.hex()}"))
    screen.print(Text(f"  secret      {proof.secret.hex()}: {fits}"))
    for seat, seed in sorted(proof.seeds.items()):
        screen.print(Text(f"  seed        seat {seat}: {seed.hex()}"))
    for deck in proof.decks:
        word = "the order that the secret gives" if deck.fits else "NOT THE ORDER OF THE SECRET"
        screen.print(Text(f"  deck        {word}: {cards_symbols(deck.cards)}"))


def _show_layout(screen: Console, replay: Replay) -> None:
    last = replay.played.last
    hidden = last.board[last.turned :]
    if hidden:
        screen.print(Text(f"  never turned  {cards_symbols(hidden)}"))
    screen.print(Text(f"  undealt     {cards_symbols(last.stub) or 'none'}"))


def _show_transfers(screen: Console, replay: Replay) -> None:
    rows = [
        (str(step.number), moved.source, moved.target, _cents(moved.chips), moved.why)
        for step in replay.steps
        for moved in step.moved
    ]
    shown = [tuple(map(one_line, row)) for row in rows]
    screen.print(table("Ledger", ("event", "from", "to", "amount", "why"), shown))


def _cents(chips: object) -> str:
    return money(chips) if isinstance(chips, int) else f"{chips} cents"
