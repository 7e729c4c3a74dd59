"""The parts of a sum that takes minutes: written down once, some of them worked out in every run.

python -m tests.odds.parts    # works all of them out and writes the file again
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from pitboss.odds.counting.levels import workers
from pitboss.odds.exposed_cards import Sight, dealer_cards, seen_total
from pitboss.odds.game import standard_game

SIGHT: Final = Sight(dealer=2)
FILE: Final = Path(__file__).with_name("dealer2.json")
Part = tuple[tuple[int, ...], int, list[int]]


def kept() -> list[Part]:
    """Each pair of dealer cards, how many pairs it stands for, and the totals of its deals."""
    rows = json.loads(FILE.read_text("utf-8"))
    return [(tuple(cards), weight, totals) for cards, weight, totals in rows]


def total(cards: tuple[int, ...]) -> list[int]:
    """Add up all deals against one pair of dealer cards."""
    return seen_total(standard_game(), SIGHT, cards)


def main() -> None:
    dealers = list(dealer_cards(SIGHT.dealer))
    with workers(None) as (pool, _):
        tasks = [pool.submit(total, cards) for cards, _ in dealers]
        rows = []
        for (cards, weight), task in zip(dealers, tasks, strict=True):
            rows.append(json.dumps([cards, weight, [int(part) for part in task.result()]]))
            sys.stderr.write(f"\r{len(rows)} of {len(dealers)}")
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
