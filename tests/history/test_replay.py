"""Rounds again: in full with their proof, and as each viewer saw them, with no card too many."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import DECK, Card, card_symbol, parse_cards
from pitboss.cli import run
from pitboss.history.moments import (
    PlayedRound,
    UnreadableError,
    moments,
    played_rounds,
    table_moments,
)
from pitboss.history.narration import said
from pitboss.history.replay import Replay, ReplayError, replay_round
from pitboss.history.replay_document import replay_document
from pitboss.history.viewer import read_viewpoint, seen_round
from pitboss.journal import open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.names import EVENT_NAMES
from pitboss.ledger.accounts import player_account
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import Notice, NoticeKind
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.rules import NO_CITE, SET_NAMES
from pitboss.table import event as past
from tests.audit.tables import Played, regulars, season
from tests.audit.write import in_file, in_memory

Document = dict[str, Any]  # Any: JSON values


def rounds_of(table: Played) -> list[PlayedRound]:
    return list(played_rounds(table_moments(in_memory(table), table.name)))


def seen(played: PlayedRound, eyes: str) -> Replay:
    return replay_round(played, read_viewpoint(eyes))


@pytest.fixture(scope="module")
def house_table() -> Played:
    return regulars(5, rounds=12)


@pytest.fixture(scope="module")
def journal_file(tmp_path_factory: pytest.TempPathFactory, house_table: Played) -> Path:
    return in_file(tmp_path_factory.mktemp("replay") / "floor.db", house_table)


def document(capsys: pytest.CaptureFixture[str], path: Path, *args: str) -> Document:
    assert run(["audit", "replay", str(path), "--table", "T1", *args, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: Document = json.loads(out)
    return found


# -- in full --------------------------------------------------------------------------------------


def test_a_round_in_full_proves_its_cards(house_table: Played) -> None:
    found = replay_document(seen(rounds_of(house_table)[3], "full"))

    proof = found["proof"]
    assert found["replay"] is True
    assert (found["table"], found["round"], found["outcome"]) == ("T1", 4, "settled")
    assert proof["secret_fits_commitment"] is True
    assert [deck["given_by_the_secret"] for deck in proof["decks"]] == [True]
    assert proof["commitment"] == found["commitment"]


def test_every_card_of_the_deck_is_accounted_for(house_table: Played) -> None:
    for played in rounds_of(house_table):
        cards = replay_document(seen(played, "full"))["cards"]

        piles = [cards[key] for key in ("board", "dealer", "box", "burned", "set_aside", "stub")]
        everything = parse_cards(" ".join([*piles, *cards["seats"].values()]))
        assert sorted(everything) == list(DECK)


def test_a_forged_secret_or_deck_is_told(house_table: Played) -> None:
    forged = Played("T2", house_table.rules, house_table.chance, log=house_table.log)
    journal = in_memory(forged)  # the name in the stream is another, the rounds name T1

    (played, *_) = played_rounds(table_moments(journal, "T2"))
    renamed = PlayedRound("T2", played.number, played.choice, played.rules, played.moments)
    proof = replay_round(renamed, read_viewpoint("full")).proof

    assert proof is not None
    assert not proof.fits
    assert [deck.fits for deck in proof.decks] == [False]


@pytest.mark.parametrize("rules", SET_NAMES)
def test_chips_before_and_after_are_what_the_ledger_moved(rules: str) -> None:
    for played in rounds_of(season(3, steps=700, rules=rules)):
        if not played.ended:
            continue
        found = seen(played, "full")
        for player in {held.player for held in found.chips_in_round}:  # once a seat
            moved = Fraction(0)
            account = player_account(player)
            for step in found.steps:
                moved -= sum(t.chips for t in step.moved if t.source == account)
                moved += sum(t.chips for t in step.moved if t.target == account)
            mine = [held for held in found.chips_in_round if held.player == player]
            assert sum(held.after - held.before for held in mine) == moved


def test_a_round_is_printed_with_its_movements_and_clauses(
    capsys: pytest.CaptureFixture[str], journal_file: Path
) -> None:
    assert run(["audit", "replay", str(journal_file), "--table", "T1", "--round", "4"]) == 0

    out = capsys.readouterr().out
    assert out.startswith("REPLAY · table T1, round 4 · in full, as it was")
    assert "fits the commitment" in out
    assert "the order that the secret gives" in out
    assert "Ledger" in out
    assert "no more bets" in out
    assert "MD-11" in out  # a clause that decided a wager
    assert "End of the replay" in out


def test_the_document_has_the_settlement(
    capsys: pytest.CaptureFixture[str], journal_file: Path, house_table: Played
) -> None:
    found = document(capsys, journal_file, "--round", "4", "--as", "full")

    settlement = rounds_of(house_table)[3].last.settlement
    assert settlement is not None
    nets = {seat["seat"]: seat["net"] for seat in found["settlement"]["seats"]}
    assert nets == {seat: f"{settlement.net(seat) / 100:.2f}" for seat in sorted(nets)}
    assert found["steps"][0]["name"] == "round-begun/1"
    assert any(step["transfers"] for step in found["steps"])


# -- as somebody saw it ---------------------------------------------------------------------------

PUBLIC = Viewer(ViewerRole.PUBLIC)
SYMBOLS = {card_symbol(card): card for card in DECK}


def cards_in(step: Document) -> set[Card]:
    """Every card that a step shows, in its list and in its words."""
    found = {card for word, card in SYMBOLS.items() if word in step["text"].replace(",", " ")}
    lists = step.get("cards", {})
    texts = [t for t in (*lists.values(), *lists.get("seats", {}).values()) if isinstance(t, str)]
    return found | set(parse_cards(" ".join(dict.fromkeys(" ".join(texts).split()))))


def open_to(round_: Round | None, viewer: Viewer, played: PlayedRound) -> set[Card]:
    """What may be seen, worked out without the code under test."""
    if round_ is None:
        return set()
    own = round_.spot(viewer.seat)
    cards = {*round_.board[: round_.turned], *round_.set_aside}
    if own is not None and round_.phase not in ("betting", "locked", "dealing"):
        cards |= set(own.cards)
    if round_.revealed:
        cards |= {*round_.dealer, *round_.box}
    if round_.settlement is not None:
        shown = view(round_, viewer, played.rules)
        cards |= {card for spot in shown.spots for card in spot.cards} | set(shown.box)
    return cards


@pytest.mark.parametrize("rules", SET_NAMES)
@pytest.mark.parametrize("word", ["public", "floor", "seat"])
def test_nobody_is_shown_a_card_that_they_could_not_see_then(rules: str, word: str) -> None:
    table = season(11, steps=900, rules=rules)
    for played in rounds_of(table):
        seats = sorted({seat for moment in played.moments for seat in moment.after.seats})
        for seat in seats if word == "seat" else [0]:
            eyes = read_viewpoint(f"seat:{seat}" if seat else word)
            assert eyes.viewer is not None
            found = replay_document(replay_round(played, eyes))
            allowed: set[Card] = set()
            for moment, step in zip(played.moments, found["steps"], strict=True):
                allowed |= open_to(moment.after.round, eyes.viewer, played)
                assert cards_in(step) <= allowed, step


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_hand_that_was_not_shown_has_no_name_either(rules: str) -> None:
    hidden = 0
    for seed in (12, 13):
        for played in rounds_of(season(seed, steps=900, rules=rules)):
            found = seen(played, "public").round
            if found.settlement is not None:
                shown = {spot.seat for spot in found.spots if spot.cards}
                assert {*found.settlement.hands, *found.settlement.six_hands} <= shown
                hidden += len(found.spots) - len(shown)
    assert hidden


def test_a_dead_hand_s_six_card_name_and_the_floor_s_notices_are_not_for_everybody() -> None:
    played = rounds_of(regulars(6, rounds=6, seats=4, options={"six_card": "A"}))[-1]
    settlement = played.last.settlement
    assert settlement is not None
    assert settlement.six_hands
    notice = Notice(NoticeKind.VALIDATION)
    dead = replace(
        played.last,
        spots=tuple(replace(spot, dead=NO_CITE) for spot in played.last.spots),
        settlement=replace(settlement, notices=(notice,)),
    )

    public = seen_round(dead, read_viewpoint("public"), played.rules).settlement
    staff = seen_round(dead, read_viewpoint("floor"), played.rules).settlement

    assert public is not None
    assert staff is not None
    assert (public.six_hands, public.hands, public.notices) == ({}, {}, ())
    assert (staff.six_hands, staff.notices) == ({}, (notice,))


def test_the_secret_is_in_no_replay_before_it_is_revealed(house_table: Played) -> None:
    for played in rounds_of(house_table):
        secret = played.begun.secret.hex()
        for word in ("public", "floor", "seat:1"):
            found = replay_document(seen(played, word))
            told = [step["name"] for step in found["steps"] if secret in json.dumps(step)]
            assert told == ["secret-revealed/1"]
            assert "proof" not in found


def test_a_seat_s_settlement_hides_the_hands_that_were_not_shown(
    capsys: pytest.CaptureFixture[str], journal_file: Path, house_table: Played
) -> None:
    hidden = 0
    for played in rounds_of(house_table):
        found = document(capsys, journal_file, "--round", str(played.number), "--as", "public")
        shown = {spot.seat: spot for spot in view(played.last, PUBLIC, played.rules).spots}
        for seat in found["settlement"]["seats"]:
            assert bool(seat["cards"]) == bool(shown[seat["seat"]].cards)
            assert (seat["hand"] is not None) == bool(seat["cards"])
            hidden += not seat["cards"]
    assert hidden


# -- a round that is not over ---------------------------------------------------------------------


def cut_short(table: Played) -> Played:
    """The same table, stopped while the last round has cards out."""
    at = max(
        n for n, (_, events) in enumerate(table.log)
        if any(isinstance(event, round_past.PacketsDealt) for event in events)
    )  # fmt: skip
    return Played(table.name, table.rules, table.chance, log=table.log[: at + 1])


def test_a_live_round_is_not_shown_in_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], house_table: Played
) -> None:
    path = in_file(tmp_path / "live.db", cut_short(house_table))

    assert run(["audit", "replay", str(path), "--table", "T1", "--round", "12"]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert "round 12 of table T1 is still being played" in err
    assert err.count("\n") == 1


def test_a_live_round_shows_a_seat_its_own_cards_and_no_others(house_table: Played) -> None:
    played = rounds_of(cut_short(house_table))[-1]
    assert not played.ended

    found = seen(played, "seat:1")
    text = json.dumps(replay_document(found), ensure_ascii=False)

    own = played.last.spot(1)
    assert own is not None
    hidden = set(DECK) - set(own.cards)
    assert all(card_symbol(card) not in text for card in hidden)
    assert found.round.stub == ()
    assert found.round.dealer == ()
    assert played.begun.secret.hex() not in text
    assert found.outcome == "being played"


def test_a_settled_round_is_live_until_its_secret_is_out(house_table: Played) -> None:
    last = next(n for n in reversed(range(len(house_table.log)))
                if any(isinstance(e, past.RoundEnded) for e in house_table.log[n][1]))  # fmt: skip
    table = Played("T1", house_table.rules, house_table.chance, log=house_table.log[:last])
    played = rounds_of(table)[-1]
    assert played.last.settlement is not None

    with pytest.raises(ReplayError, match="still being played"):
        seen(played, "full")


# -- words ----------------------------------------------------------------------------------------


def test_whatever_happens_in_a_round_is_said_in_words() -> None:
    told: dict[str, str] = {}
    for number, rules in enumerate(SET_NAMES):
        for played in rounds_of(season(20 + number, steps=900, rules=rules)):
            for moment in played.moments:
                text = said(moment, played.rules, read_viewpoint("public"))
                told[EVENT_NAMES[type(moment.event)]] = text

    assert "runs out of time" in told["timed-out/1"]
    assert told["irregularity-declared/1"].startswith("irregularity: ")
    assert told["round-voided/1"].startswith("the round is void")
    assert told["bets-placed/1"].startswith("seat ")
    assert all(text and text[0] != "<" for text in told.values())


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said_"),
    [
        (["--table", "T9", "--round", "1"], "there is no table 'T9' in the journal; it has T1"),
        (["--table", "T1", "--round", "99"], "table T1 has no round 99; it has rounds 1 to 12"),
        (["--table", "T1", "--round", "0"], "--round '0': wants a whole number from 1"),
        (["--table", "T1", "--round", "x"], "--round 'x': wants a whole number from 1"),
        (["--table", "T1", "--round", "1", "--as", "seat:0"], "is no viewer; write seat:3"),
        (["--table", "T1", "--round", "1", "--as", "god"], "is no viewer; write seat:3"),
        (["--table", "T1", "--round", "1", "--as", "seat:99"], "nobody sat at seat 99"),
    ],
)
def test_bad_input_is_one_line(
    args: list[str], said_: str, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "replay", str(journal_file), *args]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert said_ in err
    assert err.count("\n") == 1


def test_what_is_no_journal_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no journal at all, but long enough to be read as something\n" * 50)

    for where in (str(tmp_path / "none.db"), str(text), str(tmp_path), "", "mysql://x", "memory:"):
        assert run(["audit", "replay", where, "--table", "T1", "--round", "1"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert "internal error" not in err
    assert not (tmp_path / "none.db").exists()


def test_events_that_are_no_table_s_are_named(house_table: Played) -> None:
    journal = in_memory(house_table)
    entries = [e for e in journal.read("table/T1") if e.name != "player-sat/1"]

    with pytest.raises(UnreadableError, match="does not follow from the events before"):
        list(moments(entries))


def test_a_journal_without_tables_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_journal(tmp_path / "new.db").close()

    assert run(["audit", "replay", str(tmp_path / "new.db"), "--table", "T1", "--round", "1"]) == 2
    assert "it has none" in capsys.readouterr().err
    assert list(table_moments(MemoryJournal(), "T1")) == []
