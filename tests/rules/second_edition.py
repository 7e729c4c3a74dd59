"""A second edition of Maryland's rules, in which a flush pays 2 to 1 on the Blind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.rules import Catalog, catalog_in_use, rule_set_text
from pitboss.rules.catalog import SETS_FOLDER

FIRST = 'hand = "flush", pays = "3 to 2"'
SECOND = 'hand = "flush", pays = "2 to 1"'


@contextmanager
def second_edition(folder: Path) -> Iterator[None]:
    """Put the second edition beside those that are shipped, for a while."""
    text = rule_set_text("maryland", 1).replace("\nedition = 1\n", "\nedition = 2\n")
    (folder / "maryland@2.toml").write_text(text.replace(FIRST, SECOND, 1), "utf-8")
    with catalog_in_use(Catalog(SETS_FOLDER, folder)):
        yield
