"""The cover: who files what under which rules, what was approved, and what the binder holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from pitboss.reports.binder.document import BinderDocument, BinderGrid, BinderSection, Block, Prose
from pitboss.reports.binder.subject import Subject
from pitboss.rules.book.labels import label
from pitboss.rules.words import DEALT_FROM, wager_words

DEVICES: Final = {
    "shuffler": "Shuffling device",
    "counts_cards": "The device counts the cards",
    "feeds_shoe": "The device feeds a shoe",
    "continuous": "The device reshuffles continuously",
}


def cover_document(
    number: int,
    subject: Subject,
    others: Sequence[BinderDocument],
    files: Sequence[tuple[str, str]],
) -> BinderDocument:
    """Make the cover; `others` are the documents behind it, `files` are all other files."""
    sections = (
        BinderSection("submission", "The submission", (_submission(subject),)),
        BinderSection("approvals", "Approvals on record", tuple(_approvals(subject))),
        BinderSection("equipment", "Equipment", tuple(_equipment(subject))),
        BinderSection("contents", "Contents", (_contents(others, files),)),
        BinderSection("checking", "How to check this binder", tuple(_checking(subject))),
    )
    lead = (
        f"Ultimate Texas Hold'em under {subject.rules.set.document}. Every page of this binder was"
        " made from the one submission file that lies in it."
    )
    return BinderDocument("cover", number, "Filing binder", lead, sections)


def _submission(subject: Subject) -> BinderGrid:
    rules = subject.rules
    tables = ", ".join(f"{wager_words(w)} {table.name}" for w, table in rules.tables.items())
    status = {"accepted": "complete", "unsigned": "complete, not yet signed by the commission"}
    rows = (
        ("Operator", subject.operator),
        ("Rules", f"{rules.set.document} (edition {rules.set.edition} of the rule set)"),
        ("Paytables", tables),
        ("Seats", str(rules.seats)),
        ("Banked by", "the house" if rules.house_banks else "a player-dealer"),
        ("Cards dealt", DEALT_FROM[rules.method.name]),
        ("Checked", f"{status[subject.status]}; no error was found"),
        ("Software", f"{subject.software.name} {subject.software.version}"),
        ("Software checksum", f"SHA-256 {subject.software.checksum}"),
    )
    return BinderGrid("", ("Item", "As filed"), rows)


def _approvals(subject: Subject) -> Iterator[Block]:
    approvals = subject.filing.part("approvals")
    rows = tuple(
        (
            label("submission", f"approvals.{name}"),
            str(entry.get("reference", "")),
            _day(entry.get("date")),
            str(entry.get("by", "")),
        )
        for name, entry in approvals.items()
    )
    if not rows:
        yield Prose("The submission records no approval, and these rules ask for none.")
        return
    yield BinderGrid("", ("Approval", "Reference", "Date", "By"), rows)


def _day(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else ""


def _equipment(subject: Subject) -> Iterator[Block]:
    devices = subject.filing.part("devices")
    rows = [(DEVICES[key], "yes" if value else "no") for key, value in devices.items()]
    rows += [("Spots of the layout", ", ".join(map(wager_words, _spots(subject))))]
    yield BinderGrid("", ("Item", "As filed"), tuple(rows))
    if excluded := subject.filing.data.get("excluded_rules"):
        yield Prose(f"Rules that do not apply to this game: {', '.join(excluded)}.")


def _spots(subject: Subject) -> list[str]:
    return [spot for spot in subject.filing.part("layout").get("spots", ()) if spot != "box"]


def _contents(others: Sequence[BinderDocument], files: Sequence[tuple[str, str]]) -> BinderGrid:
    rows = [(one.title, str(one.number), one.file) for one in others]
    rows += [(title, "", file) for title, file in files]
    links = tuple((row[2], row[2]) for row in rows)
    return BinderGrid("", ("Document", "No.", "File"), tuple(rows), links=links)


def _checking(subject: Subject) -> Iterator[Block]:
    yield Prose(
        "manifest.json lists every file of this folder with its SHA-256. The command"
        " “pitboss file verify FOLDER” reads them all again and names the first that differs. The"
        " command “pitboss settle FOLDER/examples” deals and settles every worked example again."
    )
    made = subject.software
    yield Prose(
        f"The same submission and the same software ({made.version}, checksum above) give the same"
        " bytes again."
    )
