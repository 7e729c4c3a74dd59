"""A document of the binder before it is drawn: numbered sections of sentences, lists and tables."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.rules import NO_CITE, Cite
from pitboss.rules.book.chapters import Sentence


@dataclass(frozen=True, slots=True)
class Prose:
    """A sentence or two, with the clauses and readings behind them."""

    text: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a part of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """A list; `steps` are done in this order."""

    items: tuple[Prose, ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class BinderGrid:
    """A table whose first column names its rows; `right` are the columns of figures.

    `sources` is the column that cites clauses, set small; `refs` the one whose lines begin with
    the number of a document or section, to which a PDF adds the page; `total`: the last row is a
    sum. `links` are lines of cells that a page links, and where to.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    sources: int | None = None
    total: bool = False
    refs: int | None = None
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as SVG, drawn in the page; `alt` says what is on it."""

    svg: str
    alt: str


Block = Heading | Prose | Points | BinderGrid | Drawing


@dataclass(frozen=True, slots=True)
class BinderSection:
    """One numbered section; others refer to it by `id`."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class BinderDocument:
    """One document: `number` is its place in the binder, `lead` says what it is for.

    `card` asks for a single sheet in two columns.
    """

    id: str
    number: int
    title: str
    lead: str
    sections: tuple[BinderSection, ...]
    card: bool = False

    @property
    def file(self) -> str:
        """Name its file."""
        return f"{self.number:02d}-{self.id}.html"

    def place_of(self, section: str) -> str:
        """Return the number of a section: "3.2"; raises `LookupError` where there is none."""
        for n, one in enumerate(self.sections, 1):
            if one.id == section:
                return f"{self.number}.{n}"
        raise LookupError(f"{self.id} has no section {section!r}")


def sources_of(*cites: Cite) -> tuple[str, ...]:
    """List the clauses, then the readings, each named once."""
    clauses = (one for cite in cites for one in cite.clauses)
    readings = (one for cite in cites for one in cite.readings)
    return tuple(dict.fromkeys((*clauses, *readings)))


def prose(text: str, cite: Cite = NO_CITE) -> Prose:
    """Make a sentence with its sources."""
    return Prose(text, sources_of(cite))


def told(sentence: Sentence) -> Prose:
    """Take over a sentence of the rule book."""
    return Prose(sentence.text, (*sentence.clauses, *sentence.readings))
