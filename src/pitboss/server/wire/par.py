"""The PAR sheet of a table as a page: every word and digit as in the files."""

from __future__ import annotations

from msgspec import Struct


class ParTable(Struct, frozen=True):
    """A table whose sheet can be asked for; `of_the_lab`: there is none, its rules were changed."""

    table: str
    title: str
    rules: str
    rules_title: str
    edition: int
    of_the_lab: bool


class ParPlace(Struct, frozen=True):
    """A place, whose sheet is that of its usual choices here."""

    rules: str
    title: str
    edition: int


class ParSubjects(Struct, frozen=True):
    """What a sheet can be about."""

    tables: tuple[ParTable, ...]
    places: tuple[ParPlace, ...]


class ParTableGrid(Struct, frozen=True):
    """A table of words; `right` are columns of figures, `exact` those of long fractions."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...]
    exact: tuple[int, ...]
    total: bool
    note: str


class ParPart(Struct, frozen=True):
    """A numbered section of the sheet."""

    number: int
    title: str
    words: tuple[str, ...]
    grids: tuple[ParTableGrid, ...]


class ParShown(Struct, frozen=True):
    """The whole sheet; `submission` is the file that every figure follows from."""

    title: str
    subtitle: str
    footer: str
    sections: tuple[ParPart, ...]
    submission: str


class ParFormat(Struct, frozen=True):
    """A format to download; `missing` says what has to be installed first."""

    kind: str
    missing: str = ""


class ParAnswer(Struct, frozen=True):
    """A sheet; `waiting` says that it is being worked out: ask again."""

    sheet: ParShown | None
    formats: tuple[ParFormat, ...] = ()
    waiting: str = ""
