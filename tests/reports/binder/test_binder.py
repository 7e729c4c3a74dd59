"""The filing binder: every document from one submission, the same bytes each time."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from pitboss.reports.binder.binder import SUBMISSION, binder_files
from pitboss.reports.binder.checklist import COMMON, TO_PROVIDE, checklist_of
from pitboss.reports.binder.manifest import MANIFEST
from pitboss.reports.binder.subject import NotAccepted, subject_of
from pitboss.reports.software import this_software
from pitboss.rules import Wager, all_clauses, find_clauses, read_submission
from pitboss.rules.words import hand_words
from tests.reports.binder.binders import PLACES, SAMPLES, filed, files, subject

DOCUMENTS = [
    "cover",
    "rules",
    "dealing-procedure",
    "irregularities",
    "examples",
    "layout",
    "rack-card",
    "payout-schedule",
    "differences",
    "checklist",
]
PAR_SECTIONS = [
    *("identity", "paytables", "wagers", "base-game", "bands", "strategies", "limits", "fees"),
    *("progressive", "exposure", "dealer-errors", "notes"),
]


class PageReader(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page(place: str, document: str) -> PageReader:
    found = next(path for path in files(place) if re.fullmatch(rf"\d\d-{document}\.html", path))
    return PageReader(files(place)[found].decode())


@pytest.mark.parametrize("place", PLACES)
def test_the_manifest_lists_every_file_with_its_hash(place: str) -> None:
    made = files(place)

    manifest = json.loads(made[MANIFEST])

    listed = {one["path"]: (one["bytes"], one["sha256"]) for one in manifest["files"]}
    found = {k: (len(v), sha256(v).hexdigest()) for k, v in made.items() if k != MANIFEST}
    assert listed == found
    assert manifest["software"]["sha256"] == this_software().checksum
    assert (manifest["rules"], manifest["edition"]) == (place, 1)


@pytest.mark.parametrize("place", PLACES)
def test_a_binder_has_every_document_and_the_submission_itself(place: str) -> None:
    made = files(place)

    missing = [d for d in DOCUMENTS if not any(re.match(rf"\d\d-{d}\.html", p) for p in made)]

    assert missing == []
    assert made[SUBMISSION] == (SAMPLES / f"{place}.toml").read_bytes()


def test_the_same_submission_makes_the_same_bytes() -> None:
    place = "maryland"
    text = (SAMPLES / f"{place}.toml").read_text("utf-8")

    again = binder_files(filed(text))

    assert again == {path: data for path, data in files(place).items() if path != MANIFEST}


@pytest.mark.parametrize("place", PLACES)
def test_pages_stand_alone_and_can_be_read_aloud(place: str) -> None:
    for document in DOCUMENTS:
        read = page(place, document)

        tags = [tag for tag, _ in read.tags]
        ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
        assert tags.count("h1") == 1
        assert "h2" in tags
        assert len(set(ids)) == len(ids)
        assert not {"script", "link", "img", "iframe"} & set(tags)
        assert not any("src" in attrs for _, attrs in read.tags)
        assert all("scope" in attrs for tag, attrs in read.tags if tag == "th")


@pytest.mark.parametrize("place", PLACES)
def test_links_lead_to_files_and_sections_of_the_binder(place: str) -> None:
    made = files(place)
    linked = {
        str(attrs["href"])
        for document in ("cover", "checklist")
        for tag, attrs in page(place, document).tags
        if tag == "a"
    }

    assert any("#" in href for href in linked)
    for href in linked:
        file, _, section = href.partition("#")
        assert any(path.startswith(file) for path in made), href
        assert not section or f'<section id="{section}"' in made[file].decode(), href


@pytest.mark.parametrize("place", PLACES)
def test_no_word_of_the_configuration_stands_in_a_document(place: str) -> None:
    """Names of keys are for files; people read words."""
    spoken = [d for d in DOCUMENTS if d not in ("examples", "differences", "cover", "checklist")]
    for document in spoken:
        text = page(place, document).text

        assert re.findall(r"[a-z]+_[a-z_]+|\{[a-z]|None\b", text) == []


@pytest.mark.parametrize("place", PLACES)
def test_all_documents_are_also_one_tagged_pdf(place: str) -> None:
    made = files(place)["binder.pdf"]

    assert made.startswith(b"%PDF-1.7")
    assert b"<pdfuaid:part>1<" in made
    assert b"<pdfaid:part>2<" in made


# -- the layout -----------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_the_drawing_has_every_place_spot_and_line_of_print(place: str) -> None:
    rules = subject(place).rules
    svg = ElementTree.fromstring(files(place)["06-layout.svg"])  # noqa: S314 (our own file)

    words = [text.text or "" for text in svg.iter("{http://www.w3.org/2000/svg}text")]

    assert [w for w in words if w.startswith("PLACE")] == [
        f"PLACE {n}" for n in range(1, rules.seats + 1)
    ]
    assert words.count("ANTE") == rules.seats
    for wager in (Wager.BLIND, Wager.TRIPS):
        hands = {hand_words(line.hand).capitalize() for line in rules.tables[wager].lines}
        assert hands <= set(words)
    assert subject(place).operator in words


def test_a_wager_that_is_not_offered_has_no_spot() -> None:
    drawn = {place: files(place)["06-layout.svg"].decode() for place in ("maryland", "california")}

    assert "FOUR-CARD BOX" in drawn["maryland"]
    assert "PROG." in drawn["maryland"]
    assert "FOUR-CARD BOX" not in drawn["california"]
    assert "PROG." not in drawn["california"]


# -- the checklist --------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [*PLACES, COMMON])
def test_an_item_is_answered_in_a_document_or_provided_by_the_operator(place: str) -> None:
    known = {*DOCUMENTS, "par"}
    for item in checklist_of(place):
        assert bool(item.answers) != bool(item.provide), item.asks
        assert {answer.partition("#")[0] for answer in item.answers} <= known


@pytest.mark.parametrize("place", PLACES)
def test_every_section_that_an_item_names_stands_in_some_binder(place: str) -> None:
    sections = {
        f"{document}#{attrs['id']}"
        for each in (place, *PLACES)
        for document in DOCUMENTS
        for tag, attrs in page(each, document).tags
        if tag == "section"
    }
    sections |= {f"par#{key}" for key in PAR_SECTIONS}
    for item in (*checklist_of(place), *checklist_of(COMMON)):
        named = {answer for answer in item.answers if "#" in answer}
        assert named <= sections, item.asks


@pytest.mark.parametrize("place", PLACES)
def test_whatever_a_submission_is_checked_for_is_on_its_checklist(place: str) -> None:
    asked = {
        one.id for item in checklist_of(place) for id_ in item.clauses for one in find_clauses(id_)
    }

    checked = {clause.id for clause in all_clauses(place) if "C" in clause.kinds}

    assert checked - asked == set()


@pytest.mark.parametrize("place", PLACES)
def test_references_of_the_checklist_lead_to_sections_of_that_number(place: str) -> None:
    headings = {
        " ".join(text.split())
        for document in DOCUMENTS
        if document != "checklist"
        for text in re.findall(r"<h2[^>]*>(.*?)</h2>", raw(place, document))
    }
    numbers = {re.sub(r"<[^>]*>", "", text).split(" ")[0] for text in headings}

    cited = set(re.findall(r"<a [^>]*>(\d+\.\d+) ", raw(place, "checklist")))

    assert cited
    assert cited <= numbers


def raw(place: str, document: str) -> str:
    path = next(p for p in files(place) if re.fullmatch(rf"\d\d-{document}\.html", p))
    return files(place)[path].decode()


def test_what_is_not_filed_is_left_to_the_operator() -> None:
    text = (SAMPLES / "catfish-bend.toml").read_text("utf-8")
    unsigned = "\n".join(line for line in text.splitlines() if not line.startswith("commission"))

    made = binder_files(filed(unsigned))

    checklist = PageReader(made["10-checklist.html"].decode()).text
    signature = "Signature of the commission and its date 0.2 Filing binder: Approvals on record"
    assert f"{signature} {TO_PROVIDE}" in checklist
    assert "not yet signed" in made["00-cover.html"].decode()


# -- what is not filed ----------------------------------------------------------------------------


def test_a_rejected_submission_has_no_binder() -> None:
    text = (SAMPLES / "broken-maryland.toml").read_text("utf-8")

    with pytest.raises(NotAccepted, match="rejected"):
        subject_of(read_submission(text), text)
    with pytest.raises(NotAccepted, match="read"):
        subject_of(read_submission("rules = 3"), "rules = 3")
